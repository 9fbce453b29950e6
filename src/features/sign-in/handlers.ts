import type { contract } from '#shared/contract/index.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { readOptions } from '#src/features/options/index.ts'
import { signIn } from '#src/features/user/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { logIn } from './log-in.ts'
import { parseRedirectTarget } from './redirect-target.ts'
import { signInByLink } from './sign-in-by-link.ts'

const loginByVerify: Handlers<typeof contract.user>['loginByVerify'] = async ({ app, input, request }) => {
  try {
    const { uid, password } = await logIn(app, request.ip, input)
    const signedIn = await signIn(app, uid, request, { action: 'login', way: 'password', password })
    request.log.info({ uid, ip: request.ip }, 'signed in')
    return signedIn
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'secondStepNeeded')
      request.log.info({ ip: request.ip }, 'the password was right, a second step follows')
    else request.log.warn({ ip: request.ip, reason: error instanceof Error ? error.message : '' }, 'sign-in refused')
    throw error
  }
}

/** The endpoints for signing in with a password. */
export const passwordSignIn: Pick<Handlers<typeof contract.user>, 'login' | 'loginByVerify'> = {
  loginByVerify,
  login: loginByVerify,
}

/** The endpoints for sign-in links of other systems. */
export const ExtLogin: Handlers<typeof contract.ExtLogin> = {
  async bySecretKey({ app, input, request }) {
    const user_token = await signInByLink(app, request, input)
    request.log.info({ ip: request.ip }, 'signed in by a link')
    const query = new URLSearchParams({ user_token, redirect_uri: parseRedirectTarget(input.redirect) })
    return { redirectTo: `${app.config.base_path}/user/loginByUserToken?${query}` }
  },

  async oauth2({ app }) {
    return fail((await readOptions(app.db)).oauth2_open ? 'oauthNotReady' : 'oauthOff')
  },
}
