import type { ErrorName } from '#shared/contract/errors.ts'
import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { commentDocument, wholeCommentMarkdown } from './comments.ts'
import type { SourcePage } from './doc-comment.ts'
import { parseInBackground } from './parse-client.ts'
import { langOfScript } from './script-lang.ts'
import { toTargetPage } from './target-page.ts'
import { type WrittenPage, writePages } from './write-pages.ts'

/** A page that a script has written, as it learns of it. */
interface ReportedPage extends WrittenPage {
  page_title: string
  /** A path of catalogs. */
  catalog: string
  /** The line of the source that it comes from; 0 when it is unknown. */
  line: number
}

/** What became of a source text. */
export interface WriteReport {
  pages: ReportedPage[]
  /** What is in the source, but on no page. */
  problems: { line: number; error_name: ErrorName; message: string }[]
}

/** A source file whose comments become pages. */
export interface CommentSource {
  content: string
  /** Its name decides the language. */
  file_name: string
  /** A path of catalogs above those of the comments; empty for none. */
  cat_name: string
}

/** How a script writes. */
export interface WriteChoice {
  lang: Lang
  /** The language of pages, unless the item or the source is Chinese. */
  scriptLang: Lang
  isTrial: boolean
}

const keyOf = (page: SourcePage) =>
  `${page.catalog
    .split('/')
    .map((name) => name.trim())
    .filter(Boolean)
    .join('/')}/${page.page_title}`

/**
 * Writes the pages that the comments of a source file describe. A comment that can be no page is reported, and the
 * others are written all the same.
 *
 * @throws {AppError} those of `writePages`
 */
export async function writeComments(
  app: App,
  item: ItemAccess<'edit'>,
  author: User,
  source: CommentSource,
  choice: WriteChoice,
): Promise<WriteReport> {
  const { content, file_name } = source
  const { pages, problems } = await parseInBackground({ kind: 'comments', content, fileName: file_name })
  const isDocument = getItemType(item.item_type).editor === 'apiClient'
  const seen = new Set<string>()
  const wanted = pages.filter((page) => {
    const isRepeated = seen.has(keyOf(page))
    seen.add(keyOf(page))
    // a page of API clients is recognized by its address
    const isLost = isDocument && page.doc.info.url === ''
    if (isRepeated || isLost)
      problems.push({ line: page.line, error_name: isRepeated ? 'commentRepeated' : 'commentWithoutUrl' })
    return !isRepeated && !isLost
  })
  const lang = langOfScript(item, [source.content], choice.scriptLang)
  const toWrite = wanted.map((page) => ({
    path: `${source.cat_name}/${page.catalog}`,
    page_title: page.page_title,
    s_number: page.s_number,
    content: (former: string | undefined) =>
      isDocument ? commentDocument(page, former) : wholeCommentMarkdown(page, lang),
  }))
  const written = toWrite.length > 0 ? await writePages(app, item, author, toWrite, choice.isTrial) : []
  return {
    pages: written.map((page, at) => {
      const target = toTargetPage(toWrite[at]?.path ?? '', toWrite[at]?.page_title ?? '')
      return { ...page, page_title: target.page_title, catalog: target.names.join('/'), line: wanted[at]?.line ?? 0 }
    }),
    problems: problems
      .sort((a, b) => a.line - b.line)
      .map((problem) => ({ ...problem, message: errorText(choice.lang, problem.error_name, { line: problem.line }) })),
  }
}
