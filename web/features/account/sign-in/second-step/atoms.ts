import { atom } from 'jotai'
import { signedInAtom } from '#web/features/account/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { dependentQueryAtom, queryAtom, queryScopeAtom } from '#web/lib/query.ts'
import { sessionListAtom } from '../atoms.ts'

/** Completes a sign-in with a code. */
export const passSecondStepAtom = atom(null, async (_get, set, input: { ticket: string; code: string }) => {
  await api.twoStep.signIn(input)
  await set(signedInAtom)
})

/** What the current user has set up. */
export const secondStepAtom = dependentQueryAtom((get) => {
  get(queryScopeAtom)
  return queryAtom(() => api.twoStep.state())
})

/** Reads again what a change has changed: the sessions too, because other ones end and this one gets another token. */
export const secondStepChangedAtom = atom(null, async (_get, set) => {
  void set(sessionListAtom, 'invalidate')
  await set(secondStepAtom, 'invalidate')
})

/** What a user has set up for signing in. */
export type SecondStepState = Awaited<ReturnType<typeof api.twoStep.state>>

/** What shows that the current user is the owner of the account: the password, and with a second step a code or a passkey. */
export interface Proof {
  password: string
  code?: string
  /** The answer of a passkey, as JSON. */
  response?: string
}

/** A key for an authenticator app. */
export type AppKey = Awaited<ReturnType<typeof api.twoStep.startApp>>

/** Gets a new key for an authenticator app. */
export const startAppAtom = atom(null, (_get, _set, proof: Proof) => api.twoStep.startApp(proof))

/** Turns the app on. @returns the new recovery codes, if any */
export const enableAppAtom = atom(null, async (_get, set, code: string) => {
  const { recovery_codes } = await api.twoStep.enableApp({ code })
  void set(secondStepChangedAtom)
  return recovery_codes
})

/** Turns the app off. */
export const disableAppAtom = atom(null, async (_get, set, proof: Proof) => {
  await api.twoStep.disableApp(proof)
  await set(secondStepChangedAtom)
})

/** Makes new recovery codes. */
export const makeRecoveryCodesAtom = atom(null, async (_get, set, proof: Proof) => {
  const { recovery_codes } = await api.twoStep.makeRecoveryCodes(proof)
  void set(secondStepAtom, 'invalidate')
  return recovery_codes
})
