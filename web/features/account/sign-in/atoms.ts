import { atom } from 'jotai'
import { createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { signedInAtom } from '#web/features/account/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { currentLang, langTag } from '#web/lib/i18n.ts'
import { dependentQueryAtom, queryAtom, queryScopeAtom } from '#web/lib/query.ts'
import { captchaFieldsAtom } from './captcha-atoms.ts'
import type { NewAccount } from './new-account.ts'

/** Signs in with username, password and the current captcha. */
export const signInAtom = atom(null, async (get, set, who: { username: string; password: string }) => {
  await api.user.loginByVerify({ ...who, ...get(captchaFieldsAtom), redirect_login: 'false' })
  await set(signedInAtom)
})

/** Signs in with a token from the URL; `instead_of` names the account that the token's account replaces. */
export const signInByTokenAtom = atom(null, async (_get, set, from: { token: string; instead_of?: string }) => {
  const { token, instead_of } = from
  const client = createClient<Contract>({
    base: boot.base,
    headers: () => ({ Authorization: `Bearer ${token}`, 'Accept-Language': langTag(currentLang()) }),
  })
  await client.user.loginByToken(instead_of === undefined ? {} : { instead_of })
  await set(signedInAtom)
})

/** Creates an account and signs in with it. */
export const registerAtom = atom(null, async (get, set, account: NewAccount & { inviteCode?: string }) => {
  await api.user.registerByVerify({ ...account, ...get(captchaFieldsAtom) })
  await set(signedInAtom)
})

/** The providers that people can sign in with. */
export const providersAtom = queryAtom(async () => (await api.user.oauthInfo()).providers)

/** A provider that people can sign in with. */
export type ProviderEntry = Awaited<ReturnType<typeof api.user.oauthInfo>>['providers'][number]

/** A session of a user, or an access token. */
export type UserSession = Awaited<ReturnType<typeof api.user.sessionList>>[number]

/** The sessions and access tokens of the current user. */
export const sessionListAtom = dependentQueryAtom((get) => {
  get(queryScopeAtom)
  return queryAtom(() => api.user.sessionList())
})

/** Changes the display name. */
export const saveNameAtom = atom(null, async (_get, set, name: string) => {
  await api.user.updateInfo({ name })
  await set(signedInAtom)
})

/** Changes the password and ends all other sessions. */
export const changePasswordAtom = atom(null, async (_get, set, input: { password: string; new_password: string }) => {
  await api.user.resetPassword(input)
  void set(sessionListAtom, 'invalidate')
})

/** Creates an access token, confirmed by the account password. @returns the token, which is shown only once */
export const addTokenAtom = atom(null, async (_get, set, input: { name: string; days: number; password: string }) => {
  const { user_token } = await api.user.tokenAdd(input)
  void set(sessionListAtom, 'invalidate')
  return user_token
})

/** Ends one session or token, or all sessions but this one. */
export const endSessionAtom = atom(null, async (_get, set, which: { id: string } | 'others') => {
  await api.user.sessionDelete(which === 'others' ? { others: true } : which)
  await set(sessionListAtom, 'invalidate')
})

/** The providers, and which accounts there the current user signs in with. */
export const linksAtom = dependentQueryAtom((get) => {
  get(queryScopeAtom)
  return queryAtom(() => api.ExtLogin.identityList())
})

/** Ends the link with a provider, confirmed by the account password. */
export const unlinkAtom = atom(null, async (_get, set, input: { provider_id: string; password: string }) => {
  await api.ExtLogin.unlink(input)
  await set(linksAtom, 'invalidate')
})
