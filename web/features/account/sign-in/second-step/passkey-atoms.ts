import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import i18next from 'i18next'
import { atom } from 'jotai'
import { signedInAtom } from '#web/features/account/session/index.tsx'
import { ApiError, api } from '#web/lib/api.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { type Proof, secondStepChangedAtom } from './atoms.ts'

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Signs in with a passkey: alone, or with a ticket as the second step. */
export const signInByPasskeyAtom = atom(null, async (_get, set, ticket: string | undefined) => {
  const given = ticket === undefined ? {} : { ticket }
  const { options } = await api.twoStep.signInOptions(given)
  const answer = await startAuthentication({ optionsJSON: options as unknown as RequestOptions })
  await api.twoStep.signInByPasskey({ ...given, response: JSON.stringify(answer) })
  await set(signedInAtom)
})

/** The browser gave no passkey: it has none for this site, or the person did not want it. */
export class PasskeyNotGiven extends Error {}

/** Uses a passkey of the current user to show who they are. @returns the browser's answer */
export const provePasskeyAtom = atom(null, async () => {
  const { options } = await api.twoStep.confirmOptions()
  return JSON.stringify(await startAuthentication({ optionsJSON: options as unknown as RequestOptions }))
})

/** Creates a passkey in the browser and adds it. @returns the new recovery codes, if any @throws {PasskeyNotGiven} */
export const addPasskeyAtom = atom(null, async (_get, set, { name, ...proof }: { name: string } & Proof) => {
  const { options } = await api.twoStep.passkeyOptions(proof)
  const optionsJSON = options as unknown as CreationOptions
  const answer = await startRegistration({ optionsJSON }).catch((cause: unknown) => {
    throw new PasskeyNotGiven('', { cause })
  })
  const { recovery_codes } = await api.twoStep.addPasskey({ name, response: JSON.stringify(answer) })
  void set(secondStepChangedAtom)
  return recovery_codes
})

/** Removes a passkey. */
export const removePasskeyAtom = atom(null, async (_get, set, input: { passkey_id: string } & Proof) => {
  await api.twoStep.removePasskey(input)
  await set(secondStepChangedAtom)
})

/** Returns why a passkey did not work: what the server says, or that the browser has none or was not allowed. */
export const passkeyErrorText = (error: unknown): LocalizedText =>
  error instanceof ApiError ? errorText(error) : localized(() => i18next.t('two-step:passkey.notGiven'))
