import { type Atom, useAtomValue } from 'jotai'
import { useState } from 'react'

/** What an atom read, and how to read it once more; `make` is called anew when `key` changes. */
export function useQuery<T>(key: string, make: () => Atom<T>): [T, () => void] {
  const [turn, setTurn] = useState(0)
  const place = `${key} ${turn}`
  const [kept, setKept] = useState(() => ({ place, source: make() }))
  const current = kept.place === place ? kept : { place, source: make() }
  if (current !== kept) setKept(current)
  return [useAtomValue(current.source), () => setTurn(turn + 1)]
}
