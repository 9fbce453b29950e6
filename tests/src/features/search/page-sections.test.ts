import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildOutline } from '#shared/markdown/outline.ts'
import { parseMarkdown } from '#shared/markdown/pipeline.ts'
import { idToHash } from '#shared/markdown/slug.ts'
import { extractHeadings, findHeadingAbove, splitIntoSections } from '#src/features/search/page-sections.ts'

const kindsOf = (text: string) =>
  splitIntoSections(text).map(({ kind, start }, at, all) => [kind, text.slice(start, all[at + 1]?.start)])

test('divides a text into headings, text and code', () => {
  expect(kindsOf('# One\ntext\n```js\n# code\n```\nmore\n')).toEqual([
    ['heading', '# One\n'],
    ['text', 'text\n'],
    ['code', '```js\n# code\n```\n'],
    ['text', 'more\n'],
  ])
  expect(kindsOf('- a\n\n  ~~~~\n  code\n  ~~~\n  ~~~~\nend')).toEqual([
    ['text', '- a\n\n'],
    ['code', '  ~~~~\n  code\n  ~~~\n  ~~~~\n'],
    ['text', 'end'],
  ])
  expect(kindsOf('Title\n===\n\n| a |\n|---|\n---\n')).toEqual([
    ['heading', 'Title\n===\n'],
    ['text', '\n| a |\n|---|\n---\n'],
  ])
  expect(kindsOf('```\nnever closed\n# x')).toEqual([['code', '```\nnever closed\n# x']])
  expect(kindsOf('')).toEqual([['text', '']])
})

test('counts headings without a space, but not other lines that begin with the character', () => {
  const text = '#标题\n##Title\n#define X\n#123\n#FF8800\n#!/bin/sh\n#\n#Users\n'
  expect(extractHeadings(text).split('\n')).toEqual(['#标题', '##Title', '#', '#Users'])
})

test('returns the anchors of the page', () => {
  const rich = readFileSync(new URL('../../../e2e/support/rich-page.md', import.meta.url), 'utf8')
  const own =
    '# Same\n\n## Same\n\n### 用户 `code` *em* **b** [link](/x "t") ![pic](y.png) ##\n\nSetext *h*\n---\n\n#标题\n\n## a_b <b>x</b> _y_\n'
  for (const text of [own, rich]) {
    const lines = text.split('\n')
    const outline = buildOutline(parseMarkdown(text, 'relative').tokens)
    const parts = splitIntoSections(text)
    const expected = outline.map((entry) => `#${headingAt(lines, entry.line).anchor}`)
    function headingAt(all: string[], line: number) {
      return findHeadingAbove(text, parts, all.slice(0, line - 1).join('\n').length + 1)
    }
    expect(expected).toEqual(outline.map((entry) => idToHash(entry.id)))
    expect(outline.length).toBeGreaterThan(4)
  }
  expect(findHeadingAbove('text\n# A', splitIntoSections('text\n# A'), 2)).toEqual({ heading: '', anchor: '' })
})

test('processes a hostile text in linear time', () => {
  const started = performance.now()
  for (const line of [
    '> '.repeat(200_000),
    '- '.repeat(200_000),
    ' '.repeat(400_000),
    '#'.repeat(400_000),
    '`'.repeat(400_000),
    '[('.repeat(200_000),
    '\n='.repeat(200_000),
    '_ '.repeat(200_000),
    '<a'.repeat(200_000),
  ]) {
    const text = `# ${line}\n${line}\nend`
    findHeadingAbove(text, splitIntoSections(text), text.length)
  }
  expect(performance.now() - started).toBeLessThan(5000)
})
