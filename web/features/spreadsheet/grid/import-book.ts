import { getSheetName, type StoredSheet } from '#shared/spreadsheet/form.ts'

/** Whether an import replaces the existing sheets or adds to them. */
export type ImportMode = 'replace' | 'add'

/** Returns a book with the sheets of a file imported: in place of its own, or appended under unused names. */
export function importedBook(
  own: readonly StoredSheet[],
  chosen: readonly StoredSheet[],
  mode: ImportMode,
): StoredSheet[] {
  if (mode === 'replace') return [...chosen]
  const taken = new Set(own.map((sheet, at) => getSheetName(sheet, at)))
  const added = chosen.map((sheet, at) => {
    const wanted = getSheetName(sheet, at)
    let name = wanted
    for (let count = 2; taken.has(name); count += 1) name = `${wanted} (${count})`
    taken.add(name)
    return { ...sheet, name }
  })
  return [...own, ...added]
}
