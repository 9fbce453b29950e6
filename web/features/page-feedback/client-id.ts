import { readStored, writeStored } from '#web/lib/storage.ts'

const storeKey = 'docstead.client'
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{32}$/.test(value)

let made = ''

/** What names this browser to the server where nobody is signed in; empty as long as there was nothing to say. */
export const clientId = (): string => readStored<string>(storeKey, made, isId)

/** The same, made up now when there is none. */
export function requireClientId(): string {
  const known = clientId()
  if (known) return known
  made = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  writeStored(storeKey, made) // where the browser keeps nothing, it is good for this visit
  return made
}
