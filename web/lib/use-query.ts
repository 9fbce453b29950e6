import { type Atom, useAtomValue } from 'jotai'
import { useState } from 'react'

/** Returns the value of an atom and a function that refetches it; calls `make` again when `key` changes. */
export function useQuery<T>(key: string, make: () => Atom<T>): [T, () => void] {
  const [turn, setTurn] = useState(0)
  const place = `${key} ${turn}`
  const [kept, setKept] = useState(() => ({ place, source: make() }))
  const current = kept.place === place ? kept : { place, source: make() }
  if (current !== kept) setKept(current)
  return [useAtomValue(current.source), () => setTurn(turn + 1)]
}
