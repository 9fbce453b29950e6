/** A role in an item, as the server encodes it: 0 read, 1 edit, 2 manage. Source: specification 3. */
export type Role = '0' | '1' | '2'

/** The roles in display order. */
export const roles: readonly Role[] = ['0', '1', '2']

const keys = { '0': 'read', '1': 'edit', '2': 'manage' } as const

/** Returns the message key of a role: `role.read`. */
export const roleKey = (role: Role) => keys[role]

/** The role of a new member. Source: specification 5, member add. */
export const defaultRole: Role = '1'

/** Parses a role given as a number or digit. */
export const parseRole = (value: string | number): Role => roles.find((role) => role === String(value)) ?? '0'

/** Whether a role can be limited to catalogs: managers cannot. */
export const isLimitable = (role: Role): boolean => role !== '2'

/** Parses the server's comma-separated list of limit ids. */
export const parseIds = (cat_ids: string): number[] =>
  cat_ids
    .split(',')
    .map(Number)
    .filter((id) => id > 0)
