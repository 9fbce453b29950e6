import { expect, test } from 'vitest'
import { addressWith, isFiltered, parseQuery, toListInput } from '#web/features/page/attachments/query.ts'

const of = (address: string) => parseQuery(new URLSearchParams(address))
const nothing = { name: '', type: 'all', unused: false, page: 1 }

test('reads the query from the address and ignores invalid values', () => {
  expect(of('q=schema&type=image&unused=1&page=3')).toEqual({ name: 'schema', type: 'image', unused: true, page: 3 })
  expect(of('type=film&unused=yes&page=-2')).toEqual(nothing)
  expect(of('page=1.5')).toEqual(nothing)
})

test('keeps foreign parameters in the address and omits defaults', () => {
  const put = (query: Partial<ReturnType<typeof of>>) =>
    addressWith(new URLSearchParams('view=grid&page=4'), { ...of(''), ...query }).toString()
  expect(put({})).toBe('view=grid')
  expect(put({ name: 'a b', type: 'other', unused: true, page: 2 })).toBe('view=grid&page=2&q=a+b&type=other&unused=1')
})

test('sends the numeric values of the API', () => {
  expect(toListInput(of('type=image'))).toMatchObject({ attachment_type: 1, page: 1, unused: false })
  expect(toListInput(of('type=other'))).toMatchObject({ attachment_type: 2 })
  expect(toListInput(of(''))).toMatchObject({ attachment_type: -1 })
})

test('tells a filtered list from an empty one', () => {
  expect(isFiltered(of('page=2'))).toBe(false)
  for (const address of ['q=a', 'type=other', 'unused=1']) expect(isFiltered(of(address))).toBe(true)
})
