import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pageMaxBytes, sheetMaxBytes } from '#shared/contract/fields.ts'
import { importLimits } from '#src/features/import/limits.ts'
import { readImport } from '#src/features/import/plan.ts'
import type { ImportPlan, PlanCatalog, PlanPage } from '#src/features/import/plan-types.ts'
import { openZip } from '#src/features/import/zip.ts'
import { refusalOf } from './import-errors.ts'
import { type MadeEntry, makeZip } from './zip-writer.ts'

const fixture = (name: string) => {
  const file = new URL(`../../../fixtures/showdoc/${name}.zip`, import.meta.url)
  return { name: `${name}.zip`, bytes: readFileSync(file) }
}
const read = (name: string) => readImport(fixture(name))
const readZip = (...entries: MadeEntry[]) => readImport({ name: 'My notes.zip', bytes: makeZip(entries) })
const readItem = (info: object) => readZip({ name: 'info.json', data: JSON.stringify(info) })
const itemOf = (pages: object[], more: object = {}, catalogs: object[] = []) =>
  readItem({ item_type: '1', item_name: 'I', item_description: '', password: '', pages: { pages, catalogs }, ...more })

/** All pages with the names of their catalogs in front. */
function flat(plan: { pages: PlanPage[]; catalogs: PlanCatalog[] }, path = ''): (PlanPage & { path: string })[] {
  const own = plan.pages.map((page) => ({ ...page, path: path + page.page_title }))
  return [...own, ...plan.catalogs.flatMap((catalog) => flat(catalog, `${path}${catalog.cat_name}/`))]
}
const paths = (plan: ImportPlan) => flat(plan).map((page) => page.path)

describe('a ShowDoc archive', () => {
  test('keeps order, empty catalogs, remarks and three levels', () => {
    const plan = read('markdown-regular-item')
    expect(plan.source).toBe('showdoc')
    expect(plan.item).toMatchObject({
      item_name: 'Garden API',
      item_description: 'Plants & beds <open>',
      item_type: 1,
      password: '',
    })
    expect(plan.catalogs.map(({ cat_name, s_number }) => [cat_name, s_number]).slice(0, 3)).toEqual([
      ['Beds', 1],
      ['Plants', 2],
      ['Empty catalog', 3],
    ])
    expect(plan.pages).toMatchObject([{ page_title: 'Read me', s_number: 1, page_comments: 'third', is_draft: false }])
    expect(paths(plan)).toContain('Plants/Roses & thorns/Old roses/Deep page')
    expect(plan.skipped).toEqual([])
    expect(plan.notes).toEqual([])
  })

  test('unescapes titles once, because most writers escape them', () => {
    expect(paths(read('markdown-regular-item'))).toContain('Made by API/R & D/Tom & Jerry <api>')
    expect(paths(read('markdown-regular-item'))).toContain('Plants/Roses & thorns/Rose <b>care</b> & "more"')
  })

  test('ignores names without visible characters', () => {
    const page = (page_title: string) => ({ page_title, page_content: 'x', s_number: '1' })
    const catalog = { cat_name: '\u3164', s_number: '1', pages: [page('\u200b\u2060')] }
    const plan = itemOf([page('\u200b')], { item_name: '\u00ad' }, [catalog])
    expect(paths(plan)).toEqual(['Untitled', 'Untitled/Untitled'])
    expect(plan.item.item_name).toBe('')
    expect(plan.notes.map(({ reason }) => reason)).toEqual(['untitled', 'untitled'])
  })

  test.each([
    'markdown-regular-item',
    'markdown-regular-item-as-catalog-limited-member',
    'markdown-private-chinese-item',
    'markdown-runapi-item',
    'markdown-spreadsheet-item',
    'markdown-single-page-item',
    'older-layout.export',
    'plainmd.export',
  ])('%s: every page matches its Markdown copy', (name) => {
    const archive = openZip(fixture(name).bytes)
    const copies = archive.entries.filter((entry) => entry.name.endsWith('.md'))
    const texts = copies.map((entry) => Buffer.from(archive.read(entry)).toString())
    expect(
      flat(read(name))
        .map((page) => page.page_content)
        .toSorted(),
    ).toEqual(texts.toSorted())
  })

  test('imports the access password', () => {
    expect(read('markdown-private-chinese-item').item).toMatchObject({
      item_name: '内部手册 Handbook',
      password: 'visit-me',
    })
  })

  test.each([
    ['markdown-runapi-item', 3],
    ['markdown-single-page-item', 2],
    ['markdown-spreadsheet-item', 4],
  ])('%s keeps its type', (name, type) => {
    expect(read(name).item.item_type).toBe(type)
    expect(read(name).notes).toEqual([])
  })

  test.each(['markdown-whiteboard-item', 'markdown-kanban-item'])(
    '%s becomes a regular item of JSON blocks',
    (name) => {
      const plan = read(name)
      expect(plan.item.item_type).toBe(1)
      expect(plan.notes.filter((note) => note.reason === 'typeChanged')).toHaveLength(1)
      expect(plan.notes.filter((note) => note.reason === 'asJsonText')).toHaveLength(plan.pages.length)
      for (const { page_content } of plan.pages) {
        const [, json = ''] = /^```json\n([^]*)\n```\n$/.exec(page_content) ?? []
        expect(Object.keys(JSON.parse(json)).length).toBeGreaterThan(2)
      }
    },
  )

  test('reads the older layout, with the positions and the empty catalog that ShowDoc itself loses', () => {
    const plan = read('older-layout')
    expect(plan.source).toBe('showdoc-old')
    expect(plan.item.item_name).toBe('Older layout & co')
    expect(plan.pages).toMatchObject([
      { page_title: 'Top & first', page_content: 'x <b> &amp; "q"', s_number: 3, page_comments: 'c', is_draft: false },
    ])
    expect(paths(plan)).toEqual(['Top & first', 'C/In C', 'C/D/In D'])
    expect(plan.catalogs.map((catalog) => [catalog.cat_name, catalog.s_number])).toEqual([
      ['C', 5],
      ['Empty', 1],
    ])
  })

  test('reads an archive that was packed again inside its folder', () => {
    const data = JSON.stringify({ item_name: 'I', pages: { pages: [{ page_title: 'P' }] } })
    expect(paths(readZip({ name: 'I/info.json', data }, { name: 'I/P.md' }, { name: '__MACOSX/x' }))).toEqual(['P'])
    expect(readZip({ name: 'I/info.json', data }, { name: 'other.md' }).source).toBe('markdown')
  })

  test('accepts numbers as text, missing fields, and objects instead of lists', () => {
    const plan = readItem({
      item_type: 3,
      pages: { pages: { 1: { page_title: 7, s_number: 2 }, 4: { page_title: 'b' } }, catalogs: null },
    })
    expect(plan.item).toMatchObject({ item_name: '', item_description: '', item_type: 3, password: '' })
    expect(plan.pages.map(({ page_title, s_number }) => [page_title, s_number])).toEqual([
      ['7', 2],
      ['b', 99],
    ])
  })

  test('marks drafts', () => {
    const pages = [
      { page_title: 'a', is_draft: '1' },
      { page_title: 'b', is_draft: 0 },
    ]
    expect(itemOf(pages).pages.map((page) => page.is_draft)).toEqual([true, false])
  })

  test('reads a compressed page, and one that only appears to be compressed', () => {
    const packed = deflateSync('&lt;b&gt; &amp;amp; 中文 long enough').toString('base64')
    const pages = [
      { page_title: 'a', page_content: packed },
      { page_title: 'b', page_content: 'eNqWordsOnly1234' },
    ]
    expect(itemOf(pages).pages.map((page) => page.page_content)).toEqual([
      '<b> &amp; 中文 long enough',
      'eNqWordsOnly1234',
    ])
  })

  test('rejects a compression bomb in a page', () => {
    const bomb = (bytes: number) => deflateSync(Buffer.alloc(bytes, 'a')).toString('base64')
    expect(refusalOf(() => itemOf([{ page_title: 'a', page_content: bomb(4_000_000) }]))).toBe('ratio: a')
    expect(refusalOf(() => itemOf([{ page_title: 'a', page_content: bomb(40_000_000) }]))).toBe('tooLarge: a')
  })

  test('keeps the entities of JSON that was stored unescaped', () => {
    const raw = '{"info":{"url":"/x","remark":"&lt;b&gt;"}}'
    expect(itemOf([{ page_title: 'a', page_content: raw }]).pages[0]?.page_content).toBe(raw)
  })

  test('a single-page type with more pages becomes a regular item', () => {
    const plan = itemOf([{ page_title: 'a' }, { page_title: 'b' }], { item_type: '2' })
    expect(plan.item.item_type).toBe(1)
    expect(plan.notes).toEqual([{ name: '2', reason: 'typeChanged' }])
  })

  test('keeps all pages that share a title in one catalog', () => {
    const plan = itemOf([{ page_title: 'a' }, { page_title: 'a (2)' }, { page_title: 'a' }, { page_title: 'a' }])
    expect(paths(plan)).toEqual(['a', 'a (2)', 'a (3)', 'a (4)'])
    expect(plan.notes.map((note) => note.reason)).toEqual(['renamed', 'renamed'])
  })

  test('merges sibling catalogs of the same name', () => {
    const twice = [
      { cat_name: 'C', pages: [{ page_title: 'a' }] },
      { cat_name: 'C', pages: [{ page_title: 'a' }] },
    ]
    const plan = itemOf([], {}, twice)
    expect(paths(plan)).toEqual(['C/a', 'C/a (2)'])
    expect(plan.notes.map((note) => note.reason)).toEqual(['merged', 'renamed'])
  })

  test('omits and reports a title over 200 characters, and removes control and bidi characters', () => {
    const plan = itemOf([
      { page_title: 'x'.repeat(201) },
      { page_title: 'a\u202egpj\u0007', page_content: 'one\u0000\u001btwo\tthree\r\n\ud800' },
    ])
    expect(plan.skipped).toEqual([{ name: 'x'.repeat(201), reason: 'titleTooLong' }])
    expect(plan.pages[0]).toMatchObject({ page_title: 'agpj', page_content: 'onetwo\tthree\r\n\ufffd' })
    expect(plan.notes).toEqual([{ name: 'agpj', reason: 'controlsRemoved' }])
  })

  test('processes names of a megabyte in linear time', () => {
    const long = 'n'.repeat(1_000_000)
    const pages = Array.from({ length: 5000 }, () => ({}))
    const tree = { pages: [{ page_title: `${' '.repeat(500_000)}x` }], catalogs: [{ cat_name: long, pages }] }
    const plan = readZip({ name: 'info.json', data: JSON.stringify({ pages: tree }), method: 0 })
    expect(plan.pages.map((page) => page.page_title)).toEqual(['x'])
    expect(plan.catalogs.map((catalog) => catalog.cat_name)).toEqual(['n'.repeat(200)])
    expect(plan.catalogs[0]?.pages).toHaveLength(5000)
    expect(JSON.stringify(plan.notes).length).toBeLessThan(5_000_000)
  })

  test('excludes ids, owner, dates, members and custom URLs from the plan', () => {
    const page = { page_title: 'a', page_id: '5', author_uid: '1', addtime: '9' }
    const plan = itemOf([page], { item_domain: 'x', uid: '1', members: [{ username: 'root' }], item_id: 3 })
    expect(JSON.stringify(plan)).not.toMatch(/item_domain|uid|members|addtime|page_id|item_id/)
  })

  test.each([
    ['badJson: info.json', '{"item_name": '],
    ['badJson: info.json', '[]'],
    ['jsonTooDeep: info.json', `{"pages":${'['.repeat(70)}${']'.repeat(70)}}`],
    ['jsonTooMany: info.json', `{"pages":{"pages":[${'1,'.repeat(1_000_000)}1]}}`],
  ])('reports %s', (reason, data) => {
    expect(refusalOf(() => readZip({ name: 'info.json', data: Buffer.from(data), method: 0 }))).toBe(reason)
  })
})

describe('an archive of Markdown', () => {
  test('folders become catalogs, files become pages, and levels below the third are flattened', () => {
    const plan = read('plainmd')
    expect(plan.source).toBe('markdown')
    expect(plan.item).toMatchObject({ item_name: 'plainmd', item_description: '', item_type: 1, password: '' })
    expect(paths(plan)).toEqual(['readme', '中文目录/说明', 'Guide/install', 'Guide/Deep/Deeper/four'])
    expect(plan.pages[0]?.page_content).toBe('# Read me\n\n<b>x</b> & "y"')
    expect(plan.skipped).toEqual([{ name: 'Guide/pic.png', reason: 'notMarkdown' }])
    expect(plan.notes).toEqual([{ name: 'Guide / Deep / Deeper / Deepest / four', reason: 'folded' }])
  })

  test('sorts numbers by value, Chinese by sound, and the readme first', () => {
    const names = ['10.md', '2.md', '资料.md', '参数.md', 'index.md', 'README.md']
    const plan = readZip(...names.map((name) => ({ name })))
    expect(plan.pages.map((page) => page.page_title)).toEqual(['README', 'index', '2', '10', '参数', '资料'])
    expect(plan.pages.map((page) => page.s_number)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('adds the folder of a deep page to its title when the title is taken', () => {
    const plan = readZip(
      { name: 'a/b/c/d/x.md' },
      { name: 'a/b/c/x.md' },
      { name: 'a/b/c/e/f/x.md' },
      { name: 'a/b/c/e/f/y.md' },
    )
    expect(paths(plan)).toEqual(['a/b/c/x', 'a/b/c/d - x', 'a/b/c/f - x', 'a/b/c/y'])
  })

  test('handles a folder path of the maximum length', () => {
    expect(paths(readZip({ name: `${'a/'.repeat(2000)}x.md` }))).toEqual(['a/a/a/x'])
  })

  test('keeps a single top-level folder as a catalog', () => {
    expect(paths(readZip({ name: 'Docs/a.md' }, { name: 'Docs/b.md' }))).toEqual(['Docs/a', 'Docs/b'])
  })

  test('reads UTF-8 with a byte order mark, UTF-16 and GBK, and skips bytes that are not text', () => {
    const plan = readZip(
      { name: 'a.md', data: Buffer.from('\ufeff你好') },
      { name: 'b.md', data: Buffer.from('\ufeff你好', 'utf16le') },
      { name: 'c.md', data: Buffer.from('c4e3bac3', 'hex') },
      { name: 'd.md', data: Buffer.from('00ff00ff', 'hex') },
    )
    expect(plan.pages.map((page) => page.page_content)).toEqual(['你好', '你好', '你好'])
    expect(plan.notes).toEqual([{ name: 'c.md', reason: 'encodingGuessed' }])
    expect(plan.skipped).toEqual([{ name: 'd.md', reason: 'notText' }])
  })

  test('keeps the entities that the writer used', () => {
    expect(readZip({ name: 'a.md', data: '&lt;b&gt;' }).pages[0]?.page_content).toBe('&lt;b&gt;')
  })

  test('treats an unrelated info.json like any other file', () => {
    const plan = readZip({ name: 'info.json', data: '{"version":1}' }, { name: 'a.md' })
    expect(paths(plan)).toEqual(['a'])
    expect(plan.skipped).toEqual([{ name: 'info.json', reason: 'notMarkdown' }])
  })

  test('reports an archive with nothing to import', () => {
    expect(refusalOf(() => readZip({ name: 'a.png', data: 'x' }))).toBe('empty')
    expect(refusalOf(() => readZip({ name: 'a.md', data: Buffer.from([0]) }))).toBe('empty: a.md')
  })
})

test('uses the page size limits of the contract', () => {
  expect(importLimits.pageBytes).toBe(pageMaxBytes)
  expect(importLimits.sheetBytes).toBe(sheetMaxBytes)
})
