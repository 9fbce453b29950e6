import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'

/** Returns a repeatable source of random numbers from 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const words = [
  'id',
  'name',
  '订单',
  'total',
  'owner',
  'tags',
  'size.unit',
  'created at',
  'größe',
  'kind',
  '$key',
  'a/b',
  'x~y',
]
const prose = [
  'Short.',
  'With **marks** and `code`.',
  '第一行\n\n- 列表\n- `值`',
  'line one\nline two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  '  leading space\n    and: a colon # and a hash\n',
  '"quotes" & <tags> \\ back',
  'yes',
  '007',
]

/** Makes random descriptions: every kind of parameter, body, response and schema, with circular references. */
export class RandomDescription {
  readonly #random: () => number
  readonly #isOld: boolean
  readonly #schemas = ['Pet', 'Order', 'order_2', 'Error', 'Node.Item']

  /** @param version 3.0 writes `nullable` and exclusive limits as truth values */
  constructor(seed: number, version: '3.0' | '3.1') {
    this.#random = randomFrom(seed)
    this.#isOld = version === '3.0'
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }

  #count(most: number): number {
    return Math.floor(this.#random() * (most + 1))
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }

  #some(share: number, make: () => UnknownObject): UnknownObject {
    return this.#chance(share) ? make() : {}
  }

  #extension(): UnknownObject {
    return this.#some(0.2, () => ({
      [`x-${this.#pick(['rate-limit', 'owner', 'internal'])}`]: this.#pick<unknown>([
        5,
        'text',
        true,
        null,
        { a: [1, 2] },
      ]),
    }))
  }

  #value(depth = 0): unknown {
    const kind = this.#count(depth > 2 ? 4 : 6)
    if (kind === 5) return Array.from({ length: this.#count(2) }, () => this.#value(depth + 1))
    if (kind === 6) return { [this.#pick(words)]: this.#value(depth + 1), nullable: true }
    return [1, 2.5, 'text', false, null][kind]
  }

  schema(depth = 0): UnknownObject {
    const about = {
      ...this.#some(0.3, () => ({ description: this.#pick(prose) })),
      ...this.#some(0.1, () => ({ title: 'A title' })),
      ...this.#some(0.1, () => ({ deprecated: true })),
      ...this.#some(0.1, () => ({ readOnly: true })),
      ...this.#extension(),
    }
    const isLeaf = depth > 2
    const kind = this.#count(isLeaf ? 3 : 9)
    if (this.#chance(0.2)) return { $ref: `#/components/schemas/${encodeURIComponent(this.#pick(this.#schemas))}` }
    const nullable = this.#chance(0.2)
    const withNull = (type: string) =>
      this.#isOld ? { type, ...(nullable && { nullable: true }) } : { type: nullable ? [type, 'null'] : type }
    if (kind === 0)
      return {
        ...withNull('string'),
        ...this.#some(0.3, () => ({ format: this.#pick(['date', 'uuid', 'byte', 'binary']) })),
        ...this.#some(0.2, () => ({ minLength: 1, maxLength: this.#count(50) + 1, pattern: '^[a-z|]+$' })),
        ...this.#some(0.3, () => ({ enum: ['a', 'b', '上架'], default: 'a' })),
        ...about,
      }
    if (kind === 1)
      return {
        ...withNull('integer'),
        ...this.#some(0.4, () =>
          this.#isOld ? { minimum: 1, exclusiveMinimum: true, maximum: 9 } : { exclusiveMinimum: 1, maximum: 9 },
        ),
        ...this.#some(0.3, () => ({ example: this.#count(100) })),
        ...about,
      }
    if (kind === 2) return { ...withNull('number'), multipleOf: 0.5, ...about }
    if (kind === 3) return { ...withNull('boolean'), ...this.#some(0.3, () => ({ default: false })), ...about }
    if (kind === 4)
      return {
        ...withNull('array'),
        items: this.schema(depth + 1),
        ...this.#some(0.3, () => ({ uniqueItems: true })),
        ...about,
      }
    if (kind === 5) return { allOf: [this.schema(depth + 1), this.schema(depth + 1)], ...about }
    if (kind === 6)
      return {
        oneOf: [{ $ref: '#/components/schemas/Pet' }, { $ref: '#/components/schemas/Order' }],
        discriminator: { propertyName: 'kind', mapping: { pet: '#/components/schemas/Pet' } },
        ...about,
      }
    if (kind === 7) return { type: 'object', additionalProperties: this.schema(depth + 1), ...about }
    if (kind === 8 && !this.#isOld)
      return {
        type: 'array',
        prefixItems: [this.schema(depth + 1)],
        items: false,
        contains: { type: 'string' },
        ...about,
      }
    const names = [...new Set(Array.from({ length: this.#count(4) + 1 }, () => this.#pick(words)))]
    return {
      ...withNull('object'),
      properties: Object.fromEntries(names.map((name) => [name, this.schema(depth + 1)])),
      ...this.#some(0.5, () => ({ required: [names[0]] })),
      ...about,
    }
  }

  #media(): UnknownObject {
    const types = ['application/json', 'application/xml', 'text/plain', 'application/vnd.api+json; v=2']
    const chosen = types.slice(0, this.#count(types.length - 1) + 1)
    return Object.fromEntries(
      chosen.map((type) => [
        type,
        {
          ...this.#some(0.9, () => ({ schema: this.schema() })),
          ...(this.#chance(0.3)
            ? { example: this.#value() }
            : this.#some(0.3, () => ({
                examples: {
                  one: { summary: 'One', value: this.#value() },
                  two: { value: this.#value(), description: 'b' },
                },
              }))),
          ...this.#extension(),
        },
      ]),
    )
  }

  parameter(place: string, name: string): UnknownObject {
    const hasSchema = this.#chance(0.85)
    return {
      name,
      in: place,
      ...(place === 'path' ? { required: true } : this.#some(0.4, () => ({ required: this.#chance(0.5) }))),
      ...this.#some(0.6, () => ({ description: this.#pick(prose) })),
      ...(hasSchema
        ? { schema: this.schema(2), ...this.#some(0.3, () => ({ example: this.#value(3) })) }
        : { content: { 'application/json': { schema: this.schema(1) } } }),
      ...(place === 'query' && hasSchema
        ? this.#some(0.2, () => ({ style: 'form', explode: false, allowReserved: true }))
        : {}),
      ...this.#extension(),
    }
  }

  #header(): UnknownObject {
    return { description: this.#pick(prose), schema: this.schema(3) }
  }

  #response(): UnknownObject {
    if (this.#chance(0.15)) return { $ref: '#/components/responses/Failed' }
    return {
      description: this.#pick(prose),
      ...this.#some(0.7, () => ({ content: this.#media() })),
      ...this.#some(0.3, () => ({ headers: { 'X-Rate': this.#header(), ETag: { $ref: '#/components/headers/Tag' } } })),
      ...this.#some(0.2, () => ({
        links: { next: { operationId: 'op0', parameters: { id: '$response.body#/id' }, description: 'the next' } },
      })),
      ...this.#extension(),
    }
  }

  #body(): UnknownObject {
    if (this.#chance(0.15)) return { $ref: '#/components/requestBodies/Shared' }
    const content = this.#chance(0.25)
      ? {
          [this.#pick(['application/x-www-form-urlencoded', 'multipart/form-data'])]: {
            schema: {
              type: 'object',
              properties: { file: { type: 'string', format: 'binary' }, meta: this.schema(1) },
            },
            encoding: { meta: { contentType: 'application/json', headers: { 'X-Part': this.#header() } } },
          },
        }
      : this.#media()
    return {
      ...this.#some(0.5, () => ({ description: this.#pick(prose) })),
      ...this.#some(0.5, () => ({ required: true })),
      content,
    }
  }

  operation(number: number, variables: readonly string[], depth = 0): UnknownObject {
    const statuses = ['200', '201', '404', '4XX', 'default', '500'].filter(() => this.#chance(0.4))
    const parameters = [
      ...variables.map((name) => this.parameter('path', name)),
      ...['query', 'header', 'cookie'].flatMap((place) =>
        Array.from({ length: this.#count(2) }, (_, at) => this.parameter(place, `${place}-${at}`)),
      ),
      ...(this.#chance(0.3) ? [{ $ref: '#/components/parameters/Page' }] : []),
    ]
    return {
      ...this.#some(0.8, () => ({ summary: `Operation ${number}` })),
      ...this.#some(0.6, () => ({ description: this.#pick(prose) })),
      ...(depth === 0 && this.#chance(0.8) && { operationId: `op${number}` }),
      ...this.#some(0.7, () => ({
        tags: [...new Set([this.#pick(['Pets', 'Shop/Orders', '用户']), this.#pick(['Pets', 'Other'])])],
      })),
      ...(parameters.length > 0 && { parameters }),
      ...this.#some(0.5, () => ({ requestBody: this.#body() })),
      responses: Object.fromEntries((statuses.length > 0 ? statuses : ['200']).map((one) => [one, this.#response()])),
      ...this.#some(0.15, () => ({ deprecated: true })),
      ...this.#some(0.3, () => ({ security: this.#pick<unknown[]>([[], [{ key: [] }], [{ oauth: ['read'] }, {}]]) })),
      ...this.#some(0.15, () => ({ servers: [{ url: 'https://other.test/{v}', variables: { v: { default: '2' } } }] })),
      ...this.#some(0.15, () => ({ externalDocs: { url: 'https://docs.test/a', description: 'more' } })),
      ...(depth === 0 &&
        this.#chance(0.25) && {
          callbacks: { onEvent: { '{$request.body#/url}': { post: this.operation(1000 + number, [], 1) } } },
        }),
      ...this.#extension(),
    }
  }

  #pathItem(number: number, variables: readonly string[]): UnknownObject {
    const methods = ['get', 'post', 'put', 'delete', 'patch', 'options', 'head', 'trace'].filter(() =>
      this.#chance(0.3),
    )
    return {
      ...this.#some(0.2, () => ({ summary: 'A path', description: this.#pick(prose) })),
      ...this.#some(0.3, () => ({
        parameters: [this.parameter('header', 'X-Path'), { $ref: '#/components/parameters/Page' }],
      })),
      ...this.#some(0.1, () => ({ servers: [{ url: 'https://path.test' }] })),
      ...this.#extension(),
      ...Object.fromEntries(
        (methods.length > 0 ? methods : ['get']).map((method, at) => [
          method,
          this.operation(number * 10 + at, variables),
        ]),
      ),
    }
  }

  document(): UnknownObject {
    const paths = ['/pets', '/pets/{id}', '/订单/{id}/items/{item}', '/a~b/{x}', '/shop/{id}.json']
    return {
      openapi: this.#isOld ? '3.0.3' : '3.1.0',
      info: {
        title: 'Random shop',
        version: '1.10',
        description: this.#pick(prose),
        contact: { name: 'Team', email: 'team@shop.test' },
        license: { name: 'MIT', ...(this.#isOld ? {} : { identifier: 'MIT' }) },
        ...(this.#isOld ? {} : { summary: 'A summary' }),
        ...this.#extension(),
      },
      servers: [
        {
          url: 'https://{region}.shop.test/v1/',
          description: 'live',
          variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
        },
        { url: 'https://test.shop.test' },
      ],
      ...this.#some(0.5, () => ({ security: [{ key: [] }] })),
      tags: [
        { name: 'Pets', description: this.#pick(prose), externalDocs: { url: 'https://docs.test/pets' } },
        { name: 'Unused', 'x-order': 3 },
        { name: 'Shop/Orders' },
      ],
      externalDocs: { url: 'https://docs.test' },
      paths: Object.fromEntries(
        paths.slice(0, this.#count(paths.length - 1) + 1).map((path, at) => [
          path,
          this.#pathItem(
            at,
            [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
          ),
        ]),
      ),
      ...(!this.#isOld &&
        this.#chance(0.5) && {
          webhooks: { newPet: { post: { ...this.operation(900, []), operationId: 'hook' } } },
          jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
        }),
      components: {
        schemas: {
          ...Object.fromEntries(this.#schemas.map((name) => [name, this.schema()])),
          Node: {
            type: 'object',
            properties: {
              next: { $ref: '#/components/schemas/Node' },
              all: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
            },
          },
        },
        parameters: { Page: this.parameter('query', 'page') },
        requestBodies: { Shared: { content: this.#media() } },
        responses: { Failed: { description: 'failed', content: this.#media() } },
        headers: { Tag: this.#header() },
        examples: { One: { summary: 'one', value: this.#value() } },
        links: { Next: { operationId: 'op0' } },
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-Key' },
          oauth: {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: 'https://auth.test/token', scopes: { read: 'reading' } } },
          },
        },
        'x-parts': { a: 1 },
      },
      'x-top': { anything: [1, null, { nullable: true }] },
    }
  }
}
