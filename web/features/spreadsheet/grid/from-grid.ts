import {
  type CellValue,
  isNumberText,
  type StoredCell,
  type StoredStyle,
  storedNumber,
  toFields,
} from '#shared/spreadsheet/form.ts'
import { isDateCode } from '#shared/spreadsheet/formats.ts'
import { toStoredStyle } from './cell-style.ts'
import type { GridCell, GridLines } from './grid-types.ts'

const isReal = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && isNumberText(value)

const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** Returns a number in its stored form: its digits, and the shown text when that differs. */
function numberCell(value: number, shown: string, code: string | undefined): StoredCell {
  if (isDateCode(code) && shown !== '') return { text: shown, t: 'd', value }
  const stored = storedNumber(value)
  return { ...stored, ...(shown !== '' && shown !== stored.text && { shown }) }
}

/** Returns the content of a cell in its stored form. */
function contentOf(cell: GridCell): StoredCell {
  const { v, m, f, ct } = cell
  const shown = asText(m ?? v)
  if (typeof f === 'string' && f !== '') {
    const value: CellValue | undefined = v === null ? undefined : isReal(v) ? Number(v) : v
    const isPlain = value === undefined || String(value) === shown
    const needsValue = value !== undefined && (typeof value !== 'string' || !isPlain)
    return { text: f.startsWith('=') ? f : `=${f}`, ...(shown !== '' && { shown }), ...(needsValue && { value }) }
  }
  if (ct?.t === 'inlineStr' && Array.isArray(ct.s)) {
    const text = ct.s.map((part) => asText(toFields(part)['v'])).join('')
    return storedText(text, ct.fa)
  }
  if (v === undefined || v === null || v === '') return {}
  if (typeof v === 'boolean') return { text: v ? 'TRUE' : 'FALSE', t: 'b' }
  const isNumber = typeof v === 'number' || ((ct?.t === 'n' || ct?.t === 'd') && isReal(v))
  if (isNumber && ct?.fa !== '@' && ct?.t !== 's') return numberCell(Number(v), asText(m), ct?.fa)
  const text = storedText(asText(v), ct?.fa)
  return asText(m) !== '' && asText(m) !== text.text ? { ...text, shown: asText(m) } : text
}

/** Returns a text in its stored form; marked as text where it would be read as something else. */
function storedText(text: string, code: string | undefined): StoredCell {
  if (text === '') return {}
  const isTaken = isNumberText(text) || text.startsWith('=')
  return { text, ...(isTaken && code !== '@' && { t: 's' as const }), ...(text.startsWith('=') && { t: 's' as const }) }
}

const moreNames = ['ps', 'hl', 'lo', 'qp', 'spl'] as const

/** Returns the properties of a grid cell beyond its content and its style. */
function moreOf(cell: GridCell): StoredCell {
  const more: Record<string, unknown> = {}
  for (const name of moreNames) if (cell[name] !== undefined && cell[name] !== null) more[name] = cell[name]
  if (cell.ct?.t === 'inlineStr') more['ct'] = { s: cell.ct.s }
  return Object.keys(more).length > 0 ? { more } : {}
}

/** Returns the index of a style in the sheet's list; `had` is the cell's former style index. */
type StyleIndex = (style: StoredStyle | undefined, had: number | undefined) => number | undefined

/** Returns a grid cell in its stored form; undefined for an empty cell. */
export function storedCell(
  cell: GridCell | null | undefined,
  lines: GridLines | undefined,
  styleIndex: StyleIndex,
): StoredCell | undefined {
  const one = cell ?? {}
  const style = styleIndex(toStoredStyle(one, lines), one.ds?.s)
  const [down, right] = [(one.mc?.rs ?? 1) - 1, (one.mc?.cs ?? 1) - 1]
  const stored: StoredCell = {
    ...contentOf(one),
    ...(style !== undefined && { style }),
    ...(down + right > 0 && { merge: [down, right] as [number, number] }),
    ...moreOf(one),
    ...one.ds?.x,
  }
  return Object.keys(stored).length > 0 ? stored : undefined
}
