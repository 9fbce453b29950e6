import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import i18next from 'i18next'
import { atom } from 'jotai'
import { signedInAtom } from '#web/features/account/session/index.tsx'
import { ApiError, api } from '#web/lib/api.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { secondStepAtom } from './atoms.ts'

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

/** Creates a passkey in the browser and adds it. @returns the new recovery codes, if any */
export const addPasskeyAtom = atom(null, async (_get, set, input: { name: string; password: string }) => {
  const { name, password } = input
  const { options } = await api.twoStep.passkeyOptions({ password })
  const answer = await startRegistration({ optionsJSON: options as unknown as CreationOptions })
  const { recovery_codes } = await api.twoStep.addPasskey({ name, response: JSON.stringify(answer) })
  void set(secondStepAtom, 'invalidate')
  return recovery_codes
})

/** Removes a passkey. */
export const removePasskeyAtom = atom(null, async (_get, set, input: { passkey_id: string; password: string }) => {
  await api.twoStep.removePasskey(input)
  await set(secondStepAtom, 'invalidate')
})

/** Returns why a passkey did not work: what the server says, or that the browser has none or was not allowed. */
export const passkeyErrorText = (error: unknown): LocalizedText =>
  error instanceof ApiError ? errorText(error) : localized(() => i18next.t('two-step:passkey.notGiven'))
