import { expect, test } from 'vitest'
import { readAnyImport } from '#src/features/import/plan.ts'
import type { PlanCatalog } from '#src/features/import/plan-types.ts'
import { createTestApp } from '#tests/support/app.ts'

type Branch = Pick<PlanCatalog, 'catalogs' | 'pages'>
const pagesOf = ({ pages, catalogs }: Branch): Branch['pages'] => [...pages, ...catalogs.flatMap(pagesOf)]

test('a Word document of our own export comes back with its text', { timeout: 60_000 }, async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const item_id = Number((await owner.item.add({ item_name: 'Garden', item_type: '1', visibility: 'members' })).item_id)
  const page_content =
    '## Beds\n\nA **bold** word\n\n- one\n- two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```\nlet x = 1\nlet y\n```\n\n中文段落\n'
  await owner.page.save({ page_id: 0, item_id, page_title: 'Roses', page_content })
  const response = await fetch(`${app.url}/api/export/word?item_id=${item_id}&user_token=${app.token('owner')}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const plan = await readAnyImport({ name: 'Garden.docx', bytes }, { forApiClient: false, lang: 'en' })
  expect(plan.source).toBe('word')
  const text = pagesOf(plan)
    .map((page) => `${page.page_title}\n${page.page_content}`)
    .join('\n')
  for (const part of ['Roses', 'Beds', '**bold** word', '- one\n- two', '| 1 | 2 |', 'let x = 1\nlet y', '中文段落'])
    expect(text).toContain(part)
})
