import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { isNameSearch } from '#contract/name.ts'
import { uidAtom } from '#web/features/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'
import { nameKey, type Person } from './names.ts'

/** How the search for what is typed stands. */
export interface Search {
  text: string
  state: 'running' | 'done' | 'failed'
}

const versionAtom = atom(0)

const companionsAtom = atom(async (get): Promise<readonly Person[]> => {
  get(versionAtom)
  get(uidAtom)
  return api.member.getMyAllList().catch(() => []) // only what is offered before a letter is typed
})

/** The people of one's own items and teams, the newest first: who is likely to be meant. Undefined while it loads. */
export const knownPeopleAtom = unwrap(companionsAtom, (former) => former)

/** Reads anew who is likely to be meant, and forgets whose names nobody had. */
export const reloadPeopleAtom = atom(null, (get, set) => {
  set(versionAtom, (version) => version + 1)
  set(get(bookAtom).missing, new Set())
})

/** What a person has found; the next one who signs in begins with nothing. */
const bookAtom = atom((get) => {
  get(uidAtom)
  return { found: atom<ReadonlyMap<string, Person>>(new Map()), missing: atom<ReadonlySet<string>>(new Set<string>()) }
})

/** Everybody whom a picker has learned of: those who are likely to be meant, and all who were found. */
export const peopleAtom = atom((get): readonly Person[] => [
  ...new Map(
    [...(get(knownPeopleAtom) ?? []), ...get(get(bookAtom).found).values()].map((one) => [one.username, one]),
  ).values(),
])

/** The names, as `nameKey` gives them, that no account has. */
export const missingNamesAtom = atom((get) => get(get(bookAtom).missing))

/** How the search for the last typed text stands. */
export const searchAtom = atom<Search>({ text: '', state: 'done' })

const askAtom = atom(null, async (get, set, text: string): Promise<readonly Person[]> => {
  const { found } = get(bookAtom)
  const people = await api.user.allUser({ username: text })
  set(found, (former) => new Map([...former, ...people.map((one) => [one.username, one] as const)]))
  return people
})

/** Looks for people whose names hold `text`, when it is long enough. What is found joins `peopleAtom`. */
export const findPeopleAtom = atom(null, async (get, set, text: string) => {
  const state = isNameSearch(text) ? 'running' : 'done'
  set(searchAtom, { text, state })
  if (state === 'done') return
  const end = (next: Search['state']) => get(searchAtom).text === text && set(searchAtom, { text, state: next })
  await set(askAtom, text).then(
    () => end('done'),
    () => end('failed'), // a whole username can be typed all the same
  )
})

/**
 * Looks up a name that was typed or pasted.
 *
 * @returns the username that it stands for; undefined when no account has it, or one cannot know
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

/** What somebody is called, by their username: their name, as far as they have been suggested. */
export const displayNameAtom = atom((get) => {
  const people = get(peopleAtom)
  return (username: string): string =>
    displayName({ name: people.find((one) => one.username === username)?.name, username })
})
