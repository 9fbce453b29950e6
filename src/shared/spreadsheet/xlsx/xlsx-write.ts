import { strToU8, zipSync } from 'fflate'
import {
  type CellValue,
  type Fields,
  formatArea,
  formatCellAddress,
  getCellStyle,
  getSheetName,
  isFormula,
  isNumberText,
  iterateCells,
  most,
  numbered,
  numberIn,
  parseArea,
  parseCellAddress,
  type StoredCell,
  type StoredSheet,
  type StoredStyle,
  sides,
  sortKeys,
  textIn,
  toCount,
  toFields,
} from '../form.ts'
import { getFormatCode } from '../formats.ts'
import { hasExternalReference } from './external-references.ts'
import { toFileFormula } from './xlsx-functions.ts'
import { escapeXml } from './xlsx-tree.ts'
import { defaultWidth, pxToCharacters } from './xlsx-widths.ts'

/** The maximum text length of a cell in a file. Source: Excel's limits. */
const mostCharacters = 32_767

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const hexOf = (color: unknown): string | undefined => {
  const text = String(color ?? '').trim()
  const [, hex] = /^#([\da-f]{6})$/i.exec(text) ?? []
  if (hex) return `FF${hex.toUpperCase()}`
  const [, short] = /^#([\da-f]{3})$/i.exec(text) ?? []
  if (short)
    return `FF${[...short]
      .map((sign) => sign + sign)
      .join('')
      .toUpperCase()}`
  const rgb = /^rgba?\((\d+)[, ]+(\d+)[, ]+(\d+)/.exec(text)
  return rgb
    ? `FF${[rgb[1], rgb[2], rgb[3]]
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')
        .toUpperCase()}`
    : undefined
}

const colorXml = (name: string, color: unknown) => {
  const hex = hexOf(color)
  return hex ? `<${name} rgb="${hex}"/>` : ''
}

const lines = new Set(
  'thin medium thick dashed dotted double hair dashDot dashDotDot mediumDashed mediumDashDot mediumDashDotDot slantDashDot'.split(
    ' ',
  ),
)

/** A list of unique texts. */
class Unique {
  readonly list: string[]

  constructor(...first: string[]) {
    this.list = first
  }

  indexOf(text: string): number {
    const known = this.list.indexOf(text)
    return known < 0 ? this.list.push(text) - 1 : known
  }
}

/** The unique styles of a file. */
class FileStyles {
  readonly #fonts = new Unique('<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>')
  readonly #fills = new Unique(
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  )
  readonly #borders = new Unique('<border><left/><right/><top/><bottom/><diagonal/></border>')
  readonly #codes = new Unique()
  readonly #xfs = new Unique('<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>')
  readonly #known = new Map<string, number>()

  numberOf(style: StoredStyle | undefined): number {
    if (!style) return 0
    const key = JSON.stringify(sortKeys(style))
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const number = this.#xfs.indexOf(this.#xf(style))
    this.#known.set(key, number)
    return number
  }

  #xf(style: StoredStyle): string {
    const code = getFormatCode(style)
    const format = !code || code === 'General' ? 0 : code === '@' ? 49 : 164 + this.#codes.indexOf(code)
    const { fontXml, fillXml, borderXml } = this.#parts(style)
    const [font, fill, border] = [
      this.#fonts.indexOf(fontXml),
      this.#fills.indexOf(fillXml),
      this.#borders.indexOf(borderXml),
    ]
    const valign = style.valign === 'middle' ? 'center' : style.valign
    const turn =
      style.rotate === 'v'
        ? 255
        : typeof style.rotate === 'number'
          ? style.rotate < 0
            ? 90 - style.rotate
            : style.rotate
          : 0
    const alignment = [
      ['left', 'center', 'right'].includes(style.align ?? '') ? ` horizontal="${style.align}"` : '',
      ['top', 'center', 'bottom'].includes(valign ?? '') ? ` vertical="${valign}"` : '',
      style.textwrap === true ? ' wrapText="1"' : '',
      turn > 0 ? ` textRotation="${Math.round(turn)}"` : '',
    ].join('')
    const applied = `${format ? ' applyNumberFormat="1"' : ''}${font ? ' applyFont="1"' : ''}${fill ? ' applyFill="1"' : ''}${border ? ' applyBorder="1"' : ''}${alignment ? ' applyAlignment="1"' : ''}`
    const inside = alignment ? `<alignment${alignment}/>` : ''
    return `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"${applied}>${inside}</xf>`
  }

  #parts(style: StoredStyle) {
    const font = toFields(style.font)
    const size = Number(font['size'])
    const fontXml = [
      '<font>',
      font['bold'] === true ? '<b/>' : '',
      font['italic'] === true ? '<i/>' : '',
      style.strike === true ? '<strike/>' : '',
      style.underline === true ? '<u/>' : '',
      `<sz val="${size > 0 && size < 410 ? size : 11}"/>`,
      colorXml('color', style.color),
      `<name val="${escapeXml(textIn(font['name']) || 'Calibri')}"/><family val="2"/></font>`,
    ].join('')
    const fill = hexOf(style.bgcolor)
    const fillXml = fill
      ? `<fill><patternFill patternType="solid"><fgColor rgb="${fill}"/><bgColor indexed="64"/></patternFill></fill>`
      : '<fill><patternFill patternType="none"/></fill>'
    const border = toFields(style.border)
    const side = (name: (typeof sides)[number]) => {
      const [line, color] = Array.isArray(border[name]) ? (border[name] as unknown[]) : []
      if (line === undefined) return `<${name}/>`
      return `<${name} style="${lines.has(String(line)) ? String(line) : 'thin'}">${colorXml('color', color) || '<color auto="1"/>'}</${name}>`
    }
    const borderXml = `<border>${side('left')}${side('right')}${side('top')}${side('bottom')}<diagonal/></border>`
    return { fontXml, fillXml, borderXml }
  }

  xml(): string {
    const listXml = (name: string, list: readonly string[]) =>
      `<${name} count="${list.length}">${list.join('')}</${name}>`
    const codes = this.#codes.list.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`)
    return `${head}<styleSheet xmlns="${main}">${codes.length > 0 ? listXml('numFmts', codes) : ''}${listXml('fonts', this.#fonts.list)}${listXml('fills', this.#fills.list)}${listXml('borders', this.#borders.list)}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${listXml('cellXfs', this.#xfs.list)}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  }
}

/** What was lost in the export. */
export interface WriteNotes {
  /** Cells whose text was longer than a cell of a file may be. */
  cut: number
  /** Formulas that access something outside the book: the file has their last values instead. */
  neutralised: number
}

const textXml = (text: string) => `<is><t xml:space="preserve">${escapeXml(text.slice(0, mostCharacters))}</t></is>`

/** The error values of formulas that cannot be evaluated. */
const failures = new Set(['#DIV/0!', '#N/A', '#NAME?', '#NULL!', '#NUM!', '#REF!', '#VALUE!'])

function valueXml(at: string, value: CellValue | undefined, formula = ''): string {
  if (typeof value === 'number' && Number.isFinite(value)) return `<c${at}>${formula}<v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c${at} t="b">${formula}<v>${value ? 1 : 0}</v></c>`
  if (formula && value === undefined) return `<c${at}>${formula}</c>`
  if (formula)
    return failures.has(String(value))
      ? `<c${at} t="e">${formula}<v>${value}</v></c>`
      : `<c${at} t="str">${formula}<v>${escapeXml(String(value).slice(0, mostCharacters))}</v></c>`
  return value === undefined || value === '' ? `<c${at}/>` : `<c${at} t="inlineStr">${textXml(String(value))}</c>`
}

function cellXml(
  address: string,
  cell: StoredCell,
  style: number,
  code: string | undefined,
  notes: WriteNotes,
): string {
  const at = ` r="${address}"${style > 0 ? ` s="${style}"` : ''}`
  const text = textIn(cell.text)
  if (text.length > mostCharacters) notes.cut += 1
  if (isFormula(cell)) {
    const value = cell.value ?? (cell.shown !== undefined && isNumberText(cell.shown) ? Number(cell.shown) : cell.shown)
    if (!hasExternalReference(text)) return valueXml(at, value, `<f>${escapeXml(toFileFormula(text.slice(1)))}</f>`)
    notes.neutralised += 1
    return valueXml(at, value)
  }
  if (cell.t === 'd' && typeof cell.value === 'number') return valueXml(at, cell.value)
  if (cell.t === 'b') return valueXml(at, /^true$/i.test(text))
  return valueXml(at, code === '@' ? text : (numberIn(cell) ?? text))
}

const points = (px: number) => Math.round(px * 75) / 100

function rowsXml(sheet: StoredSheet, styles: FileStyles, notes: WriteNotes): string {
  const rows = new Map<number, [number, string][]>()
  for (const [row, column, cell] of iterateCells(sheet)) {
    const style = getCellStyle(sheet, cell)
    const xml = cellXml(formatCellAddress(row, column), cell, styles.numberOf(style), getFormatCode(style), notes)
    const cells = rows.get(row) ?? []
    cells.push([column, xml])
    rows.set(row, cells)
  }
  const sizes = new Map(numbered(sheet.rows, most.rows))
  return [...new Set([...rows.keys(), ...sizes.keys()])]
    .sort((a, b) => a - b)
    .map((row) => {
      const cells = (rows.get(row) ?? []).sort(([a], [b]) => a - b).map(([, xml]) => xml)
      const height = toCount(sizes.get(row)?.['height'])
      const attributes = `${height > 0 ? ` ht="${points(height)}" customHeight="1"` : ''}${sizes.get(row)?.['hide'] === true ? ' hidden="1"' : ''}`
      return cells.length > 0 || attributes ? `<row r="${row + 1}"${attributes}>${cells.join('')}</row>` : ''
    })
    .join('')
}

const columnsXml = (cols: Fields | undefined): string => {
  const columns = numbered(cols, most.columns)
    .sort(([a], [b]) => a - b)
    .flatMap(([at, column]) => {
      const width = toCount(column['width'])
      const isHidden = column['hide'] === true
      if (width === 0 && !isHidden) return []
      return [
        `<col min="${at + 1}" max="${at + 1}" width="${pxToCharacters(width || defaultWidth)}" customWidth="1"${isHidden ? ' hidden="1"' : ''}/>`,
      ]
    })
  return columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''
}

function viewXml(sheet: StoredSheet, isFirst: boolean): string {
  const place = parseCellAddress(textIn(sheet.freeze))
  const chosen = isFirst ? ' tabSelected="1"' : ''
  if (!place || (place.row === 0 && place.column === 0))
    return `<sheetViews><sheetView${chosen} workbookViewId="0"/></sheetViews>`
  const split = `${place.column ? ` xSplit="${place.column}"` : ''}${place.row ? ` ySplit="${place.row}"` : ''}`
  const pane = place.row === 0 ? 'topRight' : place.column === 0 ? 'bottomLeft' : 'bottomRight'
  return `<sheetViews><sheetView${chosen} workbookViewId="0"><pane${split} topLeftCell="${formatCellAddress(place.row, place.column)}" activePane="${pane}" state="frozen"/><selection pane="${pane}"/></sheetView></sheetViews>`
}

function mergesXml(sheet: StoredSheet): string {
  const references = new Set<string>()
  for (const [row, column, { merge }] of iterateCells(sheet)) {
    if (!Array.isArray(merge)) continue
    const [down, right] = [toCount(merge[0]), toCount(merge[1])]
    if (down + right > 0) references.add(formatArea({ row: [row, row + down], column: [column, column + right] }))
  }
  if (references.size === 0) return ''
  return `<mergeCells count="${references.size}">${[...references].map((one) => `<mergeCell ref="${one}"/>`).join('')}</mergeCells>`
}

function sheetXml(sheet: StoredSheet, at: number, styles: FileStyles, notes: WriteNotes): string {
  const filter = parseArea(textIn(toFields(sheet.autofilter)['ref']))
  return `${head}<worksheet xmlns="${main}" xmlns:r="${relations}">${viewXml(sheet, at === 0)}<sheetFormatPr defaultRowHeight="18.75" customHeight="1" defaultColWidth="${pxToCharacters(defaultWidth)}"/>${columnsXml(sheet.cols)}<sheetData>${rowsXml(sheet, styles, notes)}</sheetData>${filter ? `<autoFilter ref="${formatArea(filter)}"/>` : ''}${mergesXml(sheet)}</worksheet>`
}

/** Assigns sheets of a file valid names: short, without forbidden characters, unique. */
class FileNames {
  readonly #taken = new Set<string>()

  take(wanted: string, otherwise: string): string {
    const clean =
      wanted
        .replace(/[[\]:*?/\\]/g, ' ')
        .replace(/^'+|'+$/g, '')
        .trim() || otherwise
    let name = clean.slice(0, 31)
    for (let count = 2; this.#taken.has(name.toLowerCase()); count += 1) name = `${clean.slice(0, 27)} ${count}`
    this.#taken.add(name.toLowerCase())
    return name
  }
}

/**
 * Writes a book as the parts of an xlsx file, a sheet at a time: values, formulas with their last results, number
 * formats, fonts, fills, borders, alignment, merged cells, sizes, hidden rows and columns, frozen panes, filters.
 */
export class WorkbookWriter {
  readonly notes: WriteNotes = { cut: 0, neutralised: 0 }
  readonly #put: (path: string, xml: string) => void
  readonly #styles = new FileStyles()
  readonly #fileNames = new FileNames()
  readonly #names: string[] = []
  readonly #filters: string[] = []

  /** @param put receives each part of the file with its path */
  constructor(put: (path: string, xml: string) => void) {
    this.#put = put
  }

  /** The number of sheets so far. */
  get count(): number {
    return this.#names.length
  }

  /** Returns the name that a sheet has in the file. Sheets are added in the order in which their names are taken. */
  takeName(wanted: string): string {
    return this.#fileNames.take(wanted, `Sheet${this.#names.length + 1}`)
  }

  /** Adds a sheet under a name that `takeName` has returned. */
  addSheet(sheet: StoredSheet, name: string): void {
    const at = this.#names.push(name) - 1
    this.#put(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet, at, this.#styles, this.notes))
    const area = parseArea(textIn(toFields(sheet.autofilter)['ref']))
    if (!area) return
    const reference = formatArea(area).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')
    const quoted = `'${name.replaceAll("'", "''")}'`
    this.#filters.push(
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${escapeXml(`${quoted}!${reference}`)}</definedName>`,
    )
  }

  /** Writes the parts that know all sheets. */
  finish(): void {
    const put = this.#put
    const names = this.#names
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
    put(
      '[Content_Types].xml',
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${names.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
    )
    put(
      '_rels/.rels',
      `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    )
    put(
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    )
    put(
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView/></bookViews><sheets>${names.map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets>${this.#filters.length > 0 ? `<definedNames>${this.#filters.join('')}</definedNames>` : ''}<calcPr fullCalcOnLoad="1"/></workbook>`,
    )
    put('xl/styles.xml', this.#styles.xml())
  }
}

/**
 * Returns a book as an xlsx file, as {@link WorkbookWriter} writes it.
 *
 * @param onSheet called after each sheet
 */
export function writeXlsx(
  sheets: readonly StoredSheet[],
  onSheet: (done: number, of: number) => void = () => undefined,
): { bytes: Uint8Array; notes: WriteNotes } {
  const all = sheets.length > 0 ? sheets : [{ name: 'Sheet1' }]
  const files: Record<string, Uint8Array> = {}
  const writer = new WorkbookWriter((path, xml) => {
    files[path] = strToU8(xml)
  })
  for (const [at, sheet] of all.entries()) {
    writer.addSheet(sheet, writer.takeName(getSheetName(sheet, at)))
    onSheet(at + 1, all.length)
  }
  writer.finish()
  return { bytes: zipSync(files, { level: 6 }), notes: writer.notes }
}
