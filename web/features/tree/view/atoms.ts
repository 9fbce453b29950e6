import { type Atom, atom, useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { sessionAtom, visitGrantsAtom } from '#web/features/account/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { type CacheAction, type CachedResult, createQueryCache, type QueryCache } from './query-cache.ts'

/** An item as the server returns it, with its tree. */
export type ItemInfo = Awaited<ReturnType<typeof api.item.info>>

/** Opened items by id or custom address. Cleared when a user signs in or out, or enters an access password. */
export const itemsAtom = atom((get): QueryCache<ItemInfo> => {
  void get(sessionAtom)
  get(visitGrantsAtom)
  return createQueryCache((item_id, signal) => api.item.info({ item_id }, { signal }), 5)
})

/**
 * Returns the cached result for `key`, undefined while it loads, and a function to reload it. The former result stays
 * while it reloads, for example after signing in again over a screen, and with it what is typed there.
 */
export function useCachedQuery<T>(
  source: Atom<QueryCache<T>>,
  key: string,
): [CachedResult<T> | undefined, (asking: CacheAction<T>) => Promise<void>] {
  const [answer, ask] = useAtom(useAtomValue(source).of(key))
  const [held, hold] = useState({ key, answer })
  if (answer && (answer !== held.answer || key !== held.key)) hold({ key, answer })
  const stays = held.key === key && held.answer && 'value' in held.answer
  return [answer ?? (stays ? held.answer : undefined), ask]
}
