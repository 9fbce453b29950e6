import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import {
  countTemplates,
  findTemplate,
  insertShare,
  insertTemplate,
  listShares,
  listTemplates,
  removeOtherShares,
  updateTemplate,
} from './queries.ts'

// A list contains the texts of all templates, so both their size and their number are limited.
const templateMaxBytes = 200_000
const templatesMost = 100

/**
 * Saves a text as a template, exactly as it is; an `id` other than 0 replaces an existing one.
 *
 * @returns its id
 * @throws {AppError} templateTooLarge; templateTooMany; templateGone when it does not exist or belongs to another
 *   person
 */
export function saveTemplate(
  app: App,
  user: User,
  { id, ...text }: { id: number; template_title: string; template_content: string },
): Promise<number> {
  if (Buffer.byteLength(text.template_content) > templateMaxBytes)
    fail('templateTooLarge', { kb: templateMaxBytes / 1000 })
  const addtime = nowSeconds(app)
  return transact(app.db, async (tx) => {
    if (id === 0) {
      if ((await countTemplates(tx, user.uid)) >= templatesMost) fail('templateTooMany', { most: templatesMost })
      return insertTemplate(tx, { ...text, uid: user.uid, username: user.username, addtime })
    }
    if (!(await findTemplate(tx, user.uid, id))) fail('templateGone')
    await updateTemplate(tx, id, text)
    return id
  })
}

/**
 * Shares the templates of an import with an item. Each becomes a template of the user, unless they have the same one
 * already; those beyond the number that one may have are left out.
 */
export async function shareImportedTemplates(
  tx: Tx,
  { uid, username }: User,
  item_id: number,
  given: readonly { template_title: string; template_content: string }[],
  now: number,
): Promise<void> {
  const own = await listTemplates(tx, uid)
  for (const text of given) {
    const known = own.find(
      (one) => one.template_title === text.template_title && one.template_content === text.template_content,
    )
    if (!known && own.length >= templatesMost) continue
    const id = known?.id ?? (await insertTemplate(tx, { ...text, uid, username, addtime: now }))
    if (!known) own.push({ ...text, uid, username, addtime: now, id })
    const shared = (await listShares(tx, id)).some((one) => one.item_id === item_id)
    if (!shared) await insertShare(tx, { template_id: id, item_id, uid, username, created_at: now })
  }
}

/**
 * Shares one's own template to these items and to no others.
 *
 * @throws {AppError} templateGone; itemArchived when a newly added item is
 */
export async function shareTemplate(
  app: App,
  user: User,
  template_id: number,
  items: ItemAccess<'edit'>[],
): Promise<void> {
  const created_at = nowSeconds(app)
  await transact(app.db, async (tx) => {
    if (!(await findTemplate(tx, user.uid, template_id))) fail('templateGone')
    const known = new Set((await listShares(tx, template_id)).map((share) => share.item_id))
    await removeOtherShares(
      tx,
      template_id,
      items.map((item) => item.item_id),
    )
    for (const item of items) {
      if (known.has(item.item_id)) continue
      await requireWritable(tx, item)
      const { uid, username } = user
      await insertShare(tx, { template_id, item_id: item.item_id, uid, username, created_at })
    }
  })
}
