import { expect, test } from 'vitest'
import { compareDescriptions } from '#shared/api-doc/diff/compare-descriptions.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { described, operationPairs, schemaPairs, takes } from './pairs.ts'

const compare = (old: UnknownObject, now: UnknownObject) => compareDescriptions({ old, now }, { today: '2026-06-01' })

const pairs = [...schemaPairs, ...operationPairs]

/** Numbers from 0 to 1 that are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const clone = <T>(value: T): T => structuredClone(value)

test('a description has no changes against itself, and none against a copy with other keys first', () => {
  const turned = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(turned)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([key, one]) => [key, turned(one)]),
          )
        : value
  for (const [name, old, now] of pairs)
    for (const one of [old, now]) {
      expect([name, compare(one, one)]).toEqual([name, []])
      expect([name, compare(one, turned(one) as UnknownObject)]).toEqual([name, []])
    }
})

const opposites: Readonly<Record<string, string>> = {
  added: 'removed',
  set: 'unset',
  increased: 'decreased',
  generalized: 'specialized',
  widened: 'narrowed',
}

test('a description that is changed back has the opposite changes', () => {
  const turn = (kind: string): string | undefined => {
    for (const [one, other] of Object.entries(opposites)) {
      if (kind.endsWith(`-${one}`)) return kind.slice(0, -one.length) + other
      if (kind.endsWith(`-${other}`)) return kind.slice(0, -other.length) + one
    }
    return kind.includes('became-not-') ? kind.replace('became-not-', 'became-') : undefined
  }
  let count = 0
  for (const [name, old, now] of schemaPairs) {
    const inPlace = (changes: ReturnType<typeof compare>) => changes.filter(({ operation }) => operation !== '')
    const [there, back] = [inPlace(compare(old, now)), inPlace(compare(now, old))]
    // a later sunset, a reference that leads somewhere again, and a wider value of a field that is never sent harm nobody
    if (!/^a (?:read|write)-only field|^date (?:gone|earlier)|^reference to nothing/.test(name))
      expect([name, there.length > 0]).toEqual([name, back.length > 0])
    for (const { kind } of there) {
      const turned = turn(kind)
      if (
        turned === undefined ||
        !/-(?:max|min)-|pattern-a|const|nullable|enum-v|one-of-|any-of-|-if-|discriminator-a/.test(kind)
      )
        continue
      if (/x-ext|read-only|write-only|property-enum|mediatype|became-one/.test(kind)) continue
      expect([name, back.map((one) => one.kind)]).toEqual([name, expect.arrayContaining([turned])])
      count += 1
    }
  }
  expect(count).toBeGreaterThan(120)
})

/** A description with models that refer to each other, in circles too. */
function generate(random: () => number): UnknownObject {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const names = ['A', 'B', 'C', 'D', 'E']
  const schema = (depth: number): unknown => {
    const choice = Math.floor(random() * (depth > 3 ? 5 : 10))
    if (choice === 0) return { $ref: `#/components/schemas/${pick(names)}` }
    if (choice === 1) return { type: 'string', enum: ['a', 'b', 'c'].slice(0, 1 + Math.floor(random() * 3)) }
    if (choice === 2)
      return { type: pick(['string', 'integer', 'number', 'boolean']), maxLength: Math.floor(random() * 9) }
    if (choice === 3) return { type: ['string', 'null'], pattern: pick(['^a', '.*']) }
    if (choice === 4) return random() < 0.5
    if (choice === 5) return { type: 'array', items: schema(depth + 1), minItems: Math.floor(random() * 3) }
    if (choice === 6) return { allOf: [schema(depth + 1), schema(depth + 1)] }
    if (choice === 7) return { [pick(['oneOf', 'anyOf'])]: [schema(depth + 1), schema(depth + 1)] }
    if (choice === 8) return { type: 'object', additionalProperties: schema(depth + 1) }
    const fields = ['x', 'y', 'z'].filter(() => random() < 0.7)
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map((name) => [name, schema(depth + 1)])),
      required: fields.filter(() => random() < 0.5),
    }
  }
  const content = () => ({
    content: { [pick(['application/json', 'text/plain', 'application/*'])]: { schema: schema(0) } },
  })
  const operation = () => ({
    operationId: pick(names),
    parameters: [{ name: 'q', in: pick(['query', 'header']), schema: schema(2) }],
    requestBody: content(),
    responses: { [pick(['200', '2XX', 'default'])]: { description: '', ...content() } },
  })
  return described(
    Object.fromEntries(['/a', '/b/{id}', '/c'].map((path) => [path, { get: operation(), post: operation() }])),
    { components: { schemas: Object.fromEntries(names.map((name) => [name, schema(0)])) } },
  )
}

/** Changes a description somewhere: removes a member, repeats one, or puts another value in its place. */
function edit(description: UnknownObject, random: () => number): UnknownObject {
  const copy = clone(description)
  const values = [null, true, false, 0, '', 'x', [], {}, -1, { $ref: '#/components/schemas/B' }, ['a'], { type: 7 }]
  for (let times = 1 + Math.floor(random() * 4); times > 0; times -= 1) {
    let at: unknown = copy
    for (let depth = Math.floor(random() * 14); ; depth -= 1) {
      const keys = Object.keys(at as object)
      const key = keys[Math.floor(random() * keys.length)]
      if (key === undefined) break
      const holder = at as Record<string, unknown>
      const inner = holder[key]
      if (depth <= 0 || typeof inner !== 'object' || inner === null) {
        if (random() < 0.4 && !Array.isArray(holder)) delete holder[key]
        else holder[key] = clone(values[Math.floor(random() * values.length)])
        break
      }
      at = inner
    }
  }
  return copy
}

test('no edit of a description makes the comparison fail, and the result is the same each time', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = randomNumbers(seed)
    const old = generate(random)
    const now = edit(old, random)
    expect(compare(old, old)).toEqual([])
    const changes = compare(old, now)
    expect(compare(clone(old), clone(now))).toEqual(changes)
    compare(now, old)
    compare(now, generate(random))
  }
})

test('circles of references are compared once around', () => {
  const withNode = (name: unknown) =>
    takes({ $ref: '#/components/schemas/Node' }, 'application/json', {
      components: {
        schemas: {
          Node: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { name } }] },
          Base: {
            type: 'object',
            properties: {
              child: { $ref: '#/components/schemas/Node' },
              list: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
            },
          },
          Self: { $ref: '#/components/schemas/Self' },
        },
      },
    })
  const changes = compare(withNode({ type: 'string' }), withNode({ type: 'integer' }))
  expect(changes.filter(({ operation }) => operation !== '').map(({ path }) => path)).toEqual(['request/body/name'])
  const self = takes({ $ref: '#/components/schemas/Self' }, 'application/json', {
    components: { schemas: { Self: { $ref: '#/components/schemas/Self' } } },
  })
  expect(compare(self, takes({ type: 'string' })).length).toBeGreaterThan(0)
})

test('what grows without end is cut and said', () => {
  const deep = (depth: number, end: unknown) => {
    let schema = end
    for (let at = 0; at < depth; at += 1) schema = { type: 'object', properties: { a: schema } }
    return takes(schema)
  }
  // as deep as a file may be
  const kinds = compare(deep(240, { type: 'string' }), deep(240, { type: 'integer' })).map(({ kind }) => kind)
  expect(kinds).toContain('request-property-type-changed')
  // each model has the next one twice: a change of the last is in 2^30 places
  const wide = (end: unknown) =>
    takes({ $ref: '#/components/schemas/M0' }, 'application/json', {
      components: {
        schemas: Object.fromEntries(
          Array.from({ length: 31 }, (_, at) => [
            `M${at}`,
            at === 30
              ? end
              : {
                  type: 'object',
                  properties: {
                    a: { $ref: `#/components/schemas/M${at + 1}` },
                    b: { $ref: `#/components/schemas/M${at + 1}` },
                  },
                },
          ]),
        ),
      },
    })
  const startedMs = performance.now()
  const found = compare(wide({ type: 'string' }), wide({ type: 'integer' }))
  expect(found.length).toBeGreaterThan(1)
  expect(found.length).toBeLessThan(1100)
  // models that all lead to each other
  const names = Array.from({ length: 40 }, (_, at) => `M${at}`)
  const knot = (end: unknown) =>
    takes({ $ref: '#/components/schemas/M0' }, 'application/json', {
      components: {
        schemas: Object.fromEntries(
          names.map((name) => [
            name,
            {
              type: 'object',
              properties: {
                ...Object.fromEntries(names.map((other) => [other, { $ref: `#/components/schemas/${other}` }])),
                end,
              },
            },
          ]),
        ),
      },
    })
  expect(compare(knot({ type: 'string' }), knot({ type: 'integer' })).length).toBeGreaterThan(40)
  // more fields than are listed
  const fields = (type: string) => Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`f${at}`, { type }]))
  const many = compare(takes({ properties: fields('string') }), takes({ properties: fields('integer') }))
  expect(many.length).toBeLessThan(1100)
  expect(many.some(({ kind, level }) => kind === 'request-body-more-changes' && level === 'breaking')).toBe(true)
  expect(performance.now() - startedMs).toBeLessThan(20_000)
})

test('2,000 operations that share large models are compared within seconds', { timeout: 60_000 }, () => {
  const field = (at: number, isNew: boolean) => ({
    type: 'string',
    maxLength: isNew && at % 40 === 0 ? 50 : 100,
    description: 'A field with some words about it.'.repeat(3),
  })
  const big = (isNew: boolean) =>
    described(
      Object.fromEntries(
        Array.from({ length: 1000 }, (_, at) => [
          `/things${at}/{id}`,
          Object.fromEntries(
            ['get', 'post'].map((method) => [
              method,
              {
                operationId: `${method}${at}`,
                parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
                ...(method === 'post' && {
                  requestBody: {
                    content: { 'application/json': { schema: { $ref: `#/components/schemas/M${at % 200}` } } },
                  },
                }),
                responses: {
                  200: {
                    description: 'OK',
                    content: {
                      'application/json': {
                        schema: { type: 'array', items: { $ref: `#/components/schemas/M${(at + 7) % 200}` } },
                      },
                    },
                  },
                },
              },
            ]),
          ),
        ]),
      ),
      {
        components: {
          schemas: Object.fromEntries(
            Array.from({ length: 200 }, (_, at) => [
              `M${at}`,
              {
                type: 'object',
                properties: {
                  ...Object.fromEntries(
                    Array.from({ length: 300 }, (_each, index) => [`f${index}`, field(at * 300 + index + 1, isNew)]),
                  ),
                  next: { $ref: `#/components/schemas/M${at - (at % 5) + ((at + 1) % 5)}` },
                },
              },
            ]),
          ),
        },
      },
    )
  const [old, now] = [big(false), big(true)]
  expect(JSON.stringify(old).length).toBeGreaterThan(9_000_000)
  const startedMs = performance.now()
  const changes = compare(old, now)
  // it takes 3 s on a quiet machine; other tests run at the same time
  expect(performance.now() - startedMs).toBeLessThan(20_000)
  expect(changes.length).toBeGreaterThan(50_000)
  expect(compare(old, old)).toEqual([])
})
