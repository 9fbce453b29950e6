import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#build/paths.ts'
import { buildOutline } from '#shared/markdown/outline.ts'
import { parseMarkdown } from '#shared/markdown/pipeline.ts'
import { idToHash } from '#shared/markdown/slug.ts'
import { chapterIds, type GuideTexts, parseChapterId } from '#web/features/help/chapters.ts'
import { readGuide, searchGuide } from '#web/features/help/parse-guide.ts'

const folder = join(root, 'web/features/help/guide')
const guideIn = (lang: string) =>
  readGuide(
    Object.fromEntries(
      chapterIds.map((id) => [id, readFileSync(join(folder, lang, `${id}.md`), 'utf8')]),
    ) as GuideTexts,
  )
const guides = { en: guideIn('en'), zh: guideIn('zh') }

test('both languages have the same chapters with the same number of sections', () => {
  for (const lang of ['en', 'zh']) {
    expect(readdirSync(join(folder, lang)).sort()).toEqual(chapterIds.map((id) => `${id}.md`).sort())
  }
  guides.en.forEach((chapter, at) => {
    expect(guides.zh[at]?.sections.length, chapter.id).toBe(chapter.sections.length)
    expect(chapter.title).not.toBe('')
  })
})

test('section anchors match those of the page', () => {
  for (const { markdown, sections, id } of [...guides.en, ...guides.zh]) {
    const outline = buildOutline(parseMarkdown(markdown).tokens).filter(({ level }) => level === 2)
    expect(
      sections.slice(1).map(({ anchor }) => `#${anchor}`),
      id,
    ).toEqual(outline.map((entry) => idToHash(entry.id)))
  }
})

const linesOf = (markdown: string) =>
  markdown.split('\n').map((line) => /^(?:#+ |\||- |\d+\. |>|```|$)/.exec(line)?.[0] ?? 'text')

test('both languages have the same structure line by line: headings, tables, lists, notes and code', () => {
  guides.en.forEach((chapter, at) => {
    expect(linesOf(guides.zh[at]?.markdown ?? ''), chapter.id).toEqual(linesOf(chapter.markdown))
  })
})

/** What the guide prints in bold but is no label of the interface. */
const ownWords = new Set([
  'Query, path, headers, cookies',
  'WebSocket',
  'environment',
  'The network is gone',
  'Your session ended',
  'The window was closed',
  'bold',
  'Tables',
  'Callouts',
  'formulas',
  'diagrams',
  'A table of contents',
  'Query、路径、请求头、Cookie',
  '网络中断',
  '登录过期',
  '窗口被关闭',
  '加粗',
])

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as Record<string, unknown>).flatMap(textsOf)

test.each(['en', 'zh'] as const)('bold names in the guide exist in the interface: %s', (lang) => {
  const locales = join(root, 'web/locales', lang)
  const files = readdirSync(locales).filter((name) => name.endsWith('.json'))
  const known = new Set(
    files
      .flatMap((name) => textsOf(JSON.parse(readFileSync(join(locales, name), 'utf8'))))
      .map((text) => text.replace(/…$/, '')),
  )
  const named = guides[lang].flatMap(({ id, markdown }) =>
    [...markdown.replaceAll(/`[^`]+`/g, '').matchAll(/\*\*(.+?)\*\*/g)].map(([, words = '']) => ({ id, words })),
  )
  expect(named.filter(({ words }) => !known.has(words) && !ownWords.has(words))).toEqual([])
  expect(named.length).toBeGreaterThan(60)
})

test('links between chapters resolve', () => {
  for (const { markdown, id } of [...guides.en, ...guides.zh]) {
    for (const [, name] of markdown.matchAll(/\]\(\/help\/([\w-]+)\)/g)) {
      expect(name === 'api' || parseChapterId(name), `${id}: ${name}`).toBeTruthy()
    }
  }
})

test('finds sections by all words, headings first', () => {
  const [first] = searchGuide(guides.en, 'recycle bin')
  expect(first).toMatchObject({ id: 'history', heading: 'The recycle bin', anchor: 'the-recycle-bin' })
  expect(searchGuide(guides.zh, '水印')[0]).toMatchObject({ id: 'sharing', heading: '水印' })
  expect(searchGuide(guides.en, 'no such qwertz here')).toEqual([])
  expect(searchGuide(guides.en, '  ')).toEqual([])
})

test('an address names a chapter, the first one, or nothing', () => {
  expect(parseChapterId(undefined)).toBe('start')
  expect(parseChapterId('items')).toBe('items')
  expect(parseChapterId('nothing')).toBeUndefined()
})
