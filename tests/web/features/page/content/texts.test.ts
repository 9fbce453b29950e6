import { expect, test } from 'vitest'
import { bodyText } from '#web/features/page/content/body-text.ts'
import { readingMinutes } from '#web/features/page/content/reading-time.ts'
import { watermarkImage } from '#web/features/page/content/watermark-image.ts'

test('shows Markdown as it is', () => {
  expect(bodyText('# Title')).toBe('# Title')
  expect(bodyText('[link](/a) and {braces}')).toBe('[link](/a) and {braces}')
  expect(bodyText('')).toBe('')
})

test('shows a JSON page as a code block', () => {
  expect(bodyText('{"info":{"url":"/x"}}')).toBe('```json\n{\n  "info": {\n    "url": "/x"\n  }\n}\n```\n')
  expect(bodyText(' [1]')).toContain('```json')
})

test('backticks in JSON do not end the block', () => {
  const text = bodyText('{"a":"````"}')
  expect(text.startsWith('`````json\n')).toBe(true)
  expect(text.endsWith('\n`````\n')).toBe(true)
})

test('reading takes a minute per 400 Chinese characters or 220 words, and at least one', () => {
  expect(readingMinutes('')).toBe(1)
  expect(readingMinutes('字'.repeat(1200))).toBe(3)
  expect(readingMinutes('word '.repeat(440))).toBe(2)
  expect(readingMinutes(`${'字'.repeat(400)} ${'word '.repeat(220)}`)).toBe(2)
})

test('escapes a name with markup in the watermark', () => {
  const svg = decodeURIComponent(watermarkImage(['<b>&"', '2026-11-21']))
  expect(svg).toContain('&lt;b&gt;&amp;&quot;')
  expect(svg).not.toContain('<b>')
})
