import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { startTransition } from 'react'
import { ApiError, api, noteSignedIn } from '#web/lib/api.ts'
import { queryScopeAtom } from '#web/lib/query.ts'
import { writeStored } from '#web/lib/storage.ts'

/** The signed-in user, as returned by the server. */
export type CurrentUser = Awaited<ReturnType<typeof api.user.info>>

const notLoggedIn = 10102

/** Storage key that changes whenever a user signs in or out, so that other tabs notice. */
export const sessionKey = 'docstead.session'

const readUser = async (): Promise<CurrentUser | null> => {
  try {
    return await api.user.info({ redirect_login: 'false' })
  } catch (error) {
    if (error instanceof ApiError && error.code === notLoggedIn) return null
    throw error
  }
}

const versionAtom = atom(0)

/** The current user, or null for a visitor. Suspends. */
export const sessionAtom = atom((get) => {
  get(versionAtom)
  return readUser()
})

const settledAtom = atom(async (get) => {
  try {
    return await get(sessionAtom)
  } catch {
    return null // no response from the server; code that must know reads sessionAtom
  }
})

/** The current user, null for a visitor, undefined while unknown. Never suspends. */
export const userAtom = unwrap(settledAtom, (former) => former)

/** The id of the current user, empty for a visitor. Atoms that read it are recomputed for the next user. */
export const uidAtom = atom((get) => get(userAtom)?.uid ?? '')

/** Refetches the session, and drops what was loaded for the former one. The screen stays until the response arrives. */
export const refreshSessionAtom = atom(null, (_get, set) =>
  startTransition(() => {
    set(versionAtom, (version) => version + 1)
    set(queryScopeAtom, (scope) => scope + 1)
  }),
)

/** Call after signing in: refetches the session here and in the other tabs. */
export const signedInAtom = atom(null, async (get, set) => {
  noteSignedIn()
  set(refreshSessionAtom)
  const user = await get(sessionAtom)
  writeStored(sessionKey, { uid: user?.uid ?? null, at: Date.now() })
  return user
})

/**
 * Signs out, here and in the other tabs.
 *
 * @returns the logout URL of the single sign-on provider, if it has one
 */
export const signOutAtom = atom(null, async (_get, set): Promise<string | undefined> => {
  const answer = await api.user.logout({ confirm: '1' })
  writeStored(sessionKey, { uid: null, at: Date.now() })
  set(refreshSessionAtom)
  return 'logout_redirect_uri' in answer ? answer.logout_redirect_uri : undefined
})

/** Whether the "session ended" dialog is open. */
export const sessionEndedAtom = atom(false)
