import { passwordMask } from '#shared/contract/item.ts'
import type { Visibility } from '#shared/contract/visibility.ts'
import { noPassword, visibilityOf } from '#src/access/visibility.ts'
import { fail } from '#src/core/errors.ts'
import { hashPassword } from '#src/core/secrets.ts'

/** The visibility of an item as a request states it. */
export interface VisibilityChoice {
  /** Undefined in requests of existing clients: the password then decides. */
  visibility?: Visibility | undefined
  /** The access password. The mask or undefined keeps the current one. Empty without `visibility` means public. */
  password?: string | undefined
  /** For requests without `visibility`: the item must not become public. */
  is_private?: boolean | undefined
}

/** Returns the password that was typed; undefined for none and for the mask. */
export const typedPassword = ({ password }: VisibilityChoice): string | undefined =>
  password === passwordMask || password === '' ? undefined : password

/**
 * Returns the hash of the password that was typed; undefined for none. Call it before a transaction, because hashing is
 * slow.
 */
export async function typedHash(choice: VisibilityChoice): Promise<string | undefined> {
  const password = typedPassword(choice)
  const isNeeded = password !== undefined && (choice.visibility ?? 'password') === 'password'
  return isNeeded ? hashPassword(password) : undefined
}

function visibilityFor(
  { visibility, password, is_private }: VisibilityChoice,
  hash: string | undefined,
  former: Visibility,
) {
  if (visibility) return visibility
  if (hash !== undefined) return 'password'
  const next = password === '' ? 'public' : former
  return next === 'public' && is_private ? 'password' : next
}

/**
 * Returns the new value of `item.password`.
 *
 * @param hash of the password that was typed
 * @param former the current value, or the source's in a copy; empty for a new item
 * @throws {AppError} privateNeedsPassword
 */
export function storedPassword(choice: VisibilityChoice, hash: string | undefined, former = ''): string {
  const formerly = visibilityOf({ password: former })
  const next = visibilityFor(choice, hash, formerly)
  if (next === 'public') return ''
  if (next === 'members') return noPassword
  if (hash !== undefined) return hash
  return formerly === 'password' && choice.password !== '' ? former : fail('privateNeedsPassword')
}
