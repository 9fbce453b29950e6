import { expect, test } from 'vitest'
import {
  expiryDays,
  htmlLink,
  itemPath,
  markdownLink,
  pagePath,
  publicLinkPath,
} from '#web/features/item/share/links.ts'

const item = { item_id: '7', item_domain: 'orders' }

test('addresses use the custom URL of an item, else its id', () => {
  expect(itemPath(item)).toBe('/orders')
  expect(pagePath(item, '12')).toBe('/orders/12')
  expect(pagePath({ ...item, item_domain: '' }, '12')).toBe('/7/12')
  expect(publicLinkPath('ab12')).toBe('/p/ab12')
})

test('a malicious title breaks out of neither a Markdown nor an HTML link', () => {
  const address = 'https://x.org/a/(1)?b=1&c=2'
  expect(markdownLink('A [b](c) \\', address)).toBe('[A \\[b\\](c) \\\\](https://x.org/a/%281%29?b=1&c=2)')
  expect(htmlLink('</a><script>"', address)).toBe(
    '<a href="https://x.org/a/(1)?b=1&amp;c=2">&lt;/a&gt;&lt;script&gt;&quot;</a>',
  )
})

test('a link does not expire by default', () => {
  expect(expiryDays[0]).toBe('0')
})
