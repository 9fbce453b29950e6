import type { User } from '#src/access/caller.ts'
import { siteAddress } from '#src/access/site-policy.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { fillText, type Lang, mailTexts } from '#src/core/i18n.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { transact } from '#src/db/database.ts'
import { type Actor, actorOf, insertAudit } from '#src/features/audit/index.ts'
import { type CaptchaInput, requireCaptcha } from '#src/features/captcha/index.ts'
import { canMail, type MailContent, parseAddress, sendMailNow } from '#src/features/mail/index.ts'
import { noticeSettingNames, queueAccountChange, upsertNoticeSetting } from '#src/features/notice/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { type Delivery, queueDelivery, type SendResult } from '#src/features/outbox/index.ts'
import {
  findIdentity,
  findUser,
  findUserByName,
  hashNewPassword,
  removeTokens,
  requireOwnPassword,
  updateEmail,
  updatePassword,
  usernameKey,
} from '#src/features/user/index.ts'
import { findMailToken, listAccountsWithEmail, removeMailTokens, replaceMailToken, takeMailToken } from './queries.ts'

// How long the links work, in seconds. Source: decision 56.
const verifySeconds = 86_400
const resetSeconds = 30 * 60

// How often links can be requested: by one account or for one, and from one address.
const perAccount = { most: 5, windowMs: 3_600_000 }
const perAddress = { most: 30, windowMs: 3_600_000 }

const lines = (text: string, values: Record<string, string | number>): string[] => fillText(text, values).split('\n')

/**
 * Sends a link to an address, with which the person proves that it is theirs. The address of the account stays as it is
 * until then.
 *
 * @throws {AppError} mailOff, mailAddressBad, passwordWrong, tooManyTries, tooManyRequests
 */
export async function requestVerification(
  app: App,
  user: User,
  input: { email: string; password: string },
  { ip, lang }: { ip: string; lang: Lang },
): Promise<void> {
  if (!(await canMail(app, app.db)) || (await siteAddress(app, app.db)) === '') fail('mailOff')
  const email = parseAddress(input.email)
  await requireOwnPassword(app, ip, user, input.password)
  if (!app.limiter.take(`mailLink:${user.uid}`, perAccount.most, perAccount.windowMs)) fail('tooManyRequests')
  await transact(app.db, (tx) =>
    queueDelivery(
      tx,
      { kind: 'verify', event: 'email.verify', uid: user.uid, target: email, payload: { lang } },
      nowSeconds(app),
    ),
  )
}

/** Creates the token of a link when the link is sent: it is nowhere but in the mail. */
async function newLink(
  app: App,
  kind: 'verify' | 'reset',
  uid: number,
  email: string,
  seconds: number,
): Promise<string> {
  const token = newSecret()
  const now = nowSeconds(app)
  await transact(app.db, (tx) =>
    replaceMailToken(tx, {
      token_hash: hashSecret(token),
      uid,
      kind,
      email,
      addtime: now,
      token_expire: now + seconds,
    }),
  )
  const path = kind === 'verify' ? 'verify-email' : 'reset-password'
  // behind a #, which a browser sends to no server: no log has it
  return `${await siteAddress(app, app.db)}/user/login?do=${path}#${token}`
}

const langOf = ({ payload }: Delivery): Lang => ((JSON.parse(payload) as { lang?: string }).lang === 'zh' ? 'zh' : 'en')

/** Sends the link that proves an address. */
export async function sendVerification(app: App, delivery: Delivery, signal: AbortSignal): Promise<SendResult> {
  const { uid, target: to } = delivery
  const user = await findUser(app.db, uid)
  if (!user || user.is_disabled) return { outcome: 'dropped', answer: 'the account is gone' }
  const lang = langOf(delivery)
  const { verify } = mailTexts(lang)
  const { site_name: site } = await readOptions(app.db)
  const values = { site, username: user.username }
  const content: MailContent = {
    subject: fillText(verify.subject, values),
    lines: lines(verify.text, values),
    link: { label: verify.action, url: await newLink(app, 'verify', uid, to, verifySeconds) },
    footer: [fillText(verify.footer, values)],
  }
  return sendMailNow(app, { to, lang, content }, delivery, signal)
}

/**
 * Makes the address of a link that of its account. An address that another account only claims is taken from it.
 *
 * @throws {AppError} mailLinkWrong, emailTaken
 */
export async function verifyEmail(app: App, token: string, { ip, lang }: { ip: string; lang: Lang }): Promise<string> {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    const row = await takeMailToken(tx, hashSecret(token), 'verify')
    const user = row && row.token_expire > now ? await findUser(tx, row.uid) : undefined
    if (!row || !user || user.is_disabled) return fail('mailLinkWrong')
    for (const other of await listAccountsWithEmail(tx, row.email)) {
      if (other.uid === user.uid) continue
      if (other.email_verify === 1) fail('emailTaken')
      await updateEmail(tx, other.uid, '', 0)
    }
    if (user.email !== row.email) await queueAccountChange(tx, app, 'emailChanged', user.uid, { now, ip })
    await updateEmail(tx, user.uid, row.email, 1)
    await upsertNoticeSetting(tx, user.uid, noticeSettingNames.lang, lang)
    await insertAudit(tx, { ...actorOf(user, { ip }), action: 'emailChanged', detail: row.email }, now)
    return row.email
  })
}

/** Removes the address of the user's own account. @throws {AppError} passwordWrong, tooManyTries */
export async function removeEmail(app: App, actor: Actor, user: User, password: string): Promise<void> {
  await requireOwnPassword(app, actor.ip, user, password)
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await queueAccountChange(tx, app, 'emailChanged', user.uid, { now, ip: actor.ip })
    await updateEmail(tx, user.uid, '', 0)
    await removeMailTokens(tx, user.uid)
    await insertAudit(tx, { ...actor, action: 'emailChanged', detail: '' }, now)
  })
}

// The directory of an organisation vouches for its addresses. Those accounts have no password here.
const isKnownAddress = ({ email_verify, is_sso }: { email_verify: number; is_sso: number }): boolean =>
  email_verify === 1 || is_sso === 1

/** Returns the account that a typed name or confirmed address belongs to, if it has a confirmed address. */
async function findResettable(app: App, typed: string) {
  const name = usernameKey(typed)
  const named = await findUserByName(app.db, name)
  const byEmail = named || !name.includes('@') ? [] : await listAccountsWithEmail(app.db, name)
  const known = byEmail.find(isKnownAddress)
  const user = named ?? (known && (await findUser(app.db, known.uid)))
  return user && user.is_disabled === 0 && user.email !== '' && isKnownAddress(user) ? user : undefined
}

/**
 * Sends a link with which a person sets a new password, if the name or address belongs to an account with a confirmed
 * address. The answer is the same, and as fast, whether there is one or not.
 *
 * @throws {AppError} mailOff, captchaNeeded, captchaWrong, tooManyRequests
 */
export async function requestReset(
  app: App,
  input: { username: string } & CaptchaInput,
  { ip, lang }: { ip: string; lang: Lang },
): Promise<void> {
  if (!(await canMail(app, app.db)) || (await siteAddress(app, app.db)) === '') fail('mailOff')
  await requireCaptcha(app, input, Number.POSITIVE_INFINITY)
  if (!app.limiter.take(`reset:${networkOf(ip)}`, perAddress.most, perAddress.windowMs)) fail('tooManyRequests')
  const name = usernameKey(input.username)
  // beyond the limit nothing is sent, and nobody can see that either
  if (!app.limiter.take(`resetFor:${name}`, perAccount.most, perAccount.windowMs)) return
  const work: Promise<void> = queueReset(app, name, lang)
    .catch((error: unknown) => app.log.error({ err: error }, 'a password reset could not be queued'))
    .finally(() => app.background.delete(work))
  app.background.add(work)
}

async function queueReset(app: App, name: string, lang: Lang): Promise<void> {
  const user = await findResettable(app, name)
  if (!user) return
  const { uid, email: target } = user
  await transact(app.db, (tx) =>
    queueDelivery(tx, { kind: 'reset', event: 'password.reset', uid, target, payload: { lang } }, nowSeconds(app)),
  )
}

/** Sends the link that sets a new password; to people whose password is elsewhere, that it is elsewhere. */
export async function sendReset(app: App, delivery: Delivery, signal: AbortSignal): Promise<SendResult> {
  const { uid, target: to } = delivery
  const user = await findUser(app.db, uid)
  if (!user || user.is_disabled || user.email !== to || !isKnownAddress(user))
    return { outcome: 'dropped', answer: 'the account or its address is gone' }
  // a link that arrives after hours helps nobody
  if (nowSeconds(app) - delivery.addtime > resetSeconds) return { outcome: 'dropped', answer: 'too late' }
  const lang = langOf(delivery)
  const { reset, resetElsewhere } = mailTexts(lang)
  const { site_name: site } = await readOptions(app.db)
  const values = { site, username: user.username }
  const isElsewhere = user.password === '' || (await findIdentity(app.db, uid, 'ldap')) !== undefined
  if (!isElsewhere && user.email_verify !== 1) return { outcome: 'dropped', answer: 'the address is not confirmed' }
  const content: MailContent = isElsewhere
    ? { subject: fillText(resetElsewhere.subject, values), lines: lines(resetElsewhere.text, values) }
    : {
        subject: fillText(reset.subject, values),
        lines: lines(reset.text, values),
        link: { label: reset.action, url: await newLink(app, 'reset', uid, to, resetSeconds) },
        footer: [fillText(reset.footer, values)],
      }
  return sendMailNow(app, { to, lang, content }, delivery, signal)
}

/**
 * Sets a new password by a link from a mail, ends every session of the account, and tells its owner. The link works
 * once, for half an hour.
 *
 * @throws {AppError} mailLinkWrong, directoryPassword, passwordsDiffer, and those of a new password
 */
export async function resetByMail(
  app: App,
  input: { token: string; new_password: string; confirm_password: string },
  { ip }: { ip: string },
): Promise<void> {
  if (!app.limiter.take(`resetUse:${networkOf(ip)}`, perAddress.most, perAddress.windowMs)) fail('tooManyRequests')
  const now = nowSeconds(app)
  const token_hash = hashSecret(input.token)
  // a password that is not allowed must not cost the link
  const known = await findMailToken(app.db, token_hash, 'reset')
  const owner = known && known.token_expire > now ? await findUser(app.db, known.uid) : undefined
  if (!owner) return fail('mailLinkWrong')
  if (input.new_password !== input.confirm_password) fail('passwordsDiffer')
  const hash = await hashNewPassword(app.db, owner.username, input.new_password)
  await transact(app.db, async (tx) => {
    const row = await takeMailToken(tx, token_hash, 'reset')
    const user = row && (await findUser(tx, row.uid))
    if (!row || !user || user.is_disabled || user.email !== row.email || user.email_verify !== 1)
      return fail('mailLinkWrong')
    if (user.password === '' || (await findIdentity(tx, user.uid, 'ldap')) !== undefined) fail('directoryPassword')
    await updatePassword(tx, user.uid, hash)
    await removeTokens(tx, user.uid)
    await removeMailTokens(tx, user.uid)
    await insertAudit(tx, { ...actorOf(user, { ip }), action: 'passwordReset' }, now)
    await queueAccountChange(tx, app, 'passwordReset', user.uid, { now, ip })
  })
}
