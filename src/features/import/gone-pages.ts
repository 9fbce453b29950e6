import { deflateRawSync } from 'node:zlib'
import { apiDocExtInfo } from '#shared/api-doc/api-doc.ts'
import { toObject } from '#shared/api-doc/unknown-json.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { fail } from '#src/core/errors.ts'
import type { Tx } from '#src/db/database.ts'
import { findPage, writeVersion } from '#src/features/page/index.ts'
import { indexPages } from '#src/features/search/index.ts'
import type { MissingPage } from './match-pages.ts'
import { findImportedText, goneHash, listForeignLocks, updateImported } from './queries.ts'

/** As `operation.ts` reads `deprecated`. */
const deprecated = '5'

/** Returns the text of an API page as deprecated; undefined for any other text. */
function asDeprecated(text: string): string | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    const doc = toObject(JSON.parse(text))
    const info = toObject(doc?.['info'])
    return doc && info && JSON.stringify({ ...doc, info: { ...info, apiStatus: deprecated } }, null, 1)
  } catch {
    return undefined // somebody has written something else into it
  }
}

/**
 * Marks a page whose operation its API description no longer has: it becomes deprecated, as a version of its own, and
 * stays. What the import wrote changes with it, so that the status goes when the operation comes back.
 *
 * @throws {AppError} pageLocked
 */
export async function markGone(
  tx: Tx,
  item: ItemAccess<'edit'>,
  { page_id, imported }: MissingPage,
  at: { author: User; now: number; versionLimit: number; remark: string },
): Promise<void> {
  if (!imported || imported.hash === goneHash) return
  const former = await findPage(tx, item, page_id)
  const text = former && asDeprecated(former.page_content)
  if (!former || text === undefined) return
  const locks = await listForeignLocks(tx, item.item_id, at.author.uid, at.now)
  const lock = locks.find((one) => one.page_id === page_id)
  if (lock) fail('pageLocked', { name: lock.lock_username })
  const base = asDeprecated((await findImportedText(tx, page_id)) ?? text) ?? text
  const next = {
    page_title: former.page_title,
    page_content: text,
    page_comments: at.remark,
    ext_info: apiDocExtInfo(text) ?? '',
    cat_id: former.cat_id,
  }
  const { page_version } = await writeVersion(tx, former, at.author, next, at)
  await indexPages(tx, [page_id])
  // a page that somebody has edited stays known as such
  const isOwn = imported.page_version === imported.imported_version
  await updateImported(tx, page_id, {
    hash: goneHash,
    packed: deflateRawSync(base),
    ...(isOwn && { page_version }),
  })
}
