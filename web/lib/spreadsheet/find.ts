import { iterateCells, most, type StoredSheet, searchableText } from '#shared/spreadsheet/form.ts'

/** A position in a workbook. */
export interface FoundCell {
  /** Index of the sheet, from 0. */
  sheet: number
  row: number
  column: number
}

/** Finds the first cell that contains all words, or else the first that contains any of them. */
export function findCell(sheets: readonly StoredSheet[], words: string): FoundCell | undefined {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return undefined
  let first: FoundCell | undefined
  for (const [sheet, stored] of sheets.slice(0, most.sheets).entries()) {
    for (const [row, column, cell] of iterateCells(stored)) {
      const text = searchableText(cell).toLowerCase()
      if (wanted.every((word) => text.includes(word))) return { sheet, row, column }
      if (!first && wanted.some((word) => text.includes(word))) first = { sheet, row, column }
    }
  }
  return first
}
