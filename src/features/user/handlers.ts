import type { contract } from '#shared/contract/index.ts'
import { nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { actorOf } from '#src/features/audit/index.ts'
import { requireCaptcha } from '#src/features/captcha/index.ts'
import { readOptionForm, readOptions } from '#src/features/options/index.ts'
import { listEntries } from '#src/features/sign-in-provider/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { findToken, listTokens, updateName } from './queries.ts'
import {
  addAccount,
  changeOwnPassword,
  countRegistration,
  findPeople,
  requireAllowedPassword,
  requireOwnPassword,
} from './service.ts'
import { accountLabel, addAccessToken, endOtherSessions, endSession, signIn, userInfo } from './session.ts'
import { parseUsername } from './validation.ts'

const registerByVerify: Handlers<typeof contract.user>['registerByVerify'] = async ({ app, input, request }) => {
  if (!(await readOptions(app.db)).register_open) fail('registerClosed')
  const username = parseUsername(input.username)
  if (input.password !== input.confirm_password) fail('passwordsDiffer')
  await requireAllowedPassword(app.db, username, input.password)
  await requireCaptcha(app, input, Number.POSITIVE_INFINITY)
  countRegistration(app, request.ip)
  const uid = await addAccount(app, { username, password: input.password })
  request.log.info({ uid, ip: request.ip }, 'registered')
  return signIn(app, uid, request, { action: 'register' })
}

/** Implements the calls for accounts and sessions, except for signing in, signing out, and what goes by mail. */
export const user: Omit<
  Handlers<typeof contract.user>,
  | 'login'
  | 'loginByVerify'
  | 'logout'
  | 'getPushUrl'
  | 'savePushUrl'
  | 'mailLink'
  | 'verifyEmail'
  | 'requestReset'
  | 'resetByMail'
  | 'removeEmail'
> = {
  info: ({ user, request }) => ({
    ...userInfo(user),
    ...(request.held === 'secondStepMissing' && { needs_second_step: true as const }),
  }),

  async loginByToken({ app, user, input, request }) {
    const present = await request.browserCaller()
    const former = present?.user.uid === user.uid ? undefined : present
    // A link must not sign people in to an account that they do not know about: what they write would end up there.
    if (former && former.user.uid !== input.instead_of) {
      const { uid } = former.user
      fail('otherAccount', { uid, current: accountLabel(former.user), next: accountLabel(user) })
    }
    const proof = { action: 'login', way: 'token', token_hash: request.tokenHash, former } as const
    const { user_token: _, ...info } = await signIn(app, user.uid, request, proof)
    return info
  },

  registerByVerify,
  register: registerByVerify,

  async oauthInfo({ app }) {
    const { oauth2_open } = await readOptions(app.db)
    const { entrance_tips = '' } = await readOptionForm(app.db, 'oauth2_form')
    return {
      oauth2_open: oauth2_open ? '1' : '0',
      oauth2_entrance_tips: oauth2_open ? entrance_tips : '',
      providers: await listEntries(app),
    }
  },

  async updateInfo({ app, user, input }) {
    await updateName(app.db, user.uid, input.name)
    return []
  },

  async resetPassword({ app, user, input, request }) {
    const { tokenHash } = request
    const token = tokenHash && (await findToken(app.db, user.uid, tokenHash))
    await changeOwnPassword(app, request.ip, user, input)
    request.log.info({ uid: user.uid, ip: request.ip }, 'password changed')
    const { user_token } = await signIn(app, user.uid, request, {
      action: 'passwordChanged',
      // an access token had no second step
      ...(token?.kind === 'session' && { passed: 'session' as const }),
    })
    return { user_token }
  },

  allUser: ({ app, user, input }) => findPeople(app, user, input.username?.trim() ?? ''),

  async sessionList({ app, user, request }) {
    const rows = await listTokens(app.db, user.uid, nowSeconds(app))
    return rows.map((row) => ({
      id: row.token_hash.toString('hex'),
      kind: row.kind === 'access' ? ('access' as const) : ('session' as const),
      name: row.name,
      ip: row.ip,
      agent: row.agent,
      addtime: row.addtime,
      last_use_time: row.last_use_time,
      token_expire: row.token_expire,
      is_current: request.tokenHash?.equals(row.token_hash) ?? false,
    }))
  },

  async tokenAdd({ app, user, input, request }) {
    const hash = await requireOwnPassword(app, request.ip, user, input.password)
    const made = await addAccessToken(app, user, { name: input.name, days: input.days, ip: request.ip, hash })
    request.log.info({ uid: user.uid, ip: request.ip }, 'access token made')
    return made
  },

  async sessionDelete({ app, user, input, request }) {
    const actor = actorOf(user, request)
    if (input.others) await endOtherSessions(app, actor, request.tokenHash)
    else await endSession(app, actor, 'tokenEnded', Buffer.from(input.id ?? '', 'hex'))
    return []
  },
}
