import type { Visibility } from '#contract/visibility.ts'
import type { api } from '#web/lib/api.ts'

/** What an import found and would do. */
export type Report = Awaited<ReturnType<typeof api.import.check>>['report']

/** Who can see the item as the file says; undefined for Markdown and API descriptions, which do not say. */
export const visibilityOfFile = ({
  source,
  visibility,
}: Pick<Report, 'source' | 'visibility'>): Visibility | undefined =>
  source === 'showdoc' || source === 'showdoc-old' ? visibility : undefined

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
export function getImportBlocker(item: {
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
