import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { api } from '#web/lib/api.ts'

/** Somebody who may be chosen. */
export interface Person {
  username: string
  /** Their own name; may be empty. */
  name: string
}

/** How many people the server tells at most; as many mean that there are more. Source: contract, user/allUser. */
const most = 1000

type Known = { people: readonly Person[]; isAll: boolean } | { error: unknown }

const versionAtom = atom(0)

const loadedAtom = atom(async (get): Promise<Known> => {
  get(versionAtom)
  try {
    const people = await api.user.allUser({})
    return { people, isAll: people.length < most }
  } catch (error) {
    return { error }
  }
})

/** Who may be suggested; undefined while it loads. `isAll` is false when the site has more people than the list. */
export const peopleAtom = unwrap(loadedAtom, (former) => former)

/** Reads anew who there is. */
export const reloadPeopleAtom = atom(null, (_get, set) => set(versionAtom, (version) => version + 1))

/** Who the server finds for a typed text, where the list is not everybody. */
export const foundPeopleAtom = atom<{ text: string; people: readonly Person[] }>({ text: '', people: [] })

const soughtAtom = atom('')

/** Asks the server for people whose names hold `text`. A failure leaves the suggestions as they are: a whole name can be typed. */
export const findPeopleAtom = atom(null, async (get, set, text: string) => {
  const known = get(peopleAtom)
  if (!known || 'error' in known || known.isAll || text === '') return
  set(soughtAtom, text)
  const people = await api.user.allUser({ username: text }).catch(() => undefined)
  if (people && get(soughtAtom) === text) set(foundPeopleAtom, { text, people })
})
