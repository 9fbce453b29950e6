import { expect, test } from 'vitest'
import { hitPath } from '#web/features/search/hit-path.ts'
import { isSameRequest, parseRequest, parseTyped, searchPath, toQueryInput } from '#web/features/search/request.ts'

const bare = { words: '', item_id: '', type: '', by: '', updated: '', page: 1 }

test('reads filters from the query text, in both languages', () => {
  expect(parseTyped('  create   user ')).toEqual({ words: 'create user', type: '', by: '', updated: '' })
  expect(parseTyped('create type:single by:ann updated:7d user')).toEqual({
    words: 'create user',
    type: '2',
    by: 'ann',
    updated: '7',
  })
  expect(parseTyped('用户 type：表格 BY:王小明')).toEqual({ words: '用户', type: '4', by: '王小明', updated: '' })
})

test('searches for what only looks like a filter', () => {
  expect(parseTyped('type:error updated:5 by: a:b https://x').words).toBe('type:error updated:5 by: a:b https://x')
})

test('a request and its address are equivalent', () => {
  const request = { words: '订单 a&b', item_id: '71', type: '', by: 'ann', updated: '30', page: 3 }
  const path = searchPath(request)
  expect(path.startsWith('/search?')).toBe(true)
  expect(parseRequest(new URLSearchParams(path.split('?')[1]))).toEqual(request)
  expect(searchPath(bare)).toBe('/search')
  expect(isSameRequest(request, { ...request })).toBe(true)
  expect(isSameRequest(undefined, bare)).toBe(false)
})

test('ignores invalid values in the address', () => {
  const query = new URLSearchParams('q=a&item=-1&type=9&updated=x&page=-2')
  expect(parseRequest(query)).toEqual({ ...bare, words: 'a' })
})

test('sends only the limits that are set', () => {
  expect(toQueryInput({ ...bare, words: 'a' }, 20)).toEqual({ keyword: 'a', page: 1, count: 20 })
  const now = 1_000_000_000
  expect(toQueryInput({ ...bare, words: 'a', type: '2', by: 'ann', updated: '1' }, 20, now)).toEqual({
    keyword: 'a',
    page: 1,
    count: 20,
    item_type: 2,
    author_username: 'ann',
    saved_since: 1_000_000 - 86_400,
  })
  // one item has one type
  expect(toQueryInput({ ...bare, words: 'a', item_id: '7', type: '2' }, 20)).not.toHaveProperty('item_type')
})

test('a hit links to its heading, with the words to highlight', () => {
  const hit = { item_id: '7', item_domain: '', page_id: '9', anchor: 'errors' }
  expect(hitPath(hit, 'a b')).toBe('/7/9?hit=a+b#errors')
  expect(hitPath({ ...hit, item_domain: 'orders', anchor: '' }, 'x')).toBe('/orders/9?hit=x')
})
