import type { Visibility } from '#contract/visibility.ts'

/** What the menu and the dialogs of an item know of it. */
export interface MenuItem {
  item_id: string
  item_name: string
  item_domain: string
  item_type: string
  item_description?: string
  /** Who can see it, where that is known. */
  visibility?: Visibility
  /** May manage it. */
  canManage: boolean
  /** May write in it: change log, recycle bin, copy. */
  canEdit: boolean
  isArchived: boolean
  /** Sees some catalogs alone, and may change nothing that is the whole item's; where that is known. */
  isLimited?: boolean
  /** Is its owner; undefined where that is not known. */
  isOwner?: boolean | undefined
  /** Undefined for items that are not in one's own list: a star would show nowhere. */
  isStarred?: boolean | undefined
  page_count?: number
}

/** A dialog of an item. */
export type ItemDialogKind =
  | 'share'
  | 'edit'
  | 'members'
  | 'openApi'
  | 'params'
  | 'recycle'
  | 'copy'
  | 'import'
  | 'export'
  | 'changeLog'
  | 'transfer'
  | 'archive'
  | 'delete'
  | 'leave'

/** One thing that the menu offers. */
export type ItemAction = ItemDialogKind | 'open' | 'newTab' | 'copyLink' | 'star' | 'catalogs' | 'settings'

const clientType = '3'
const sheetType = '4'
const singleType = '2'

/**
 * What one may do with an item, in groups: what everybody may, what editors and managers may, and last what is dangerous.
 * Source: specification 2, card menu and manager menu.
 */
export function getAvailableActions(item: MenuItem, isOpen: boolean): ItemAction[][] {
  const { canManage, canEdit, isArchived, item_type } = item
  const isLive = !isArchived
  // pages come in by the API client alone
  const takesPages = isLive && item_type !== clientType && item_type !== sheetType
  const when = (is: boolean, ...deeds: ItemAction[]) => (is ? deeds : [])
  const groups: ItemAction[][] = [
    [...when(!isOpen, 'open', 'newTab'), 'copyLink', 'share', ...when(item.isStarred !== undefined, 'star')],
    [
      ...when(canManage && isLive, 'edit', 'members', 'openApi'),
      ...when(canEdit && takesPages && !item.isLimited, 'params'),
      ...when(canEdit && takesPages && item_type !== singleType, 'catalogs'),
      ...when(canEdit, 'recycle', 'changeLog'),
      ...when(canManage, 'settings'),
    ],
    [...when(canEdit, 'copy'), ...when(canManage && takesPages, 'import'), ...when(canEdit, 'export')],
    [
      ...when(canManage && isLive, 'transfer', 'archive'),
      ...when(canManage, 'delete'),
      ...when(item.isOwner === false, 'leave'),
    ],
  ]
  return groups.filter((group) => group.length > 0)
}
