import type { NewRow, Row } from '#shared/api-doc/api-doc.ts'
import { cellTexts, findBars } from '#shared/markdown/table.ts'
import { collectFields } from './fields.ts'
import type { RowColumn, RowKind } from './row-edits.ts'

const off = /^\s*(?:#|\/\/)\s?/
const required = /^(required|yes|y|true|1|必填|必选|是|✓|√)$/i

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text // a single % is not an escape
  }
}

function fromQuery(text: string): NewRow[] | undefined {
  const query = text.replace(/^[^\s?]*\?/, '')
  if (/\s/.test(query) || !/^[^=&]+=[^&]*(&[^=&]+(=[^&]*)?)*$/.test(query)) return undefined
  return query.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name: decoded(name), value: decoded(value.join('=')) }
  })
}

function fromJson(text: string): NewRow[] | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const list = Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'name' in one)
    if (list)
      return (value as Record<string, unknown>[]).map((one) => ({
        name: String(one['name']),
        type: String(one['type'] ?? 'string'),
        value: String(one['value'] ?? ''),
        isRequired: one['require'] === true || Number(one['require']) >= 1,
        remark: String(one['remark'] ?? ''),
      }))
    return collectFields(value).map((field) => ({ ...field }))
  } catch {
    return undefined
  }
}

/** Splits a line of a table into cells: at tabs, or at `|` without a backslash before it. */
function cellsOf(line: string): string[] | undefined {
  if (line.includes('\t')) return line.split('\t').map((cell) => cell.trim())
  return findBars(line).length > 0 ? cellTexts(line).map((cell) => cell.replaceAll('\\|', '|')) : undefined
}

const isRule = (cells: string[]) => cells.every((cell) => /^:?-{2,}:?$/.test(cell))
const headings = /^(name|field|parameter|param|key|参数名?|字段名?|名称|变量名)$/i
const columnOf = (heading: string): RowColumn | undefined => {
  if (headings.test(heading)) return 'name'
  if (/^(type|类型)$/i.test(heading)) return 'type'
  if (/^(required|必填|必选|是否必填|是否必选)$/i.test(heading)) return 'isRequired'
  if (/^(value|example|default|示例值?|默认值?|值)$/i.test(heading)) return 'value'
  return /^(remark|description|note|meaning|说明|备注|描述|含义)$/i.test(heading) ? 'remark' : undefined
}

/** Returns the columns of a table in text form, in order. */
export const getColumns = (kind: RowKind): RowColumn[] => {
  if (kind === 'cookie') return ['name', 'value', 'remark']
  return kind === 'answer' ? ['name', 'type', 'remark'] : ['name', 'type', 'isRequired', 'value', 'remark']
}

function rowOfCells(cells: string[], columns: readonly (RowColumn | undefined)[]): NewRow {
  const row: Record<string, string | boolean> = { name: '' }
  cells.forEach((cell, at) => {
    const column = columns[at]
    if (column) row[column] = column === 'isRequired' ? required.test(cell) : cell
  })
  return row as unknown as NewRow
}

function fromLines(text: string, kind: RowKind): NewRow[] {
  let columns: (RowColumn | undefined)[] = getColumns(kind)
  return text.split(/\r\n|\r|\n/).flatMap((line): NewRow[] => {
    if (line.trim() === '') return []
    const isOff = off.test(line)
    const bare = line.replace(off, '')
    const cells = cellsOf(bare)
    if (cells) {
      if (isRule(cells)) return []
      if (headings.test(cells[0] ?? '')) {
        columns = cells.map(columnOf)
        return []
      }
      // two cells are a name and a value; more cells follow the columns
      const row =
        cells.length === 2 && kind !== 'answer'
          ? { name: cells[0] ?? '', value: cells[1] ?? '' }
          : rowOfCells(cells, columns)
      return row.name === '' ? [] : [{ ...row, ...(isOff && { isOff }) }]
    }
    const [, name, value] = /^\s*("?[^:=\s]+"?)\s*[:=]\s*(.*)$/.exec(bare) ?? []
    const row = name
      ? { name: name.replaceAll('"', ''), value: (value ?? '').replace(/[;,]$/, '').trim() }
      : { name: bare.trim() }
    return [{ ...row, ...(isOff && { isOff }) }]
  })
}

/** Parses rows from a text: `a=1&b=2`, lines of `name: value`, cells separated by tabs or `|`, or JSON. */
export function parseRowText(text: string, kind: RowKind): NewRow[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  if (kind === 'cookie' && !trimmed.includes('\n') && /^[^=;]+=[^;]*(;\s*[^=;]+=[^;]*)+;?$/.test(trimmed))
    return trimmed
      .split(/;\s*/)
      .filter(Boolean)
      .map((pair) => ({ name: pair.split('=', 1)[0] ?? '', value: pair.slice(pair.indexOf('=') + 1) }))
  return fromJson(trimmed) ?? fromQuery(trimmed) ?? fromLines(text, kind)
}

/** Whether a pasted text contains several rows rather than one cell. */
export function isManyRows(text: string): boolean {
  const trimmed = text.trim()
  return (
    /[\t\n\r]/.test(trimmed) ||
    fromQuery(trimmed.replace(/^[^=]*$/, '')) !== undefined ||
    (/^[{[]/.test(trimmed) && fromJson(trimmed) !== undefined)
  )
}

const cellText = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s*[\r\n]+\s*/g, ' ')

/** Formats rows as editable text: one per line, cells separated by `|`, disabled rows prefixed with `#`. */
export function formatRows(rows: readonly Row[], kind: RowKind, requiredWord: string): string {
  return rows
    .filter(({ name }) => name !== '')
    .map((row) => {
      const cells = getColumns(kind).map((column) => {
        const cell = row[column]
        return typeof cell === 'boolean' ? (cell ? requiredWord : '') : cellText(cell)
      })
      return `${row.isOff ? '# ' : ''}${cells.join(' | ').trimEnd()}`
    })
    .join('\n')
}
