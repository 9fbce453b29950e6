import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { api } from '#web/lib/api.ts'

/** The open API key of an item. */
export type ItemKey = Awaited<ReturnType<typeof api.item.getKey>>

type Read = { key: ItemKey } | { error: unknown }

async function readKey(item_id: string): Promise<Read> {
  try {
    return { key: await api.item.getKey({ item_id }) }
  } catch (error) {
    return { error }
  }
}

/**
 * The key of an item, or the error; undefined while loading. The server creates the key on the first call. Writing
 * fetches it again, or sets the given key.
 */
export const keyAtom = (item_id: string) => {
  const version = atom(0)
  const given = atom<ItemKey | undefined>(undefined)
  const read = unwrap(
    atom((get) => {
      get(version)
      return readKey(item_id)
    }),
  )
  return atom(
    (get): Read | undefined => {
      const key = get(given)
      return key ? { key } : get(read)
    },
    (_get, set, key?: ItemKey) => {
      set(given, key)
      if (!key) set(version, (former) => former + 1)
    },
  )
}

/** Replaces the token of an item; the former one becomes invalid. @returns the key with the new token */
export const resetKeyAtom = atom(null, (_get, _set, item_id: string) => api.item.resetKey({ item_id }))
