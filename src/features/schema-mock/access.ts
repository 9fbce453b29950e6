import { createHmac, timingSafeEqual } from 'node:crypto'
import { findItem } from '#src/access/queries.ts'
import { isLoginForced } from '#src/access/site-policy.ts'
import { isPublic } from '#src/access/visibility.ts'
import type { App } from '#src/core/app.ts'
import { readMockSecret } from './queries.ts'

/** The part of a mock address that names the item: `12`, or with a signature when its pages are not for everybody. */
export interface MockTarget {
  item_id: number
  /** The only page that answers; undefined for all of the item. */
  page_id: number | undefined
  /** Empty without one. */
  sign: string
}

/** Parses the item of an address: `12`, `12-SIGN` for a whole item, `12-345-SIGN` for one page of it. */
export function parseMockTarget(text: string): MockTarget | undefined {
  const [, item, page, sign = ''] = /^([1-9]\d{0,15})(?:(?:-([1-9]\d{0,15}))?-([\w-]{22}))?$/.exec(text) ?? []
  return item === undefined
    ? undefined
    : { item_id: Number(item), page_id: page === undefined ? undefined : Number(page), sign }
}

const isOpen = async (app: App, item: { password: string }): Promise<boolean> =>
  isPublic(item) && !(await isLoginForced(app))

async function signatureOf(
  app: App,
  item: { item_id: number; password_version: number },
  page_id: number | undefined,
): Promise<string> {
  const secret = await readMockSecret(app.db)
  // another access password gives other addresses
  const text = `mock ${item.item_id} ${page_id ?? 0} ${item.password_version}`
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
}

/**
 * Returns the item of the addresses that a caller is shown: its number alone when everybody may read its pages. Otherwise
 * with a signature, for what the caller may read: the whole item, or one page.
 */
export async function mockTargetFor(
  app: App,
  item: { item_id: number; password: string; password_version: number },
  page_id: number | undefined,
): Promise<string> {
  if (await isOpen(app, item)) return String(item.item_id)
  const part = page_id === undefined ? '' : `-${page_id}`
  return `${item.item_id}${part}-${await signatureOf(app, item, page_id)}`
}

/** Returns whether pages without a template answer at an address. */
export async function canAnswer(app: App, { item_id, page_id, sign }: MockTarget): Promise<boolean> {
  const item = await findItem(app.db, { item_id })
  if (!item) return false
  if (await isOpen(app, item)) return true
  const expected = Buffer.from(await signatureOf(app, item, page_id))
  const given = Buffer.from(sign)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
