/** Errors of others may have numbers for codes. */
const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether an error is the violation of a unique index; `index` is its columns as `table.column`, or its name. */
export const isUniqueViolation = (error: unknown, index: string): boolean =>
  /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(error)) &&
  ((error as { message?: string }).message ?? '').includes(index)

/** Whether an error says that the database is damaged, or is no database. */
export const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT)/.test(codeOf(error))

/** Whether an error says that the database cannot be opened, or not be written. */
export const isNotWritable = (error: unknown): boolean => /^SQLITE_(CANTOPEN|READONLY|PERM)/.test(codeOf(error))

/** Whether an error says that another process or connection has locked the database. */
export const isLocked = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')

/** Whether an error says that the database has no room on the disk. */
export const isFull = (error: unknown): boolean => codeOf(error) === 'SQLITE_FULL'
