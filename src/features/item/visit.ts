import { findItem, findItemByDomain, findItemOfPage } from '#src/access/queries.ts'
import { isPublic } from '#src/access/visibility.ts'
import { verifyVisitPassword } from '#src/access/visit-password.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { insertVisitGrant } from './queries.ts'

// Source: security 3, Tokens and sessions.
const grantSeconds = 12 * 3600

/** An open visit: the item and its grant, which lasts `maxAge` seconds. */
export interface Visit {
  item_id: number
  grant: string
  maxAge: number
}

/**
 * Checks an access password and creates the visit grant that the browser stores; a public item needs none.
 *
 * @throws {AppError} itemUnknown, itemPasswordWrong, tooManyTries
 */
export async function openVisit(
  app: App,
  ip: string,
  at: { item_id?: number | string | undefined; page_id: number },
  password: string,
): Promise<Visit | undefined> {
  const item =
    typeof at.item_id === 'string'
      ? await findItemByDomain(app.db, { item_domain: at.item_id.toLowerCase() })
      : at.item_id
        ? await findItem(app.db, { item_id: at.item_id })
        : (await findItemOfPage(app.db, { page_id: at.page_id }))?.item
  // A missing item gets the same response as a wrong password, so that nobody learns which items exist.
  const name = String(at.item_id ?? `page ${at.page_id}`).toLowerCase()
  const fits = await verifyVisitPassword(app, item, { ip, password, name, isSentAlong: false })
  if (!item || !fits) return fail('itemPasswordWrong')
  if (isPublic(item)) return undefined
  const grant = newSecret()
  await insertVisitGrant(app.db, {
    grant_hash: hashSecret(grant),
    item_id: item.item_id,
    password_version: item.password_version,
    expire_time: nowSeconds(app) + grantSeconds,
  })
  return { item_id: item.item_id, grant, maxAge: grantSeconds }
}
