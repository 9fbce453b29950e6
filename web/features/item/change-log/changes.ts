import type { api } from '#web/lib/api.ts'

/** An entry of a change log. */
export type Change = Awaited<ReturnType<typeof api.item.getChangeLog>>['list'][number]

/** Entries per page. Source: specification 2, Change log. */
export const pageSize = 10

/** Filter of the change log; empty strings match everything. */
interface ChangeFilter {
  username: string
  action: string
}

/** Returns the entries that match a filter. */
export const filterChanges = (changes: readonly Change[], { username, action }: ChangeFilter): Change[] =>
  changes.filter(
    (one) => (username === '' || one.username === username) && (action === '' || one.op_action_type === action),
  )

/** Returns the distinct people in a log, by username, with their display name. */
export function peopleIn(changes: readonly Change[]): { username: string; name: string }[] {
  const people = new Map<string, string>()
  for (const { username, name } of changes) if (username !== '') people.set(username, name)
  return [...people].map(([username, name]) => ({ username, name }))
}

/** Returns the distinct actions in a log, with their labels. */
export function actionsIn(changes: readonly Change[]): { action: string; word: string }[] {
  const actions = new Map<string, string>()
  for (const one of changes) actions.set(one.op_action_type, one.op_action_type_desc)
  return [...actions].map(([action, word]) => ({ action, word }))
}

/** Returns the number of imported pages of an import entry; undefined for any other. */
export const importedPages = ({ op_action_type, remark }: Change): number | undefined =>
  op_action_type === 'import' && /^\d+$/.test(remark) ? Number(remark) : undefined

const keeping = new Set(['create', 'update', 'recover'])

/**
 * Whether an entry links to a page that can be opened. Source: specification 2: create and update entries link to the
 * page.
 */
export const leadsToPage = ({ op_object_type, op_action_type, op_object_id }: Change): boolean =>
  op_object_type === 'page' && keeping.has(op_action_type) && Number(op_object_id) > 0

/**
 * Returns the server's label of what was changed. Its label for a page is that of old clients, with half-width
 * brackets: `page` replaces it.
 */
export const getObjectLabel = ({ op_object_type, op_object_type_desc }: Change, page: string): string =>
  op_object_type === 'page' ? page : op_object_type_desc
