import { requireItem, requirePage, type Visitor } from '#src/access/permissions.ts'
import { areSearchEnginesAllowed } from '#src/access/site-policy.ts'
import type { App } from '#src/core/app.ts'
import { AppError } from '#src/core/errors.ts'
import { parseViewerAddress } from './index-page.ts'

/** The `X-Robots-Tag` of every response, except those that search engines may index. */
export const notListed = 'noindex'

/**
 * Returns the text of `/robots.txt`. A site that allows search engines allows every path: pages that must not be
 * indexed say so themselves, which an engine that may not read them would not see.
 */
export async function robotsText(app: App): Promise<string> {
  const rule = (await areSearchEnginesAllowed(app)) ? 'Allow' : 'Disallow'
  return `User-agent: *\n${rule}: ${app.config.base_path}/\n`
}

/** A visitor without any credentials. */
const anybody: Visitor = { user: undefined, grantOf: () => undefined, itemPassword: undefined, ip: '' }

/** Whether search engines may index the page at `path`: a public item or one of its pages, where the site allows it. */
export async function isIndexable(app: App, path: string): Promise<boolean> {
  const place = parseViewerAddress(path)
  if (!place || !(await areSearchEnginesAllowed(app))) return false
  try {
    const ref = /^\d+$/.test(place.item) ? Number(place.item) : place.item
    const { item_id } = await requireItem(app, anybody, ref, 'view')
    if (place.page_id === undefined) return true
    return (await requirePage(app, anybody, Number(place.page_id), 'view')).item.item_id === item_id
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
