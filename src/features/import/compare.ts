import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#src/db/database.ts'
import type { ExistingTree } from './existing-tree.ts'
import { pageAddress, withPageAddresses } from './page-links.ts'
import { pathName } from './plan-tree.ts'
import type { ImportPlan, PlanCatalog, PlanPage } from './plan-types.ts'
import { listTexts } from './queries.ts'

/** A page of a plan, and the page of the item that it replaces. */
interface Match {
  page: PlanPage
  page_id: number
}

/** A page of the item that has no page in the file, although its catalog is in it. */
export interface MissingPage {
  page_id: number
  page_title: string
  path: string
}

/** What a plan has in common with the item that it is imported into. */
export interface Comparison {
  matches: Match[]
  missing: MissingPage[]
}

type Branch = Pick<PlanCatalog, 'catalogs' | 'pages'>

/** Finds the pages of an item that a plan replaces, and those that it no longer has, in the catalogs of both. */
export function comparePages(plan: Branch, existing: ExistingTree): Comparison {
  const matches: Match[] = []
  const missing: MissingPage[] = []
  const visit = (branch: Branch, cat_id: number, path: string[]): void => {
    const found = new Set<number>()
    for (const page of branch.pages) {
      const page_id = existing.page(cat_id, page)
      if (page_id === undefined) continue
      found.add(page_id)
      matches.push({ page, page_id })
    }
    // a file without pages at its root says nothing about those of the item
    if (branch.pages.length > 0) {
      for (const { page_id, page_title } of existing.pagesIn(cat_id))
        if (!found.has(page_id)) missing.push({ page_id, page_title, path: pathName(path) })
    }
    for (const catalog of branch.catalogs) {
      const below = existing.catalog(cat_id, catalog.cat_name)
      if (below !== undefined) visit(catalog, below, [...path, catalog.cat_name])
    }
  }
  visit(plan, 0, [])
  return { matches, missing }
}

/** Whether writing a page would leave it as it is. */
export const isSamePage = (
  page: Pick<PlanPage, 'page_title' | 'page_content' | 'ext_info'>,
  former: Pick<PlanPage, 'page_title' | 'page_content' | 'ext_info'>,
): boolean =>
  page.page_content === former.page_content &&
  page.page_title === former.page_title &&
  (page.ext_info === '' || page.ext_info === former.ext_info)

const batch = 100

/** Returns the pages of a plan that would leave the page of the item as it is. Yields to the event loop between reads. */
export async function findUnchanged(db: Db, item_id: number, { matches }: Comparison): Promise<Set<PlanPage>> {
  const unchanged = new Set<PlanPage>()
  const address = new Map(matches.map(({ page, page_id }) => [page.link, pageAddress(item_id, page_id)]))
  for (let at = 0; at < matches.length; at += batch) {
    const some = matches.slice(at, at + batch)
    const texts = await listTexts(
      db,
      item_id,
      some.map(({ page_id }) => page_id),
    )
    const formerOf = new Map(texts.map((text) => [text.page_id, text]))
    for (const { page, page_id } of some) {
      const former = formerOf.get(page_id)
      // a page that links to a new one changes, whatever the address of that will be
      const page_content = withPageAddresses(page.page_content, (key) => address.get(key) ?? '')
      if (former && isSamePage({ ...page, page_content }, former)) unchanged.add(page)
    }
    await nextTurn()
  }
  return unchanged
}

/** Returns a plan whose texts refer to other files, and which brings only some of its files. */
export function withFiles(plan: ImportPlan, signs: ReadonlyMap<string, string>): ImportPlan {
  if (signs.size === 0) return plan
  const pageOf = (page: PlanPage): PlanPage => ({
    ...page,
    page_content: page.page_content.replace(
      /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g,
      (sign) => signs.get(sign) ?? sign,
    ),
    files: page.files.map((sign) => signs.get(sign) ?? sign),
  })
  const branchOf = <B extends Branch>(branch: B): B => ({
    ...branch,
    pages: branch.pages.map(pageOf),
    catalogs: branch.catalogs.map(branchOf),
  })
  return { ...branchOf(plan), files: plan.files.filter(({ sign }) => !signs.has(sign)) }
}
