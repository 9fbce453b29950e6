/** Whether an error is the violation of a unique index; `index` is its columns as SQLite names them, or its name. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') && (message ?? '').includes(index)
  )
}
