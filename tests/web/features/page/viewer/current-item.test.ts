import { expect, test } from 'vitest'
import type { ItemInfo } from '#web/features/item/opened-items/index.ts'
import {
  adjacentPages,
  editPath,
  importPath,
  newPagePath,
  pagePath,
  toCurrentItem,
} from '#web/features/page/viewer/current-item.ts'

const row = { author_uid: '1', cat_id: '0', addtime: '1', ext_info: '', is_draft: '0' }
const info: ItemInfo = {
  item_id: '7',
  item_domain: 'orders',
  is_archived: '0',
  archive_time: '0',
  item_name: 'Orders API',
  item_description: '',
  item_type: '1',
  default_page_id: '2',
  default_cat_id2: 0,
  default_cat_id3: 0,
  default_cat_id4: 0,
  unread_count: 0,
  menu: {
    pages: [
      { ...row, page_id: '1', page_title: 'A', s_number: '1' },
      { ...row, page_id: '2', page_title: 'B', s_number: '2' },
    ],
    catalogs: [],
  },
  is_login: true,
  is_private: 0,
  visibility: 'public',
  item_edit: true,
  item_manage: true,
  is_limited: false,
  ItemPermn: true,
  ItemCreator: true,
  current_page_id: 0,
  global_param: [],
  show_watermark: 0,
  allow_comment: '0',
  allow_feedback: '0',
  ai_knowledge_base_enabled: 0,
  ai_config: { enabled: 0, dialog_collapsed: 1, guest_enabled: 0, welcome_message: '', system_prompt: '' },
  docs_site: null,
}

test('an item is addressed by its custom URL, else by its id', () => {
  expect(pagePath(toCurrentItem(info), '2')).toBe('/orders/2')
  expect(pagePath(toCurrentItem({ ...info, item_domain: '' }), '2')).toBe('/7/2')
})

test('opens the first page given by the server, or none in an empty item', () => {
  expect(toCurrentItem(info).firstPage).toBe('2')
  const empty = { ...info, default_page_id: '0', menu: { pages: [], catalogs: [] } }
  expect(toCurrentItem(empty).firstPage).toBeUndefined()
})

test('API client and spreadsheet items cannot be edited here', () => {
  expect(toCurrentItem({ ...info, item_type: '3' })).toMatchObject({
    canEdit: false,
    readOnlyReason: 'apiClient',
    isOnePage: false,
  })
  expect(toCurrentItem({ ...info, item_type: '4' })).toMatchObject({
    canEdit: false,
    readOnlyReason: 'sheet',
    isOnePage: true,
  })
  expect(toCurrentItem({ ...info, item_type: '2' })).toMatchObject({ canEdit: true, isOnePage: true })
})

test('creates a new page in the catalog of the current one', () => {
  expect(newPagePath(info, '5')).toBe('/page/edit/7/0?cat_id=5')
  expect(newPagePath(info, '0')).toBe('/page/edit/7/0')
  expect(newPagePath(info)).toBe('/page/edit/7/0')
  expect(editPath(info, '2')).toBe('/page/edit/7/2')
  expect(importPath(info)).toBe('/item/index?import=7')
})

test('a page has a previous and a next one', () => {
  const { pages } = toCurrentItem(info)
  expect(adjacentPages(pages, '1')).toMatchObject({ after: { id: '2' } })
  expect(adjacentPages(pages, '2')).toMatchObject({ before: { id: '1' } })
  expect(adjacentPages(pages, '9')).toEqual({})
})
