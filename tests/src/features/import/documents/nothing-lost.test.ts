import { describe, expect, test } from 'vitest'
import { readAnyImport } from '#src/features/import/plan.ts'
import type { PlanCatalog } from '#src/features/import/plan-types.ts'
import { everyFormat } from './archives.ts'
import { RandomDocuments } from './random-documents.ts'

type Branch = Pick<PlanCatalog, 'catalogs' | 'pages'>
const wholeText = ({ pages, catalogs }: Branch): string =>
  [
    ...pages.map((page) => `${page.page_title}\n${page.page_content}`),
    ...catalogs.map((one) => `${one.cat_name}\n${wholeText(one)}`),
  ].join('\n')

const seeds = Array.from({ length: 12 }, (_, at) => 1000 + at * 77)

describe.each(Object.entries(everyFormat))('%s', (_, write) => {
  test.each(seeds)('keeps every word of random documents: seed %i', async (seed) => {
    const random = new RandomDocuments(seed)
    const { name, bytes, source } = write(random.docs())
    const plan = await readAnyImport({ name, bytes }, { forApiClient: false, lang: 'en' })
    expect(plan.source).toBe(source)
    const text = wholeText(plan)
    expect(random.words.filter((word) => !text.includes(word))).toEqual([])
    expect(plan.skipped).toEqual([])
    expect(plan.notes.filter(({ reason }) => !['folded', 'renamed', 'merged'].includes(reason))).toEqual([])
  })
})
