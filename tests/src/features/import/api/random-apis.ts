import { stringify } from 'yaml'
import { RandomDocuments } from '../documents/random-documents.ts'

/*
 * API descriptions of random words in every format: a word that is in none of the pages afterwards was lost. Names that
 * a format restricts have a number too, so that each word is put in once.
 */

type Json = Record<string, unknown>

/** Makes random parts of descriptions; the same ones for the same seed. */
export class RandomApi extends RandomDocuments {
  /** A new word that is a name in every language. */
  name(): string {
    const name = `name${this.words.length}z`
    this.words.push(name)
    return name
  }

  /** Whether something that `most` in ten have is there. */
  sometimes(most = 5): boolean {
    return this.below(10) < most
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0]
  }

  /** Between `least` and `most` parts. */
  many<T>(least: number, most: number, make: (at: number) => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, at) => make(at))
  }

  /** A text with characters that Markdown, HTML, tables and JSON understand in their own way. */
  prose(): string {
    const sign = this.pick([' ', ' | ', ' <b>', '\n\n', ' "', ' \\ ', '，', ' * ', ' {{x}} ', ' & '])
    return `${this.text(2)}${sign}${this.text(2)}`
  }

  /** Some of the given fields, those of `always` in any case. */
  some(fields: Record<string, () => unknown>, always: Json = {}): Json {
    const chosen = Object.entries(fields).filter(() => this.sometimes(6))
    return { ...always, ...Object.fromEntries(chosen.map(([key, make]) => [key, make()])) }
  }
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

/** Makes random OpenAPI descriptions of one version. */
class RandomOpenApi {
  readonly #random: RandomApi
  readonly #version: string
  readonly #schemas: string[]

  constructor(random: RandomApi, version: string) {
    this.#random = random
    this.#version = version
    this.#schemas = random.many(3, 5, () => random.name())
  }

  get #isSwagger(): boolean {
    return this.#version === '2.0'
  }

  get #isNew(): boolean {
    return this.#version === '3.2.0'
  }

  #ref(kind: string, name: string): Json {
    return { $ref: this.#isSwagger && kind === 'schemas' ? `#/definitions/${name}` : `#/components/${kind}/${name}` }
  }

  #schema(depth = 0): Json {
    const random = this.#random
    const about = random.some({
      title: () => random.text(2),
      description: () => random.prose(),
      'x-note': () => random.prose(),
      externalDocs: () => ({ url: `https://example.com/${random.name()}`, description: random.prose() }),
      xml: () => ({ name: random.name() }),
    })
    const kind = depth > 1 ? random.below(3) : random.below(this.#isSwagger ? 6 : 9)
    if (kind === 0)
      return {
        ...about,
        type: 'string',
        ...random.some({ default: () => random.word(), pattern: () => random.word() }),
      }
    if (kind === 1) return { ...about, type: 'string', enum: random.many(1, 3, () => random.word()) }
    if (kind === 2) return this.#ref('schemas', random.pick(this.#schemas as [string]))
    if (kind === 3) return { ...about, type: 'array', items: this.#schema(depth + 1) }
    if (kind === 4) return { ...about, allOf: random.many(1, 3, () => this.#schema(depth + 1)) }
    if (kind === 6)
      return { ...about, [random.pick(['oneOf', 'anyOf'])]: random.many(1, 3, () => this.#schema(depth + 1)) }
    if (kind === 7) return { ...about, not: { type: 'string', description: random.prose() } }
    if (kind === 8 && this.#version > '3.1')
      return {
        ...about,
        ...random.some({
          if: () => ({ description: random.prose() }),
          prefixItems: () => [this.#schema(depth + 1)],
          patternProperties: () => ({ [`^${random.name()}`]: this.#schema(depth + 1) }),
          dependentSchemas: () => ({ [random.name()]: { description: random.prose() } }),
          $comment: () => random.prose(),
          $defs: () => ({ [random.name()]: { type: 'string', description: random.prose() } }),
          const: () => random.word(),
          examples: () => random.many(1, 3, () => random.word()),
          contentMediaType: () => random.word(),
        }),
      }
    return {
      ...about,
      type: 'object',
      properties: Object.fromEntries(random.many(1, 3, () => [random.name(), this.#schema(depth + 1)])),
      ...random.some({
        additionalProperties: () => this.#schema(depth + 1),
        example: () => ({ [random.name()]: random.word() }),
      }),
    }
  }

  #example(): Json {
    const random = this.#random
    return random.some(
      {
        summary: () => random.text(2),
        description: () => random.prose(),
        'x-more': () => random.word(),
        ...(this.#isNew && { serializedValue: () => random.word() }),
      },
      this.#isNew ? { dataValue: { [random.name()]: random.word() } } : { value: { [random.name()]: [random.word()] } },
    )
  }

  #examples(): Json {
    return Object.fromEntries(this.#random.many(1, 3, () => [this.#random.name(), this.#example()]))
  }

  #media(): Json {
    const random = this.#random
    return random.some({
      schema: () => this.#schema(),
      examples: () => this.#examples(),
      'x-media': () => random.prose(),
      encoding: () => ({ [random.name()]: { contentType: `text/${random.name()}`, 'x-how': random.prose() } }),
      ...(this.#isNew && {
        itemSchema: () => this.#schema(),
        itemEncoding: () => ({ contentType: `text/${random.name()}` }),
      }),
    })
  }

  #content(): Json {
    const random = this.#random
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'text/event-stream',
      'application/xml',
      `application/${random.name()}`,
    ]
    return Object.fromEntries(types.filter(() => random.sometimes(2)).map((type) => [type, this.#media()]))
  }

  #parameter(place: string): Json {
    const random = this.#random
    const name = random.name()
    const about = random.some({ description: () => random.prose(), 'x-parameter': () => random.prose() })
    if (this.#isSwagger) {
      const items = { type: 'string', description: random.prose(), enum: [random.word()] }
      return {
        name,
        in: place,
        ...about,
        ...random.pick([
          { type: 'string', default: random.word() },
          { type: 'array', items },
        ]),
      }
    }
    if (place === 'querystring' || random.sometimes(2))
      return { name, in: place, ...about, content: { 'application/json': this.#media() } }
    return {
      name,
      in: place,
      ...about,
      ...random.some({ schema: () => this.#schema(1), examples: () => this.#examples() }),
    }
  }

  #header(): Json {
    const { name: _, in: __, ...header } = this.#parameter('header')
    return header
  }

  #response(): Json {
    const random = this.#random
    return random.some(
      {
        'x-answer': () => random.prose(),
        headers: () => ({ [random.name()]: this.#header() }),
        ...(this.#isSwagger
          ? {
              schema: () => this.#schema(),
              examples: () => ({
                'application/json': { [random.name()]: random.word() },
                'text/plain': random.prose(),
              }),
            }
          : {
              content: () => this.#content(),
              links: () => ({ [random.name()]: { operationId: random.word(), description: random.prose() } }),
            }),
        ...(this.#isNew && { summary: () => random.prose() }),
      },
      { description: random.prose() },
    )
  }

  #body(): Json {
    const random = this.#random
    return random.some(
      { description: () => random.prose(), 'x-body': () => random.prose() },
      { content: this.#content() },
    )
  }

  #operation(tags: readonly string[], depth = 0): Json {
    const random = this.#random
    const places = ['query', 'header', 'path', ...(this.#isSwagger ? ['formData'] : ['cookie'])]
    if (this.#isNew) places.push('querystring')
    const parameters = places.filter(() => random.sometimes()).map((place) => this.#parameter(place))
    if (this.#isSwagger && !parameters.some((one) => one['in'] === 'formData') && random.sometimes())
      parameters.push({
        name: 'body',
        in: 'body',
        description: random.prose(),
        schema: this.#schema(),
        'x-body': random.word(),
      })
    return random.some(
      {
        summary: () => random.text(),
        description: () => random.prose(),
        operationId: () => random.name(),
        deprecated: () => true,
        externalDocs: () => ({ url: `https://example.com/${random.name()}`, description: random.prose() }),
        'x-operation': () => ({ [random.name()]: random.prose() }),
        ...(tags.length > 0 && { tags: () => [random.pick(tags as [string])] }),
        ...(!this.#isSwagger && {
          requestBody: () => this.#body(),
          servers: () => random.many(1, 2, () => this.#server()),
          ...(depth === 0 && {
            callbacks: () => ({
              [random.name()]: {
                [`{$request.body#/${random.name()}}`]: this.#pathItem(tags, 1),
                'x-callback': random.word(),
              },
            }),
          }),
        }),
      },
      {
        parameters,
        responses: Object.fromEntries(
          ['200', '201', '404', 'default'].filter(() => random.sometimes()).map((code) => [code, this.#response()]),
        ),
      },
    )
  }

  #pathItem(tags: readonly string[], depth = 0): Json {
    const random = this.#random
    const operations = methods.filter(() => random.sometimes(1)).map((method) => [method, this.#operation(tags, depth)])
    return random.some(
      {
        'x-path': () => random.prose(),
        parameters: () => [this.#parameter('query')],
        ...(!this.#isSwagger && { summary: () => random.text(), description: () => random.prose() }),
        ...(this.#isNew && {
          query: () => this.#operation(tags, depth),
          additionalOperations: () => ({ COPY: this.#operation(tags, depth) }),
        }),
      },
      { get: this.#operation(tags, depth), ...Object.fromEntries(operations) },
    )
  }

  #server(): Json {
    const random = this.#random
    const name = random.name()
    return random.some(
      {
        description: () => random.prose(),
        'x-server': () => random.prose(),
        ...(this.#isNew && { name: () => random.text() }),
        variables: () => ({ [name]: { default: random.name(), enum: [random.name()], description: random.prose() } }),
      },
      { url: `https://{${name}}.example.com/${random.name()}` },
    )
  }

  #scheme(): Json {
    const random = this.#random
    const about = { description: random.prose(), ...(this.#isNew && { deprecated: true }) }
    const flow = { tokenUrl: `https://example.com/${random.name()}`, scopes: { [random.name()]: random.prose() } }
    if (this.#isSwagger)
      return random.pick<Json>([
        { ...about, type: 'apiKey', in: 'header', name: random.name() },
        { ...about, type: 'oauth2', flow: 'application', ...flow },
      ])
    return random.pick<Json>([
      { ...about, type: 'apiKey', in: 'cookie', name: random.name() },
      { ...about, type: 'http', scheme: 'bearer', bearerFormat: random.word() },
      {
        ...about,
        type: 'oauth2',
        flows: {
          ...(this.#isNew && {
            deviceAuthorization: { ...flow, deviceAuthorizationUrl: `https://example.com/${random.name()}` },
          }),
          clientCredentials: flow,
        },
      },
    ])
  }

  #tag(name: string, parent: string | undefined): Json {
    const random = this.#random
    return random.some(
      {
        description: () => random.prose(),
        externalDocs: () => ({ url: `https://example.com/${random.name()}` }),
        'x-tag': () => random.prose(),
        ...(this.#isNew && {
          summary: () => random.text(),
          kind: () => random.word(),
          ...(parent !== undefined && { parent: () => parent }),
        }),
      },
      { name },
    )
  }

  write(): Json {
    const random = this.#random
    const tags = random.many(0, 3, () => random.name())
    const named = (make: () => unknown) => Object.fromEntries(random.many(0, 2, () => [random.name(), make()]))
    const schemas = Object.fromEntries(this.#schemas.map((name) => [name, this.#schema()]))
    const paths = {
      ...Object.fromEntries(random.many(1, 2, () => [`/${random.name()}/{id}`, this.#pathItem(tags)])),
      'x-paths': random.prose(),
    }
    const info = random.some(
      {
        description: () => random.prose(),
        termsOfService: () => `https://example.com/${random.name()}`,
        contact: () => ({ name: random.text(), email: `${random.name()}@example.com` }),
        license: () => ({ name: random.text() }),
        'x-info': () => random.prose(),
      },
      { title: random.text(), version: random.word() },
    )
    const common = {
      info,
      paths,
      tags: tags.map((name, at) => this.#tag(name, tags[at - 1])),
      externalDocs: { url: `https://example.com/${random.name()}`, description: random.prose() },
      'x-root': { [random.name()]: random.prose() },
    }
    if (this.#isSwagger)
      return {
        swagger: '2.0',
        host: `${random.name()}.example.com`,
        basePath: `/${random.name()}`,
        ...common,
        definitions: schemas,
        parameters: named(() => this.#parameter('query')),
        responses: named(() => this.#response()),
        securityDefinitions: named(() => this.#scheme()),
      }
    return {
      openapi: this.#version,
      ...(this.#isNew && { $self: `https://example.com/${random.name()}` }),
      ...common,
      servers: random.many(0, 2, () => this.#server()),
      components: {
        schemas,
        parameters: named(() => this.#parameter('query')),
        responses: named(() => this.#response()),
        requestBodies: named(() => this.#body()),
        headers: named(() => this.#header()),
        examples: named(() => this.#example()),
        securitySchemes: named(() => this.#scheme()),
        ...(this.#isNew && { mediaTypes: named(() => this.#media()) }),
        'x-components': random.prose(),
      },
      ...(this.#version > '3.1' && { webhooks: { [random.name()]: this.#pathItem(tags) } }),
    }
  }
}

/** A file in one format. */
export interface ApiFile {
  name: string
  text: string
  /** What the reader must recognise it as. */
  source: string
}

const openApi =
  (version: string, isYaml = false) =>
  (random: RandomApi): ApiFile => {
    const value = new RandomOpenApi(random, version).write()
    return {
      name: isYaml ? 'a.yaml' : 'a.json',
      text: isYaml ? stringify(value) : JSON.stringify(value),
      source: 'openapi',
    }
  }

/** Writers of every format, by name. */
export const everyApiFormat: Record<string, (random: RandomApi) => ApiFile> = {
  'Swagger 2': openApi('2.0'),
  'OpenAPI 3.0': openApi('3.0.4'),
  'OpenAPI 3.1': openApi('3.1.1', true),
  'OpenAPI 3.2': openApi('3.2.0'),
}

const field = (random: RandomApi): Json => ({ key: random.name(), value: random.word(), description: random.prose() })

/** A collection of Postman in version 2.0 or 2.1. */
function postman2(random: RandomApi, minor: string): Json {
  const isNew = minor === '2.1.0'
  const fields = () => random.many(0, 2, () => random.some({ disabled: () => true }, field(random)))
  const auth = () => {
    const values = { token: random.word() }
    return { type: 'bearer', bearer: isNew ? Object.entries(values).map(([key, value]) => ({ key, value })) : values }
  }
  const script = () =>
    random.many(1, 2, () => ({
      listen: random.pick(['prerequest', 'test']),
      script: { exec: random.many(1, 2, () => `// ${random.text()}`) },
      ...(random.sometimes(2) && { disabled: true }),
    }))
  const description = () => (random.sometimes() ? random.prose() : { content: random.prose(), type: 'text/markdown' })
  const body = (): Json =>
    random.pick([
      { mode: 'raw', raw: random.prose(), urlencoded: fields() },
      { mode: 'urlencoded', urlencoded: fields(), raw: random.prose() },
      { mode: 'formdata', formdata: [...fields(), { key: random.name(), type: 'file', src: random.name() }] },
      {
        mode: 'graphql',
        graphql: { query: `{ ${random.name()} }`, variables: `{"${random.name()}":"${random.word()}"}` },
      },
      { mode: 'file', file: { src: random.name() } },
      { mode: 'raw', disabled: true, raw: random.text() },
    ])
  const request = (isSaved = false): Json => {
    const query = fields()
    const search = query.map(({ key, value }) => `${key}=${value}`).join('&')
    return random.some(
      { ...(!isSaved && { auth }), description, header: fields, body },
      {
        method: random.pick(['GET', 'POST', 'COPY']),
        url: random.pick<unknown>([
          `https://example.com/${random.name()}?${random.name()}=${random.word()}`,
          {
            raw: `https://example.com/${random.name()}?${search}#${random.name()}`,
            host: ['example', 'com'],
            query,
            variable: fields(),
          },
        ]),
      },
    )
  }
  const saved = (): Json =>
    random.some(
      {
        originalRequest: () => request(true),
        header: fields,
        cookie: () => [{ name: random.name(), path: `/${random.name()}` }],
      },
      { name: random.text(), code: 200 + random.below(300), status: random.text(), body: random.prose() },
    )
  const item = (depth: number): Json =>
    depth < 3 && random.sometimes(3)
      ? random.some(
          { description, auth, event: script, variable: fields },
          { name: random.text(), item: random.many(1, 2, () => item(depth + 1)) },
        )
      : random.some(
          { description, event: script, response: () => random.many(1, 3, saved), variable: fields },
          { name: random.text(), request: request() },
        )
  return random.some(
    { auth, event: script, variable: fields },
    {
      info: {
        name: random.text(),
        description: description(),
        version: random.word(),
        schema: `https://schema.getpostman.com/json/collection/v${minor}/collection.json`,
      },
      item: random.many(1, 4, () => item(0)),
    },
  )
}

/** A collection of Postman in version 1. */
function postman1(random: RandomApi): Json {
  const fields = () => random.many(0, 2, () => field(random))
  const event = () => [{ listen: 'test', script: { exec: [`// ${random.text()}`] } }]
  const requests = random.many(1, 4, (at) => {
    const isForm = random.sometimes()
    return random.some(
      {
        headerData: fields,
        pathVariableData: fields,
        events: event,
        responses: () => [
          {
            name: random.text(),
            responseCode: { code: 404, name: random.text() },
            headers: fields(),
            text: random.prose(),
            request: { url: `https://example.com/${random.name()}`, description: random.prose() },
          },
        ],
      },
      {
        id: `r${at}`,
        name: random.text(),
        description: random.prose(),
        method: 'POST',
        url: `https://example.com/${random.name()}?${random.name()}=${random.word()}`,
        ...(isForm
          ? { dataMode: random.pick(['params', 'urlencoded']), data: fields(), rawModeData: random.text() }
          : { dataMode: 'raw', rawModeData: random.prose() }),
      },
    )
  })
  return {
    id: 'c1',
    name: random.text(),
    description: random.prose(),
    order: [],
    variables: fields(),
    folders: [
      { id: 'f1', name: random.text(), description: random.prose(), order: ['r0'], events: event() },
      { id: 'f2', name: random.text(), description: random.prose(), order: ['r1'], folder: 'f1' },
    ],
    requests,
  }
}

/** An export of Insomnia in version 4. */
function insomnia4(random: RandomApi): Json {
  const pairs = () =>
    random.many(0, 2, () =>
      random.some({ disabled: () => true }, { name: random.name(), value: random.word(), description: random.prose() }),
    )
  const request = (parentId: string): Json =>
    random.some(
      {
        parameters: pairs,
        headers: pairs,
        pathParameters: pairs,
        preRequestScript: () => `// ${random.text()}`,
        afterResponseScript: () => `// ${random.text()}`,
        authentication: () => ({ type: 'basic', username: random.word(), password: random.word() }),
        body: () =>
          random.pick<Json>([
            { mimeType: 'application/json', text: `{"${random.name()}":"${random.word()}"}` },
            {
              mimeType: 'multipart/form-data',
              params: [...pairs(), { name: random.name(), type: 'file', fileName: random.name() }],
            },
            { mimeType: 'application/x-www-form-urlencoded', params: pairs(), text: random.text() },
            { mimeType: 'application/octet-stream', fileName: random.name() },
          ]),
      },
      {
        _type: 'request',
        parentId,
        name: random.text(),
        description: random.prose(),
        method: 'POST',
        url: `{{ _.host }}/${random.name()}?${random.name()}=${random.word()}`,
      },
    )
  return {
    _type: 'export',
    __export_format: 4,
    resources: [
      { _type: 'workspace', _id: 'w', name: random.text(), description: random.prose() },
      {
        _type: 'request_group',
        _id: 'g',
        parentId: 'w',
        name: random.text(),
        description: random.prose(),
        environment: { [random.name()]: random.word() },
      },
      ...random.many(1, 3, () => request(random.pick(['w', 'g']))),
      {
        _type: 'grpc_request',
        parentId: 'w',
        name: random.text(),
        url: random.name(),
        protoMethodName: `/${random.name()}`,
        body: { text: random.prose() },
      },
      { _type: 'proto_file', parentId: 'w', name: random.text(), protoText: `// ${random.prose()}` },
      { _type: 'api_spec', parentId: 'w', fileName: random.text(), contents: `openapi: 3.0.0\n# ${random.prose()}` },
      { _type: 'unit_test_suite', _id: 'u', parentId: 'w', name: random.text() },
      { _type: 'unit_test', parentId: 'u', name: random.text(), code: `// ${random.prose()}` },
      { _type: 'environment', parentId: 'w', name: random.text(), data: { [random.name()]: random.word() } },
    ],
  }
}

/** An export of Insomnia in version 5. */
function insomnia5(random: RandomApi): Json {
  const about = () => ({ description: random.prose() })
  const request = (): Json => ({
    name: random.text(),
    url: `https://example.com/${random.name()}`,
    method: 'GET',
    meta: about(),
    headers: [{ name: random.name(), value: random.word(), description: random.prose() }],
    scripts: { preRequest: `// ${random.text()}`, afterResponse: `// ${random.text()}` },
    ...random.some({ body: () => ({ mimeType: 'application/json', text: random.prose() }) }),
  })
  return {
    type: 'collection.insomnia.rest/5.0',
    name: random.text(),
    meta: about(),
    collection: [request(), { name: random.text(), meta: about(), children: [request(), request()] }],
    environments: {
      name: random.text(),
      data: { [random.name()]: random.word() },
      subEnvironments: [{ name: random.text(), data: { [random.name()]: random.word() } }],
    },
    spec: { contents: { info: { title: random.text(), description: random.prose() } } },
    testSuites: [{ name: random.text(), tests: [{ name: random.text(), code: `// ${random.prose()}` }] }],
  }
}

/** A recording of a browser, which meets some addresses again. */
function har(random: RandomApi): Json {
  const urls = random.many(1, 3, () => `https://example.com/${random.name()}`) as [string, ...string[]]
  const pairs = () => random.many(0, 2, () => ({ name: random.name(), value: random.word(), comment: random.prose() }))
  const entry = (): Json => {
    const queryString = pairs()
    return {
      comment: random.prose(),
      request: random.some(
        { comment: () => random.prose(), headers: pairs },
        {
          method: random.pick(['GET', 'POST']),
          url: `${random.pick(urls)}?${queryString.map(({ name, value }) => `${name}=${value}`).join('&')}`,
          queryString,
          cookies: [],
          ...(random.sometimes() && {
            postData: random.pick<Json>([
              {
                mimeType: 'application/json',
                text: `{"${random.name()}":"${random.word()}"}`,
                comment: random.prose(),
              },
              { mimeType: 'application/x-www-form-urlencoded', params: pairs(), text: '' },
              {
                mimeType: 'multipart/form-data; boundary=x',
                params: [{ name: random.name(), fileName: random.name() }],
              },
            ]),
          }),
        },
      ),
      response: {
        status: 200 + random.below(2),
        statusText: random.text(),
        comment: random.prose(),
        headers: pairs(),
        content: { mimeType: 'application/json', text: `"${random.text()}"`, comment: random.prose() },
      },
    }
  }
  return {
    log: {
      version: '1.2',
      comment: random.prose(),
      pages: [{ id: 'p1', title: random.text(), comment: random.prose() }],
      entries: random.many(2, 5, entry),
    },
  }
}

/** An export of YApi. */
function yapi(random: RandomApi): Json[] {
  const rows = () =>
    random.many(0, 3, () => ({
      name: random.name(),
      value: random.word(),
      example: random.word(),
      desc: random.prose(),
      required: '1',
    }))
  const schema = (depth = 0): Json =>
    depth < 2 && random.sometimes()
      ? {
          type: 'object',
          title: random.text(),
          description: random.prose(),
          properties: { [random.name()]: schema(depth + 1), [random.name()]: schema(depth + 1) },
        }
      : { type: 'string', title: random.text(), description: random.prose(), mock: { mock: random.word() } }
  const content = (key: string) =>
    random.sometimes()
      ? { [`${key}_is_json_schema`]: true, [key]: JSON.stringify(schema()) }
      : { [`${key}_is_json_schema`]: false, [key]: `{ // ${random.text()}\n "${random.name()}": 1 }` }
  const one = (): Json => {
    const markdown = random.prose()
    return {
      path: `/${random.name()}`,
      method: random.pick(['GET', 'POST']),
      title: random.text(),
      markdown,
      desc: random.sometimes() ? `<p>${markdown.replaceAll(/[<&]/g, '')}</p>` : `<p>${random.text()}</p>`,
      status: 'done',
      tag: random.many(0, 2, () => random.word()),
      req_query: rows(),
      req_headers: rows(),
      req_params: rows(),
      req_body_type: random.pick(['form', 'json', 'raw', 'file']),
      req_body_form: rows(),
      ...(random.sometimes() ? content('req_body_other') : { req_body_other: random.text() }),
      res_body_type: 'json',
      ...content('res_body'),
      custom_field_value: random.text(),
    }
  }
  return random.many(1, 3, () => ({ name: random.text(), desc: random.prose(), list: random.many(1, 3, one) }))
}

/** The data of apiDoc. */
function apidoc(random: RandomApi): Json {
  const rows = (group: string) =>
    random.many(1, 3, () =>
      random.some(
        { defaultValue: () => random.word(), allowedValues: () => [random.word()], size: () => random.word() },
        {
          group,
          type: 'String',
          optional: true,
          field: random.name(),
          description: `<p>${random.text()} <b>${random.text()}</b></p>`,
        },
      ),
    )
  const part = () => {
    const group = random.text()
    return random.some(
      {
        examples: () => [{ title: random.text(), content: `HTTP/1.1 200 OK\n{"${random.name()}":"${random.word()}"}` }],
      },
      { fields: { [group]: rows(group) } },
    )
  }
  const entry = (): Json =>
    random.some(
      {
        description: () => `<p>${random.prose()}</p>`,
        header: part,
        parameter: part,
        success: part,
        error: part,
        query: () => rows('Query'),
        body: () => rows('Body'),
        permission: () => [{ name: random.word(), title: random.text(), description: random.prose() }],
        deprecated: () => ({ content: random.prose() }),
        sampleRequest: () => [{ url: `https://example.com/${random.name()}` }],
        examples: () => [{ title: random.text(), content: random.prose(), type: 'curl' }],
      },
      {
        type: random.pick(['get', 'post']),
        url: `/${random.name()}/:id`,
        title: random.text(),
        name: random.name(),
        group: 'group',
        groupTitle: random.text(),
        groupDescription: `<p>${random.text()}</p>`,
        version: '1.0.0',
      },
    )
  return {
    project: {
      name: random.text(),
      title: random.text(),
      description: random.prose(),
      url: `https://${random.name()}.example.com`,
      header: { title: random.text(), content: `<p>${random.prose()}</p>` },
      footer: { title: random.text(), content: `<p>${random.prose()}</p>` },
    },
    data: random.many(1, 4, entry),
  }
}

/** An OpenCollection in one file, as Bruno writes it. */
function openCollection(random: RandomApi): Json {
  const rows = () =>
    random.many(0, 2, () =>
      random.some(
        { disabled: () => true, description: () => random.prose() },
        { name: random.name(), value: random.word() },
      ),
    )
  const body = (): unknown =>
    random.pick<unknown>([
      { type: 'json', data: random.prose() },
      { type: 'form-urlencoded', data: rows() },
      { type: 'multipart-form', data: [...rows(), { name: random.name(), type: 'file', value: [random.name()] }] },
      { type: 'file', data: [{ filePath: random.name(), contentType: random.word() }] },
      [
        { title: random.text(), selected: true, body: { type: 'json', data: random.prose() } },
        { title: random.text(), body: { type: 'xml', data: random.prose() } },
      ],
    ])
  const request = (): Json => ({
    info: { name: random.text(), type: 'http', description: random.prose(), tags: [random.word()] },
    http: random.some(
      { headers: rows, params: rows, body, auth: () => ({ type: 'bearer', token: random.word() }) },
      { method: 'POST', url: `https://example.com/${random.name()}` },
    ),
    ...random.some({
      docs: () => random.prose(),
      runtime: () => ({
        variables: rows(),
        scripts: ['before-request', 'after-response', 'tests', 'hooks'].map((type) => ({
          type,
          code: `// ${random.text()}`,
        })),
        assertions: [{ expression: random.name(), operator: 'eq', value: random.word(), description: random.prose() }],
        actions: [{ type: 'set-variable', description: random.prose(), selector: { expression: random.name() } }],
      }),
      examples: () => [
        {
          name: random.text(),
          description: random.prose(),
          request: {
            method: 'GET',
            url: `https://example.com/${random.name()}`,
            headers: rows(),
            body: { type: 'text', data: random.text() },
          },
          response: {
            status: 404,
            statusText: random.text(),
            headers: rows(),
            body: { type: 'text', data: random.text() },
          },
        },
      ],
    }),
  })
  return {
    opencollection: '1.0.0',
    info: {
      name: random.text(),
      summary: random.prose(),
      authors: [{ name: random.text(), url: `https://example.com/${random.name()}` }],
    },
    docs: random.prose(),
    request: { variables: rows(), headers: rows(), scripts: [{ type: 'tests', code: `// ${random.text()}` }] },
    items: [
      ...random.many(1, 3, request),
      {
        info: { name: random.text(), type: 'folder', description: random.prose() },
        docs: random.prose(),
        items: [request()],
      },
    ],
    config: { environments: [{ name: random.text(), variables: [{ name: random.name(), value: random.word() }] }] },
  }
}

/** One request of Bruno in its markup. */
function bru(random: RandomApi): string {
  const pairs = () =>
    random.many(1, 2, () => `  ${random.sometimes(2) ? '~' : ''}${random.name()}: ${random.text(2)}`).join('\n')
  const block = (name: string, text: string) => `${name} {\n${text}\n}`
  const parts = [
    () => block('headers', pairs()),
    () => block('params:query', pairs()),
    () => block('params:path', pairs()),
    () => block('body:json', `  {"${random.name()}": "${random.text()}"}`),
    () => block('body:xml', `  <a>${random.text()}</a>`),
    () => block('body:form-urlencoded', pairs()),
    () => block('body:graphql', `  { ${random.name()} }`),
    () => block('body:graphql:vars', `  { "${random.name()}": 1 }`),
    () => block('auth:basic', `  username: ${random.word()}\n  password: ${random.word()}`),
    () => block('vars:pre-request', pairs()),
    () => block('vars:post-response', pairs()),
    () => block('assert', pairs()),
    () => block('script:pre-request', `  // ${random.text()}`),
    () => block('script:post-response', `  // ${random.text()}`),
    () => block('tests', `  // ${random.text()}`),
    () => block('docs', `  ${random.text()}\n  \n  - ${random.text()}`),
    () =>
      block(
        'example',
        `  name: ${random.text()}\n  description: ${random.text()}\n\n  request: {\n    url: https://example.com/${random.name()}\n  }\n\n  response: {\n    headers: {\n      ${random.name()}: ${random.word()}\n    }\n\n    status: {\n      code: 404\n      text: ${random.text()}\n    }\n\n    body: {\n      type: text\n      content: '''\n        ${random.text()}\n      '''\n    }\n  }`,
      ),
  ]
  const mode = random.pick(['json', 'xml', 'formUrlEncoded', 'none', 'graphql'])
  return [
    block('meta', `  name: ${random.text()}\n  type: http\n  seq: 1\n  tags: [${random.word()}]`),
    block(
      'post',
      `  url: https://example.com/${random.name()}?${random.name()}=${random.word()}\n  body: ${mode}\n  auth: basic`,
    ),
    ...parts.filter(() => random.sometimes(6)).map((make) => make()),
  ].join('\n\n')
}

/** A GraphQL schema. */
function graphql(random: RandomApi): string {
  const about = () => `"""\n${random.text()}\n"""\n`
  const names = random.many(2, 3, () => random.name())
  const type = () => random.pick(['String', 'Int!', ...names])
  const fields = () =>
    random
      .many(
        1,
        3,
        () =>
          `${about()}${random.name()}(${about()}${random.name()}: String = "${random.word()}"): [${type()}] @deprecated(reason: "${random.text()}")`,
      )
      .join('\n')
  return [
    `${about()}schema { query: Query mutation: Mutation }`,
    `# ${random.text()}\ntype Query {\n${fields()}\n}`,
    `type Mutation {\n${fields()}\n}`,
    ...names.map((name) => `${about()}type ${name} {\n${fields()}\n}`),
    `${about()}enum ${random.name()} { ${about()}${random.name()} }`,
    `${about()}input ${random.name()} { ${about()}${random.name()}: Int }`,
    `${about()}scalar ${random.name()} @specifiedBy(url: "https://example.com/${random.name()}")`,
    `${about()}directive @${random.name()} on FIELD`,
  ].join('\n\n')
}

/** A protobuf file. */
function protobuf(random: RandomApi): string {
  const names = random.many(2, 3, () => random.name()) as [string, ...string[]]
  const about = () => random.pick([`// ${random.text()}\n`, `/* ${random.text()} */\n`, `/** ${random.text()} */\n`])
  return [
    `// ${random.text()}\nsyntax = "proto3";\npackage ${random.name()};`,
    ...names.map(
      (name) =>
        `${about()}message ${name} {\n${about()}  ${random.pick(names)} ${random.name()} = 1; // ${random.text()}\n  map<string, string> ${random.name()} = 2 [json_name = "${random.name()}"];\n${about()}  oneof ${random.name()} { string ${random.name()} = 3; }\n}`,
    ),
    `${about()}enum ${random.name()} { ${random.name()} = 0; // ${random.text()}\n}`,
    `${about()}service ${random.name()} {\n${about()}  rpc ${random.name()}(${random.pick(names)}) returns (stream ${random.pick(names)}) { option (google.api.http) = { get: "/${random.name()}" }; }\n}`,
  ].join('\n\n')
}

/** Lines of cURL commands with comments. */
function curl(random: RandomApi): string {
  const one = (): string => {
    const more: (() => string)[] = [
      () => `-H '${random.name()}: ${random.word()}'`,
      () => `-u ${random.word()}:${random.word()}`,
      () => `-b '${random.name()}=${random.word()}'`,
      () => `--max-time ${random.name()}`,
      () => `-o ${random.name()}`,
    ].filter(() => random.sometimes(4))
    const body = random.pick<() => string>([
      () => `-d '{"${random.name()}":"${random.text()}"}'`,
      () => `--data-urlencode '${random.name()}=${random.text()}'`,
      () => `-F '${random.name()}=@${random.name()};type=text/${random.name()}'`,
      () => `-X DELETE`,
    ])
    return [
      ...random.many(0, 2, () => `# ${random.text()}`),
      [
        `curl 'https://example.com/${random.name()}?${random.name()}=${random.word()}'`,
        ...more.map((make) => make()),
        body(),
      ].join(' \\\n  '),
    ].join('\n')
  }
  return [...random.many(1, 4, one), `# ${random.text()}`].join('\n\n')
}

/** The JSON of API pages. */
function apiPages(random: RandomApi): Json[] {
  return random.many(1, 3, () => ({
    info: {
      from: 'runapi',
      type: 'api',
      title: random.text(),
      url: `/${random.name()}`,
      method: 'get',
      description: random.prose(),
      remark: random.prose(),
    },
    request: {
      params: { mode: 'json', json: random.prose(), jsonDesc: [{ name: random.name(), remark: random.prose() }] },
      headers: [],
    },
    response: { responseExample: random.prose() },
    [random.name()]: random.prose(),
  }))
}

const json =
  (source: string, make: (random: RandomApi) => unknown) =>
  (random: RandomApi): ApiFile => ({
    name: `${random.name()}.json`,
    text: JSON.stringify(make(random)),
    source,
  })
const yaml =
  (source: string, make: (random: RandomApi) => unknown) =>
  (random: RandomApi): ApiFile => ({
    name: `${random.name()}.yml`,
    text: stringify(make(random)),
    source,
  })
const file =
  (extension: string, source: string, make: (random: RandomApi) => string) =>
  (random: RandomApi): ApiFile => ({
    name: `${random.name()}.${extension}`,
    text: make(random),
    source,
  })

Object.assign(everyApiFormat, {
  'Postman 1': json('postman', postman1),
  'Postman 2.0': json('postman', (random) => postman2(random, '2.0.0')),
  'Postman 2.1': json('postman', (random) => postman2(random, '2.1.0')),
  'Insomnia 4': json('insomnia', insomnia4),
  'Insomnia 5': yaml('insomnia', insomnia5),
  HAR: json('har', har),
  YApi: json('yapi', yapi),
  apiDoc: json('apidoc', apidoc),
  OpenCollection: yaml('bruno', openCollection),
  Bruno: file('bru', 'bruno', bru),
  GraphQL: file('graphql', 'graphql', graphql),
  protobuf: file('proto', 'protobuf', protobuf),
  cURL: file('sh', 'curl', curl),
  'API pages': json('api-page', apiPages),
})
