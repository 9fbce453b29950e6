import type { contract } from '#shared/contract/index.ts'
import { showdocProvider } from '#shared/sign-in-providers.ts'
import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import { actorOf } from '#src/features/audit/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { findProvider } from '#src/features/sign-in-provider/index.ts'
import { endSession, signIn } from '#src/features/user/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { failureText } from './attempts.ts'
import { beginLink, endLink, listLinks } from './links.ts'
import { logIn } from './log-in.ts'
import { samlMetadata, takeCasLogout, takePostedAnswer, takeSamlLogout } from './posted-answers.ts'
import { parseRedirectTarget } from './redirect-target.ts'
import { signInByLink } from './sign-in-by-link.ts'
import { beginWithProvider, failurePath, finishWithProvider, signOutAddress } from './with-provider.ts'

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

/** The endpoints for signing in with a password, and for signing out. */
export const userSignIn: Pick<Handlers<typeof contract.user>, 'login' | 'loginByVerify' | 'logout'> = {
  loginByVerify,
  login: loginByVerify,

  async logout({ app, user, request }) {
    const { tokenHash } = request
    // a person without a session here may still have one at ShowDoc's provider
    const logout_redirect_uri = await signOutAddress(app, request, user?.uid ?? 0, tokenHash ?? Buffer.alloc(0))
    if (user && tokenHash) await endSession(app, actorOf(user, request), 'logout', tokenHash)
    request.endSession()
    return logout_redirect_uri === undefined ? [] : { logout_redirect_uri }
  },
}

type Answer = Readonly<Record<string, string | undefined>>

/** Returns the fields that a provider sent. */
const sentFields = (answer: Answer): Record<string, string> =>
  Object.fromEntries(Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Returns a text as the response of a call that may also redirect. */
function textFile(type: string, text: string): FileResponse {
  const bytes = Buffer.from(text)
  return { type: `${type}; charset=utf-8`, sizeBytes: bytes.length, maxAge: 0, read: () => bytes }
}

/** Redirects a person to the sign-in screen, which says why they cannot sign in. */
async function orFailure(app: App, step: () => Promise<{ redirectTo: string }>): Promise<{ redirectTo: string }> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof AppError) || error.errorName === 'readOnlyCopy') throw error
    return { redirectTo: app.config.base_path + (await failurePath(app, error)) }
  }
}

/** The endpoints for people who come from another system: by a provider, or by a link. */
export const ExtLogin: Handlers<typeof contract.ExtLogin> = {
  async bySecretKey({ app, input, request }) {
    const user_token = await signInByLink(app, request, input)
    request.log.info({ ip: request.ip }, 'signed in by a link')
    const query = new URLSearchParams({ user_token, redirect_uri: parseRedirectTarget(input.redirect) })
    return { redirectTo: `${app.config.base_path}/user/loginByUserToken?${query}` }
  },

  async oauth2(call) {
    const { app, input } = call
    const { redirect, ...answer } = input
    const hasAnswer = [answer.code, answer.error, answer.state].some((field) => field !== undefined)
    if (hasAnswer) return ExtLogin.finish({ ...call, input: { ...answer, provider_id: showdocProvider } })
    const provider = await findProvider(app, showdocProvider)
    if (!provider?.isOpen) fail((await readOptions(app.db)).oauth2_open ? 'oauthNotReady' : 'oauthOff')
    return ExtLogin.begin({ ...call, input: { provider_id: showdocProvider, redirect } })
  },

  begin: ({ app, input, request }) =>
    orFailure(app, async () => {
      const at = { uid: 0, redirect: parseRedirectTarget(input.redirect) }
      return { redirectTo: await beginWithProvider(app, request, input.provider_id, at) }
    }),

  async finish({ app, input, request, user }) {
    const { provider_id, SAMLResponse, logoutRequest, ...answer } = input
    if (logoutRequest !== undefined) {
      await takeCasLogout(app, request.ip, provider_id, logoutRequest)
      return textFile('text/plain', 'OK')
    }
    return orFailure(app, async () => {
      if (SAMLResponse !== undefined) {
        const posted = { SAMLResponse, RelayState: answer.RelayState ?? '' }
        return { redirectTo: app.config.base_path + (await takePostedAnswer(app, request, provider_id, posted)) }
      }
      const path = await finishWithProvider(app, { ...request, user }, provider_id, sentFields(answer))
      return { redirectTo: app.config.base_path + path }
    })
  },

  samlMetadata: async ({ app, input, request }) =>
    textFile('application/samlmetadata+xml', await samlMetadata(app, request, input.provider_id)),

  samlLogout: ({ app, input, request }) =>
    orFailure(app, async () => {
      const { provider_id, SAMLRequest = '', RelayState = '', SigAlg = '', Signature = '', query } = input
      const message = { SAMLRequest, RelayState, SigAlg, Signature, isPost: query === undefined, query: query ?? '' }
      return { redirectTo: await takeSamlLogout(app, request, provider_id, message) }
    }),

  failure: async ({ app, input, request }) => ({ message: await failureText(app, input.id, request.lang) }),

  identityList: ({ app, user }) => listLinks(app, user),

  link: ({ app, input, request, user }) => beginLink(app, request, user, input),

  async unlink({ app, input, request, user }) {
    await endLink(app, request, user, input)
    return []
  },
}
