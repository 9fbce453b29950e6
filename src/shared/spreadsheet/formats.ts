import {
  getCellStyle,
  isFormula,
  isNumberText,
  numberIn,
  type StoredCell,
  type StoredSheet,
  type StoredStyle,
  shownText,
} from './form.ts'

/** Excel's format codes of x-spreadsheet's named number formats. */
const named: Record<string, string> = {
  normal: 'General',
  text: '@',
  number: '#,##0.00',
  // x-spreadsheet appends the percent sign without multiplying the number
  percent: 'General"%"',
  rmb: '"￥"#,##0.00',
  usd: '"$"#,##0.00',
  eur: '"€"#,##0.00',
}

const names = new Map(Object.entries(named).map(([name, code]) => [code, name]))

/** Returns the number format code of a style; undefined when it has none. */
export function getFormatCode(style: StoredStyle | undefined): string | undefined {
  if (typeof style?.numFmt === 'string' && style.numFmt) return style.numFmt
  return typeof style?.format === 'string' ? named[style.format] : undefined
}

/** Returns the style members for a number format code. */
export function formatFields(code: string | undefined): Pick<StoredStyle, 'format' | 'numFmt'> {
  if (!code || code === 'General') return {}
  const name = names.get(code)
  return name ? { format: name } : { numFmt: code }
}

/** Whether a number format code displays a date or a time. */
export const isDateCode = (code: string | undefined): boolean => {
  const bare = (code ?? '').replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]/gi, '')
  return bare !== '' && !/general/i.test(bare) && /[ymdhs]|am\/pm/i.test(bare)
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/**
 * Formats a number in one of the simple formats: digits, thousands separators, a percent sign, a currency prefix or
 * suffix. Returns undefined for formats that need more than that.
 */
export function plainFormat(value: number, code: string | undefined): string | undefined {
  if (!Number.isFinite(value)) return undefined
  if (!code || code === 'General' || code === '@') return String(value)
  if (code === 'General"%"') return `${value}%`
  const parts = /^((?:"[^"]*")?[$￥¥€£]?)(#,##)?0(?:\.(0+))?(%)?((?:"[^"]*")?)$/.exec(code)
  if (!parts) return undefined
  const [, before = '', groups, decimals = '', percent = '', after = ''] = parts
  const [whole = '', rest] = Math.abs(percent ? value * 100 : value)
    .toFixed(decimals.length)
    .split('.')
  const number = (groups ? grouped(whole) : whole) + (rest ? `.${rest}` : '')
  const isLess = value < 0 && /[1-9]/.test(number)
  return `${isLess ? '-' : ''}${before.replaceAll('"', '')}${number}${percent}${after.replaceAll('"', '')}`
}

/** Returns the displayed text of a cell; applies the format of its style when the result is not stored. */
export function shownIn(sheet: StoredSheet, cell: StoredCell): string {
  const text = shownText(cell)
  const value = numberIn(cell)
  if (cell.shown !== undefined || value === undefined) return text
  return plainFormat(value, getFormatCode(getCellStyle(sheet, cell))) ?? text
}

const errors = new Set([
  '#DIV/0!',
  '#N/A',
  '#NAME?',
  '#NULL!',
  '#NUM!',
  '#REF!',
  '#VALUE!',
  '#ERROR!',
  '#SPILL!',
  '#CALC!',
])

/** Whether a value is the error of a formula. */
export const isErrorText = (value: unknown): boolean => typeof value === 'string' && errors.has(value)

/** Returns the alignment of a cell whose style has none: numbers and dates right, TRUE, FALSE and errors centred. */
export function getDefaultAlign(sheet: StoredSheet, cell: StoredCell): 'left' | 'center' | 'right' {
  if (getFormatCode(getCellStyle(sheet, cell)) === '@') return 'left'
  if (!isFormula(cell))
    return cell.t === 'b' ? 'center' : cell.t === 'd' || numberIn(cell) !== undefined ? 'right' : 'left'
  const value = cell.value ?? cell.shown
  if (typeof value === 'boolean' || isErrorText(value)) return 'center'
  return typeof value === 'number' || (cell.value === undefined && isNumberText(shownText(cell))) ? 'right' : 'left'
}
