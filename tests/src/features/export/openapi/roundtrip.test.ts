import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { findTarget } from '#shared/api-doc/openapi/pointer.ts'
import { upgradeOpenApi } from '#shared/api-doc/openapi/upgrade.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { unpacked } from '#src/features/export/openapi/heads.ts'
import { contentsOf, examine, lostLeaves, missingIn } from './examine.ts'
import { RandomDescription } from './random.ts'
import { frameOf, imported, pagesOf, written } from './written.ts'

/** Validates against the schema of the OpenAPI Initiative. */
async function requireValid(value: UnknownObject): Promise<void> {
  const result = await new Validator().validate(structuredClone(value))
  if (!result.valid) throw new Error(JSON.stringify(result.errors, null, 1).slice(0, 3000))
}

describe('an OpenAPI description, in and out', () => {
  test.each([
    ['3.0', 'openapi', 12],
    ['3.1', 'openapi', 12],
    ['3.1', 'openapi-yaml', 3],
    ['3.0', 'openapi-yaml', 3],
  ] as const)(
    '%s as %s keeps every element of %i random ones, and comes in again as the same pages',
    async (version, kind, count) => {
      for (let seed = 1; seed <= count; seed += 1) {
        const input = new RandomDescription(seed, version).document()
        const plan = imported(input)
        const { value, text, notes } = written(frameOf(plan, { kind }), pagesOf(plan))
        expect(missingIn(upgradeOpenApi(input), value), `seed ${seed}`).toEqual([])
        expect(missingIn(value, upgradeOpenApi(input)), `seed ${seed}: added`).toEqual([])
        expect(notes).toEqual([])
        await requireValid(value)
        // the pages of a 3.0 description say `nullable`, which is a type in 3.1
        // our reader of YAML takes an example that is no text as one when its schema says so
        const again = kind === 'openapi' ? text : value
        expect(contentsOf(again), `seed ${seed}`).toEqual(contentsOf(upgradeOpenApi(input)))
      }
    },
  )

  /** Exports a description as it was imported. */
  const outOf = (input: UnknownObject) => {
    const plan = imported(input)
    return written(frameOf(plan), pagesOf(plan))
  }
  const base = { openapi: '3.1.0', info: { title: 'Shop', version: '1' } }
  const get = { operationId: 'read', responses: { 200: { description: 'fine' } } }

  test.each<[name: string, UnknownObject]>([
    [
      'lists and objects with nothing in them',
      { tags: [], servers: [], paths: { '/a': { get } }, components: { schemas: {}, links: {} } },
    ],
    ['models alone', { components: { schemas: { Pet: { type: 'object' } } } }],
    [
      'paths alone, without methods',
      { paths: { '/a': {}, '/b': { parameters: [{ name: 'x', in: 'query' }] }, 'x-a': 1 } },
    ],
    ['paths without methods beside others', { paths: { '/a': { get }, '/b': { summary: 'soon' }, '/c': null } }],
    ['a method without an operation', { paths: { '/a': { get, post: null } } }],
    ['extensions among the parts', { paths: { '/a': { get } }, components: { 'x-a': 'text', 'x-b': { c: { d: 1 } } } }],
    [
      'tags that are named twice, or are no objects',
      { tags: [{ name: 'A' }, { name: 'A', 'x-b': 1 }, 'B'], paths: { '/a': { get: { ...get, tags: ['A', 'A'] } } } },
    ],
    ['operations that are named alike', { paths: { '/a': { get }, '/b': { get, post: get } } }],
    [
      'a path that is a reference to a part',
      {
        paths: { '/a': { $ref: '#/components/pathItems/A', summary: 'own' } },
        components: { pathItems: { A: { get, 'x-b': 1 } } },
      },
    ],
    [
      'a path that is a reference to another path',
      { paths: { '/a': { get, servers: [{ url: 'https://a.test' }] }, '/b': { $ref: '#/paths/~1a' } } },
    ],
    ['webhooks without paths', { webhooks: { made: { post: get, delete: get } } }],
  ])('%s', (_, more) => {
    const input = { ...base, ...more }
    const { value, notes } = outOf(input)
    expect(value).toEqual(input)
    expect(notes).toEqual([])
  })

  test('a reference to a path is written out once somebody has changed what it leads to', () => {
    const plan = imported({ ...base, paths: { '/a': { get }, '/b': { $ref: '#/paths/~1a' } } })
    const [, a, b] = pagesOf(plan)
    if (!a || !b) throw new Error('two operations')
    const changed = { ...a, text: a.text.replace('"description": ""', '"description": "Reads."') }
    expect(changed.text).not.toBe(a.text)
    const { value } = written(frameOf(plan), [changed, b])
    expect(value['paths']).toMatchObject({
      '/a': { get: { description: 'Reads.' } },
      '/b': { get: { responses: get.responses } },
    })
    expect(JSON.stringify(value['paths'])).not.toContain('$ref')
  })

  test('a page finds what stands in another path, as bundlers write it', () => {
    const schema = { type: 'object', properties: { name: { type: 'string', description: 'the name' } } }
    const body = (one: unknown) => ({ 200: { description: 'fine', content: { 'application/json': { schema: one } } } })
    const ref = '#/paths/~1pets~1{id}/get/responses/200/content/application~1json/schema'
    const { findings, operations } = examine({
      name: 'shop.json',
      bytes: Buffer.from(
        JSON.stringify({
          ...base,
          paths: {
            '/pets': { get: { responses: body({ type: 'array', items: { $ref: ref } }) } },
            '/pets/{id}': { get: { responses: body(schema) } },
          },
        }),
      ),
    })
    expect(operations).toBe(2)
    expect(findings).toEqual([])
    const head = imported({
      ...base,
      paths: { '/a': { get: { responses: body({ $ref: ref }) } }, '/pets/{id}': { get: { responses: body(schema) } } },
    })
    const [described] = head.descriptions ?? []
    expect(findTarget(unpacked(described?.head ?? new Uint8Array()), ref)).toEqual(schema)
  })

  test('Swagger 2 comes out as 3.1 with all that it says', async () => {
    const input = {
      swagger: '2.0',
      info: { title: 'Old shop', version: '1' },
      host: 'shop.test',
      basePath: '/v1',
      schemes: ['https', 'http'],
      consumes: ['application/json'],
      produces: ['application/json', 'application/xml'],
      'x-top': 1,
      tags: [{ name: 'Orders', description: 'All orders' }],
      parameters: {
        Page: { name: 'page', in: 'query', type: 'integer', minimum: 1, exclusiveMinimum: true },
        Order: { name: 'order', in: 'body', required: true, schema: { $ref: '#/definitions/Order' } },
      },
      responses: { Failed: { description: 'failed', schema: { $ref: '#/definitions/Error' } } },
      definitions: {
        Order: { type: 'object', discriminator: 'kind', required: ['kind'], properties: { kind: { type: 'string' } } },
        Error: { type: 'object', properties: { next: { $ref: '#/definitions/Error' } } },
      },
      securityDefinitions: {
        plain: { type: 'basic' },
        oauth: {
          type: 'oauth2',
          flow: 'accessCode',
          authorizationUrl: 'https://a.test',
          tokenUrl: 'https://t.test',
          scopes: { read: 'reading' },
        },
      },
      security: [{ oauth: ['read'] }],
      paths: {
        '/orders': {
          parameters: [{ $ref: '#/parameters/Page' }],
          get: {
            tags: ['Orders'],
            parameters: [
              { name: 'ids', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
            ],
            responses: {
              200: {
                description: 'fine',
                schema: { type: 'array', items: { $ref: '#/definitions/Order' } },
                headers: { 'X-Rate': { type: 'integer', description: 'rate' } },
                examples: { 'application/json': [{ kind: 'a' }] },
              },
              400: { $ref: '#/responses/Failed' },
            },
          },
          post: { parameters: [{ $ref: '#/parameters/Order' }], responses: { 201: { description: 'made' } } },
        },
        '/files': {
          put: {
            consumes: ['multipart/form-data'],
            schemes: ['http'],
            parameters: [
              { name: 'file', in: 'formData', type: 'file', required: true, description: 'the file' },
              { name: 'kind', in: 'formData', type: 'string', enum: ['a', 'b'], default: 'a' },
            ],
            responses: { default: { description: 'done' } },
          },
        },
      },
    }
    const plan = imported(input)
    const { value } = written(frameOf(plan), pagesOf(plan))
    await requireValid(value)
    expect(value).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: 'https://shop.test/v1' }, { url: 'http://shop.test/v1' }],
      'x-top': 1,
      tags: [{ name: 'Orders', description: 'All orders' }],
      security: [{ oauth: ['read'] }],
      paths: {
        '/orders': {
          parameters: [{ $ref: '#/components/parameters/Page' }],
          get: {
            parameters: [
              { name: 'ids', in: 'query', style: 'pipeDelimited', explode: false, schema: { type: 'array' } },
            ],
            responses: {
              200: {
                headers: { 'X-Rate': { description: 'rate', schema: { type: 'integer' } } },
                content: {
                  'application/json': {
                    schema: { type: 'array', items: { $ref: '#/components/schemas/Order' } },
                    example: [{ kind: 'a' }],
                  },
                  'application/xml': { schema: { type: 'array' } },
                },
              },
              400: { $ref: '#/components/responses/Failed' },
            },
          },
          post: {
            requestBody: {
              required: true,
              'x-name': 'order',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
            },
          },
        },
        '/files': {
          put: {
            servers: [{ url: 'http://shop.test/v1' }],
            requestBody: {
              content: {
                'multipart/form-data': {
                  schema: {
                    required: ['file'],
                    properties: {
                      file: { type: 'string', format: 'binary', description: 'the file' },
                      kind: { enum: ['a', 'b'], default: 'a' },
                    },
                  },
                },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          Order: { discriminator: { propertyName: 'kind' } },
          Error: { properties: { next: { $ref: '#/components/schemas/Error' } } },
        },
        parameters: { Page: { name: 'page', schema: { type: 'integer', exclusiveMinimum: 1 } } },
        securitySchemes: {
          plain: { type: 'http', scheme: 'basic' },
          oauth: { flows: { authorizationCode: { scopes: { read: 'reading' } } } },
        },
      },
    })
  })

  test('what Swagger 2 says beside its own rules stays', () => {
    const input = {
      swagger: '2.0',
      info: { title: 'Old shop', version: '1' },
      schemes: ['wss'],
      parameters: {
        Free: { name: 'free', in: 'body', description: 'of no operation', schema: { type: 'string' } },
        Used: { name: 'used', in: 'body', schema: { type: 'object' } },
      },
      securityDefinitions: { own: { type: 'oauth2', flow: 'device', scopes: { a: 'b' } } },
      paths: {
        '/a': {
          get: {
            consumes: ['text/csv'],
            produces: ['application/pdf'],
            schemes: ['ws'],
            parameters: [{ name: 'one', in: 'query', type: 'string', collectionFormat: 'tsv' }],
            responses: {
              200: {
                description: 'fine',
                headers: { A: { type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' } },
              },
            },
          },
          put: { parameters: [{ $ref: '#/parameters/Used' }], responses: { 204: { description: 'done' } } },
          post: {
            consumes: ['multipart/form-data'],
            parameters: [
              { name: 'whole', in: 'body', schema: { type: 'object' }, 'x-examples': { 'text/x-other': 'a sample' } },
              { name: 'field', in: 'formData', type: 'string', allowEmptyValue: true },
            ],
            responses: { 201: { description: 'made', schema: { type: 'string' } } },
          },
        },
      },
    }
    const { value } = outOf(input)
    expect(lostLeaves(input, value)).toEqual([])
    expect(value).toMatchObject({
      'x-schemes': ['wss'],
      components: {
        requestBodies: { Free: { description: 'of no operation', 'x-name': 'free' } },
        securitySchemes: { own: { flows: { implicit: { scopes: { a: 'b' } } }, 'x-flow': 'device' } },
      },
      paths: {
        '/a': {
          get: { 'x-consumes': ['text/csv'], 'x-produces': ['application/pdf'], 'x-schemes': ['ws'] },
          post: { requestBody: { 'x-parameters': [{ name: 'field' }], 'x-examples': { 'text/x-other': 'a sample' } } },
        },
      },
    })
    expect(value).not.toHaveProperty('components.requestBodies.Used')
  })

  test('YAML keeps texts of several lines as blocks and numbers as numbers', () => {
    const text = [
      'openapi: 3.1.0',
      'info: {title: Shop, version: 1.10}',
      'paths:',
      '  /orders:',
      '    get:',
      '      summary: List',
      '      description: |',
      '        one',
      '        two',
      '      parameters:',
      '        - {name: size, in: query, schema: {type: number, minimum: 1.50, maximum: 9}}',
      "      responses: {'200': {description: fine}}",
      '',
    ].join('\n')
    const plan = imported(text, 'shop.yaml')
    const out = written(frameOf(plan, { kind: 'openapi-yaml' }), pagesOf(plan))
    expect(out.text).toContain('      description: |\n        one\n        two\n')
    expect(out.text).toContain('"200":')
    expect(out.value).toMatchObject({
      info: { version: '1.10' },
      paths: { '/orders': { get: { parameters: [{ schema: { minimum: 1.5, maximum: 9 } }] } } },
    })
  })
})
