import { expect, test } from 'vitest'
import { parseGlobalParam } from '#src/features/item/rules.ts'

const empty = { query: [], body: [], header: [], cookies: [], preScript: '', postScript: '' }

test.each(['', '{', 'null', '[]', '"x"', '{"query":{},"preScript":1}'])('%j contains no parameters', (json) => {
  expect(parseGlobalParam(json)).toEqual(empty)
})

test('returns exactly the parameters that an API client stored', () => {
  const header = [{ name: 'token', value: 'x' }]
  expect(parseGlobalParam(JSON.stringify({ header, preScript: 'a()', secret: 1 }))).toEqual({
    ...empty,
    header,
    preScript: 'a()',
  })
})
