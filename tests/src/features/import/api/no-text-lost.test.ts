import { expect, test } from 'vitest'
import { readImport } from '#src/features/import/plan.ts'
import type { PlanCatalog } from '#src/features/import/plan-types.ts'
import { pagesOf } from './everything.ts'
import { everyApiFormat, RandomApi } from './random-apis.ts'

const seeds = Array.from({ length: 15 }, (_, at) => 500 + at * 31)

const catalogsOf = ({ catalogs }: Pick<PlanCatalog, 'catalogs'>): string[] =>
  catalogs.flatMap((one) => [one.cat_name, ...catalogsOf(one)])

/** All texts of a plan, with the values of API pages instead of their JSON. */
function textOf(plan: ReturnType<typeof readImport>): string {
  const texts: string[] = [
    plan.item.item_name,
    plan.item.item_description,
    JSON.stringify(plan.environments),
    ...catalogsOf(plan),
  ]
  const add = (value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    if (typeof value === 'object' && value !== null)
      for (const [key, field] of Object.entries(value)) {
        texts.push(key)
        add(field)
      }
  }
  for (const { path, page_content, ext_info } of pagesOf(plan)) {
    texts.push(path)
    add(ext_info === '' ? page_content : JSON.parse(page_content))
  }
  return texts.join('\n')
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/[\p{L}\p{N}]+/gu))

/** The words that are not in a text. */
function missing(words: readonly string[], text: string): string[] {
  const there = wordsOf(text)
  return words.filter((word) => !there.has(word) && !text.includes(word))
}

test.each(Object.entries(everyApiFormat))('keeps every word of random descriptions: %s', (_, write) => {
  for (const seed of seeds) {
    const random = new RandomApi(seed)
    const { name, text, source } = write(random)
    const plan = readImport({ name, bytes: Buffer.from(text) }, { forApiClient: false, lang: 'en' })
    const written = textOf(plan)
    const there = wordsOf(text)
    const put = random.words.filter((word) => there.has(word))
    expect(put.length).toBeGreaterThan(5)
    const lost = missing(put, written)
    expect({ seed, source: plan.source, lost, skipped: plan.skipped }).toEqual({ seed, source, lost: [], skipped: [] })
  }
})
