import { atom } from 'jotai'
import { isNameSearch } from '#shared/contract/name.ts'
import { uidAtom } from '#web/features/account/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'
import { dependentQueryAtom, queryAtom, queryValue } from '#web/lib/query.ts'
import { nameKey, type Person } from './names.ts'

/** The state of the search for the typed text. */
interface Search {
  text: string
  state: 'running' | 'done' | 'failed'
}

const companionsAtom = dependentQueryAtom((get) => {
  get(uidAtom)
  return queryAtom((): Promise<readonly Person[]> => api.member.getMyAllList())
})

/**
 * The people of the user's items and teams, newest first: the likely choices. Undefined while loading, and after an
 * error: only the suggestions shown before typing are missing then.
 */
export const knownPeopleAtom = atom((get) => queryValue(get(companionsAtom)))

/** Forgets which names were not found. */
export const forgetMissingNamesAtom = atom(null, (get, set) => set(get(bookAtom).missing, new Set()))

/** The people found by the current user; cleared for the next user who signs in. */
const bookAtom = atom((get) => {
  get(uidAtom)
  return { found: atom<ReadonlyMap<string, Person>>(new Map()), missing: atom<ReadonlySet<string>>(new Set<string>()) }
})

/** All people known to a picker: the likely choices and everyone found. */
export const peopleAtom = atom((get): readonly Person[] => [
  ...new Map(
    [...(get(knownPeopleAtom) ?? []), ...get(get(bookAtom).found).values()].map((one) => [one.username, one]),
  ).values(),
])

/** The names without an account, normalized by `nameKey`. */
export const missingNamesAtom = atom((get) => get(get(bookAtom).missing))

/** The state of the search for the last typed text. */
export const searchAtom = atom<Search>({ text: '', state: 'done' })

const askAtom = atom(null, async (get, set, text: string): Promise<readonly Person[]> => {
  const { found } = get(bookAtom)
  const people = await api.user.allUser({ username: text })
  set(found, (former) => new Map([...former, ...people.map((one) => [one.username, one] as const)]))
  return people
})

/** Searches for people whose names contain `text`, if it is long enough. Adds the results to `peopleAtom`. */
export const findPeopleAtom = atom(null, async (get, set, text: string) => {
  const state = isNameSearch(text) ? 'running' : 'done'
  set(searchAtom, { text, state })
  if (state === 'done') return
  const end = (next: Search['state']) => get(searchAtom).text === text && set(searchAtom, { text, state: next })
  await set(askAtom, text).then(
    () => end('done'),
    () => end('failed'), // a complete username can still be typed
  )
})

/**
 * Looks up a typed or pasted name.
 *
 * @returns the matching username; undefined if no account has it or the lookup failed
 */
export const resolveNameAtom = atom(null, async (get, set, name: string): Promise<string | undefined> => {
  const key = nameKey(name)
  const people = isNameSearch(name) ? await set(askAtom, name).catch(() => undefined) : []
  const whole = people?.find(({ username }) => nameKey(username) === key)
  const named = people?.filter((one) => nameKey(one.name) === key) ?? []
  const found = whole ?? (named.length === 1 ? named[0] : undefined)
  if (people && !found) set(get(bookAtom).missing, (former) => new Set([...former, key]))
  return found?.username
})

/** Returns a person's display name by username, if the person has been suggested. */
export const displayNameAtom = atom((get) => {
  const people = get(peopleAtom)
  return (username: string): string =>
    displayName({ name: people.find((one) => one.username === username)?.name, username })
})
