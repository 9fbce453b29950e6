import { passwordMask } from '#contract/item.ts'
import type { Visibility } from '#contract/visibility.ts'
import { noPassword, visibilityOf } from '#src/access/visibility.ts'
import { fail } from '#src/core/errors.ts'
import { hashPassword } from '#src/core/secrets.ts'

/** Who shall see an item, as a call says it. */
export interface VisibilityChoice {
  /** Undefined in calls of existing clients: then the password says it. */
  visibility?: Visibility | undefined
  /** The access password. The mask stands for the present one; so does undefined. Empty without `visibility`: public. */
  password?: string | undefined
  /** In calls without `visibility`: the item must not become public. */
  is_private?: boolean | undefined
}

/** The password that was typed; undefined for none and for the mask. */
export const typedPassword = ({ password }: VisibilityChoice): string | undefined =>
  password === passwordMask || password === '' ? undefined : password

/** The hash of the password that was typed; undefined for none. Made before a transaction, for it takes its time. */
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
 * What `item.password` becomes.
 *
 * @param hash of the password that was typed
 * @param former what it was, or is in the source of a copy; empty for a new item
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
