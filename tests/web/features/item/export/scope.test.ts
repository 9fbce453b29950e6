import { expect, test } from 'vitest'
import { type ExportChoice, parseFileName, toExportInput } from '#web/features/item/export/scope.ts'

const choice: ExportChoice = { format: 'word', scope: 'item', cat_id: 0, page_id: '' }

test.each<[Partial<ExportChoice>, object]>([
  [{}, { item_id: '5', cat_id: 0, page_id: 0 }],
  [
    { cat_id: 9, page_id: '3' },
    { item_id: '5', cat_id: 0, page_id: 0 },
  ],
  [
    { scope: 'catalog', cat_id: 9 },
    { item_id: '5', cat_id: 9, page_id: 0 },
  ],
  [
    { scope: 'catalog', cat_id: 9, page_id: '3' },
    { item_id: '5', cat_id: 9, page_id: '3' },
  ],
  [
    { scope: 'page', page_id: '3' },
    { item_id: '5', cat_id: 0, page_id: '3' },
  ],
  [
    { format: 'markdown', scope: 'catalog', cat_id: 9, page_id: '3' },
    { item_id: '5', cat_id: 9 },
  ],
  [{ format: 'markdown' }, { item_id: '5', cat_id: 0 }],
])('%j is requested as %j', (change, input) => {
  expect(toExportInput('5', { ...choice, ...change })).toEqual(input)
})

test.each([
  ["attachment; filename*=UTF-8''Orders%20API.docx", 'Orders API.docx'],
  ["attachment; filename*=UTF-8''%E4%BA%BA%E4%BA%8B.zip; size=3", '人事.zip'],
  ["attachment; filename*=UTF-8''%E4%BA", undefined],
  ['attachment', undefined],
  [null, undefined],
])('the name in %j is %j', (head, name) => {
  expect(parseFileName(head)).toBe(name)
})
