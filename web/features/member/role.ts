/** What somebody may do in an item: 0 read, 1 edit, 2 manage, as the server writes it. Source: specification 3. */
export type Role = '0' | '1' | '2'

/** The roles in the order they are offered. */
export const roles: readonly Role[] = ['0', '1', '2']

const keys = { '0': 'read', '1': 'edit', '2': 'manage' } as const

/** The key of a role's words: `role.read`. */
export const roleKey = (role: Role) => keys[role]

/** What somebody new gets. Source: specification 5, member add. */
export const defaultRole: Role = '1'

/** The role that a number or digit of the server names. */
export const parseRole = (value: string | number): Role => roles.find((role) => role === String(value)) ?? '0'

/** Who manages an item is not limited to catalogs. */
export const isLimitable = (role: Role): boolean => role !== '2'

/** The ids of a limit in the server's comma list. */
export const parseIds = (cat_ids: string): number[] =>
  cat_ids
    .split(',')
    .map(Number)
    .filter((id) => id > 0)
