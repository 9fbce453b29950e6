/** The name of an item type in code, and the key of its texts in the locale `my-items`. */
export type ItemTypeName = 'regular' | 'single' | 'sheet' | 'api'

/** An item type with its traits. */
export interface ItemType {
  name: ItemTypeName
  /** Its numbers on the wire and in the database; new items get the first. */
  numbers: readonly [number, ...number[]]
  /** What people type after `type:` to search only items of this type. */
  filterWords: readonly string[]
  /** Whether items have exactly one page and no folders. */
  isOnePage: boolean
  /** Whether saving the page of an item renames the item. */
  isNamedAfterPage: boolean
  /** Whether people arrange the pages in folders here. */
  hasFolders: boolean
  /** Where pages are edited: in the text editor, in the grid, or only in an API client outside of the site. */
  editor: 'text' | 'sheet' | 'apiClient'
  /** Whether pages are JSON, in which a search finds only what people wrote. */
  hasJsonPages: boolean
  /** Whether a page may have `sheetMaxBytes` in place of `pageMaxBytes`. */
  hasLargePages: boolean
  /** Whether an item may allow readers to comment on pages and to rate them. */
  allowsFeedback: boolean
  /** Whether this is a type of ShowDoc that does not exist here: whiteboard (5), kanban (6). */
  isForeign: boolean
}

const regular: ItemType = {
  name: 'regular',
  numbers: [1, 0],
  filterWords: ['regular', '常规'],
  isOnePage: false,
  isNamedAfterPage: false,
  hasFolders: true,
  editor: 'text',
  hasJsonPages: false,
  hasLargePages: false,
  allowsFeedback: true,
  isForeign: false,
}

/**
 * The item types that can be created, in the order of menus. A new type needs its entry here, its texts in the locale
 * `my-items`, its icon in `web/features/item/my-items/type-icon.tsx`, and the screens in which it differs. Source:
 * specification 1; reference, formats 9.
 */
export const itemTypes: Readonly<Record<ItemTypeName, ItemType>> = {
  regular,
  single: {
    ...regular,
    name: 'single',
    numbers: [2],
    filterWords: ['single', '单页'],
    isOnePage: true,
    isNamedAfterPage: true,
    hasFolders: false,
    allowsFeedback: false,
  },
  sheet: {
    ...regular,
    name: 'sheet',
    numbers: [4],
    filterWords: ['sheet', '表格'],
    isOnePage: true,
    hasFolders: false,
    editor: 'sheet',
    hasJsonPages: true,
    hasLargePages: true,
    allowsFeedback: false,
  },
  api: {
    ...regular,
    name: 'api',
    numbers: [3],
    filterWords: ['api', '接口'],
    hasFolders: false,
    editor: 'apiClient',
    allowsFeedback: false,
  },
}

const foreign: ItemType = { ...regular, numbers: [5, 6], hasJsonPages: true, allowsFeedback: false, isForeign: true }

const byNumber = new Map(Object.values(itemTypes).flatMap((type) => type.numbers.map((number) => [number, type])))

/** The largest number of a type that can be created. */
export const maxItemType = Math.max(...byNumber.keys())

/** Returns the item type with a number, which the wire sends as text; a foreign type for an unknown number. */
export const getItemType = (item_type: number | string): ItemType => byNumber.get(Number(item_type)) ?? foreign
