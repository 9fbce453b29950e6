import { type Atom, atom, useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { sessionAtom, visitGrantsAtom } from '#web/features/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { type CacheAction, type CachedResult, createQueryCache, type QueryCache } from './query-cache.ts'

/** An item as the server opens it, with its tree. */
export type ItemInfo = Awaited<ReturnType<typeof api.item.info>>

/** Opened items by number or own address. Forgotten when somebody signs in or out, or gives a visit password. */
export const itemsAtom = atom((get): QueryCache<ItemInfo> => {
  void get(sessionAtom)
  get(visitGrantsAtom)
  return createQueryCache((item_id, signal) => api.item.info({ item_id }, { signal }), 5)
})

/**
 * The answer for `key`, undefined while it is on the way, and how to ask for it once more. What was known of it stays while it
 * is read anew, as after signing in again over a screen, and with it what is typed there.
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
