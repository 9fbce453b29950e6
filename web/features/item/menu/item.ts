import type { Visibility } from '#shared/contract/visibility.ts'
import { getItemType } from '#shared/item-types.ts'

/** The data of an item that its menu and dialogs need. */
export interface MenuItem {
  item_id: string
  item_name: string
  item_domain: string
  item_type: string
  item_description?: string
  /** Who can see it, if known. */
  visibility?: Visibility
  /** May manage the item. */
  canManage: boolean
  /** May edit the item: activity, recycle bin, copy. */
  canEdit: boolean
  isArchived: boolean
  /** Sees only some catalogs, and may change nothing that concerns the whole item; if known. */
  isLimited?: boolean
  /** Owns the item; undefined if unknown. */
  isOwner?: boolean | undefined
  /** Undefined for items outside the user's list, where a star would not show. */
  isStarred?: boolean | undefined
  page_count?: number
  /** Whether it has API pages, if known. */
  hasApi?: boolean
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
  | 'apiChanges'
  | 'transfer'
  | 'archive'
  | 'delete'
  | 'leave'

/** An action that the menu offers. */
export type ItemAction =
  | ItemDialogKind
  | 'open'
  | 'newTab'
  | 'copyLink'
  | 'star'
  | 'catalogs'
  | 'runs'
  | 'settings'
  | 'apiHealth'
  | 'models'

/**
 * Returns the actions available on an item, in groups: those for everyone, those for editors and managers, and the
 * destructive ones last.
 * Source: specification 2, card menu and manager menu.
 */
export function getAvailableActions(item: MenuItem, isOpen: boolean): ItemAction[][] {
  const { canManage, canEdit, isArchived } = item
  const isLive = !isArchived
  const { editor, hasFolders } = getItemType(item.item_type)
  // Pages of an API client item come from the API client alone; a spreadsheet takes none.
  const takesPages = isLive && editor === 'text'
  const when = (is: boolean, ...actions: ItemAction[]) => (is ? actions : [])
  const groups: ItemAction[][] = [
    [...when(!isOpen, 'open', 'newTab'), 'copyLink', 'share', ...when(item.isStarred !== undefined, 'star')],
    [
      ...when(canManage && isLive, 'edit', 'members', 'openApi'),
      ...when(canEdit && takesPages && !item.isLimited, 'params'),
      ...when(canEdit && isLive && hasFolders, 'catalogs'),
      ...when(item.hasApi ?? false, 'models'),
      ...when(canEdit && editor === 'text' && (item.hasApi ?? false), 'apiHealth'),
      ...when(canEdit && editor === 'text' && !item.isLimited, 'runs'),
      ...when(canEdit, 'recycle', 'changeLog'),
      ...when(item.hasApi ?? editor === 'apiClient', 'apiChanges'),
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
