import { createHmac, timingSafeEqual } from 'node:crypto'
import { type NoticeKind, noticeKinds } from '#shared/notices.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { newSecret } from '#src/core/secrets.ts'
import { transact } from '#src/db/database.ts'
import { readOptions, upsertOption } from '#src/features/options/index.ts'
import { readModes } from './modes.ts'
import { settingNames, upsertSetting } from './queries.ts'

/** What a link in a mail ends: one kind of notice, or the daily summary. */
export type UnsubscribeKind = NoticeKind | 'digest'

/** Returns the key that signs links; creates it when there is none. */
async function signingKey(app: App): Promise<string> {
  const { mail_key } = await readOptions(app.db)
  if (mail_key !== '') return mail_key
  return transact(app.db, async (tx) => {
    const known = (await readOptions(tx)).mail_key
    if (known !== '') return known
    const key = newSecret()
    await upsertOption(tx, 'mail_key', key)
    return key
  })
}

const signatureFor = (key: string, uid: number, kind: UnsubscribeKind): string =>
  createHmac('sha256', key).update(`unsubscribe ${uid} ${kind}`).digest('base64url')

/** Returns the fields of a link with which a person ends a kind of mail without signing in. */
export async function unsubscribeLink(app: App, uid: number, kind: UnsubscribeKind) {
  const sign = signatureFor(await signingKey(app), uid, kind)
  return { uid: String(uid), kind, sign }
}

/** Ends a kind of mail for the person that a signed link is for. @throws {AppError} mailLinkWrong */
export async function unsubscribe(
  app: App,
  { uid, kind, sign }: { uid: number; kind: UnsubscribeKind; sign: string },
): Promise<void> {
  const { mail_key } = await readOptions(app.db)
  // no mail has ever had a link
  if (mail_key === '') fail('mailLinkWrong')
  const expected = Buffer.from(signatureFor(mail_key, uid, kind))
  const sent = Buffer.from(sign)
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) fail('mailLinkWrong')
  await transact(app.db, async (tx) => {
    const modes = await readModes(tx, uid)
    for (const one of noticeKinds)
      if (one === kind || (kind === 'digest' && modes[one] === 'digest')) modes[one] = 'off'
    await upsertSetting(tx, uid, settingNames.modes, JSON.stringify(modes))
  })
}
