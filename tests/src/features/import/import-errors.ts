import { ImportError, type ImportErrorValues } from '#src/features/import/import-error.ts'

/** The reason for which `operation` is rejected, with its detail if there is one; 'accepted' when it succeeds. */
export function refusalOf(operation: () => unknown): string {
  try {
    operation()
    return 'accepted'
  } catch (error) {
    if (error instanceof ImportError) return error.message
    throw error
  }
}

/** The values of the error that `read` throws, such as its line. */
export function valuesOf(read: () => unknown): ImportErrorValues | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof ImportError) return error.values
    throw error
  }
}
