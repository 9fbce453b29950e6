import { expect, test } from 'vitest'
import { absentWords, commonWords, pageText, pageTitle, rareWords } from '#build/bench/texts.ts'

const numbers = Array.from({ length: 500 }, (_, number) => number)
const texts = numbers.map((number) => `${pageTitle(number)}\n${pageText(number)}`)
const holding = (word: string) => texts.filter((text) => text.includes(word)).length

test('a page is the same on each run and differs between versions', () => {
  expect(pageText(7, 1)).toBe(pageText(7, 1))
  expect(pageText(7, 2)).not.toBe(pageText(7, 1))
})

test('pages have 2 to 20 KB and 8 KB on average, like those the targets were measured with', () => {
  const sizes = texts.map((text) => Buffer.byteLength(text))
  expect(Math.min(...sizes)).toBeGreaterThan(2000)
  expect(Math.max(...sizes)).toBeLessThan(23_000)
  const average = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  expect(Math.abs(average - 8500)).toBeLessThan(1000)
})

test('common words are on all pages, rare ones on two of 500, absent ones on none', () => {
  expect(commonWords.map(holding)).toEqual([500, 500, 500])
  expect(rareWords.map(holding)).toEqual([2, 2, 2])
  expect(absentWords.map(holding)).toEqual([0, 0, 0])
})
