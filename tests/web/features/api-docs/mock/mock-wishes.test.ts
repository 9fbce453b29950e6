import { expect, test } from 'vitest'
import { parsePrefer, readPreferences } from '#src/features/schema-mock/preferences.ts'
import { addressWith, type MockWishes, preferWith, statusesOf } from '#web/features/api-docs/mock/mock-wishes.ts'

const none: MockWishes = { code: '', example: '', delay: '', dynamic: false, validate: false }
const all: MockWishes = { code: '404', example: 'not found & "gone"', delay: '500', dynamic: true, validate: true }

test('address and header are what the server reads', () => {
  expect(addressWith('https://docs.test/mock-path/1/pets', none)).toBe('https://docs.test/mock-path/1/pets')
  expect(preferWith(none)).toBe('')
  const query = new URL(addressWith('https://docs.test/mock-path/1/pets', all)).searchParams
  const wanted = { code: '404', isDynamic: true, delayMs: 500, isValidated: true }
  expect(readPreferences('', new Map(query))).toMatchObject({ ...wanted, example: all.example })
  expect(readPreferences(preferWith(all), new Map())).toMatchObject({ ...wanted, example: 'not found & gone' })
  expect(parsePrefer(preferWith({ ...none, code: '200' }))).toEqual(new Map([['code', '200']]))
})

test('ranges and the default stand for a status that is not documented itself', () => {
  const responses = ['200', '4XX', '400', 'default'].map((status) => ({ status, examples: [status] }))
  expect(statusesOf(responses)).toEqual([
    { code: '200', status: '200', examples: ['200'] },
    { code: '401', status: '4XX', examples: ['4XX'] },
    { code: '400', status: '400', examples: ['400'] },
    { code: '500', status: 'default', examples: ['default'] },
  ])
})
