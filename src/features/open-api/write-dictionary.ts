import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { errorText } from '#src/core/i18n.ts'
import { parseSchema, schemaStatements, type Table } from '#src/features/sql-table/index.ts'
import { buildTablePage } from './dictionary.ts'
import { langOfScript } from './script-lang.ts'
import { toTargetPage } from './target-page.ts'
import type { WriteChoice, WriteReport } from './write-comments.ts'
import { writePages } from './write-pages.ts'

/** The SQL that creates the tables of a database. */
export interface DictionarySource {
  sql: string
  /** A path of catalogs; empty for the root. */
  cat_name: string
  /** The title of each page, in which `{table}` is the name and `{comment}` the comment of the table. */
  page_title: string
}

/**
 * Reads the tables that SQL creates.
 *
 * @throws {AppError} sqlEmpty, sqlNoTable, sqlBroken
 */
export function readTables(sql: string): { tables: Table[]; skipped: { line: number; name: string }[] } {
  if (sql.trim() === '') return fail('sqlEmpty')
  // the rows of a dump may look like statements, and have quotes without an end
  const { sql: statements, lineOf } = schemaStatements(sql)
  const { tables, broken, skipped } = parseSchema(statements)
  if (broken) return fail('sqlBroken', { line: lineOf(broken.line), near: broken.near })
  if (tables.length === 0) return fail('sqlNoTable')
  // of two tables with one name the last counts, as in a database
  return {
    tables: [...new Map(tables.map((table) => [table.name.toLowerCase(), table])).values()],
    skipped: skipped.map((one) => ({ ...one, line: lineOf(one.line) })),
  }
}

/** Returns the title of a table's page: one line of at most 200 characters. */
function titleOf(template: string, name: string, comment: string): string {
  const filled = template.replaceAll(/\{(table|comment)\}/g, (_, key) => (key === 'table' ? name : comment))
  return filled.replaceAll(/\s+/g, ' ').trim().slice(0, 200) || name
}

/**
 * Writes a page for each table that SQL creates, all or none.
 *
 * @throws {AppError} sqlEmpty, sqlNoTable, sqlBroken, and those of `writePages`
 */
export async function writeDictionary(
  app: App,
  item: ItemAccess<'edit'>,
  author: User,
  source: DictionarySource,
  choice: WriteChoice,
): Promise<WriteReport> {
  const { tables, skipped } = readTables(source.sql)
  const lang = langOfScript(item, [JSON.stringify(tables)], choice.scriptLang)
  const pages = tables.map((table) => {
    const { page_title, page_content } = buildTablePage(table, lang)
    return {
      path: source.cat_name,
      page_title: titleOf(source.page_title, page_title, table.comment),
      s_number: undefined,
      content: () => page_content,
    }
  })
  const written = await writePages(app, item, author, pages, choice.isTrial)
  return {
    pages: written.map((page, at) => {
      const target = toTargetPage(source.cat_name, pages[at]?.page_title ?? '')
      return { ...page, page_title: target.page_title, catalog: target.names.join('/'), line: 0 }
    }),
    problems: skipped.map(({ line, name }) => ({
      line,
      error_name: 'sqlTableSkipped',
      message: errorText(choice.lang, 'sqlTableSkipped', { line, name }),
    })),
  }
}
