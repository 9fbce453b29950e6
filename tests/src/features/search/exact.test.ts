import { expect, test } from 'vitest'
import { hitKinds, Matcher } from '#src/features/search/matcher.ts'
import { createTestApp, waitUntilIndexed } from '#tests/support/app.ts'

/** Pseudorandom numbers that are the same in each run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const signs = [
  ...'abcABC019',
  ...'用户登录的录',
  ...'ａＢ１％',
  ...'éÉяЯß',
  ...'あア한글ㄅ',
  ...'  \n\n',
  ...'_-./%"\'()*|#`',
  'ab',
  'id',
  'ID',
  '用户',
  '😀',
  '𠮷',
  'ς',
  'Σ',
  'İ',
  '⼀',
  'ｱ',
]

/** Folds the case and width of a character, as a slow, independent reference for the search. */
function plain(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at)
    const isWide = /[\u2e80-\u2fdf\u3000\uf900-\ufaff\uff01-\uffdc]/.test(unit) && unit.normalize('NFKC').length === 1
    const lower = (isWide ? unit.normalize('NFKC') : unit).toLowerCase()
    return lower.length === 1 ? lower.replace('ς', 'σ') : unit
  }).join('')
}

test('the index finds exactly what a scan of every text finds', async () => {
  const app = await createTestApp()
  const random = randomOf(20_261_121)
  const textOf = (length: number) => Array.from({ length }, () => signs[random(signs.length)]).join('')
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const titleOf = () => textOf(1 + random(6)).replaceAll(/\s/g, '') || 'T'
  const pages: { page_id: number; text: string }[] = []
  for (let at = 0; at < 120; at++) {
    const [page_title, page_content] = [titleOf(), textOf(random(120))]
    const saved = await app.as('ann').page.save({ item_id, page_id: 0, page_title, page_content })
    pages.push({ page_id: Number(saved.page_id), text: plain(`${page_title.normalize('NFC')}\n${page_content}`) })
  }
  await waitUntilIndexed(app)
  // Pages that wait to be indexed are found by reading them.
  const waitAll = () => app.rows.sqlite.exec('INSERT OR IGNORE INTO page_unindexed SELECT page_id FROM page')
  let hits = 0
  for (let at = 0; at < 400; at++) {
    // Part of a text, which is found, or of no text, which can be found.
    const { text } = pages[random(pages.length)] ?? { text: '' }
    const from = random(text.length)
    const keyword = (random(3) === 0 ? textOf(1 + random(4)) : text.slice(from, from + 1 + random(5)))
      .normalize('NFC')
      .trim()
    if (keyword === '' || !keyword.isWellFormed()) continue
    const words = plain(keyword).split(/\s+/)
    if (at % 4 === 0) waitAll()
    const expected = pages.filter((page) => words.every((word) => page.text.includes(word))).map((page) => page.page_id)
    const found = await app.as('ann').item.search({ item_id, keyword })
    expect([keyword, found.pages.map((page) => Number(page.page_id)).toSorted()]).toEqual([
      keyword,
      expected.toSorted(),
    ])
    hits += expected.length
  }
  expect(hits).toBeGreaterThan(500)
}, 120_000)

/** The excerpt that `item/search` shows of a text whose first match is at `at`. */
function excerpt(text: string, at: number, keyword: string): string {
  const start = Math.max(0, at - 100)
  const piece = text.slice(start, start + keyword.length + 200)
  return `...${piece.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')}...`
}

test('the order and excerpts match a scan of every text', async () => {
  const app = await createTestApp()
  const random = randomOf(7)
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const pieces = [
    '用户',
    '登录',
    'abc',
    'ABC',
    'x',
    'ok',
    '😀',
    '𠮷',
    ' ',
    ' ',
    '\n',
    '\n',
    '\n## ',
    '\n```\n',
    '\n~~~\n',
    '- ',
    '"',
  ]
  const wordy = () => Array.from({ length: random(250) }, () => pieces[random(pieces.length)]).join('')
  const titles = ['one', '用户', 'abc', 'Abc 登录']
  const pages: { page_id: number; s_number: number; title: string; text: string }[] = []
  const add = async (text: string) => {
    const [title, s_number] = [titles[random(titles.length)] ?? '', random(9)]
    const sent = { item_id, page_id: 0, page_title: title, page_content: text, s_number }
    pages.push({ page_id: Number((await app.as('ann').page.save(sent)).page_id), s_number, title, text })
  }
  for (const filler of ['😀'.repeat(130), '前'.repeat(1200), 'y '.repeat(700)])
    for (const word of ['用户', 'Abc']) {
      await add(`${word}${filler}`)
      await add(`${filler}${word}`)
      await add(`${filler}${word}${filler}`)
    }
  for (let at = 0; at < 90; at++) await add(wordy())
  await add('')
  for (const keyword of ['用户', '登', 'abc', 'ABC', 'ok', '😀', '用户 abc', 'abc 登录 ok', 'x 用户 abc 登录']) {
    const needle = new Matcher(keyword)
    const expected = pages
      .flatMap((page) => {
        const hit = needle.hitIn(page.title, page.text)
        return hit ? [{ ...page, rank: hitKinds.indexOf(hit.kind) }] : []
      })
      .toSorted((one, other) => one.rank - other.rank || one.s_number - other.s_number || one.page_id - other.page_id)
      .map(({ page_id, text }) => [page_id, excerpt(text, needle.firstIn(text) ?? 0, keyword)])
    const found = await app.as('ann').item.search({ item_id, keyword })
    expect(expected.length).toBeGreaterThan(5)
    expect(found.pages.map((page) => [Number(page.page_id), page.search_content])).toEqual(expected)
    const { list } = await app.as('ann').search.query({ item_id, keyword, count: 100 })
    const kinds = list.map((page) => hitKinds.indexOf(page.kind))
    expect(list.map((page) => Number(page.page_id)).toSorted()).toEqual(
      expected
        .map(([page_id]) => page_id)
        .slice(0, 100)
        .toSorted(),
    )
    expect(kinds.filter((kind) => kind < 2)).toEqual(kinds.filter((kind) => kind < 2).toSorted())
  }
}, 120_000)

test('finds and shows full-width and non-ASCII text in any case and width', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const texts = ['Ｔｏｋｅｎ', 'TOKEN', 'ＩＤ', 'Éa', 'éA', 'ЯД', '！']
  for (const text of texts)
    await app.as('ann').page.save({ item_id, page_id: 0, page_title: 'T', page_content: `😀${text}` })
  const shown = async (keyword: string) =>
    (await app.as('ann').item.search({ item_id, keyword })).pages.map((page) => page.search_content)
  expect(await shown('token')).toEqual(['...😀Ｔｏｋｅｎ...', '...😀TOKEN...'])
  expect(await shown('ｔOＫen')).toEqual(['...😀Ｔｏｋｅｎ...', '...😀TOKEN...'])
  expect(await shown('id')).toEqual(['...😀ＩＤ...'])
  expect(await shown('éa')).toEqual(['...😀Éa...', '...😀éA...'])
  expect(await shown('яд')).toEqual(['...😀ЯД...'])
  expect(await shown('!')).toEqual(['...😀！...'])
  expect(await shown('😀 яд')).toEqual(['...😀ЯД...'])
})
