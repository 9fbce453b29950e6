import type { api } from '#web/lib/api.ts'

/** One line of a change log. */
export type Change = Awaited<ReturnType<typeof api.item.getChangeLog>>['list'][number]

/** How many lines stand on a page. Source: specification 2, Change log. */
export const pageSize = 10

/** What is looked for; empty for all. */
export interface ChangeFilter {
  username: string
  action: string
}

/** The lines that fit a filter. */
export const filterChanges = (changes: readonly Change[], { username, action }: ChangeFilter): Change[] =>
  changes.filter(
    (one) => (username === '' || one.username === username) && (action === '' || one.op_action_type === action),
  )

/** Everybody in a log once, by their user name, with their own name. */
export function peopleIn(changes: readonly Change[]): { username: string; name: string }[] {
  const people = new Map<string, string>()
  for (const { username, name } of changes) if (username !== '') people.set(username, name)
  return [...people].map(([username, name]) => ({ username, name }))
}

/** Everything that was done in a log once, with its word. */
export function actionsIn(changes: readonly Change[]): { action: string; word: string }[] {
  const actions = new Map<string, string>()
  for (const one of changes) actions.set(one.op_action_type, one.op_action_type_desc)
  return [...actions].map(([action, word]) => ({ action, word }))
}

/** How many pages came in, of a line that tells an import; undefined of any other. */
export const importedPages = ({ op_action_type, remark }: Change): number | undefined =>
  op_action_type === 'import' && /^\d+$/.test(remark) ? Number(remark) : undefined

const keeping = new Set(['create', 'update', 'recover'])

/** Whether a line names a page that can be opened. Source: specification 2: create and update entries link to the page. */
export const leadsToPage = ({ op_object_type, op_action_type, op_object_id }: Change): boolean =>
  op_object_type === 'page' && keeping.has(op_action_type) && Number(op_object_id) > 0

/** What was changed, in the server's words; its word for a page is that of former clients, with half-width brackets: `page` stands for it. */
export const getObjectLabel = ({ op_object_type, op_object_type_desc }: Change, page: string): string =>
  op_object_type === 'page' ? page : op_object_type_desc
