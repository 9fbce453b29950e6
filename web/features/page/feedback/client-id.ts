import { readStored, writeStored } from '#web/lib/storage.ts'

const storeKey = 'docstead.client'
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{32}$/.test(value)

let made = ''

/** Returns the id of this browser for the server where nobody is signed in; empty until there was a vote. */
export const clientId = (): string => readStored<string>(storeKey, made, isId)

/** Returns the same id, and creates it when there is none. */
export function requireClientId(): string {
  const known = clientId()
  if (known) return known
  made = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  writeStored(storeKey, made) // where the browser stores nothing, it lasts for this visit
  return made
}
