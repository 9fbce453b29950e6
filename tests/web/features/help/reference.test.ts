import { expect, test } from 'vitest'
import { filterReference, readReference } from '#web/features/help/reference.ts'

const markdown = `What this is.

## How calls are made

### Addresses

A call has an address such as page/save.

## Items

What items are.

### item/info

Open an item.

Fields.

### item/add

Create an item.

## Pages

What pages are.

### page/save

Create a page.

\`\`\`sh
# no heading
\`\`\`

## All refusals

Every one.
`
const reference = readReference(markdown)
const headings = (filter: string) => filterReference(reference, filter).text.match(/^#{2,3} .*$/gm) ?? []

test('is complete without a filter and counts its endpoints', () => {
  expect(filterReference(reference, ' ')).toEqual({ text: markdown, count: 3 })
})

test('a filter keeps the endpoints with all of its words, under their controllers', () => {
  expect(headings('create')).toEqual(['## Items', '### item/add', '## Pages', '### page/save'])
  expect(headings('create item')).toEqual(['## Items', '### item/add'])
  expect(filterReference(reference, 'PAGE/save')).toMatchObject({ count: 1 })
})

test('describes an endpoint completely', () => {
  expect(filterReference(reference, 'item/info').text).toBe(
    '## Items\n\nWhat items are.\n\n### item/info\n\nOpen an item.\n\nFields.\n\n',
  )
})

test('finds an endpoint by its full address, and none for the introduction', () => {
  expect(headings('/api/page/save')).toEqual(['## Pages', '### page/save'])
  expect(filterReference(reference, 'addresses')).toEqual({ text: '', count: 0 })
})
