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

test('without a filter it is whole, and its calls are counted', () => {
  expect(filterReference(reference, ' ')).toEqual({ text: markdown, count: 3 })
})

test('a filter leaves the calls that hold all of its words, under their controllers', () => {
  expect(headings('create')).toEqual(['## Items', '### item/add', '## Pages', '### page/save'])
  expect(headings('create item')).toEqual(['## Items', '### item/add'])
  expect(filterReference(reference, 'PAGE/save')).toMatchObject({ count: 1 })
})

test('a call comes with all that is said of it', () => {
  expect(filterReference(reference, 'item/info').text).toBe(
    '## Items\n\nWhat items are.\n\n### item/info\n\nOpen an item.\n\nFields.\n\n',
  )
})

test('a whole address finds its call, and the introduction is no call', () => {
  expect(headings('/api/page/save')).toEqual(['## Pages', '### page/save'])
  expect(filterReference(reference, 'addresses')).toEqual({ text: '', count: 0 })
})
