import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#src/db/database.ts'
import { isUnchanged, type Matches } from './match-pages.ts'
import { pageAddress, withPageAddresses } from './page-links.ts'
import type { ImportPlan, PlanCatalog, PlanPage } from './plan-types.ts'
import { listTexts } from './queries.ts'

type Branch = Pick<PlanCatalog, 'catalogs' | 'pages'>

/** Whether writing a page would leave it as it is. */
export const isSamePage = (
  page: Pick<PlanPage, 'page_title' | 'page_content' | 'ext_info'>,
  former: Pick<PlanPage, 'page_title' | 'page_content' | 'ext_info'>,
): boolean =>
  page.page_content === former.page_content &&
  page.page_title === former.page_title &&
  (page.ext_info === '' || page.ext_info === former.ext_info)

const batch = 100

/**
 * Returns the pages of a plan that would leave the page of the item as it is: an API description has not changed since
 * its last import, a document has the same text. Yields to the event loop between reads.
 */
export async function findUnchanged(db: Db, item_id: number, { found }: Matches): Promise<Set<PlanPage>> {
  const all = [...found].map(([page, match]) => ({ page, match, page_id: match.page_id }))
  const unchanged = new Set(all.filter(({ page, match }) => isUnchanged(page, match)).map(({ page }) => page))
  const address = new Map(all.map(({ page, page_id }) => [page.link, pageAddress(item_id, page_id)]))
  // a page of an API description that has no record yet is written once, to get one
  const documents = all.filter(({ page }) => !page.origin)
  for (let at = 0; at < documents.length; at += batch) {
    const some = documents.slice(at, at + batch)
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
