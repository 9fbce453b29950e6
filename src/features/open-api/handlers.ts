import type { contract } from '#shared/contract/index.ts'
import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { Db } from '#src/db/database.ts'
import { findFileSigns, removeFileOfItem, storeAttachment } from '#src/features/attachment/index.ts'
import { findCatalog, listCatalogs, removeCatalog, saveCatalog } from '#src/features/catalog/index.ts'
import { findPage, removePage } from '#src/features/page/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { type CommentPage, commentDocument, commentMarkdown, parseCommentPages } from './comments.ts'
import { buildDictionaryPages } from './dictionary.ts'
import { findPageByTitle, listTitles } from './queries.ts'
import { langOfScript } from './script-lang.ts'
import { type TargetPage, toTargetPage } from './target-page.ts'
import { treeWithTexts } from './tree.ts'
import { type WriteReport, writeComments } from './write-comments.ts'
import { writeDictionary } from './write-dictionary.ts'
import { lastPlace, type PageToWrite, writePages } from './write-pages.ts'

/**
 * Returns whether there is a page at each of these positions; never for one outside the catalogs that the caller is
 * limited to.
 */
async function checkPagesExist(db: Db, item: ItemAccess, places: readonly TargetPage[]): Promise<boolean[]> {
  const rows = await listCatalogs(db, item.item_id)
  // Of two catalogs with the same name and parent, the first counts.
  const ids = new Map(rows.map((row) => [`${row.parent_cat_id}/${row.cat_name}`, row.cat_id] as const).reverse())
  const titles = new Set((await listTitles(db, item.item_id)).map((page) => `${page.cat_id}/${page.page_title}`))
  return places.map(({ names, page_title }) => {
    const cat_id = names.reduce<number | undefined>(
      (parent, name) => (parent === undefined ? undefined : ids.get(`${parent}/${name}`)),
      0,
    )
    return cat_id !== undefined && isInScope(item, cat_id) && titles.has(`${cat_id}/${page_title}`)
  })
}

const pageOf = async (app: App, item: ItemAccess, page_id: number) => {
  const page = await findPage(app.db, item, page_id)
  return page && !page.is_draft ? page : fail('pageGone')
}

const catalogOf = async (app: App, item: ItemAccess, cat_id: number) =>
  (await findCatalog(app.db, item, cat_id)) ?? fail('catalogGone')

const updatePage: Handlers<typeof contract.open>['updatePage'] = async ({ app, item, user, input }) => {
  const path = `${input.cat_name}/${input.cat_name_sub}`
  const { page_title, s_number = lastPlace } = input
  const content = () => input.page_content
  const [written] = await writePages(app, item, user, [{ path, page_title, s_number, content }])
  return pageOf(app, item, written?.page_id ?? 0)
}

/** Converts pages from comments to pages to be written to an item. */
const toWrite = (item: ItemAccess, pages: readonly CommentPage[], lang: Lang): PageToWrite[] => {
  const isDocument = getItemType(item.item_type).editor === 'apiClient'
  return pages.map((page) => ({
    path: page.catalog,
    page_title: page.page_title,
    s_number: page.s_number,
    content: (former) => (isDocument ? commentDocument(page, former) : commentMarkdown(page, lang)),
  }))
}

// The responses are those that existing scripts print and search for. Source: reference, formats 1.4 and 1.5.
const generate: Handlers<typeof contract.open>['fromComments'] = async ({ app, item, user, input, request }) => {
  const pages = parseCommentPages(input.content)
  if (pages.length === 0) return '失败'
  await writePages(app, item, user, toWrite(item, pages, langOfScript(item, [input.content], request.scriptLang)))
  return '\n 成功 \n\n '
}

// Files uploaded by key are the owner's: they count as theirs, and are listed among their files.
const ownerOf = (item: ItemAccess, user: User): User => ({ ...user, uid: item.uid })

const counted = (report: WriteReport) => {
  const count = (change: string) => report.pages.filter((page) => page.change === change).length
  return { created: count('created'), updated: count('updated'), unchanged: count('unchanged'), ...report }
}

/** Implements the open API: what scripts do with an item, by its key. */
export const open: Omit<Handlers<typeof contract.open>, 'pushDescription'> = {
  updatePage,
  updateItem: updatePage,

  async getPage({ app, item, input }) {
    if (input.page_id !== 0) return pageOf(app, item, input.page_id)
    if (!input.page_title) return fail('pageUnnamed')
    return (await findPageByTitle(app.db, item.item_id, input.page_title)) ?? fail('pageGone')
  },

  async deletePage({ app, item, user, input }) {
    await pageOf(app, item, input.page_id)
    await removePage(app, item, user, input.page_id)
    return { page_id: input.page_id }
  },

  getCatalogTree: ({ app, item }) => treeWithTexts(app, item),

  async createCatalog({ app, item, user, input }) {
    const { cat_name, parent_cat_id, s_number } = input
    return catalogOf(app, item, await saveCatalog(app, item, user, { cat_id: 0, cat_name, parent_cat_id, s_number }))
  },

  async updateCatalog({ app, item, user, input }) {
    const { cat_id, cat_name, s_number } = input
    return catalogOf(app, item, await saveCatalog(app, item, user, { cat_id, cat_name, s_number }))
  },

  async deleteCatalog({ app, item, user, input }) {
    await removeCatalog(app, item, user, input.cat_id)
    return { cat_id: input.cat_id }
  },

  async uploadAttachment({ app, item, user, input, file }) {
    if (input.page_id !== 0) await pageOf(app, item, input.page_id)
    const { url, file_id, sign } = await storeAttachment(app, ownerOf(item, user), file, {
      item,
      page_id: input.page_id,
    })
    return { url, file_id, sign }
  },

  async deleteAttachment({ app, item, input }) {
    const sign = input.sign || findFileSigns(input.file_url ?? '')[0] || ''
    return { file_id: await removeFileOfItem(app, item, { file_id: input.file_id, sign }) }
  },

  fromComments: generate,

  async writeComments({ app, item, user, input, request }) {
    const choice = { lang: request.lang, scriptLang: request.scriptLang, isTrial: input.dry_run }
    return counted(await writeComments(app, item, user, input, choice))
  },

  async writeDictionary({ app, item, user, input, request }) {
    const choice = { lang: request.lang, scriptLang: request.scriptLang, isTrial: input.dry_run }
    return counted(await writeDictionary(app, item, user, input, choice))
  },

  async updateDbItem({ app, item, user, input, request }) {
    const texts = [input.table_info, input.table_detail, input.table_index]
    const pages = buildDictionaryPages(input, langOfScript(item, texts, request.scriptLang))
    if (pages.length === 0) return '失败\n'
    const { s_number = lastPlace } = input
    await writePages(
      app,
      item,
      user,
      pages.map(({ page_title, page_content }) => ({
        path: input.cat_name.replaceAll(/[\r\n]+/g, ''),
        page_title,
        s_number,
        content: () => page_content,
      })),
    )
    return '成功\n'
  },
}

/** Implements `open/fromComments` under the name that older scripts use, and the same for people. */
export const fromComments: Handlers<typeof contract.FromComments> = {
  generate,

  async show({ app, item, input, request }) {
    const pages = parseCommentPages(input.content)
    const places = pages.map(({ catalog, page_title }) => toTargetPage(catalog, page_title))
    const there = await checkPagesExist(app.db, item, places)
    return pages.map((page, at) => ({
      page_title: places[at]?.page_title ?? page.page_title,
      catalog: places[at]?.names.join('/') ?? '',
      page_content: commentMarkdown(page, request.lang),
      is_there: there[at] === true,
    }))
  },

  async write({ app, item, user, input, request }) {
    const pages = toWrite(item, parseCommentPages(input.content), request.lang)
    return { page_ids: (await writePages(app, item, user, pages)).map((page) => page.page_id) }
  },
}
