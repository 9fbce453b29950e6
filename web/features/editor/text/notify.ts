import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { api } from '#web/lib/api.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { saveAtom } from './save.ts'
import { editingSessionAtom } from './session.ts'

/** A user who can be notified of a save. */
export interface Reader {
  uid: string
  username: string
  name: string
}

/** The users who can be notified of a save, and the usernames that are selected by default. */
export interface Readers {
  people: readonly Reader[]
  chosen: readonly string[]
}

const lastKey = (item_id: number) => `docstead.notified.${item_id}`
const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

async function readReaders(item_id: number, page_id: number, uid: string): Promise<Readers> {
  const [members, subscribers] = await Promise.all([
    api.member.getAllList({ item_id }),
    api.subscription.getPageList({ page_id }),
  ])
  const people = new Map<string, Reader>()
  for (const one of members) {
    const name = one.username_name === one.username ? '' : nameIn(one.username_name, one.username)
    people.set(String(one.uid), { uid: String(one.uid), username: one.username, name })
  }
  for (const { uid: subscriber, username, name } of subscribers)
    people.set(subscriber, { uid: subscriber, username, name })
  people.delete(uid) // users are not notified of their own actions
  const subscribed = subscribers.filter((one) => one.uid !== uid).map(({ username }) => username)
  const all = [...people.values()]
  if (subscribed.length > 0) return { people: all, chosen: subscribed }
  // nobody follows the page yet: select those who were notified last in this item
  const last = readStored(lastKey(item_id), [], isNames)
  return { people: all, chosen: last.filter((username) => all.some((one) => one.username === username)) }
}

/** Returns the name in `username(name)`. */
const nameIn = (both: string, username: string): string =>
  both.startsWith(username) ? both.slice(username.length).replace(/^[(（](.*)[)）]$/, '$1') : ''

/** The users who can be notified of a save of the page, or the error; undefined while they are loaded. */
export const readersAtom = (item_id: number, page_id: number, uid: string) =>
  unwrap(
    atom(async (): Promise<{ value: Readers } | { error: unknown }> => {
      try {
        return { value: await readReaders(item_id, page_id, uid) }
      } catch (error) {
        return { error }
      }
    }),
  )

/**
 * Saves the page and notifies users, who are notified of later saves as well. A page without an id is saved first.
 *
 * @param names usernames among `readers`
 * @returns whether the server has it
 * @throws {ApiError} when the users to notify could not be stored; the text is then saved only if the page was new
 */
export const saveAndNotifyAtom = atom(
  null,
  async (get, set, readers: Readers, names: readonly string[], remark: string): Promise<boolean> => {
    if (get(editingSessionAtom)?.page_id === 0 && !(await set(saveAtom))) return false
    const desk = get(editingSessionAtom)
    if (!desk) return false
    const { page_id, item_id } = desk
    const uidsOf = (usernames: readonly string[]) =>
      readers.people
        .filter(({ username }) => usernames.includes(username))
        .map(({ uid }) => uid)
        .join(',')
    const now = await api.subscription.getPageList({ page_id })
    const there = now.filter(({ uid }) => uid !== desk.uid).map(({ username }) => username)
    const come = uidsOf(names.filter((name) => !there.includes(name)))
    const go = uidsOf(there.filter((name) => !names.includes(name)))
    if (come) await api.subscription.savePage({ page_id, uids: come })
    if (go) await api.subscription.deletePage({ page_id, uids: go })
    writeStored(lastKey(item_id), names)
    return set(saveAtom, { remark, notifies: true })
  },
)
