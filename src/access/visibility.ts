import { passwordMask } from '#shared/contract/item.ts'
import type { Visibility } from '#shared/contract/visibility.ts'

/** The value of `item.password` when no password opens the item: it is the hash of no password. */
export const noPassword = '!'

/** Derives an item's visibility from `item.password`: empty, `noPassword`, or the hash of its access password. */
export function visibilityOf({ password }: { password: string }): Visibility {
  if (password === '') return 'public'
  return password === noPassword ? 'members' : 'password'
}

/** Whether everyone may read an item. */
export const isPublic = (item: { password: string }): boolean => visibilityOf(item) === 'public'

/** Converts an item's row for clients: adds its visibility, and replaces the password hash with a mask. */
export const maskPassword = <R extends { password: string }>(row: R): R & { visibility: Visibility } => ({
  ...row,
  visibility: visibilityOf(row),
  password: isPublic(row) ? '' : passwordMask,
})
