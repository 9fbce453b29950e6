import { describe, expect, test } from 'vitest'
import { changeText, textNameOf } from '#shared/api-doc/diff/change-text.ts'
import type { ApiChange } from '#shared/api-doc/diff/changes.ts'
import { compareDescriptions } from '#shared/api-doc/diff/compare-descriptions.ts'
import { otherKinds, schemaAspects } from '#shared/api-doc/diff/kinds.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import english from '#shared/locales/api-changes-en.json' with { type: 'json' }
import chinese from '#shared/locales/api-changes-zh.json' with { type: 'json' }
import { descriptionPairs } from './description-pairs.ts'
import { described, operationPairs, schemaPairs, takes } from './pairs.ts'

/** What is said about the version of the whole description, which most pairs do not change. */
const aboutVersion = (kind: string) => /^api-(?:major-)?version-/.test(kind)

const compare = (old: UnknownObject, now: UnknownObject): ApiChange[] =>
  compareDescriptions({ old, now }, { today: '2026-06-01' })

const shown = (changes: readonly ApiChange[]) =>
  changes.filter(({ kind }) => !aboutVersion(kind)).map(({ level, kind, path }) => `${level} ${kind} ${path}`)

describe('changes in schemas', () => {
  test.each(schemaPairs)('%s', (_, old, now, expected) => {
    expect(shown(compare(old, now)).toSorted()).toEqual(expected.toSorted())
  })
})

describe('changes in operations', () => {
  test.each(operationPairs)('%s', (_, old, now, expected) => {
    expect(shown(compare(old, now)).toSorted()).toEqual(expected.toSorted())
  })
})

describe('changes in whole descriptions', () => {
  test.each(descriptionPairs)('%s', (_, old, now, expected) => {
    expect(shown(compare(old, now)).toSorted()).toEqual(expected.toSorted())
    expect(shown(compare(old, old))).toEqual([])
  })
})

test('every kind of change has a text in both languages, and no text is without a change', () => {
  const names = [...schemaAspects.keys(), ...Object.keys(otherKinds), 'part-sunset-deleted']
  const used = new Set(names.map((name) => textNameOf(name).text))
  for (const texts of [english, chinese]) expect(new Set(Object.keys(texts.changes))).toEqual(used)
  expect(Object.keys(chinese.subjects)).toEqual(Object.keys(english.subjects))
  const valuesIn = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([value]) => value).toSorted()
  for (const [name, text] of Object.entries(english.changes))
    expect([name, valuesIn(chinese.changes[name as keyof typeof chinese.changes])]).toEqual([name, valuesIn(text)])
})

test('every kind outside of schemas has a pair', () => {
  const found = new Set(
    [...schemaPairs, ...operationPairs].flatMap(([, old, now]) => compare(old, now).map((one) => one.kind)),
  )
  const without = new Set([
    // a webhook or callback with parameters or without a body
    'response-parameter-added',
    'response-required-parameter-removed',
    'response-optional-parameter-removed',
    'response-parameter-became-required',
    'response-parameter-became-optional',
    'response-body-added',
    'response-body-removed',
    'api-more-changes',
    'api-version-decreased',
    'api-major-version-not-bumped',
  ])
  expect(Object.keys(otherKinds).filter((kind) => !found.has(kind) && !without.has(kind))).toEqual([])
})

test('a text names the place, the former and the present value', () => {
  const [old, now] = [
    takes({ type: 'object', properties: { owner: { type: 'object', properties: { name: { maxLength: 9 } } } } }),
    takes({ type: 'object', properties: { owner: { type: 'object', properties: { name: { maxLength: 5 } } } } }),
  ]
  const [change] = compare(old, now).filter(({ operation }) => operation !== '')
  expect(change && changeText(change, english)).toBe('Request property “owner.name”: maxLength lowered from 9 to 5')
  expect(change && changeText(change, chinese)).toBe('请求字段“owner.name”：maxLength 由 9 减小为 5')
  for (const [, before, after] of [...schemaPairs, ...operationPairs, ...descriptionPairs])
    for (const one of compare(before, after))
      for (const texts of [english, chinese]) {
        const text = changeText(one, texts)
        expect(text).not.toMatch(/\{\{|\}\}|undefined|“”/)
        expect(text.length).toBeGreaterThan(3)
      }
})

test('what the server sends to the client is judged as a response', () => {
  const hook = (operation: UnknownObject) => described({}, { webhooks: { born: { post: operation } } })
  const q = (more: UnknownObject = {}) => ({ parameters: [{ name: 'q', in: 'query', ...more }] })
  const body = { requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } } }
  const rows: [UnknownObject, UnknownObject, string][] = [
    [{}, q(), 'info response-parameter-added request/query/q'],
    [q(), {}, 'info response-optional-parameter-removed request/query/q'],
    [q({ required: true }), {}, 'breaking response-required-parameter-removed request/query/q'],
    [q(), q({ required: true }), 'info response-parameter-became-required request/query/q'],
    [q({ required: true }), q(), 'breaking response-parameter-became-optional request/query/q'],
    [{}, body, 'info response-body-added request/body'],
    [body, {}, 'breaking response-body-removed request/body'],
  ]
  for (const [old, now, expected] of rows) expect(shown(compare(hook(old), hook(now)))).toEqual([expected])
  expect(compare(hook(body), hook({})).map(({ operation }) => operation)).toContain('webhook POST born')
})

test('a breaking change asks for a new major version', () => {
  const at = (version: string, schema: unknown) => ({ ...takes(schema), info: { title: 'P', version } })
  const about = (from: string, to: string, isBreaking = true) =>
    compare(at(from, { maxLength: 9 }), at(to, { maxLength: isBreaking ? 5 : 12 }))
      .map(({ kind }) => kind)
      .filter(aboutVersion)
  expect(about('1.0.0', '1.0.0')).toEqual(['api-version-not-bumped'])
  expect(about('1.0.0', '1.1.0')).toEqual(['api-major-version-not-bumped'])
  expect(about('1.1.0', '1.0.9')).toEqual(['api-version-decreased'])
  expect(about('1.9.0', '2.0.0')).toEqual([])
  expect(about('1.0.0', '1.0.0', false)).toEqual([])
})

test('the order is fixed: by path and method, then what matters most', () => {
  const op = (schema: unknown) => ({ requestBody: { content: { 'application/json': { schema } } }, responses: {} })
  const all = (now: boolean) =>
    described({
      '/b': { get: op({ maxLength: now ? 5 : 9, default: now ? 1 : 2 }) },
      '/a': { put: op({ maxLength: now ? 5 : 9 }), get: op({ minLength: now ? 5 : 3 }) },
    })
  const listed = compare(all(false), all(true)).map(({ operation, level }) => `${operation} ${level}`)
  expect(listed).toEqual([' info', 'GET /a breaking', 'PUT /a breaking', 'GET /b breaking', 'GET /b info'])
})
