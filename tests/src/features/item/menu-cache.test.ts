import { expect, test } from 'vitest'
import type { Menu } from '#shared/contract/item.ts'
import { SerializedJson } from '#src/core/serialized-json.ts'
import { MenuCache, type WholeMenu } from '#src/features/item/menu-cache.ts'

function menuOf(page_title: string): WholeMenu {
  const menu: Menu = {
    pages: [
      {
        page_id: '1',
        author_uid: '1',
        cat_id: '0',
        page_title,
        addtime: '1',
        ext_info: '',
        is_draft: '0',
        s_number: '1',
      },
    ],
    catalogs: [],
  }
  return { menu, serialized: new SerializedJson(menu), hasDrafts: false }
}

test('returns a menu only for the revision that it shows', () => {
  const menus = new MenuCache()
  const menu = menuOf('T')
  menus.store(1, 5, menu)
  expect(menus.find(1, 5)).toMatchObject(menu)
  expect(menus.find(1, 6)).toBeUndefined()
  expect(menus.find(2, 5)).toBeUndefined()
  menus.store(1, 6, menuOf('U'))
  expect(menus.find(1, 5)).toBeUndefined()
})

test('evicts the least recently used menus when 64 MB are full', () => {
  const menus = new MenuCache()
  const large = menuOf('x'.repeat(25_000_000))
  menus.store(1, 1, large)
  menus.store(2, 1, large)
  expect(menus.find(1, 1)).toBeDefined()
  menus.store(3, 1, large)
  expect([1, 2, 3].map((item_id) => menus.find(item_id, 1) !== undefined)).toEqual([true, false, true])
  menus.store(3, 2, menuOf('small'))
  menus.store(4, 1, large)
  expect([1, 3, 4].map((item_id) => menus.find(item_id, item_id === 3 ? 2 : 1) !== undefined)).toEqual([
    true,
    true,
    true,
  ])
})

test('does not cache a menu larger than the whole cache', () => {
  const menus = new MenuCache()
  menus.store(1, 1, menuOf('T'))
  menus.store(2, 1, menuOf('x'.repeat(64_000_001)))
  expect(menus.find(2, 1)).toBeUndefined()
  expect(menus.find(1, 1)).toBeDefined()
})
