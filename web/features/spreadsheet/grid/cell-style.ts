import type { BorderLine, Side, StoredStyle } from '#shared/spreadsheet/form.ts'
import { toFields } from '#shared/spreadsheet/form.ts'
import { formatFields, getFormatCode } from '#shared/spreadsheet/formats.ts'
import type { GridCell, GridLine, GridLines } from './grid-types.ts'

const sideCodes = { top: 't', right: 'r', bottom: 'b', left: 'l' } as const
const sideNames = Object.entries(sideCodes) as [Side, 't' | 'r' | 'b' | 'l'][]

// The grid numbers its line styles, x-spreadsheet names them; these exist in both.
const lineNumbers: Record<string, string> = {
  thin: '1',
  hair: '2',
  dotted: '3',
  dashed: '4',
  dashDot: '5',
  dashDotDot: '6',
  double: '7',
  medium: '8',
  mediumDashed: '9',
  mediumDashDot: '10',
  mediumDashDotDot: '11',
  slantDashDot: '12',
  thick: '13',
}
const lineNames = Object.fromEntries(Object.entries(lineNumbers).map(([name, number]) => [number, name]))

const aligns = { left: 1, center: 0, right: 2 } as const
const valigns = { middle: 0, top: 1, bottom: 2 } as const

const nameOfNumber = <N extends string>(names: Record<N, number>, number: unknown): N | undefined =>
  (Object.keys(names) as N[]).find((name) => names[name] === Number(number))

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns the borders of a cell from its style. */
export function toGridLines(style: StoredStyle | undefined): GridLines {
  const border = toFields(style?.border)
  const lines: GridLines = {}
  for (const [side, letter] of sideNames) {
    const line = border[side]
    if (!Array.isArray(line)) continue
    const [name, color] = line as unknown[]
    lines[letter] = { style: lineNumbers[String(name)] ?? '1', color: isText(color) ? color : '#000000' }
  }
  return lines
}

/** Returns the style properties of a grid cell from its stored style. The caller handles the number format. */
export function toCellStyle(style: StoredStyle | undefined): GridCell {
  if (!style) return {}
  const font = toFields(style.font)
  const align = aligns[style.align as keyof typeof aligns]
  const valign = valigns[style.valign as keyof typeof valigns]
  return {
    ...(font['bold'] === true && { bl: 1 }),
    ...(font['italic'] === true && { it: 1 }),
    ...(style.underline === true && { un: 1 }),
    ...(style.strike === true && { cl: 1 }),
    ...(typeof font['size'] === 'number' && { fs: font['size'] }),
    ...(isText(font['name']) && { ff: font['name'] }),
    ...(isText(style.color) && { fc: style.color }),
    ...(isText(style.bgcolor) && { bg: style.bgcolor }),
    ...(align !== undefined && { ht: align }),
    ...(valign !== undefined && { vt: valign }),
    ...(style.textwrap === true && { tb: '2' }),
    ...(style.rotate === 'v'
      ? { tr: '3' }
      : typeof style.rotate === 'number' && style.rotate !== 0 && { rt: style.rotate }),
  }
}

// The grid identifies a font by its index in this list; patches/ swaps the first two.
const knownFonts =
  'Arial,Times New Roman,Tahoma,Verdana,微软雅黑,宋体,黑体,楷体,仿宋,新宋体,华文新魏,华文行楷,华文隶书'.split(',')

const fontName = (ff: unknown): string | undefined => {
  if (typeof ff === 'number') return knownFonts[ff]
  if (!isText(ff)) return undefined
  return /^\d+$/.test(ff) ? knownFonts[Number(ff)] : ff
}

const borderOf = (lines: GridLines | undefined): Partial<Record<Side, BorderLine>> | undefined => {
  const border: Partial<Record<Side, BorderLine>> = {}
  for (const [side, letter] of sideNames) {
    const line: GridLine | undefined | null = lines?.[letter]
    if (line) border[side] = [lineNames[String(line.style)] ?? 'thin', isText(line.color) ? line.color : '#000000']
  }
  return Object.keys(border).length > 0 ? border : undefined
}

const turns: Record<string, number | 'v'> = { 1: 45, 2: -45, 3: 'v', 4: 90, 5: -90 }

function rotationOf({ tr, rt }: GridCell): number | 'v' | undefined {
  if (isText(tr) && turns[tr] !== undefined) return turns[tr]
  return typeof rt === 'number' && rt !== 0 ? (rt > 90 ? 90 - rt : rt) : undefined
}

/** Returns the stored style of a grid cell; undefined when it is the default. */
export function toStoredStyle(
  cell: GridCell | null | undefined,
  lines: GridLines | undefined,
): StoredStyle | undefined {
  const cellStyle = cell ?? {}
  const size = Number(cellStyle.fs)
  const name = fontName(cellStyle.ff)
  const font = {
    ...(Number(cellStyle.bl) === 1 && { bold: true }),
    ...(Number(cellStyle.it) === 1 && { italic: true }),
    ...(Number.isFinite(size) && size > 0 && { size }),
    ...(name !== undefined && { name }),
  }
  const align = cellStyle.ht === undefined || cellStyle.ht === null ? undefined : nameOfNumber(aligns, cellStyle.ht)
  const valign = cellStyle.vt === undefined || cellStyle.vt === null ? undefined : nameOfNumber(valigns, cellStyle.vt)
  const border = borderOf(lines)
  const rotate = rotationOf(cellStyle)
  const style: StoredStyle = {
    ...(Object.keys(font).length > 0 && { font }),
    ...(Number(cellStyle.un) === 1 && { underline: true }),
    ...(Number(cellStyle.cl) === 1 && { strike: true }),
    ...(isText(cellStyle.fc) && { color: cellStyle.fc }),
    ...(isText(cellStyle.bg) && { bgcolor: cellStyle.bg }),
    ...(align !== undefined && { align }),
    ...(valign !== undefined && { valign }),
    ...(String(cellStyle.tb) === '2' && { textwrap: true }),
    ...(rotate !== undefined && { rotate }),
    ...(border && { border }),
    ...formatFields(cellStyle.ct?.fa),
  }
  return Object.keys(style).length > 0 ? style : undefined
}

/** Returns a key of the parts of a stored style that the grid knows, in a fixed order: equal keys look the same. */
export const styleKey = (style: StoredStyle | undefined): string =>
  JSON.stringify(
    toStoredStyle(
      { ...toCellStyle(style), ...(getFormatCode(style) && { ct: { fa: getFormatCode(style) ?? '' } }) },
      toGridLines(style),
    ) ?? {},
  )
