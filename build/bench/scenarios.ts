import type { Sent } from '#build/bench/load.ts'
import { owner, type SeededPage, type Shapes } from '#build/bench/seed.ts'
import { absentWords, commonWords, pageText, pageTitle, rareWords } from '#build/bench/texts.ts'

/** A measured scenario: the requests that are sent repeatedly to a site that has `Given`. */
export type Scenario<Given> = {
  name: string
  /** Whether the plain server implements it too. */
  hasPlain: boolean
  /** The user who sends the requests; an anonymous visitor by default. */
  person?: string
  method: 'GET' | 'POST'
  /** The requests, sent in turn. */
  requests(given: Given): Sent[]
}

const sent = (call: string, fields: Record<string, string | number>): Sent => ({
  path: `/api/${call}`,
  body: Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&'),
})

const call = <Given>(name: string, requests: (given: Given) => Sent[], hasPlain = false): Scenario<Given> => ({
  name,
  hasPlain,
  person: owner,
  method: 'POST',
  requests,
})

// A sample of the pages and items of a large site is enough: it far exceeds any cache.
const pagesMost = 5000
const itemsMost = 50
const writtenMost = 200

/** Returns at most `most` of the values, spread evenly. */
const spread = <T>(values: readonly T[], most: number): T[] =>
  values.filter(
    (_, at) =>
      values.length <= most ||
      Math.floor((at * most) / values.length) !== Math.floor(((at - 1) * most) / values.length),
  )

type Pages = readonly SeededPage[]

const itemsOf = (pages: Pages): number[] => spread([...new Set(pages.map((page) => page.item_id))], itemsMost)
const readsOf = (pages: Pages): Sent[] => spread(pages, pagesMost).map(({ page_id }) => sent('page/info', { page_id }))
const savesOf = (pages: Pages): Sent[] =>
  spread(pages, writtenMost).map(({ item_id, page_id, number }) =>
    sent('page/save', { item_id, page_id, page_title: pageTitle(number), page_content: pageText(number, 2) }),
  )

/** Nine reads, then a save, and so on. */
function mixOf(pages: Pages): Sent[] {
  const reads = readsOf(pages)
  return savesOf(pages).flatMap((save, at) => [
    ...Array.from({ length: 9 }, (_, turn) => reads[(at * 9 + turn) % reads.length] ?? save),
    save,
  ])
}

const newPagesOf = (pages: Pages): Sent[] =>
  spread(pages, writtenMost).map(({ item_id, number }) =>
    sent('page/save', { item_id, page_id: 0, page_title: pageTitle(number), page_content: pageText(number, 3) }),
  )

const keywords = Object.entries({ common: commonWords, rare: rareWords, absent: absentWords })

/** Scenarios that are measured at each size. Those that change the site come last. */
export const sizeScenarios: Scenario<Pages>[] = [
  call('page/info', readsOf, true),
  call('item/info', (pages) => itemsOf(pages).map((item_id) => sent('item/info', { item_id })), true),
  ...keywords.map(([kind, words]) =>
    call(`item/search, ${kind}`, (pages: Pages) =>
      itemsOf(pages).flatMap((item_id) => words.map((keyword) => sent('item/search', { item_id, keyword }))),
    ),
  ),
  ...keywords.map(([kind, words]) =>
    call<Pages>(`search/query, ${kind}`, () => words.map((keyword) => sent('search/query', { keyword }))),
  ),
  call('page/save', savesOf),
  call('9 reads, 1 save', mixOf),
  call('new page', newPagesOf),
]

/** Scenarios that are measured once, independently of the size. */
export const shapeScenarios: Scenario<Shapes>[] = [
  call('item/info, large', ({ largeItem }) => [sent('item/info', { item_id: largeItem })], true),
  // The plain server does not know tokens, so it needs the user's id.
  ...(['fifty', 'twohundred'] as const).map((person) => ({
    ...call(
      `item/myList, ${person === 'fifty' ? 50 : 200} items`,
      ({ uids }: Shapes) => [sent('item/myList', { uid: uids[person] })],
      true,
    ),
    person,
  })),
  call('page/history', ({ olderPages }) => olderPages.map((page_id) => sent('page/history', { page_id })), true),
  { ...call('attachment', ({ attachment }) => [{ path: attachment, body: '' }], true), method: 'GET' },
  { name: 'index page', hasPlain: false, method: 'GET', requests: () => [{ path: '/', body: '' }] },
  {
    name: 'web file',
    hasPlain: true,
    method: 'GET',
    requests: ({ webFile }) => [{ path: webFile, body: '' }],
  },
]
