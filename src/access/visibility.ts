import { passwordMask } from '#contract/item.ts'
import type { Visibility } from '#contract/visibility.ts'

/** What `item.password` holds where no password opens the item: a sign that is the hash of none. */
export const noPassword = '!'

/** Who can see an item, by what `item.password` holds: nothing, `noPassword`, or the hash of its access password. */
export function visibilityOf({ password }: { password: string }): Visibility {
  if (password === '') return 'public'
  return password === noPassword ? 'members' : 'password'
}

/** Whether everyone may read an item. */
export const isPublic = (item: { password: string }): boolean => visibilityOf(item) === 'public'

/** The row of an item as callers get it: with who can see it, and a mask instead of the hash. */
export const maskPassword = <R extends { password: string }>(row: R): R & { visibility: Visibility } => ({
  ...row,
  visibility: visibilityOf(row),
  password: isPublic(row) ? '' : passwordMask,
})
