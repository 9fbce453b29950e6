import { expect, test } from 'vitest'
import { describeText, shorten } from '#src/features/docs-site/description.ts'

test('takes the first sentences of the paragraphs, without marks', () => {
  const text = `[TOC]

# Payments

Send **money** with [one call](https://example.com) and \`POST\`.

| a | b |
|---|---|
| 1 | 2 |

Second paragraph.`
  expect(describeText(text)).toBe('Send money with one call and POST. Second paragraph.')
})

test('has nothing to say of a page without paragraphs', () => {
  expect(describeText('# Title\n\n```\ncode\n```\n')).toBe('')
  expect(describeText('')).toBe('')
})

test('is cut at the end of a word, and never inside a character', () => {
  const words = shorten('word '.repeat(100))
  expect(words.length).toBeLessThanOrEqual(200)
  expect(words.endsWith('word…')).toBe(true)
  const chinese = shorten('支付接口'.repeat(100))
  expect(chinese).toHaveLength(200)
  expect(shorten(`${'a'.repeat(198)}😀b`).isWellFormed()).toBe(true)
})
