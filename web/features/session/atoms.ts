import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { ApiError, api, noteSignedIn } from '#web/lib/api.ts'
import { writeStored } from '#web/lib/storage.ts'

/** Who is signed in, as the server tells it. */
export type CurrentUser = Awaited<ReturnType<typeof api.user.info>>

const notLoggedIn = 10102

/** Changed in this browser's storage whenever somebody signs in or out, so that the other tabs notice. */
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

/** The current user, or null for a visitor; read it under Suspense. */
export const sessionAtom = atom((get) => {
  get(versionAtom)
  return readUser()
})

const settledAtom = atom(async (get) => {
  try {
    return await get(sessionAtom)
  } catch {
    return null // the server did not answer: whoever needs to know reads sessionAtom
  }
})

/** The current user, null for a visitor, undefined while this is not known yet; never suspends. */
export const userAtom = unwrap(settledAtom, (former) => former)

/** The number of the current user, empty for a visitor: what is made while reading it is made anew for the next person. */
export const uidAtom = atom((get) => get(userAtom)?.uid ?? '')

/** Asks the server again who is signed in. */
export const refreshSessionAtom = atom(null, (_get, set) => set(versionAtom, (version) => version + 1))

/** To be called after signing in: reads the session again, here and in the other tabs. */
export const signedInAtom = atom(null, async (get, set) => {
  noteSignedIn()
  set(versionAtom, (version) => version + 1)
  const user = await get(sessionAtom)
  writeStored(sessionKey, { uid: user?.uid ?? null, at: Date.now() })
  return user
})

/**
 * Signs out, here and in the other tabs.
 *
 * @returns where the service that people sign in with ends its own session, if it does
 */
export const signOutAtom = atom(null, async (_get, set): Promise<string | undefined> => {
  const answer = await api.user.logout({ confirm: '1' })
  writeStored(sessionKey, { uid: null, at: Date.now() })
  set(versionAtom, (version) => version + 1)
  return 'logout_redirect_uri' in answer ? answer.logout_redirect_uri : undefined
})

/** Rises with each visit password that was given: what the server refused before may be open now. */
export const visitGrantsAtom = atom(0)

/** Whether the dialog «session ended» lies over the page. */
export const sessionEndedAtom = atom(false)
