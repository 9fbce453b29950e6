import { dateText } from '#shared/contract/fields.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireItem, requireWritable, type Visitor } from '#src/access/permissions.ts'
import { findItem } from '#src/access/queries.ts'
import { siteAddress } from '#src/access/site-policy.ts'
import { requireTeam, type TeamAccess } from '#src/access/team-access.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { getStartSwitch } from '#src/core/config.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { fillText, type Lang, mailTexts } from '#src/core/i18n.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { type Db, type Tx, transact } from '#src/db/database.ts'
import { type Actor, insertAudit } from '#src/features/audit/index.ts'
import { type CaptchaInput, requireCaptcha } from '#src/features/captcha/index.ts'
import { listCatalogs } from '#src/features/catalog/index.ts'
import { canMail, type MailContent, parseAddress, sendMailNow } from '#src/features/mail/index.ts'
import { describeRight, findMember, type LimitInput, nextMembership, saveMember } from '#src/features/member/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { type Delivery, queueDelivery, type SendResult } from '#src/features/outbox/index.ts'
import { addToTeam } from '#src/features/team/index.ts'
import {
  countRegistration,
  findUser,
  hashNewPassword,
  insertAccount,
  parseUsername,
  type SignInContext,
  signIn,
} from '#src/features/user/index.ts'
import {
  countOpenInvitations,
  findInvitation,
  findInvitationById,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  removeInvitationsBefore,
  replaceInvitationToken,
  revokeInvitation,
  takeUse,
} from './queries.ts'

/** How long an invitation is valid, and for how many people. */
interface Term {
  days: number
  uses: number
}

const openMost = 50
const mailsPerHour = 100
const daySeconds = 86_400
// So long its link still says what became of it.
const storedSeconds = 90 * daySeconds
const wrongTokens = { most: 30, windowMs: 15 * 60_000 }

/** A new invitation: what a message to the invited people needs. */
interface MadeInvitation {
  invitation_id: number
  /** The link, below the address of the site. The token stands behind `#`: no server and no log ever gets it. */
  path: string
  expire_time: number
}

/** What an invitation gives. */
interface Gift {
  item_id: number | null
  team_id: number | null
  member_group_id: number
  cat_ids: string
}

async function make(
  tx: Tx,
  actor: Actor,
  to: Gift & { email?: string },
  { days, uses }: Term,
  now: number,
): Promise<MadeInvitation> {
  if ((await countOpenInvitations(tx, to.item_id, now)) >= openMost) fail('invitationTooMany', { most: openMost })
  const token = newSecret()
  const expire_time = now + days * daySeconds
  const row = { ...to, token_hash: hashSecret(token), uid: actor.uid, addtime: now, expire_time, uses_most: uses }
  const invitation_id = await insertInvitation(tx, row)
  return { invitation_id, path: `/user/register#invite=${token}`, expire_time }
}

/** Makes an invitation to an item. @throws {AppError} memberCatalogBad, itemArchived, invitationTooMany */
export const inviteToItem = (
  app: App,
  item: ItemAccess<'manage'>,
  actor: Actor,
  input: LimitInput & Term & { member_group_id: number },
): Promise<MadeInvitation> =>
  transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const now = nowSeconds(app)
    const { item_id, item_name } = item
    const right = await nextMembership(tx, { item_id, member_group_id: 0, cat_ids: '' }, input)
    const made = await make(tx, actor, { item_id, team_id: null, ...right }, input, now)
    const detail = `${item_name}: ${describeRight(right)}, ${input.uses} people, ${input.days} days`
    await insertAudit(tx, { ...actor, action: 'invitationMade', object_type: 'item', object_id: item_id, detail }, now)
    return made
  })

/** Makes an invitation to the site, and to a team. @throws {AppError} invitationTooMany */
export const inviteToSite = (
  app: App,
  team: TeamAccess<'manage'> | undefined,
  actor: Actor,
  term: Term,
): Promise<MadeInvitation> =>
  transact(app.db, async (tx) => {
    const now = nowSeconds(app)
    const to = { item_id: null, team_id: team?.id ?? null, member_group_id: 0, cat_ids: '' }
    const made = await make(tx, actor, to, term, now)
    const object = team ? ({ object_type: 'team', object_id: team.id } as const) : {}
    const detail = `${team ? `${team.team_name}: ` : ''}${term.uses} people, ${term.days} days`
    await insertAudit(tx, { ...actor, action: 'invitationMade', ...object, detail }, now)
    return made
  })

/** Returns the addresses of people to invite. @throws {AppError} mailOff, mailAddressBad, tooManyRequests */
async function requireAddresses(app: App, actor: Actor, emails: readonly string[]): Promise<string[]> {
  if (!(await canMail(app, app.db)) || (await siteAddress(app, app.db)) === '') fail('mailOff')
  const addresses = [...new Set(emails.map(parseAddress))]
  const isFree = addresses.every(() => app.limiter.take(`invite:${actor.uid}`, mailsPerHour, 3_600_000))
  return isFree ? addresses : fail('tooManyRequests')
}

/** Makes an invitation for each address, and queues its mail in the same transaction. */
async function makeForAddresses(
  tx: Tx,
  actor: Actor,
  gift: Gift,
  { days, addresses, lang }: { days: number; addresses: readonly string[]; lang: Lang },
  now: number,
): Promise<{ invitation_id: number; email: string }[]> {
  const made: { invitation_id: number; email: string }[] = []
  for (const email of addresses) {
    const { invitation_id } = await make(tx, actor, { ...gift, email }, { days, uses: 1 }, now)
    const payload = { invitation_id, lang }
    await queueDelivery(tx, { kind: 'invite', event: 'invitation', uid: actor.uid, target: email, payload }, now)
    made.push({ invitation_id, email })
  }
  return made
}

/**
 * Invites people to an item by mail.
 *
 * @throws {AppError} mailOff, mailAddressBad, tooManyRequests, memberCatalogBad, itemArchived, invitationTooMany
 */
export async function mailToItem(
  app: App,
  item: ItemAccess<'manage'>,
  actor: Actor,
  { emails, days, ...input }: LimitInput & { days: number; emails: readonly string[]; member_group_id: number },
  lang: Lang,
) {
  const addresses = await requireAddresses(app, actor, emails)
  return transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const now = nowSeconds(app)
    const { item_id, item_name } = item
    const right = await nextMembership(tx, { item_id, member_group_id: 0, cat_ids: '' }, input)
    const made = await makeForAddresses(tx, actor, { item_id, team_id: null, ...right }, { days, addresses, lang }, now)
    const detail = `${item_name}: ${describeRight(right)}, ${addresses.join(', ')}, ${days} days`
    await insertAudit(tx, { ...actor, action: 'invitationMade', object_type: 'item', object_id: item_id, detail }, now)
    return made
  })
}

/**
 * Invites people to the site, and to a team, by mail.
 *
 * @throws {AppError} mailOff, mailAddressBad, tooManyRequests, invitationTooMany
 */
export async function mailToSite(
  app: App,
  team: TeamAccess<'manage'> | undefined,
  actor: Actor,
  { days, emails }: { days: number; emails: readonly string[] },
  lang: Lang,
) {
  const addresses = await requireAddresses(app, actor, emails)
  return transact(app.db, async (tx) => {
    const now = nowSeconds(app)
    const gift = { item_id: null, team_id: team?.id ?? null, member_group_id: 0, cat_ids: '' }
    const made = await makeForAddresses(tx, actor, gift, { days, addresses, lang }, now)
    const object = team ? ({ object_type: 'team', object_id: team.id } as const) : {}
    const detail = `${team ? `${team.team_name}: ` : ''}${addresses.join(', ')}, ${days} days`
    await insertAudit(tx, { ...actor, action: 'invitationMade', ...object, detail }, now)
    return made
  })
}

/** Where an invitation stands. */
const stateOf = (row: InvitationRow, now: number) => {
  if (row.revoke_time > 0) return 'revoked'
  if (row.use_count >= row.uses_most) return 'usedUp'
  return row.expire_time <= now ? 'expired' : 'open'
}

/** Lists the invitations to an item, or with `null` those to the site. */
export async function shownInvitations(app: App, item_id: number | null) {
  const now = nowSeconds(app)
  const rows = await listInvitations(app.db, item_id)
  return rows.map((row) => ({ ...row, team_name: row.team_name ?? '', state: stateOf(row, now) }) as const)
}

/** Withdraws an invitation of an item, or with `null` one to the site. @throws {AppError} invitationUnknown */
export const withdrawInvitation = (
  app: App,
  item: ItemAccess<'manage'> | null,
  actor: Actor,
  invitation_id: number,
): Promise<void> =>
  transact(app.db, async (tx) => {
    const now = nowSeconds(app)
    const isThere = await revokeInvitation(tx, { invitation_id, item_id: item?.item_id ?? null }, now)
    if (!isThere) fail('invitationUnknown')
    const object = item ? ({ object_type: 'item', object_id: item.item_id } as const) : {}
    const detail = `${item ? `${item.item_name}: ` : ''}${invitation_id}`
    await insertAudit(tx, { ...actor, action: 'invitationRevoked', ...object, detail }, now)
  })

const errorOf = {
  revoked: 'invitationRevoked',
  usedUp: 'invitationUsedUp',
  expired: 'invitationExpired',
} as const

/** An invitation that works, with the right of the person who has made it to add people. */
interface OpenInvitation {
  row: InvitationRow
  item: ItemAccess<'manage'> | undefined
  team: TeamAccess<'manage'> | undefined
}

/** Returns an invitation that works now. @throws {AppError} those of `errorOf`, invitationUnknown */
async function requireOpen(app: App, db: Db, token: string): Promise<OpenInvitation> {
  return requireWorking(app, db, (await findInvitation(db, hashSecret(token))) ?? fail('invitationUnknown'))
}

/** Returns an invitation if it works now. @throws {AppError} those of `errorOf` */
async function requireWorking(app: App, db: Db, row: InvitationRow): Promise<OpenInvitation> {
  const state = stateOf(row, nowSeconds(app))
  if (state !== 'open') fail(errorOf[state])
  // it acts with the right of the person who has made it: one who has lost it adds nobody any more
  const user = await findUser(db, row.uid)
  if (!user || user.is_disabled || (row.item_id === null && user.groupid !== 1)) return fail('invitationRevoked')
  const inviter: Visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '' }
  const within = { ...app, db }
  try {
    return {
      row,
      item: row.item_id === null ? undefined : await requireItem(within, inviter, row.item_id, 'manage'),
      team: row.team_id === null ? undefined : await requireTeam(within, inviter, row.team_id, 'manage'),
    }
  } catch (error) {
    throw error instanceof AppError ? new AppError('invitationRevoked') : error
  }
}

/** As `requireOpen`; tokens that nobody has made are counted. @throws {AppError} also tooManyTries */
async function requireKnown(app: App, ip: string, token: string): Promise<OpenInvitation> {
  const address = { key: `invitation-from:${networkOf(ip)}`, ...wrongTokens }
  const isKnown = await app.limiter.attempt(
    [address],
    async () => (await findInvitation(app.db, hashSecret(token))) !== undefined,
  )
  if (!isKnown) fail('invitationUnknown')
  return requireOpen(app, app.db, token)
}

const mayRegister = async (app: App, { item }: OpenInvitation): Promise<boolean> => {
  const { register_open, invite_new_accounts } = await readOptions(app.db)
  return (
    item === undefined || register_open || (getStartSwitch(app.config, 'invite_new_accounts') ?? invite_new_accounts)
  )
}

/** Returns what an invitation is for. @throws {AppError} those of `requireKnown` */
export async function showInvitation(app: App, ip: string, token: string) {
  const open = await requireKnown(app, ip, token)
  const { row, item } = open
  return {
    item_id: item?.item_id ?? 0,
    item_name: item?.item_name ?? '',
    team_name: row.team_name ?? '',
    invited_by: row.name || row.username,
    member_group_id: row.member_group_id,
    is_limited: row.cat_ids !== '',
    expire_time: row.expire_time,
    may_register: await mayRegister(app, open),
  }
}

const idsOf = (list: string) => (list === '' ? [] : list.split(',').map(Number))

/** Returns the folders of an invitation that still exist. @throws {AppError} invitationRevoked when none does */
async function limitOf(tx: Tx, row: InvitationRow, item_id: number): Promise<number[]> {
  const ids = idsOf(row.cat_ids)
  if (ids.length === 0) return []
  const catalogs = await listCatalogs(tx, item_id)
  const left = ids.filter((id) => catalogs.some((one) => one.cat_id === id && one.parent_cat_id === 0))
  return left.length > 0 ? left : fail('invitationRevoked')
}

/**
 * Returns the limit that a member has after accepting an invitation; undefined when they would have no more than
 * before. An invitation takes nothing away.
 */
function widenedLimit(
  former: { member_group_id: number; cat_ids: string },
  invited: { member_group_id: number; limit: number[] },
): number[] | undefined {
  const limit = idsOf(former.cat_ids)
  const rank = invited.member_group_id - former.member_group_id
  if (rank < 0) return undefined
  if (invited.limit.length === 0) return rank > 0 || limit.length > 0 ? [] : undefined
  if (limit.length === 0) return undefined
  if (rank > 0) return limit.every((id) => invited.limit.includes(id)) ? invited.limit : undefined
  const both = [...new Set([...limit, ...invited.limit])]
  return both.length > limit.length ? both : undefined
}

/** Gives a person what an open invitation promises. @returns whether they got anything that they did not have */
async function give(tx: Tx, open: OpenInvitation, actor: Actor, isNew: boolean, now: number): Promise<boolean> {
  const { row, item, team } = open
  let isGiven = isNew
  if (item) {
    await requireWritable(tx, item)
    const limit = await limitOf(tx, row, item.item_id)
    const { member_group_id } = row
    const isOwner = (await findItem(tx, item))?.uid === actor.uid
    const former = await findMember(tx, item.item_id, actor.uid)
    const next = former ? widenedLimit(former, { member_group_id, limit }) : limit
    if (!isOwner && next) {
      const input = { username: actor.username, member_group_id, cat_ids: next, cat_id: 0 }
      await saveMember(tx, item, actor, actor, input, now)
      isGiven = true
    }
  }
  if (team && team.uid !== actor.uid && (await addToTeam(tx, team, actor, actor, 1, now)) !== undefined) isGiven = true
  if (!isGiven) return false
  if (!(await takeUse(tx, row.invitation_id))) fail('invitationUsedUp')
  const object = item ? ({ object_type: 'item', object_id: item.item_id } as const) : {}
  const detail = `${item ? `${item.item_name}: ` : ''}${row.invitation_id}, ${row.username}`
  await insertAudit(tx, { ...actor, action: 'invitationAccepted', ...object, detail }, now)
  return true
}

/**
 * Accepts an invitation with an account. What the person has already is no use of it.
 *
 * @throws {AppError} those of `requireKnown`, itemArchived
 */
export async function acceptInvitation(app: App, actor: Actor, token: string) {
  await requireKnown(app, actor.ip, token)
  return transact(app.db, async (tx) => {
    const open = await requireOpen(app, tx, token)
    const isGiven = await give(tx, open, actor, false, nowSeconds(app))
    return { item_id: open.item?.item_id ?? 0, was_member: !isGiven }
  })
}

/**
 * Creates an account with an invitation, accepts it and signs the person in.
 *
 * @throws {AppError} those of `requireKnown` and of a registration, invitationNoAccount, itemArchived
 */
export async function registerInvited(
  app: App,
  at: SignInContext,
  input: { token: string; username: string; password: string; confirm_password: string } & CaptchaInput,
) {
  const { token, password } = input
  const known = await requireKnown(app, at.ip, token)
  if (!(await mayRegister(app, known))) fail('invitationNoAccount')
  const username = parseUsername(input.username)
  if (password !== input.confirm_password) fail('passwordsDiffer')
  await requireCaptcha(app, input, Number.POSITIVE_INFINITY)
  countRegistration(app, at.ip)
  const hash = await hashNewPassword(app.db, username, password)
  const { uid, item_id } = await transact(app.db, async (tx) => {
    const open = await requireOpen(app, tx, token)
    const now = nowSeconds(app)
    const uid = await insertAccount(tx, { username, password: hash }, now)
    await give(tx, open, { uid, username, ip: at.ip }, true, now)
    return { uid, item_id: open.item?.item_id ?? 0 }
  })
  return { ...(await signIn(app, uid, at, { action: 'register', way: 'invitation' })), item_id }
}

/**
 * Sends the mail of an invitation. Its token is created now, so that it is nowhere but in the mail; an attempt after one
 * that failed replaces it.
 */
export async function sendInvitation(app: App, delivery: Delivery, signal: AbortSignal): Promise<SendResult> {
  const { invitation_id, lang: stored } = JSON.parse(delivery.payload) as { invitation_id: number; lang: string }
  const lang: Lang = stored === 'zh' ? 'zh' : 'en'
  const row = await findInvitationById(app.db, invitation_id)
  if (!row) return { outcome: 'dropped', answer: 'the invitation is gone' }
  try {
    const { item, team } = await requireWorking(app, app.db, row)
    const token = newSecret()
    await transact(app.db, (tx) => replaceInvitationToken(tx, invitation_id, hashSecret(token)))
    const texts = mailTexts(lang).invitation
    const { site_name: site } = await readOptions(app.db)
    const what = item ? 'project' : team ? 'team' : 'site'
    const values = {
      site,
      who: row.name || row.username,
      project: item?.item_name ?? '',
      team: row.team_name ?? '',
      until: dateText(row.expire_time).slice(0, 16),
    }
    const content: MailContent = {
      subject: fillText(texts.subject[what], values),
      lines: fillText(texts.text[what], values).split('\n'),
      link: { label: texts.action, url: `${await siteAddress(app, app.db)}/user/register#invite=${token}` },
      footer: [fillText(texts.footer, values)],
    }
    return await sendMailNow(app, { to: delivery.target, lang, content }, delivery, signal)
  } catch (error) {
    if (error instanceof AppError) return { outcome: 'dropped', answer: 'the invitation no longer works' }
    throw error
  }
}

/** Removes invitations that ended long ago. */
export const removeEndedInvitations = (db: Db, now: number) => removeInvitationsBefore(db, now - storedSeconds)
