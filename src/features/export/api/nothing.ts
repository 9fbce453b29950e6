/** Thrown by a writer when no page has what its format holds. */
export class NothingToExport extends Error {
  override readonly name = 'NothingToExport'

  constructor() {
    super('There is nothing to export in this format')
  }
}

/** Whether an error is `NothingToExport`, also of another bundle, which has a class of its own. */
export const isNothingToExport = (error: unknown): boolean => error instanceof Error && error.name === 'NothingToExport'
