import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { errorText } from '#src/core/i18n.ts'
import { parseInBackground } from './parse-client.ts'
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
  const { sql, cat_name } = source
  const task = { kind: 'dictionary', sql, item_name: item.item_name, scriptLang: choice.scriptLang } as const
  const { pages: read, skipped } = await parseInBackground(task)
  const pages = read.map(({ page_title, comment, page_content }) => ({
    path: cat_name,
    page_title: titleOf(source.page_title, page_title, comment),
    s_number: undefined,
    content: () => page_content,
  }))
  const written = await writePages(app, item, author, pages, choice.isTrial)
  return {
    pages: written.map((page, at) => {
      const target = toTargetPage(cat_name, pages[at]?.page_title ?? '')
      return { ...page, page_title: target.page_title, catalog: target.names.join('/'), line: 0 }
    }),
    problems: skipped.map(({ line, name }) => ({
      line,
      error_name: 'sqlTableSkipped',
      message: errorText(choice.lang, 'sqlTableSkipped', { line, name }),
    })),
  }
}
