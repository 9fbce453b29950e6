import type { Visibility } from '#shared/contract/visibility.ts'
import { importFormats } from '#shared/import-formats.ts'
import { getItemType } from '#shared/item-types.ts'
import type { api } from '#web/lib/api.ts'

/** What an import found and would do. */
export type Report = Awaited<ReturnType<typeof api.import.check>>['report']

/** Returns the visibility stored in the file; undefined for Markdown and API descriptions, which have none. */
export const visibilityOfFile = ({
  source,
  visibility,
}: Pick<Report, 'source' | 'visibility'>): Visibility | undefined =>
  importFormats[source].hasVisibility ? visibility : undefined

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
  'notApi',
  'refRemote',
  'refMissing',
  'secretsLeftOut',
] as const

/** Returns the message key for why a part was left out or changed; `other` for unknown reasons. */
export const reasonKey = (reason: string): (typeof reasons)[number] | 'other' =>
  reasons.find((one) => one === reason) ?? 'other'

/** Returns why a user cannot import into an item: missing or limited rights, or a type of item that takes no pages. */
export function getImportBlocker(item: {
  item_type: string
  is_archived: string
  item_edit: boolean
  is_limited: boolean
}): 'archived' | 'noRight' | 'limited' | 'otherKind' | undefined {
  if (!item.item_edit) return item.is_archived === '1' ? 'archived' : 'noRight'
  if (item.is_archived === '1') return 'archived'
  if (item.is_limited) return 'limited'
  return getItemType(item.item_type).editor === 'text' ? undefined : 'otherKind'
}
