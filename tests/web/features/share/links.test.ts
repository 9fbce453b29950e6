import { expect, test } from 'vitest'
import {
  expiryDays,
  htmlLink,
  isOnePage,
  itemPath,
  markdownLink,
  pagePath,
  publicLinkPath,
} from '#web/features/share/links.ts'

const item = { item_id: '7', item_domain: 'orders' }

test('addresses name the item by its own address, else by its number', () => {
  expect(itemPath(item)).toBe('/orders')
  expect(pagePath(item, '12')).toBe('/orders/12')
  expect(pagePath({ ...item, item_domain: '' }, '12')).toBe('/7/12')
  expect(publicLinkPath('ab12')).toBe('/p/ab12')
})

test('a single page and a spreadsheet are one page as a whole', () => {
  expect(['0', '1', '2', '3', '4'].filter((item_type) => isOnePage({ item_type }))).toEqual(['2', '4'])
})

test('a hostile title ends neither a Markdown nor an HTML link', () => {
  const address = 'https://x.org/a/(1)?b=1&c=2'
  expect(markdownLink('A [b](c) \\', address)).toBe('[A \\[b\\](c) \\\\](https://x.org/a/%281%29?b=1&c=2)')
  expect(htmlLink('</a><script>"', address)).toBe(
    '<a href="https://x.org/a/(1)?b=1&amp;c=2">&lt;/a&gt;&lt;script&gt;&quot;</a>',
  )
})

test('a link lives for ever unless told', () => {
  expect(expiryDays[0]).toBe('0')
})
