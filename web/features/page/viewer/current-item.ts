import { createContext, useContext } from 'react'
import { getItemType } from '#shared/item-types.ts'
import { type ItemInfo } from '#web/features/item/opened-items/index.ts'
import { buildTree, listPages, type PageNode, type TreeNode } from '#web/features/item/tree/index.ts'

/** An opened item as the viewer needs it. */
export interface CurrentItem {
  item_id: string
  /** The item's name in addresses: its custom address, otherwise its id. */
  ref: string
  name: string
  nodes: TreeNode[]
  /** The pages in reading order. */
  pages: PageNode[]
  /** The page to open when the address names none; undefined when the item is empty. */
  firstPage: string | undefined
  /** Whether the user may edit pages of this item type here. */
  canEdit: boolean
  /** Whether the user may edit the spreadsheet of the item. */
  canEditSheet: boolean
  /** Whether the user sees only some catalogs, and may change nothing at the top level. */
  isLimited: boolean
  /** Whether the user may export pages. */
  canExport: boolean
  canManage: boolean
  /** What the dialogs about an item need. */
  summary: Pick<ItemInfo, 'item_id' | 'item_name' | 'item_domain' | 'item_type' | 'visibility' | 'global_param'>
  /** Whether the item is a single page or a spreadsheet, which has no tree. */
  isOnePage: boolean
  isArchived: boolean
  /** When it was archived, in Unix seconds; '0' when that was not recorded. */
  archiveTime: string
  /** Why its pages are read-only here, apart from permissions. */
  readOnlyReason: 'apiClient' | 'sheet' | undefined
  hasWatermark: boolean
  /** The docs site that it is published as. */
  site: ItemInfo['docs_site']
  /** Whether readers may comment on its pages. */
  allowsComments: boolean
  /** Whether readers are asked if a page was helpful. */
  asksHelpful: boolean
}

const views = new WeakMap<ItemInfo, CurrentItem>()

/** Converts the server's item to what the viewer needs; the same object for the same response. */
export function toCurrentItem(info: ItemInfo): CurrentItem {
  const known = views.get(info) ?? readItem(info)
  views.set(info, known)
  return known
}

function readItem(info: ItemInfo): CurrentItem {
  const { item_id } = info
  const { isOnePage, editor } = getItemType(info.item_type)
  const nodes = buildTree(info.menu)
  const pages = listPages(nodes)
  return {
    item_id,
    ref: info.item_domain || item_id,
    name: info.docs_site?.site_name ?? info.item_name,
    nodes,
    pages,
    firstPage: info.default_page_id === '0' ? pages[0]?.id : info.default_page_id || pages[0]?.id,
    canEdit: info.item_edit && editor === 'text',
    canEditSheet: info.item_edit && editor === 'sheet' && info.is_archived !== '1',
    isLimited: info.is_limited,
    canExport: info.item_edit,
    canManage: info.item_manage,
    summary: info,
    isOnePage,
    isArchived: info.is_archived === '1',
    archiveTime: info.archive_time,
    readOnlyReason: editor === 'text' ? undefined : editor,
    hasWatermark: info.show_watermark > 0,
    site: info.docs_site,
    allowsComments: info.allow_comment === '1',
    asksHelpful: info.allow_feedback === '1',
  }
}

/** Returns the path of a page of an item. */
export const pagePath = (item: Pick<CurrentItem, 'ref'>, page_id: string): string => `/${item.ref}/${page_id}`

/** Returns the path of the editor on a page. */
export const editPath = (item: Pick<CurrentItem, 'item_id'>, page_id: string): string =>
  `/page/edit/${item.item_id}/${page_id}`

/** Returns the path of the editor on a new page in a catalog; '0' or undefined for the top level. */
export const newPagePath = (item: Pick<CurrentItem, 'item_id'>, cat_id?: string): string =>
  `${editPath(item, '0')}${cat_id && cat_id !== '0' ? `?cat_id=${cat_id}` : ''}`

/** Returns the path of the editor on a new API page. */
export const newApiPagePath = (item: Pick<CurrentItem, 'item_id'>, cat_id?: string): string => {
  const path = newPagePath(item, cat_id)
  return `${path}${path.includes('?') ? '&' : '?'}kind=api`
}

/** Returns the path that imports into an item. */
export const importPath = (item: Pick<CurrentItem, 'item_id'>): string => `/item/index?import=${item.item_id}`

/** Returns the pages before and after `page_id` in reading order. */
export function adjacentPages(pages: readonly PageNode[], page_id: string): { before?: PageNode; after?: PageNode } {
  const at = pages.findIndex(({ id }) => id === page_id)
  if (at < 0) return {}
  const before = pages[at - 1]
  const after = pages[at + 1]
  return { ...(before && { before }), ...(after && { after }) }
}

const Context = createContext<CurrentItem | undefined>(undefined)

/** Provides the open item to everything in the viewer. */
export const CurrentItemProvider = Context.Provider

/** Returns the open item. */
export function useCurrentItem(): CurrentItem {
  const item = useContext(Context)
  if (!item) throw new Error('outside of the viewer')
  return item
}
