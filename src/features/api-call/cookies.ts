import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { transact } from '#src/db/database.ts'
import { CookieJar } from './cookie-jar.ts'
import { requireEnvironment } from './environments.ts'
import { findCookies, findEnvironment, type JarPlace, replaceCookies } from './queries.ts'

const placeOf = ({ uid }: User, { item_id }: ItemAccess, env_id: number): JarPlace => ({ uid, item_id, env_id })

const jarFrom = (text: string | undefined): CookieJar =>
  text === undefined ? new CookieJar() : CookieJar.fromText(text, Date.now())

/** Opens the cookies of a user's requests from an item's pages to an environment; 0 for none. */
export const openJar = async (app: App, user: User, item: ItemAccess, env_id: number): Promise<CookieJar> =>
  jarFrom(await findCookies(app.db, placeOf(user, item, env_id)))

/** Stores what responses have set in a jar since it was opened. Cookies that another request has stored since then stay. */
export async function saveJar(app: App, user: User, item: ItemAccess, env_id: number, jar: CookieJar): Promise<void> {
  if (!jar.isChanged) return
  const place = placeOf(user, item, env_id)
  await transact(app.db, async (tx) => {
    // deleted while the request was on its way
    if (env_id !== 0 && !(await findEnvironment(tx, { item_id: item.item_id, env_id }))) return
    const newest = jarFrom(await findCookies(tx, place))
    jar.repeatIn(newest)
    await replaceCookies(tx, place, newest.toText(Date.now()))
  })
}

/**
 * Lists the cookies that hosts have set in a user's requests, without their values, which are those of sessions.
 *
 * @throws {AppError} environmentGone
 */
export async function listCookies(app: App, user: User, item: ItemAccess, env_id: number) {
  if (env_id !== 0) await requireEnvironment(app, user, item, env_id)
  const jar = await openJar(app, user, item, env_id)
  return jar.list(Date.now()).map(({ host, cookies }) => ({
    host,
    cookies: cookies.map(({ name, path, isSecure, expires }) => ({
      name,
      path,
      is_secure: isSecure,
      expire_time: Math.floor(expires / 1_000),
    })),
  }))
}

/**
 * Removes cookies of a user: one, those of a host, or all with an empty `host`.
 *
 * @throws {AppError} environmentGone
 */
export async function clearCookies(
  app: App,
  user: User,
  item: ItemAccess,
  { env_id, host, name }: { env_id: number; host: string; name: string },
): Promise<void> {
  if (env_id !== 0) await requireEnvironment(app, user, item, env_id)
  const place = placeOf(user, item, env_id)
  await transact(app.db, async (tx) => {
    const jar = jarFrom(await findCookies(tx, place))
    for (const one of host === '' ? jar.list(0).map((known) => known.host) : [host]) jar.remove(one, name || undefined)
    await replaceCookies(tx, place, jar.toText(Date.now()))
  })
}
