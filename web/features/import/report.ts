import type { api } from '#web/lib/api.ts'

/** What an import found and would do. */
export type Report = Awaited<ReturnType<typeof api.import.check>>['report']

/**
 * Who may read the new item: `keep` as the file says, `members` only members, `public` everybody, `password` members
 * and whoever knows a new visit password.
 */
export type ImportVisibility = 'keep' | 'members' | 'public' | 'password'

/** What can be chosen for a new item; the first one is offered. Plain Markdown and API descriptions do not say who may read it. */
export function visibilityChoices(report: Pick<Report, 'source' | 'is_private'>): ImportVisibility[] {
  if (report.source === 'markdown' || report.source === 'openapi' || report.source === 'postman')
    return ['members', 'public', 'password']
  return report.is_private ? ['keep', 'public', 'password'] : ['public', 'password']
}

/** What the choice sends. */
export function visibilityInput(
  choice: ImportVisibility,
  password: string,
): { is_private?: boolean; password?: string } {
  if (choice === 'public') return { is_private: false }
  return choice === 'password' ? { is_private: true, password } : {}
}

const reasons = [
  'notMarkdown',
  'notText',
  'titleTooLong',
  'pageTooLarge',
  'folded',
  'renamed',
  'untitled',
  'nameCut',
  'merged',
  'controlsRemoved',
  'encodingGuessed',
  'asJsonText',
  'typeChanged',
  'shortened',
  'schemaCut',
  'fileMissing',
  'fileTooLarge',
  'fileRefused',
] as const

/** Why a part was left out or changed, as a key of the locale; `other` for what this page does not know. */
export const reasonKey = (reason: string): (typeof reasons)[number] | 'other' =>
  reasons.find((one) => one === reason) ?? 'other'

/** What keeps a person from importing into an item: not all of it is theirs to write in, or it takes no pages. */
export function closedTo(item: {
  item_type: string
  is_archived: string
  item_edit: boolean
  is_limited: boolean
}): 'archived' | 'noRight' | 'limited' | 'otherKind' | undefined {
  if (!item.item_edit) return item.is_archived === '1' ? 'archived' : 'noRight'
  if (item.is_archived === '1') return 'archived'
  if (item.is_limited) return 'limited'
  return item.item_type === '3' || item.item_type === '4' ? 'otherKind' : undefined
}
