import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { upgradeOpenApi } from '#shared/api-doc/openapi/upgrade.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { RandomDescription } from './random.ts'
import { frameOf, imported, pagesOf, written } from './written.ts'

/** Validates against the schema of the OpenAPI Initiative. */
async function requireValid(value: UnknownObject): Promise<void> {
  const result = await new Validator().validate(structuredClone(value))
  if (!result.valid) throw new Error(JSON.stringify(result.errors, null, 1).slice(0, 3000))
}

/** Names every value of the input that the output lacks or has otherwise. */
function missingIn(input: unknown, output: unknown, path = '#'): string[] {
  if (Array.isArray(input)) {
    if (!Array.isArray(output) || output.length !== input.length)
      return [`${path}: ${JSON.stringify(output)?.slice(0, 200)}`]
    return input.flatMap((one, at) => missingIn(one, output[at], `${path}/${at}`))
  }
  const object = toObject(input)
  if (!object) return Object.is(input, output) ? [] : [`${path}: ${JSON.stringify(input)} is ${JSON.stringify(output)}`]
  const found = toObject(output)
  if (!found) return [`${path}: missing`]
  return Object.entries(object).flatMap(([key, value]) =>
    Object.hasOwn(found, key) ? missingIn(value, found[key], `${path}/${key}`) : [`${path}/${key}: missing`],
  )
}

const contents = (value: unknown) =>
  pagesOf(imported(value))
    .map(({ title, folders, text }) => JSON.stringify({ title, folders, text }))
    .sort()

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
        expect(contents(again), `seed ${seed}`).toEqual(contents(upgradeOpenApi(input)))
      }
    },
  )

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
