import { escapeBars } from '#shared/markdown/table.ts'
import type { Lang } from '#src/core/i18n.ts'

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
  indexes: Map<string, { type: string; isUnique: boolean; comment: string; columns: { at: number; name: string }[] }>
}

/**
 * The description of a database's tables, as the official script sends it: lines of tab-separated cells, the first a
 * heading.
 */
export interface DictionaryInput {
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
function markdownOf({ comment, columns, indexes, engine, collation }: TableDoc, lang: Lang): string {
  const said = words[lang]
  const indexLines = [...indexes].map(([name, index]) => {
    const names = index.columns.sort((a, b) => a.at - b.at).map((one) => one.name)
    return `|${name} |${index.type} |${index.isUnique ? said.yes : said.no} | ${names.join(', ')} | ${index.comment || said.none}  | \n `
  })
  const basics = [engine && `|${said.engine}|${engine}| \n `, collation && `|${said.collation}|${collation}| \n `].join(
    '',
  )
  return [
    `- ${comment} \n \n## ${said.fields} \n \n${said.fieldColumns} \n |:----    |:-------    |:--- |----|------      | \n `,
    ...columns,
    ...(indexLines.length === 0
      ? []
      : [
          ` \n \n## ${said.indexes} \n \n${said.indexColumns} \n |:----    |:-------    |:--- |----|------      | \n `,
          ...indexLines,
        ]),
    basics && ` \n \n## ${said.basics} \n \n${said.basicColumns} \n |:----|----| \n ${basics}`,
  ].join('')
}
