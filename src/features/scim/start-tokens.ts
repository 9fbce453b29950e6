import { type App, nowSeconds } from '#src/core/app.ts'
import { hashSecret } from '#src/core/secrets.ts'
import { transact } from '#src/db/database.ts'
import { insertAudit } from '#src/features/audit/index.ts'
import { insertScimToken, listStartTokens, removeScimToken, renameStartToken } from './queries.ts'

/**
 * Brings the stored tokens in line with those of the settings of the start: one that is no longer there does not work any
 * more. Only their hashes are stored.
 */
export async function applyStartTokens(app: Pick<App, 'config' | 'db' | 'now'>): Promise<void> {
  const now = nowSeconds(app)
  const wanted = app.config.scim_tokens.map(({ name, token, token_sha256 }) => ({
    name,
    token_hash: token === undefined ? Buffer.from(token_sha256 ?? '', 'hex') : hashSecret(token),
  }))
  const stored = await listStartTokens(app.db)
  if (wanted.length === 0 && stored.length === 0) return
  const by = { uid: 0, username: '', ip: '' }
  await transact(app.db, async (tx) => {
    for (const { id, name, token_hash } of stored) {
      if (wanted.some((one) => one.token_hash.equals(token_hash))) continue
      await removeScimToken(tx, id)
      await insertAudit(tx, { ...by, action: 'scimTokenEnded', detail: name }, now)
    }
    for (const { name, token_hash } of wanted) {
      if (stored.some((one) => one.token_hash.equals(token_hash) && one.name === name)) continue
      // one of Admin that was moved into the settings goes on as one of them
      if (!(await renameStartToken(tx, { name, token_hash })))
        await insertScimToken(tx, { name, token_hash, uid: 0, addtime: now, is_from_start: 1 })
      await insertAudit(tx, { ...by, action: 'scimTokenMade', detail: name }, now)
    }
  })
}
