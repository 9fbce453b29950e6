import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { peopleAtom, resolveNameAtom } from './atoms.ts'
import { nameKey, unknownNames } from './names.ts'

/** The maximum number of names looked up in one text; the server resolves the others when they are added. */
export const maxResolvedNames = 40

/**
 * Looks up chosen names that were typed instead of picked from the list, once each: a display name becomes the
 * username, and a name without an account is recorded as missing.
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
