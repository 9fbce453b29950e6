import { requireItem, requirePage, type Visitor } from '#src/access/permissions.ts'
import { areSearchEnginesAllowed } from '#src/access/site-policy.ts'
import type { App } from '#src/core/app.ts'
import { AppError } from '#src/core/errors.ts'
import { parseViewerAddress } from './index-page.ts'

/** What every answer says to search engines, as `X-Robots-Tag`, unless it is one that they may list. */
export const notListed = 'noindex'

/**
 * The text of `/robots.txt`. A site that has public items listed lets everything be read: what they must not list says so
 * itself, and an engine that may not read it would not know.
 */
export async function robotsText(app: App): Promise<string> {
  const rule = (await areSearchEnginesAllowed(app)) ? 'Allow' : 'Disallow'
  return `User-agent: *\n${rule}: ${app.config.base_path}/\n`
}

/** Somebody who has nothing but an address. */
const anybody: Visitor = { user: undefined, grantOf: () => undefined, itemPassword: undefined, ip: '' }

/** Whether search engines may list the page at `path`: a public item or a page of one, where the site allows it. */
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
