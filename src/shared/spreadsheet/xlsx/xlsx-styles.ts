import type { BorderLine, Side, StoredStyle } from '../form.ts'
import { sides } from '../form.ts'
import { formatFields } from '../formats.ts'
import { findChild, parseXml, type XmlNode } from './xlsx-tree.ts'

/** The built-in number formats that files refer to by id, without a text. Source: ECMA-376, 18.8.30. */
const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy/m/d',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy/m/d h:mm',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
  49: '@',
}

// The first colors of the legacy palette, which files still refer to by index. Source: ECMA-376, 18.8.27.
const palette =
  '000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 800000 008000 000080 808000 800080 008080 c0c0c0 808080 9999ff 993366 ffffcc ccffff 660066 ff8080 0066cc ccccff 000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff 00ccff ccffff ccffcc ffff99 99ccff ff99cc cc99ff ffcc99 3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333'.split(
    ' ',
  )

// A theme lists its dark and light colors in pairs, and cells count them the other way round.
const themeOrder = [
  'lt1',
  'dk1',
  'lt2',
  'dk2',
  'accent1',
  'accent2',
  'accent3',
  'accent4',
  'accent5',
  'accent6',
  'hlink',
  'folHlink',
]

/** Returns the colors of a theme, in the order cells refer to them. */
export function themeColors(xml: string): string[] {
  const scheme = findChild(parseXml(xml), 'theme', 'themeElements', 'clrScheme')
  return themeOrder.map((name) => {
    const color = findChild(scheme, name)?.children[0]?.attributes
    return color?.['lastClr'] ?? color?.['val'] ?? '000000'
  })
}

function tinted(hex: string, tint: number): string {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16)
    const next = tint < 0 ? value * (1 + tint) : value + (255 - value) * tint
    return Math.round(Math.min(255, Math.max(0, next)))
      .toString(16)
      .padStart(2, '0')
  }
  return channel(0) + channel(2) + channel(4)
}

function colorOf(node: XmlNode | undefined, theme: readonly string[]): string | undefined {
  const { rgb, theme: themed, indexed, tint } = node?.attributes ?? {}
  const hex = rgb?.slice(-6) ?? (themed === undefined ? palette[Number(indexed)] : theme[Number(themed)])
  if (!hex || !/^[\da-f]{6}$/i.test(hex)) return undefined
  return `#${tinted(hex, Number(tint) || 0)}`
}

const isOn = (node: XmlNode | undefined) =>
  node !== undefined && !/^(0|false|none)$/.test(node.attributes['val'] ?? '1')

/** The default font size in pt. The grid and files both measure text in pt. */
const usualSize = 11

function fontFields(font: XmlNode | undefined, theme: readonly string[], usual: XmlNode | undefined): StoredStyle {
  const size = Number(findChild(font, 'sz')?.attributes['val'])
  const name = findChild(font, 'name')?.attributes['val']
  const isUsualSize = size === (Number(findChild(usual, 'sz')?.attributes['val']) || usualSize)
  const isUsualName = name === findChild(usual, 'name')?.attributes['val']
  const color = colorOf(findChild(font, 'color'), theme)
  const letters = {
    ...(isOn(findChild(font, 'b')) && { bold: true }),
    ...(isOn(findChild(font, 'i')) && { italic: true }),
    ...(size > 0 && !isUsualSize && { size }),
    ...(name && !isUsualName && { name }),
  }
  return {
    ...(Object.keys(letters).length > 0 && { font: letters }),
    ...(isOn(findChild(font, 'u')) && { underline: true }),
    ...(isOn(findChild(font, 'strike')) && { strike: true }),
    ...(color && color !== '#000000' && { color }),
  }
}

function fillFields(fill: XmlNode | undefined, theme: readonly string[]): StoredStyle {
  const pattern = findChild(fill, 'patternFill')
  if (!pattern || ['none', 'gray125'].includes(pattern.attributes['patternType'] ?? 'none')) return {}
  const bgcolor = colorOf(findChild(pattern, 'fgColor'), theme) ?? colorOf(findChild(pattern, 'bgColor'), theme)
  return bgcolor ? { bgcolor } : {}
}

function borderFields(node: XmlNode | undefined, theme: readonly string[]): StoredStyle {
  const border: Partial<Record<Side, BorderLine>> = {}
  for (const side of sides) {
    const line = findChild(node, side)
    const style = line?.attributes['style']
    if (style && style !== 'none') border[side] = [style, colorOf(findChild(line, 'color'), theme) ?? '#000000']
  }
  return Object.keys(border).length > 0 ? { border } : {}
}

function alignFields(alignment: XmlNode | undefined): StoredStyle {
  const { horizontal, vertical, wrapText, textRotation } = alignment?.attributes ?? {}
  const turn = Number(textRotation ?? 0)
  const align = ({ left: 'left', center: 'center', right: 'right', centerContinuous: 'center' } as const)[
    horizontal ?? ''
  ]
  const valign = ({ top: 'top', center: 'middle' } as const)[vertical ?? '']
  return {
    ...(align && { align }),
    ...(valign && { valign }),
    ...((wrapText === '1' || wrapText === 'true') && { textwrap: true }),
    ...(turn === 255 ? { rotate: 'v' as const } : turn > 0 && turn <= 180 && { rotate: turn > 90 ? 90 - turn : turn }),
  }
}

/** Returns the styles that the cells of a file refer to by index, in the stored form. */
export function readStyles(xml: string, theme: readonly string[]): StoredStyle[] {
  const sheet = findChild(parseXml(xml), 'styleSheet')
  const listOf = (name: string) => findChild(sheet, name)?.children ?? []
  const codes = new Map(
    listOf('numFmts').map(({ attributes }) => [Number(attributes['numFmtId']), attributes['formatCode'] ?? '']),
  )
  const fonts = listOf('fonts')
  const fills = listOf('fills')
  const borders = listOf('borders')
  return listOf('cellXfs').map((xf) => {
    const { numFmtId, fontId, fillId, borderId } = xf.attributes
    return {
      ...fontFields(fonts[Number(fontId)], theme, fonts[0]),
      ...fillFields(fills[Number(fillId)], theme),
      ...borderFields(borders[Number(borderId)], theme),
      ...alignFields(findChild(xf, 'alignment')),
      ...formatFields(codes.get(Number(numFmtId)) ?? builtIn[Number(numFmtId)]),
    }
  })
}
