import { isImportName } from '#shared/import-formats.ts'
import { checkFile } from '#web/lib/upload.ts'

// The maximum size of a file to import, in bytes. Source: security rules, Import and export.
const fileMaxBytes = 50 * 1024 * 1024

/** Returns why a file cannot be imported, before it is sent; undefined when it can. */
export function fileProblem(file: {
  name: string
  type: string
  size: number
}): 'notZip' | 'empty' | 'tooLarge' | undefined {
  if (!isImportName(file.name) && !/zip|json|yaml|html|markdown|csv/.test(file.type)) return 'notZip'
  return checkFile(file, fileMaxBytes)
}
