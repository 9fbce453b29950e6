import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { peopleAtom, resolveNameAtom } from './atoms.ts'
import { nameKey, unknownNames } from './names.ts'

/** How many names of one text are looked up; whoever is behind them is named by the server when they are added. */
export const maxResolvedNames = 40

/**
 * Looks up those of the chosen who were named without being picked from the list, once: a person's own name becomes the
 * username, and a name that nobody has is known as missing.
 */
export function useResolveNames(value: readonly string[], onValue: (usernames: string[]) => void, isOn: boolean): void {
  const people = useAtomValue(peopleAtom)
  const lookUp = useSetAtom(resolveNameAtom)
  const asked = useRef(new Set<string>())
  const latest = useRef({ value, onValue })
  useEffect(() => {
    latest.current = { value, onValue }
  })
  useEffect(() => {
    if (!isOn) return
    for (const name of unknownNames(value, people)) {
      if (asked.current.has(nameKey(name)) || asked.current.size >= maxResolvedNames) continue
      asked.current.add(nameKey(name))
      void lookUp(name).then((username) => {
        const { value: now, onValue: change } = latest.current
        if (username !== undefined && username !== name && now.includes(name))
          change([...new Set(now.map((one) => (one === name ? username : one)))])
      })
    }
  }, [value, people, lookUp, isOn])
}
