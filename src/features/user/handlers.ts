import type { contract } from '#contract/index.ts'
import { nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { requireCaptcha } from '#src/features/captcha/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { listTokens, removeToken, removeTokens, updateName } from './queries.ts'
import { addAccount, changeOwnPassword, countRegistration, logIn } from './service.ts'
import { signIn, userInfo } from './session.ts'

/** Accounts and sessions. */
export const user: Handlers<typeof contract.user> = {
  info: ({ user }) => userInfo(user),

  async loginByVerify({ app, input, request }) {
    try {
      const { uid, password } = await logIn(app, request.ip, input)
      const signedIn = await signIn(app, uid, request, { password })
      request.log.info({ uid, ip: request.ip }, 'signed in')
      return signedIn
    } catch (error) {
      request.log.warn({ ip: request.ip, reason: error instanceof Error ? error.message : '' }, 'sign-in refused')
      throw error
    }
  },

  async loginByToken({ app, user, request }) {
    const { user_token: _, ...info } = await signIn(app, user.uid, request, { token_hash: request.tokenHash })
    return info
  },

  async registerByVerify({ app, input, request }) {
    if (!(await readOptions(app.db)).register_open) fail('registerClosed')
    if (input.password !== input.confirm_password) fail('passwordsDiffer')
    await requireCaptcha(app, input, Number.POSITIVE_INFINITY)
    countRegistration(app, request.ip)
    const uid = await addAccount(app, input)
    request.log.info({ uid, ip: request.ip }, 'registered')
    return signIn(app, uid, request)
  },

  async updateInfo({ app, user, input }) {
    await updateName(app.db, user.uid, input.name.trim())
    return []
  },

  async resetPassword({ app, user, input, request }) {
    await changeOwnPassword(app, request.ip, user, input)
    request.log.info({ uid: user.uid, ip: request.ip }, 'password changed')
    const { user_token } = await signIn(app, user.uid, request)
    return { user_token }
  },

  async logout({ app, user, request }) {
    if (user && request.tokenHash) await removeToken(app.db, user.uid, request.tokenHash)
    request.endSession()
    return []
  },

  async sessionList({ app, user, request }) {
    const rows = await listTokens(app.db, user.uid, nowSeconds(app))
    return rows.map((row) => ({
      id: row.token_hash.toString('hex'),
      ip: row.ip,
      agent: row.agent,
      addtime: row.addtime,
      last_use_time: row.last_use_time,
      is_current: request.tokenHash?.equals(row.token_hash) ?? false,
    }))
  },

  async sessionDelete({ app, user, input, request }) {
    if (input.others) await removeTokens(app.db, user.uid, request.tokenHash)
    else await removeToken(app.db, user.uid, Buffer.from(input.id ?? '', 'hex'))
    return []
  },
}
