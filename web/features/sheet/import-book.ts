import { getSheetName, type StoredSheet } from '#sheet/form.ts'

/** What is to become of the sheets that are there. */
export type ImportMode = 'replace' | 'add'

/** A book with sheets of a file put in: in place of its own, or after them, under names that are free. */
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
