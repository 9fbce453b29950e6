import type { Tree, TreeCatalog, TreePage } from '#shared/contract/open.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import type { Db } from '#src/db/database.ts'
import { type CatalogBranch, catalogTree, listCatalogs } from '#src/features/catalog/index.ts'
import { listPages, listTexts } from './queries.ts'

// Maximum length of all texts in one response, so that nobody can request a gigabyte at once.
const textsMost = 20_000_000
const textsAtOnce = 500

type Page = Awaited<ReturnType<typeof listPages>>[number]

/** Returns the texts of the pages in order, up to 20 MB in total. */
async function textsOf(db: Db, pages: readonly Page[]): Promise<Map<number, string>> {
  let room = textsMost
  const fitting = pages.filter((page) => {
    room -= page.length
    return room >= 0
  })
  const texts = new Map<number, string>()
  for (let at = 0; at < fitting.length; at += textsAtOnce) {
    const page_ids = fitting.slice(at, at + textsAtOnce).map((page) => page.page_id)
    for (const row of await listTexts(db, page_ids)) texts.set(row.page_id, row.page_content)
  }
  return texts
}

/** Returns the tree of an item with the texts of its pages; drafts are left out. */
export async function treeWithTexts(app: App, item: ItemAccess): Promise<Tree> {
  const branches = catalogTree(await listCatalogs(app.db, item.item_id))
  const pages = await listPages(app.db, item.item_id)
  const texts = await textsOf(app.db, pages)
  const inCatalog = Map.groupBy(pages, (page) => page.cat_id)
  const pagesIn = (cat_id: number): TreePage[] =>
    (inCatalog.get(cat_id) ?? []).map((page) => ({
      page_id: String(page.page_id),
      page_title: page.page_title,
      cat_id: String(page.cat_id),
      page_content: texts.get(page.page_id) ?? '',
      s_number: String(page.s_number),
      page_comments: page.page_comments,
      ...(texts.has(page.page_id) ? {} : { is_text_left_out: true as const }),
    }))
  const catalogOf = (branch: CatalogBranch): TreeCatalog => ({
    cat_id: String(branch.cat_id),
    cat_name: branch.cat_name,
    parent_cat_id: String(branch.parent_cat_id),
    level: String(branch.level),
    s_number: String(branch.s_number),
    pages: pagesIn(branch.cat_id),
    catalogs: branch.sub.map(catalogOf),
  })
  return { pages: pagesIn(0), catalogs: branches.map(catalogOf) }
}
