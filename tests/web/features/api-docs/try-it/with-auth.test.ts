import { expect, test } from 'vitest'
import { readDraft } from '#web/features/api-docs/try-it/draft.ts'
import { type SampleAuth, withAuth } from '#web/features/api-docs/try-it/with-auth.ts'

const draftOf = (request: object = {}) => {
  const draft = readDraft(JSON.stringify({ info: { url: '/orders', method: 'get' }, request }))
  if (!draft) throw new Error('no draft')
  return draft
}
const scheme = (given: Partial<SampleAuth>): SampleAuth => ({ name: '', type: '', place: '', field: '', ...given })
const rows = (list: { name: string; value: string }[]) => list.map(({ name, value }) => `${name}=${value}`)

test('basic and bearer authentication without a value name a variable', () => {
  expect(rows(withAuth(draftOf(), [scheme({ type: 'basic' })]).headers)).toEqual([
    'Authorization=Basic {{credentials}}',
  ])
  expect(rows(withAuth(draftOf(), [scheme({ type: 'oauth2' })]).headers)).toEqual(['Authorization=Bearer {{token}}'])
})

test('an API key goes where its description says, into the row that the page has for it', () => {
  const key = scheme({ type: 'apiKey', name: 'shopKey', place: 'header', field: 'X-Key' })
  const page = draftOf({ headers: [{ name: 'x-key', value: '', require: '1' }] })
  expect(rows(withAuth(page, [key]).headers)).toEqual(['x-key={{shopKey}}'])
  expect(rows(withAuth(draftOf(), [{ ...key, place: 'query' }]).query)).toEqual(['X-Key={{shopKey}}'])
  expect(rows(withAuth(draftOf(), [{ ...key, place: 'cookie', name: '' }]).cookies)).toEqual(['X-Key={{apiKey}}'])
})

test('a value of the page stays', () => {
  const page = draftOf({ headers: [{ name: 'Authorization', value: 'Basic abc' }] })
  expect(rows(withAuth(page, [scheme({ type: 'basic' })]).headers)).toEqual(['Authorization=Basic abc'])
})
