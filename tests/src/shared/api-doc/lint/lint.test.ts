import { describe, expect, test } from 'vitest'
import { findingText } from '#shared/api-doc/lint/finding-text.ts'
import { lintDescription } from '#shared/api-doc/lint/lint-description.ts'
import { lintRuleNames, lintSettings } from '#shared/api-doc/lint/rules.ts'
import en from '#shared/locales/api-lint-en.json' with { type: 'json' }
import zh from '#shared/locales/api-lint-zh.json' with { type: 'json' }
import problems from '#shared/locales/schema-check-en.json' with { type: 'json' }

const good = {
  summary: 'Read',
  description: 'Reads one.',
  operationId: 'read',
  responses: {
    200: { description: 'It', content: { 'application/json': { schema: { type: 'integer' }, example: 1 } } },
    404: { description: 'None' },
  },
}
const described = (paths: object, components: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths,
  components,
})
const all = lintSettings(Object.fromEntries(lintRuleNames.map((name) => [name, 'warning'])))
const rulesOf = (root: object, settings = all) =>
  lintDescription(root as Record<string, unknown>, settings).findings.map(({ rule, key, place }) =>
    [rule, key, place].join('|'),
  )

test('finds nothing in a complete description', () => {
  const result = lintDescription(described({ '/things': { get: good } }), all)
  expect(result).toMatchObject({ score: 100, findings: [], isCut: false })
})

test.each<[string, object, string[]]>([
  [
    'no words',
    { get: { ...good, summary: '', description: '', operationId: '' } },
    ['operation-id', 'operation-summary', 'operation-description'],
  ],
  [
    'a parameter',
    { get: { ...good, parameters: [{ name: 'q', in: 'query', schema: { type: 'integer' }, example: 'x' }] } },
    ['parameter-description', 'example-valid'],
  ],
  ['no errors', { get: { ...good, responses: { 200: good.responses[200] } } }, ['operation-error-response']],
  ['only errors', { get: { ...good, responses: { 404: good.responses[404] } } }, ['operation-success-response']],
  [
    'no body',
    { get: { ...good, responses: { 200: { description: 'x' }, 404: { description: 'y' } } } },
    ['response-body-described'],
  ],
  ['204 needs none', { delete: { ...good, responses: { 204: { description: 'x' }, 404: { description: 'y' } } } }, []],
  [
    'no example',
    {
      get: {
        ...good,
        responses: { ...good.responses, 200: { description: 'x', content: { 'application/json': { schema: {} } } } },
      },
    },
    ['response-example'],
  ],
  [
    'a wrong example',
    {
      get: {
        ...good,
        responses: {
          ...good.responses,
          200: { description: 'x', content: { 'application/json': { schema: { type: 'integer' }, example: 'one' } } },
        },
      },
    },
    ['example-valid'],
  ],
  [
    'a body of GET',
    { get: { ...good, requestBody: { content: { 'application/json': { schema: {} } } } } },
    ['get-without-body', 'request-example'],
  ],
  [
    'a broken reference',
    { get: { ...good, parameters: [{ $ref: '#/components/parameters/None' }] } },
    ['reference-broken'],
  ],
])('finds %s', (_, item, expected) =>
  expect(rulesOf(described({ '/things': item }))).toEqual(
    expected.map((rule) => expect.stringMatching(new RegExp(`^${rule}\\|`))),
  ),
)

test('checks paths', () => {
  const paths = { '/Things/': { get: good }, '/things/{id}': { get: { ...good, operationId: 'b' } } }
  expect(rulesOf(described(paths))).toEqual([
    'path-trailing-slash|GET /Things/|',
    'path-kebab-case|GET /Things/|',
    'path-parameter-declared|GET /things/{id}|path id',
  ])
})

test('finds what is there twice, and models that nothing uses', () => {
  const paths = {
    '/a/{x}': { parameters: [{ name: 'x', in: 'path', description: 'x', required: true }], get: good },
    '/a/{y}': { parameters: [{ name: 'y', in: 'path', description: 'y', required: true }], get: good },
  }
  const schemas = {
    Used: {},
    Spare: { $ref: '#/components/schemas/Spare' },
    Named: {},
    Base: { discriminator: { propertyName: 'k', mapping: { n: 'Named' } } },
  }
  const use = {
    get: {
      ...good,
      operationId: 'c',
      parameters: [
        {
          name: 'q',
          in: 'query',
          description: 'q',
          schema: { anyOf: [{ $ref: '#/components/schemas/Used' }, { $ref: '#/components/schemas/Base' }] },
        },
      ],
    },
  }
  expect(rulesOf(described({ ...paths, '/c': use }, { schemas }))).toEqual([
    'operation-address-unique|GET /a/{x}|',
    'operation-address-unique|GET /a/{y}|',
    'operation-id-unique|GET /a/{x}|',
    'operation-id-unique|GET /a/{y}|',
    'model-unused||',
  ])
})

test('takes off points once for each rule, and counts levels that a team has chosen', () => {
  const root = described({
    '/a': { get: { ...good, parameters: ['x', 'y'].map((name) => ({ name, in: 'query' })) } },
    '/b': { get: { ...good, operationId: 'b' } },
  })
  expect(lintDescription(root, lintSettings()).score).toBe(99)
  expect(lintDescription(root, lintSettings({ 'parameter-description': 'error' })).score).toBe(90)
  expect(lintDescription(root, lintSettings({ 'parameter-description': 'off', unknown: 'error' }))).toMatchObject({
    score: 100,
    findings: [],
  })
})

test('every rule has its texts in both languages', () => {
  for (const texts of [en, zh]) {
    expect(Object.keys(texts.titles).toSorted()).toEqual([...lintRuleNames].toSorted())
    expect(Object.keys(texts.findings).toSorted()).toEqual([...lintRuleNames].toSorted())
  }
  const [finding] = lintDescription(
    described({
      '/a': {
        get: {
          ...good,
          parameters: [{ name: 'q', in: 'query', description: 'q', schema: { type: 'integer' }, example: 'x' }],
        },
      },
    }),
    all,
  ).findings
  expect(finding && findingText(finding, { ...en, problems })).toBe(
    'query q: The example doesn’t fit its schema: Expected integer, got string',
  )
})

describe('hostile descriptions', () => {
  test('circles, depth, enums, patterns and sizes end soon', () => {
    const deep = (levels: number): object =>
      levels === 0 ? { type: 'string' } : { properties: { a: deep(levels - 1) } }
    const schemas = {
      A: { anyOf: [{ $ref: '#/components/schemas/A' }, { not: { $ref: '#/components/schemas/A' } }] },
      Deep: deep(100),
      Enum: { enum: Array.from({ length: 100_000 }, (_, at) => at) },
      Pattern: { type: 'string', pattern: '^(a+)+$' },
      Items: { type: 'array', minItems: 1e9, items: { $ref: '#/components/schemas/A' } },
    }
    const values = {
      A: 1,
      Deep: { a: { a: 1 } },
      Enum: -1,
      Pattern: `${'a'.repeat(50_000)}!`,
      Items: Array.from({ length: 10_000 }, () => 1),
    }
    const content = (name: keyof typeof values) => ({
      'application/json': {
        schema: { $ref: `#/components/schemas/${name}` },
        examples: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`e${at}`, { value: values[name] }])),
      },
    })
    const paths = Object.fromEntries(
      (Object.keys(values) as (keyof typeof values)[]).map((name) => [
        `/${name.toLowerCase()}`,
        {
          get: {
            ...good,
            operationId: name,
            responses: { ...good.responses, 200: { description: 'x', content: content(name) } },
          },
        },
      ]),
    )
    const started = performance.now()
    const { findings } = lintDescription(described(paths, { schemas }), all)
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(findings.length).toBeGreaterThan(50)
  })

  test('lists a bounded number of findings', () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `/a${at}`,
        { get: { parameters: Array.from({ length: 100 }, (_, nr) => ({ name: `p${nr}`, in: 'query' })) } },
      ]),
    )
    const { findings, isCut } = lintDescription(described(many), all)
    expect(findings.length).toBeLessThanOrEqual(5_000)
    expect(isCut).toBe(true)
  })
})

test('500 operations take about a second at most', () => {
  const order = {
    type: 'object',
    required: ['id'],
    properties: Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [at === 0 ? 'id' : `f${at}`, { type: 'string', description: 'x' }]),
    ),
  }
  const example = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at === 0 ? 'id' : `f${at}`, 'text']))
  const content = {
    'application/json': {
      schema: { type: 'array', items: { $ref: '#/components/schemas/Order' } },
      example: Array.from({ length: 10 }, () => example),
    },
  }
  const paths = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [
      `/things-${at}/{id}`,
      {
        post: {
          ...good,
          operationId: `o${at}`,
          requestBody: { content },
          responses: { 200: { description: 'x', content }, 404: { description: 'y', content } },
        },
      },
    ]),
  )
  const root = described(paths, { schemas: { Order: order } })
  const started = performance.now()
  lintDescription(root, all)
  const took = performance.now() - started
  // the goal is a second on a machine that does nothing else
  expect(took).toBeLessThan(3_000)
})
