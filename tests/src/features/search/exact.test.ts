import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

/** Numbers that look random and are the same in each run. */
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

/** A character without case and width, written anew and slowly: what the search must agree with. */
function plain(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at)
    const isWide = /[\u2e80-\u2fdf\u3000\uf900-\ufaff\uff01-\uffdc]/.test(unit) && unit.normalize('NFKC').length === 1
    const lower = (isWide ? unit.normalize('NFKC') : unit).toLowerCase()
    return lower.length === 1 ? lower.replace('ς', 'σ') : unit
  }).join('')
}

test('the index finds exactly what looking through every text finds', async () => {
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
  expect(app.rows.all('page_unindexed')).toEqual([])
  let hits = 0
  for (let at = 0; at < 400; at++) {
    // A piece of a text, which is found, or one of no text, which may be.
    const { text } = pages[random(pages.length)] ?? { text: '' }
    const from = random(text.length)
    const keyword = (random(3) === 0 ? textOf(1 + random(4)) : text.slice(from, from + 1 + random(5)))
      .normalize('NFC')
      .trim()
    if (keyword === '' || !keyword.isWellFormed()) continue
    const words = plain(keyword).split(/\s+/)
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
