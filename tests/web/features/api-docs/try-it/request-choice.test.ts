import { expect, test } from 'vitest'
import { type Draft, newRow, readDraft } from '#web/features/api-docs/try-it/draft.ts'
import { withOtherChoice } from '#web/features/api-docs/try-it/other-choice.ts'
import { withChoice } from '#web/features/api-docs/try-it/request-choice.ts'
import { withServer } from '#web/features/api-docs/try-it/with-server.ts'

const text = JSON.stringify({
  info: { url: 'https://eu.test/v1/pets/{id}', method: 'post' },
  request: {
    pathVariable: [{ name: 'id' }],
    query: [{ name: 'limit', value: '10' }],
    headers: [{ name: 'Content-Type', value: 'application/vnd.pet+json' }],
    params: { mode: 'json', json: '{"name":"Tom"}' },
  },
})
const fresh = (): Draft => readDraft(text) ?? expect.fail()
const valuesOf = (draft: Draft, table: 'path' | 'query' | 'headers' | 'form') =>
  draft[table].map(({ name, value }) => [name, value])

test('a server takes the place of the beginning of the address, and of nothing else', () => {
  const server = { from: 'https://eu.test/v1', to: 'https://us.test/v2' }
  expect(withServer('https://eu.test/v1/pets', server)).toBe('https://us.test/v2/pets')
  expect(withServer('{{host}}/pets', server)).toBe('{{host}}/pets')
  expect(withServer('/pets', { from: '', to: 'https://us.test' })).toBe('https://us.test/pets')
})

test('examples fill the body and the parameters', () => {
  const values = [
    { place: 'query', name: 'limit', value: '50' },
    { place: 'path', name: 'id', value: '7' },
  ] as const
  const chosen = withChoice(fresh(), { values, body: { type: 'application/json', text: '{"name":"Kit"}' } })
  expect(valuesOf(chosen, 'query')).toEqual([['limit', '50']])
  expect(valuesOf(chosen, 'path')).toEqual([['id', '7']])
  expect(chosen).toMatchObject({ bodyKind: 'json', text: '{"name":"Kit"}', headers: [] })
})

test('an example of another media type is sent as that type', () => {
  const xml = withChoice(fresh(), { values: [], body: { type: 'application/xml', text: '<pet/>' } })
  expect(xml).toMatchObject({ bodyKind: 'text', text: '<pet/>' })
  expect(valuesOf(xml, 'headers')).toEqual([['Content-Type', 'application/xml']])
  const type = 'application/x-www-form-urlencoded'
  const form = withChoice(fresh(), { values: [], body: { type, text: '{"name":"Kit","tags":["a"]}' } })
  expect(form.bodyKind).toBe('form')
  expect(valuesOf(form, 'form')).toEqual([
    ['name', 'Kit'],
    ['tags', '["a"]'],
  ])
})

test('another choice changes an edited draft where the choice differs, and leaves the edits', () => {
  const former = fresh()
  const next = withChoice(fresh(), {
    server: { from: 'https://eu.test/v1', to: 'https://us.test/v2' },
    values: [{ place: 'query', name: 'limit', value: '50' }],
  })
  const edited: Draft = {
    ...former,
    url: 'https://eu.test/v1/pets/{id}/toys',
    text: '{"name":"Mine"}',
    query: [...former.query, newRow({ name: 'own', value: '1' })],
  }
  const changed = withOtherChoice(edited, former, next)
  expect(changed.url).toBe('https://us.test/v2/pets/{id}/toys')
  expect(changed.text).toBe('{"name":"Mine"}')
  expect(valuesOf(changed, 'query')).toEqual([
    ['limit', '50'],
    ['own', '1'],
  ])
  // an example that was chosen is what is sent
  const example = withChoice(fresh(), { values: [], body: { type: 'application/json', text: '{"name":"Kit"}' } })
  expect(withOtherChoice(edited, former, example).text).toBe('{"name":"Kit"}')
  const elsewhere = { ...edited, url: 'http://localhost/pets' }
  expect(withOtherChoice(elsewhere, former, next).url).toBe('http://localhost/pets')
})
