import { describe, expect, test } from 'vitest'
import { newApiText } from '#web/features/api-docs/form/new-api.ts'
import { fittingCount } from '#web/features/editor/source/use-fitting-count.ts'
import { isNearEdge, sectionAround } from '#web/features/editor/text/preview-range.ts'
import { messageKey } from '#web/features/editor/text/save-error.ts'
import { matchingScroll, type SyncedPane } from '#web/features/editor/text/scroll-sync.ts'
import { countWords } from '#web/features/editor/text/word-count.ts'
import { listCatalogs } from '#web/features/tree/folders/index.tsx'
import { imageMarkdown } from '#web/lib/file-markdown.ts'
import { checkImage } from '#web/lib/upload.ts'

test.each([
  ['', 0],
  ['two words', 2],
  ["don't split it-up", 3],
  ['中文四字', 4],
  ['API 接口 v2', 4],
  ['# - | **', 0],
  ['| one | two |\n| :--- | ---: |\n| <br /> | <br /> |\n| &nbsp; | <br> |', 2],
  ['A [link](https://example.com/a/b "Title") and ![picture](a/b.png)', 4],
  ['See <https://example.com/a/b> or https://example.com/c', 4],
  ['Costs 1.50 or 10,000', 4],
  ['[TOC]\n\n> [!NOTE]\n> Mind[^1]\n\n[^1]: the gap\n[ref]: https://example.com/x', 3],
  ['```typescript title\nconst a = <T>(b)\n```\nend', 5],
  ['`<br>` breaks', 2],
  ['<!-- hidden words --> shown <span style="color: red">words</span>', 2],
  [newApiText(), 0],
  [
    JSON.stringify({
      info: { type: 'api', method: 'post', url: 'https://api.example.com/orders', description: '创建 order' },
      request: { headers: [{ name: 'X-Client', value: 'web', type: 'string', require: '1', remark: 'who asks' }] },
    }),
    // the address, 创, 建, order, X-Client, web, who, asks
    8,
  ],
])('%j has %i words', (text, count) => {
  expect(countWords(text)).toBe(count)
})

test('lists catalogs in tree order, with their paths', () => {
  const leaf = { cat_id: '3', cat_name: 'C', sub: [] }
  const tree = [
    { cat_id: '1', cat_name: 'A', sub: [{ cat_id: '2', cat_name: 'B', sub: [leaf] }] },
    { cat_id: '4', cat_name: 'D', sub: [] },
  ]
  expect(listCatalogs(tree)).toEqual([
    { cat_id: 1, path: ['A'] },
    { cat_id: 2, path: ['A', 'B'] },
    { cat_id: 3, path: ['A', 'B', 'C'] },
    { cat_id: 4, path: ['D'] },
  ])
})

describe('images', () => {
  test.each([
    [{ type: 'image/png', size: 10 }, undefined],
    [{ type: 'image/svg+xml', size: 10 }, 'notAnImage'],
    [{ type: '', size: 10 }, 'notAnImage'],
    [{ type: 'image/png', size: 4 * 1024 * 1024 + 1 }, 'tooLarge'],
  ])('%j: %s', (file, fault) => {
    expect(checkImage(file)).toBe(fault)
  })

  test.each([
    ['one.png', '/f?sign=1', '![one](/f?sign=1)'],
    ['a [b] *c*.jpeg', '/f', '![a b c](/f)'],
    ['截图.png', '/a b', '![截图](</a b>)'],
  ])('%s at %s', (name, url, markdown) => {
    expect(imageMarkdown(name, url)).toBe(markdown)
  })
})

describe('previewed section of a long text', () => {
  const section = (at: number) => `## ${at}\n\n\`\`\`\ncode\n\nmore ${at}\n\`\`\`\n\n${'words '.repeat(20)}\n\n`
  const text = Array.from({ length: 6000 }, (_, at) => section(at)).join('')
  const lines = text.split('\n')

  test('shows a short text whole', () => {
    expect(sectionAround('a\n\nb', 2)).toMatchObject({ text: 'a\n\nb', first: 1, hasBefore: false, hasAfter: false })
  })

  test.each([1, 5, 9000, 25_000, lines.length])('around line %i, cut at blank lines outside code', (line) => {
    const part = sectionAround(text, line)
    const shown = part.text.split('\n')
    expect(part.text.length).toBeLessThan(130_000)
    expect(lines.slice(part.first - 1, part.first - 1 + shown.length - (part.hasAfter ? 1 : 0))).toEqual(
      part.hasAfter ? shown.slice(0, -1) : shown,
    )
    expect((part.text.match(/^```/gm) ?? []).length % 2).toBe(0)
    expect(line).toBeGreaterThanOrEqual(part.first)
    expect(line).toBeLessThanOrEqual(part.end)
    expect(isNearEdge(part, line)).toBe(false)
  })

  test('selects another section near its edge', () => {
    const part = sectionAround(text, 9000)
    expect(isNearEdge(part, part.first + 2)).toBe(true)
    expect(isNearEdge(part, part.end - 2)).toBe(true)
    expect(isNearEdge(sectionAround(text, 1), 1)).toBe(false)
  })
})

describe('synchronized scrolling', () => {
  const pane = (perLine: number, scrollTop: number, isWhole = true): SyncedPane => ({
    scroller: { scrollTop, scrollHeight: perLine * 100, clientHeight: 500 } as HTMLElement,
    lineAt: (offset) => 1 + offset / perLine,
    offsetOf: (line) => (line - 1) * perLine,
    isWhole: () => isWhole,
  })

  test('both panes reach both ends', () => {
    expect(matchingScroll(pane(20, 0), pane(60, 0))).toBe(0)
    expect(matchingScroll(pane(20, 1500), pane(60, 0))).toBe(5500)
  })

  test('between the ends, both show the same line at the same height', () => {
    expect(matchingScroll(pane(20, 750), pane(60, 0))).toBe(2750)
    expect(matchingScroll(pane(60, 2750), pane(20, 0))).toBe(750)
  })

  test('the end of a section is not the end of the text', () => {
    expect(matchingScroll(pane(60, 5500, false), pane(600, 0))).toBeLessThan(600 * 99)
  })
})

test.each([
  [420, 12, 12],
  [200, 12, 4],
  [20, 12, 0],
])('in %i px of %i buttons fit %i, the last place for the menu', (room, count, fit) => {
  expect(fittingCount(room, 32, 2, count)).toBe(fit)
})

test('has a separate message for new pages when the right to edit is missing', () => {
  expect([messageKey('noRight', false), messageKey('noRight', true)]).toEqual(['noRight', 'noRightNew'])
  expect(messageKey('archived', true)).toBe('archived')
})
