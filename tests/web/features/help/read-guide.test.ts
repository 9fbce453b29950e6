import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#build/paths.ts'
import { outlineOf } from '#markdown/outline.ts'
import { parseMarkdown } from '#markdown/pipeline.ts'
import { hashOfId } from '#markdown/slug.ts'
import { chapterIds, chapterOf, type GuideTexts } from '#web/features/help/chapters.ts'
import { readGuide, searchGuide } from '#web/features/help/read-guide.ts'

const folder = join(root, 'web/features/help/guide')
const guideIn = (lang: string) =>
  readGuide(
    Object.fromEntries(
      chapterIds.map((id) => [id, readFileSync(join(folder, lang, `${id}.md`), 'utf8')]),
    ) as GuideTexts,
  )
const guides = { en: guideIn('en'), zh: guideIn('zh') }

test('both languages have the same chapters, each with as many sections', () => {
  for (const lang of ['en', 'zh']) {
    expect(readdirSync(join(folder, lang)).sort()).toEqual(chapterIds.map((id) => `${id}.md`).sort())
  }
  guides.en.forEach((chapter, at) => {
    expect(guides.zh[at]?.sections.length, chapter.id).toBe(chapter.sections.length)
    expect(chapter.title).not.toBe('')
  })
})

test('the anchors of the sections are those that the page has', () => {
  for (const { markdown, sections, id } of [...guides.en, ...guides.zh]) {
    const outline = outlineOf(parseMarkdown(markdown).tokens).filter(({ level }) => level === 2)
    expect(
      sections.slice(1).map(({ anchor }) => `#${anchor}`),
      id,
    ).toEqual(outline.map((entry) => hashOfId(entry.id)))
  }
})

test('links between chapters lead somewhere', () => {
  for (const { markdown, id } of [...guides.en, ...guides.zh]) {
    for (const [, name] of markdown.matchAll(/\]\(\/help\/([\w-]+)\)/g)) {
      expect(name === 'api' || chapterOf(name), `${id}: ${name}`).toBeTruthy()
    }
  }
})

test('a search finds sections by all words, headings first', () => {
  const [first] = searchGuide(guides.en, 'recycle bin')
  expect(first).toMatchObject({ id: 'history', heading: 'The recycle bin', anchor: 'the-recycle-bin' })
  expect(searchGuide(guides.zh, '水印')[0]).toMatchObject({ id: 'sharing', heading: '水印' })
  expect(searchGuide(guides.en, 'no such word here')).toEqual([])
  expect(searchGuide(guides.en, '  ')).toEqual([])
})

test('an address names a chapter, the first one, or nothing', () => {
  expect(chapterOf(undefined)).toBe('start')
  expect(chapterOf('items')).toBe('items')
  expect(chapterOf('nothing')).toBeUndefined()
})
