import type { contract } from '#shared/contract/index.ts'
import type { User } from '#src/access/caller.ts'
import type { App } from '#src/core/app.ts'
import { type Confirming, rotateSession } from '#src/features/user/index.ts'
import type { Handlers, RequestInfo } from '#src/http/handlers.ts'
import { addPasskey, confirmOptions, dropPasskey, passkeyOptions, signInByPasskey, signInOptions } from './passkeys.ts'
import { hasAnyPasskey } from './queries.ts'
import { completeSignIn, disableApp, enableApp, makeRecoveryCodes, secondStepState, startApp } from './service.ts'

const ownerOf = ({ user, request }: { user: User; request: RequestInfo }): Confirming => ({
  user,
  ip: request.ip,
  tokenHash: request.tokenHash,
})

/** Changes how the caller signs in. The browser goes on with another token: a copy of the former one ends. */
async function changing<T>(
  call: { app: App; user: User; request: RequestInfo },
  change: (owner: Confirming) => Promise<T>,
): Promise<T> {
  const result = await change(ownerOf(call))
  await rotateSession(call.app, call.request, call.user, call.request.tokenHash)
  return result
}

/** Implements the calls for the second step of a sign-in. */
export const twoStep: Handlers<typeof contract.twoStep> = {
  state: ({ app, user }) => secondStepState(app, user),

  startApp: (call) => startApp(call.app, ownerOf(call), call.input),

  enableApp: async (call) => ({
    recovery_codes: await changing(call, (owner) => enableApp(call.app, owner, call.input.code)),
  }),

  async disableApp(call) {
    await changing(call, (owner) => disableApp(call.app, owner, call.input))
    return []
  },

  makeRecoveryCodes: async (call) => ({
    recovery_codes: await makeRecoveryCodes(call.app, ownerOf(call), call.input),
  }),

  passkeyOptions: async (call) => ({ options: await passkeyOptions(call.app, ownerOf(call), call.input) }),

  addPasskey: async (call) => ({
    recovery_codes: await changing(call, (owner) => addPasskey(call.app, owner, call.input)),
  }),

  async removePasskey(call) {
    await changing(call, (owner) => dropPasskey(call.app, owner, call.input))
    return []
  },

  confirmOptions: async ({ app, user }) => ({ options: await confirmOptions(app, user) }),

  signInWays: async ({ app }) => ({ passkeys: await hasAnyPasskey(app.db) }),

  signInOptions: async ({ app, input, request }) => ({
    options: await signInOptions(app, request.ip, input.ticket),
  }),

  async signInByPasskey({ app, input, request }) {
    const signedIn = await signInByPasskey(app, request, input)
    request.log.info({ uid: Number(signedIn.uid), ip: request.ip }, 'signed in with a passkey')
    return signedIn
  },

  async signIn({ app, input, request }) {
    const signedIn = await completeSignIn(app, request, input)
    request.log.info({ uid: Number(signedIn.uid), ip: request.ip }, 'signed in with a second step')
    return signedIn
  },
}
