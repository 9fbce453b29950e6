import { escapeBars } from '#shared/markdown/table.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { Table } from '#src/features/sql-table/index.ts'

// The exact Chinese labels that existing clients know. Source: reference, formats 1.5.
const words = {
  en: {
    fields: 'Fields',
    fieldColumns: '|Field|Type|Nullable|Default|Comment|',
    indexes: 'Indexes',
    indexColumns: '|Index|Type|Unique|Fields|Comment|',
    basics: 'Table information',
    basicColumns: '|Property|Value|',
    engine: 'Engine',
    collation: 'Collation',
    schema: 'Schema',
    options: 'Options',
    extraColumns: '|Field|Type|Nullable|Default|Extra|Comment|',
    constraints: 'Constraints',
    notes: 'Notes',
    yes: 'Yes',
    no: 'No',
    none: '-',
  },
  zh: {
    fields: '字段说明',
    fieldColumns: '|字段|类型|允许空|默认|注释|',
    indexes: '索引说明',
    indexColumns: '|索引名|类型|唯一|字段|注释|',
    basics: '表基本信息',
    basicColumns: '|属性|值|',
    engine: '引擎',
    collation: '字符集排序规则',
    schema: '模式',
    options: '其他选项',
    extraColumns: '|字段|类型|允许空|默认|其他|注释|',
    constraints: '约束',
    notes: '备注',
    yes: '是',
    no: '否',
    none: '无',
  },
} as const satisfies Record<Lang, Record<string, string>>

interface TableDoc {
  name: string
  comment: string
  engine: string
  collation: string
  columns: string[]
  /** Whether the columns have the additional cell. */
  hasExtra?: boolean
  constraints?: readonly string[]
  notes?: readonly string[]
  /** Further rows of the table information. */
  basics?: readonly (readonly [name: string, value: string])[]
  /** By name, or by number with a name. */
  indexes: Map<
    string,
    { name?: string; type: string; isUnique: boolean; comment: string; columns: { at: number; name: string }[] }
  >
}

/**
 * The description of a database's tables, as the official script sends it: lines of tab-separated cells, the first a
 * heading.
 */
interface DictionaryInput {
  table_info: string
  table_detail: string
  table_index: string
}

/** Builds a page for each table, in the order in which they are named, with labels in a language. */
export function buildDictionaryPages(
  input: DictionaryInput,
  lang: Lang,
): { page_title: string; page_content: string }[] {
  const tables = new Map<string, TableDoc>()
  const tableOf = (name: string): TableDoc => {
    const known = tables.get(name)
    if (known) return known
    const made: TableDoc = { name, comment: '', engine: '', collation: '', columns: [], indexes: new Map() }
    tables.set(name, made)
    return made
  }
  for (const [name = '', comment = '', engine = '', collation = ''] of rowsOf(input.table_info, 1)) {
    Object.assign(tableOf(name), { comment, engine, collation })
  }
  for (const [name = '', column, fallback = '', nullable = '', type = '', comment = words[lang].none] of rowsOf(
    input.table_detail,
    2,
  )) {
    tableOf(name).columns.push(`|${column} |${type} |${nullable} | ${fallback} | ${comment}  | \n `)
  }
  for (const [name = '', index = '', column = '', at, nonUnique, type = '', comment = ''] of rowsOf(
    input.table_index,
    2,
  )) {
    const { indexes } = tableOf(name)
    const known = indexes.get(index) ?? { type, isUnique: nonUnique === '0', comment, columns: [] }
    known.columns.push({ at: Number(at) || 0, name: column })
    indexes.set(index, known)
  }
  return [...tables.values()].map((table) => ({ page_title: table.name, page_content: markdownOf(table, lang) }))
}

// What ends a cell or a line of a table, in its place.
const cell = (text: string): string => escapeBars(text.trim().replaceAll(/\r?\n|\r/g, '<br>'))

/** Splits the name of a table into its schema, as far as it differs from PostgreSQL's usual one, and itself. */
function splitName(name: string): { schema: string; page_title: string } {
  const dot = name.indexOf('.')
  return name.slice(0, dot) === 'public'
    ? { schema: 'public', page_title: name.slice(dot + 1) }
    : { schema: '', page_title: name }
}

/** Builds the page of a table that SQL creates, with everything that its definition says. */
export function buildTablePage(table: Table, lang: Lang): { page_title: string; page_content: string } {
  const said = words[lang]
  const { schema, page_title } = splitName(table.name)
  const hasExtra = table.columns.some((column) => column.extra !== '')
  const columns = table.columns.map((column) => {
    const about = [column.comment, ...column.notes].filter(Boolean).join('\n') || said.none
    const cells = [column.type.replaceAll(' (', '('), column.isNullable ? 'YES' : 'NO', column.fallback]
    return `|${[column.name, ...cells, ...(hasExtra ? [column.extra] : []), about].map(cell).join(' |')}  | \n `
  })
  const indexes: TableDoc['indexes'] = new Map(
    table.indexes.map((index, at) => [
      `${at}`,
      {
        name: cell(index.name || said.none),
        type: cell(index.type),
        isUnique: index.isUnique,
        comment: cell(index.comment),
        columns: [{ at: 1, name: cell(index.columns) }],
      },
    ]),
  )
  const page_content = markdownOf(
    {
      name: page_title,
      comment: table.comment.trim(),
      engine: cell(table.engine),
      collation: cell(table.collation),
      columns,
      hasExtra,
      indexes,
      constraints: table.constraints,
      notes: table.notes,
      basics: (
        [
          [said.schema, schema],
          [said.options, cell(table.options)],
        ] as const
      ).filter(([, value]) => value !== ''),
    },
    lang,
  )
  return { page_title, page_content }
}

/** Returns the cells of each line but the first; skips lines that lack one of the first `needed` cells. */
function rowsOf(text: string, needed: number): string[][] {
  // A vertical bar would end the cell, and the rest of it would not be shown.
  return escapeBars(text)
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split('\t'))
    .filter((cells) => cells.length >= needed && cells.slice(0, needed).every((one) => one.trim() !== ''))
}

// The spaces at the ends and beginnings of lines are part of the format. Source: reference, formats 1.5.
function markdownOf(table: TableDoc, lang: Lang): string {
  const { comment, columns, indexes, engine, collation, hasExtra, constraints = [], notes = [] } = table
  const said = words[lang]
  const indexLines = [...indexes].map(([name, index]) => {
    const names = index.columns.sort((a, b) => a.at - b.at).map((one) => one.name)
    return `|${index.name ?? name} |${index.type} |${index.isUnique ? said.yes : said.no} | ${names.join(', ')} | ${index.comment || said.none}  | \n `
  })
  const basics = [[said.engine, engine] as const, [said.collation, collation] as const, ...(table.basics ?? [])]
    .map(([name, value]) => value && `|${name}|${value}| \n `)
    .join('')
  const list = (heading: string, texts: readonly string[]) =>
    texts.length === 0
      ? ''
      : ` \n \n## ${heading} \n \n${texts.map((text) => `- ${text.replaceAll(/\s*\n\s*/g, '\n  ')} \n `).join('')}`
  return [
    `- ${comment} \n \n## ${said.fields} \n \n${hasExtra ? said.extraColumns : said.fieldColumns} \n |:----    |:-------    |:--- |----|${hasExtra ? '----|' : ''}------      | \n `,
    ...columns,
    ...(indexLines.length === 0
      ? []
      : [
          ` \n \n## ${said.indexes} \n \n${said.indexColumns} \n |:----    |:-------    |:--- |----|------      | \n `,
          ...indexLines,
        ]),
    list(said.constraints, constraints),
    list(said.notes, notes),
    basics && ` \n \n## ${said.basics} \n \n${said.basicColumns} \n |:----|----| \n ${basics}`,
  ].join('')
}
