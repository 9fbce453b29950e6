import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { readYaml } from '#shared/api-doc/yaml-text.ts'
import type { Pair } from './pairs.ts'

/** Reads a description as the command does. */
function parse(text: string): UnknownObject {
  const read = readYaml(text, { depth: 200, nodes: 100_000 })
  const value = 'value' in read ? toObject(read.value) : undefined
  if (!value) throw new Error(`no description: ${JSON.stringify(read)}\n${text}`)
  return value
}

const info = 'info: {title: Shop, version: 1.0.0}'

/** A description of a version of OpenAPI, whose parts are flow mappings of YAML. */
const of =
  (version: string) =>
  (paths: string, components = '{}', more = ''): UnknownObject =>
    parse(`openapi: ${version}\n${info}\npaths: ${paths}\ncomponents: ${components}\n${more}`)

const v30 = of('3.0.3')
const v31 = of('3.1.0')
const v32 = of('3.2.0')

/** A description of Swagger 2. */
const v2 = (paths: string, more = ''): UnknownObject => parse(`swagger: '2.0'\n${info}\npaths: ${paths}\n${more}`)

const ok = "responses: {'200': {description: OK}}"
const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const sends = (schema: string) => `{/orders: {post: {requestBody: {${json(schema)}}, ${ok}}}}`
const gets = (schema: string) => `{/orders: {get: {responses: {'200': {description: OK, ${json(schema)}}}}}}`
const asks = (...parameters: string[]) => `{/orders: {get: {parameters: [${parameters.join(', ')}], ${ok}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const schemas = (text: string) => `{schemas: ${text}}`

const both = (
  name: string,
  before: string,
  after: string,
  request: readonly string[],
  response: readonly string[],
  describe = v31,
): Pair[] => [
  [`${name}, sent`, describe(sends(before)), describe(sends(after)), request],
  [`${name}, received`, describe(gets(before)), describe(gets(after)), response],
]

/** What a client notices in addresses, methods and parameters. */
const addresses: Pair[] = [
  [
    'two parameters of a path trade their names',
    v31(
      `{'/a/{x}/b/{y}': {get: {parameters: [{name: x, in: path, required: true, schema: {type: string}}, {name: y, in: path, required: true, schema: {type: string}}], ${ok}}}}`,
    ),
    v31(
      `{'/a/{y}/b/{x}': {get: {parameters: [{name: x, in: path, required: true, schema: {type: string}}, {name: y, in: path, required: true, schema: {type: string}}], ${ok}}}}`,
    ),
    ['info request-parameter-renamed request/path/x', 'info request-parameter-renamed request/path/y'],
  ],
  [
    'two parameters of a path trade their places',
    v31(
      `{'/a/{x}/b/{y}': {get: {parameters: [{name: x, in: path, required: true, schema: {type: string}}, {name: y, in: path, required: true, schema: {type: integer}}], ${ok}}}}`,
    ),
    v31(
      `{'/a/{y}/b/{x}': {get: {parameters: [{name: x, in: path, required: true, schema: {type: string}}, {name: y, in: path, required: true, schema: {type: integer}}], ${ok}}}}`,
    ),
    [
      'info request-parameter-renamed request/path/x',
      'info request-parameter-renamed request/path/y',
      'breaking request-parameter-type-changed request/path/y',
      'info request-parameter-type-generalized request/path/x',
    ],
  ],
  [
    'a renamed parameter of a path becomes a number',
    v30(`{'/a/{id}': {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], ${ok}}}}`),
    v30(`{'/a/{key}': {get: {parameters: [{name: key, in: path, required: true, schema: {type: integer}}], ${ok}}}}`),
    ['info request-parameter-renamed request/path/key', 'breaking request-parameter-type-changed request/path/key'],
  ],
  [
    'a path gets a slash at its end',
    v31(`{/orders: {get: {${ok}}}}`),
    v31(`{/orders/: {get: {${ok}}}}`),
    ['breaking api-path-removed-without-deprecation ', 'info endpoint-added '],
  ],
  [
    'the letters of a path change their case',
    v31(`{/Orders: {get: {${ok}}}}`),
    v31(`{/orders: {get: {${ok}}}}`),
    ['breaking api-path-removed-without-deprecation ', 'info endpoint-added '],
  ],
  [
    'another method of the same path',
    v31(`{/orders: {put: {${ok}}}}`),
    v31(`{/orders: {patch: {${ok}}}}`),
    ['breaking api-removed-without-deprecation ', 'info endpoint-added '],
  ],
  [
    'a fixed part becomes a parameter',
    v31(`{/orders/latest: {get: {${ok}}}}`),
    v31(`{'/orders/{id}': {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], ${ok}}}}`),
    ['breaking api-path-removed-without-deprecation ', 'info endpoint-added '],
  ],
  [
    'a parameter moves from the query to a header',
    v31(asks('{name: page, in: query, schema: {type: integer}}')),
    v31(asks('{name: page, in: header, schema: {type: integer}}')),
    ['warning request-parameter-removed request/query/page', 'info new-optional-request-parameter request/header/page'],
  ],
  [
    'a required parameter with a default is new',
    v31(asks()),
    v31(asks('{name: page, in: query, required: true, schema: {type: integer, default: 1}}')),
    ['breaking new-required-request-parameter request/query/page'],
  ],
  [
    'a header in other letters',
    v31(asks('{name: X-Trace, in: header, schema: {type: string}}')),
    v31(asks('{name: x-trace, in: header, schema: {type: string}}')),
    [],
  ],
  [
    'a cookie that must be sent',
    v31(asks('{name: sid, in: cookie, schema: {type: string}}')),
    v31(asks('{name: sid, in: cookie, required: true, schema: {type: string}}')),
    ['breaking request-parameter-became-required request/cookie/sid'],
  ],
  [
    'lists separated in another way',
    v2(
      `{/orders: {get: {parameters: [{name: tag, in: query, type: array, items: {type: string}, collectionFormat: csv}], ${ok}}}}`,
    ),
    v2(
      `{/orders: {get: {parameters: [{name: tag, in: query, type: array, items: {type: string}, collectionFormat: multi}], ${ok}}}}`,
    ),
    ['breaking request-parameter-explode-changed request/query/tag'],
  ],
  [
    'lists separated by bars',
    v2(`{/orders: {get: {parameters: [{name: tag, in: query, type: array, items: {type: string}}], ${ok}}}}`),
    v2(
      `{/orders: {get: {parameters: [{name: tag, in: query, type: array, items: {type: string}, collectionFormat: pipes}], ${ok}}}}`,
    ),
    ['breaking request-parameter-style-changed request/query/tag'],
  ],
  [
    'a value of the items of a parameter is gone',
    v31(asks('{name: state, in: query, schema: {type: array, items: {type: string, enum: [new, paid, sent]}}}')),
    v31(asks('{name: state, in: query, schema: {type: array, items: {type: string, enum: [new, paid]}}}')),
    ['breaking request-parameter-property-enum-value-removed request/query/state/[]'],
  ],
  [
    'fewer items of a parameter',
    v31(asks('{name: id, in: query, schema: {type: array, maxItems: 100, items: {type: string}}}')),
    v31(asks('{name: id, in: query, schema: {type: array, maxItems: 50, items: {type: string}}}')),
    ['breaking request-parameter-max-items-decreased request/query/id'],
  ],
  [
    'a parameter written as JSON',
    v31(asks('{name: filter, in: query, schema: {type: object}}')),
    v31(asks('{name: filter, in: query, content: {application/json: {schema: {type: object}}}}')),
    ['breaking request-parameter-media-type-changed request/query/filter'],
  ],
  [
    'a shared parameter becomes required',
    v31(
      `{/orders: {get: {parameters: [{$ref: '#/components/parameters/Page'}], ${ok}}}}`,
      '{parameters: {Page: {name: page, in: query, schema: {type: integer}}}}',
    ),
    v31(
      `{/orders: {get: {parameters: [{$ref: '#/components/parameters/Page'}], ${ok}}}}`,
      '{parameters: {Page: {name: page, in: query, required: true, schema: {type: integer}}}}',
    ),
    ['breaking request-parameter-became-required request/query/page'],
  ],
  [
    'a shared parameter is written in place',
    v31(
      `{/orders: {get: {parameters: [{$ref: '#/components/parameters/Page'}], ${ok}}}}`,
      '{parameters: {Page: {name: page, in: query, schema: {type: integer}}}}',
    ),
    v31(asks('{name: page, in: query, schema: {type: integer}}')),
    [],
  ],
  [
    'an operation overrides the parameter of its path',
    v31(`{/orders: {parameters: [{name: page, in: query, schema: {type: integer}}], get: {${ok}}}}`),
    v31(
      `{/orders: {parameters: [{name: page, in: query, schema: {type: integer}}], get: {parameters: [{name: page, in: query, schema: {type: integer, maximum: 9}}], ${ok}}}}`,
    ),
    ['breaking request-parameter-max-set request/query/page'],
  ],
  [
    'a path is shared under components',
    v31(`{/orders: {$ref: '#/components/pathItems/Orders'}}`, `{pathItems: {Orders: {get: {${ok}}}}}`),
    v31(`{/orders: {get: {${ok}}}}`),
    [],
  ],
  [
    'a pattern for a parameter of the path',
    v31(`{'/a/{id}': {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], ${ok}}}}`),
    v31(
      `{'/a/{id}': {get: {parameters: [{name: id, in: path, required: true, schema: {type: string, pattern: '^[a-z]+$'}}], ${ok}}}}`,
    ),
    ['breaking request-parameter-pattern-added request/path/id'],
  ],
  [
    'a number of 32 bits becomes one of 64',
    v31(asks('{name: n, in: query, schema: {type: integer, format: int32}}')),
    v31(asks('{name: n, in: query, schema: {type: integer, format: int64}}')),
    ['info request-parameter-type-generalized request/query/n'],
  ],
  [
    'a number of 64 bits becomes one of 32',
    v31(asks('{name: n, in: query, schema: {type: integer, format: int64}}')),
    v31(asks('{name: n, in: query, schema: {type: integer, format: int32}}')),
    ['breaking request-parameter-type-changed request/query/n'],
  ],
  [
    'an empty value is no longer allowed',
    v30(asks('{name: q, in: query, allowEmptyValue: true, schema: {type: string}}')),
    v30(asks('{name: q, in: query, schema: {type: string, minLength: 1}}')),
    ['breaking request-parameter-min-length-set request/query/q'],
  ],
  [
    'a second method of OpenAPI 3.2',
    v32(`{/orders: {get: {${ok}}}}`),
    v32(`{/orders: {get: {${ok}}, query: {${ok}}}}`),
    ['info endpoint-added '],
  ],
  [
    'a method of its own is gone',
    v32(`{/orders: {get: {${ok}}, additionalOperations: {PURGE: {${ok}}}}}`),
    v32(`{/orders: {get: {${ok}}}}`),
    ['breaking api-removed-without-deprecation '],
  ],
  [
    'the whole query as one parameter, with a field that must be sent',
    v32(
      asks(
        '{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}}}',
      ),
    ),
    v32(
      asks(
        '{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, required: [a], properties: {a: {type: string}}}}}}',
      ),
    ),
    ['breaking request-parameter-property-became-required request/querystring/q/a'],
  ],
]

/** What a client notices in bodies. */
const bodies: Pair[] = [
  ...both(
    '3.0 nullable without a type, 3.1 with null',
    '{type: object, properties: {a: {type: string, nullable: true}}}',
    '{type: object, properties: {a: {type: string}}}',
    ['breaking request-property-became-not-nullable request/body/a'],
    ['info response-property-became-not-nullable response/200/body/a'],
    v30,
  ),
  [
    'nullable of 3.0 is a list of types in 3.1',
    v30(gets('{type: object, properties: {a: {type: integer, format: int64, nullable: true, enum: [1, 2, null]}}}')),
    v31(gets('{type: object, properties: {a: {type: [integer, "null"], format: int64, enum: [1, 2, null]}}}')),
    [],
  ],
  [
    'Swagger 2 to OpenAPI 3.0, the same',
    v2(
      `{/orders: {post: {consumes: [application/json], produces: [application/json], parameters: [{name: body, in: body, required: true, schema: {$ref: '#/definitions/Order'}}], responses: {'200': {description: OK, schema: {$ref: '#/definitions/Order'}}}}}}`,
      'definitions: {Order: {type: object, required: [id], properties: {id: {type: integer}}}}',
    ),
    v30(
      `{/orders: {post: {requestBody: {required: true, ${json(ref('Order'))}}, responses: {'200': {description: OK, ${json(ref('Order'))}}}}}}`,
      schemas('{Order: {type: object, required: [id], properties: {id: {type: integer}}}}'),
    ),
    [],
  ],
  [
    'a form of Swagger 2 asks for one field more',
    v2(
      `{/orders: {post: {consumes: [application/x-www-form-urlencoded], parameters: [{name: a, in: formData, type: string}], ${ok}}}}`,
    ),
    v2(
      `{/orders: {post: {consumes: [application/x-www-form-urlencoded], parameters: [{name: a, in: formData, type: string}, {name: b, in: formData, required: true, type: string}], ${ok}}}}`,
    ),
    ['breaking new-required-request-property request/body/b'],
  ],
  [
    'a file of a form becomes a text',
    v2(
      `{/files: {post: {consumes: [multipart/form-data], parameters: [{name: f, in: formData, required: true, type: file}], ${ok}}}}`,
    ),
    v2(
      `{/files: {post: {consumes: [multipart/form-data], parameters: [{name: f, in: formData, required: true, type: integer}], ${ok}}}}`,
    ),
    ['breaking request-property-type-changed request/body/f'],
  ],
  ...both(
    'a model may be null',
    `{type: object, properties: {owner: ${ref('Person')}}}`,
    `{type: object, properties: {owner: {oneOf: [${ref('Person')}, {type: 'null'}]}}}`,
    ['info request-property-became-nullable request/body/owner'],
    ['breaking response-property-became-nullable response/200/body/owner'],
    (paths) => v31(paths, schemas('{Person: {type: object, properties: {name: {type: string}}}}')),
  ),
  ...both(
    'a list of types loses one',
    '{type: object, properties: {a: {type: [string, integer]}}}',
    '{type: object, properties: {a: {type: [string]}}}',
    ['breaking request-property-type-changed request/body/a'],
    ['info response-property-type-specialized response/200/body/a'],
  ),
  ...both(
    'int32 to int64',
    '{type: object, properties: {a: {type: integer, format: int32}}}',
    '{type: object, properties: {a: {type: integer, format: int64}}}',
    ['info request-property-type-generalized request/body/a'],
    ['breaking response-property-type-generalized response/200/body/a'],
  ),
  ...both(
    'an e-mail address becomes any text',
    '{type: object, properties: {a: {type: string, format: email}}}',
    '{type: object, properties: {a: {type: string}}}',
    ['info request-property-type-generalized request/body/a'],
    ['breaking response-property-type-generalized response/200/body/a'],
  ),
  ...both(
    'a date becomes a point in time',
    '{type: object, properties: {a: {type: string, format: date}}}',
    '{type: object, properties: {a: {type: string, format: date-time}}}',
    // a client that sends a day goes on doing so: as the lists of rules that people have say it
    ['info request-property-type-generalized request/body/a'],
    ['breaking response-property-type-generalized response/200/body/a'],
  ),
  ...both(
    'an object becomes a list of it',
    '{type: object, properties: {a: {type: string}}}',
    '{type: array, items: {type: object, properties: {a: {type: string}}}}',
    ['breaking request-body-type-changed request/body', 'warning request-property-removed request/body/a'],
    [
      'breaking response-body-type-changed response/200/body',
      'info response-optional-property-removed response/200/body/a',
    ],
  ),
  ...both(
    'a default of an optional field',
    '{type: object, properties: {a: {type: string, default: x}}}',
    '{type: object, properties: {a: {type: string, default: y}}}',
    ['info request-property-default-value-changed request/body/a'],
    ['info response-property-default-value-changed response/200/body/a'],
  ),
  [
    'a new required field with a default',
    v31(sends('{type: object, properties: {a: {type: string}}}')),
    v31(sends('{type: object, required: [b], properties: {a: {type: string}, b: {type: string, default: x}}}')),
    ['breaking new-required-request-property-with-default request/body/b'],
  ],
  [
    'a new required field that only the server sets',
    v31(sends('{type: object, properties: {a: {type: string}}}')),
    v31(sends('{type: object, required: [id], properties: {a: {type: string}, id: {type: string, readOnly: true}}}')),
    [],
  ],
  [
    'a field that clients sent is set by the server',
    v31(sends('{type: object, properties: {id: {type: string}}}')),
    v31(sends('{type: object, properties: {id: {type: string, readOnly: true}}}')),
    ['info request-optional-property-became-read-only request/body/id'],
  ],
  [
    'a required field of a response is only sent',
    v31(gets('{type: object, required: [pin], properties: {pin: {type: string}}}')),
    v31(gets('{type: object, required: [pin], properties: {pin: {type: string, writeOnly: true}}}')),
    ['info response-required-property-became-write-only response/200/body/pin'],
  ],
  [
    'a required field is no longer a property',
    v31(sends('{type: object, required: [a], properties: {a: {type: string}}}')),
    v31(sends('{type: object, required: [a]}')),
    ['warning request-property-removed request/body/a'],
  ],
  ...both(
    'required names a field that has no schema',
    '{type: object, properties: {a: {type: string}}}',
    '{type: object, required: [b], properties: {a: {type: string}}}',
    ['breaking request-property-became-required request/body/b'],
    ['info response-property-became-required response/200/body/b'],
  ),
  ...both(
    'no further fields',
    '{type: object, properties: {a: {type: string}}}',
    '{type: object, properties: {a: {type: string}}, additionalProperties: false}',
    ['breaking request-body-additional-properties-forbidden request/body'],
    ['info response-body-additional-properties-forbidden response/200/body'],
  ),
  ...both(
    'values of a map get a type',
    '{type: object, additionalProperties: {}}',
    '{type: object, additionalProperties: {type: integer}}',
    ['breaking request-body-additional-properties-restricted request/body'],
    ['info response-body-additional-properties-restricted response/200/body'],
  ),
  ...both(
    'values of a map change their type',
    '{type: object, additionalProperties: {type: string}}',
    '{type: object, additionalProperties: {type: integer}}',
    ['breaking request-property-type-changed request/body/{}'],
    ['breaking response-property-type-changed response/200/body/{}'],
  ),
  [
    'a removed field of a closed object',
    v31(sends('{type: object, additionalProperties: false, properties: {a: {type: string}, b: {type: string}}}')),
    v31(sends('{type: object, additionalProperties: false, properties: {a: {type: string}}}')),
    ['warning request-property-removed request/body/b'],
  ],
  ...both(
    'an exclusive limit of 3.0',
    '{type: object, properties: {n: {type: number, maximum: 10}}}',
    '{type: object, properties: {n: {type: number, maximum: 10, exclusiveMaximum: true}}}',
    ['breaking request-property-exclusive-max-set request/body/n'],
    ['info response-property-exclusive-max-set response/200/body/n'],
    v30,
  ),
  ...both(
    'an exclusive limit that is higher',
    '{type: object, properties: {n: {type: number, maximum: 10}}}',
    '{type: object, properties: {n: {type: number, exclusiveMaximum: 20}}}',
    ['info request-property-max-unset request/body/n'],
    ['breaking response-property-max-unset response/200/body/n'],
  ),
  ...both(
    'an exclusive limit that is no longer one',
    '{type: object, properties: {n: {type: number, exclusiveMinimum: 0}}}',
    '{type: object, properties: {n: {type: number, minimum: 0}}}',
    ['info request-property-exclusive-min-unset request/body/n'],
    ['breaking response-property-exclusive-min-unset response/200/body/n'],
  ),
  ...both(
    'words of an enum change',
    '{type: object, properties: {s: {type: string, enum: [open, done]}}}',
    '{type: object, properties: {s: {type: string, enum: [open, closed]}}}',
    [
      'breaking request-property-enum-value-removed request/body/s',
      'info request-property-enum-value-added request/body/s',
    ],
    [
      'breaking response-property-enum-value-added response/200/body/s',
      'info response-property-enum-value-removed response/200/body/s',
    ],
  ),
  ...both(
    'one value of an enum as a constant',
    '{type: object, properties: {s: {type: string, enum: [open]}}}',
    '{type: object, properties: {s: {type: string, const: open}}}',
    [],
    [],
  ),
  ...both(
    'two values of an enum become a constant',
    '{type: object, properties: {s: {type: string, enum: [open, done]}}}',
    '{type: object, properties: {s: {type: string, const: open}}}',
    ['breaking request-property-enum-value-removed request/body/s'],
    ['info response-property-enum-value-removed response/200/body/s'],
  ),
  ...both(
    'an enum in another order',
    '{type: object, properties: {s: {type: string, enum: [a, b, c]}}}',
    '{type: object, properties: {s: {type: string, enum: [c, a, b]}}}',
    [],
    [],
  ),
  ...both(
    'numbers of an enum written with a point',
    '{type: object, properties: {n: {type: number, enum: [1, 2]}}}',
    '{type: object, properties: {n: {type: number, enum: [1.0, 2.0]}}}',
    [],
    [],
  ),
  ...both(
    'examples, titles and extensions',
    '{type: object, title: A, x-java: {a: 1}, example: {a: x}, properties: {a: {type: string, example: x, x-order: 1}}}',
    '{type: object, title: B, x-java: {a: 2}, example: {a: y}, properties: {a: {type: string, examples: [y], x-order: 2}}}',
    [],
    [],
  ),
  ...both(
    'a field is deprecated',
    '{type: object, properties: {a: {type: string}}}',
    "{type: object, properties: {a: {type: string, deprecated: true, x-sunset: '2027-01-01'}}}",
    ['info request-property-deprecated-with-sunset request/body/a'],
    ['info response-property-deprecated-with-sunset response/200/body/a'],
  ),
  [
    'a date of YAML without quotes',
    v31(`{/orders: {get: {${ok}}}}`),
    v31(`{/orders: {get: {deprecated: true, x-sunset: 2027-01-01, ${ok}}}}`),
    ['info endpoint-deprecated-with-sunset '],
  ],
  [
    'a status of YAML without quotes',
    v31('{/orders: {get: {responses: {200: {description: OK}, 404: {description: Gone}}}}}'),
    v31("{/orders: {get: {responses: {'200': {description: OK}}}}}"),
    ['info response-non-success-status-removed response/404'],
  ],
  ...both(
    'a longer list of patterns',
    '{type: object, properties: {a: {type: string, pattern: "^[0-9]+$"}}}',
    '{type: object, properties: {a: {type: string, pattern: "^[0-9]*$"}}}',
    ['warning request-property-pattern-changed request/body/a'],
    ['warning response-property-pattern-changed response/200/body/a'],
  ),
]

const person = (more: string) => `{type: object, required: [id], properties: {id: {type: string}${more}}}`
const pets =
  '{Cat: {type: object, properties: {meow: {type: string}}}, Dog: {type: object, properties: {bark: {type: string}}}, Bird: {type: object, properties: {sing: {type: string}}}}'
const withPets = (paths: string) => v31(paths, schemas(pets))
const choice = (keyword: string, ...names: string[]) => `{${keyword}: [${names.map(ref).join(', ')}]}`

/** What a client notices in models and their combinations. */
const models: Pair[] = [
  [
    'a model is written in place',
    v31(gets(ref('Person')), schemas(`{Person: ${person('')}}`)),
    v31(gets(person(''))),
    ['info api-schema-removed components/schemas/Person'],
  ],
  [
    'a model that nothing uses changes',
    v31(`{/orders: {get: {${ok}}}}`, schemas('{Old: {type: string}}')),
    v31(`{/orders: {get: {${ok}}}}`, schemas('{Old: {type: integer}}')),
    [],
  ],
  [
    'a field of a field of a model is gone',
    v31(
      gets(ref('A')),
      schemas(
        `{A: {type: object, properties: {b: ${ref('B')}}}, B: {type: object, properties: {c: ${ref('C')}}}, C: ${person(', name: {type: string}')}}`,
      ),
    ),
    v31(
      gets(ref('A')),
      schemas(
        `{A: {type: object, properties: {b: ${ref('B')}}}, B: {type: object, properties: {c: ${ref('C')}}}, C: {type: object, properties: {name: {type: string}}}}`,
      ),
    ),
    ['breaking response-required-property-removed response/200/body/b/c/id'],
  ],
  [
    'a shared response loses a field in two operations',
    v31(
      `{/a: {get: {responses: {'200': {$ref: '#/components/responses/One'}}}}, /b: {get: {responses: {'200': {$ref: '#/components/responses/One'}}}}}`,
      `{responses: {One: {description: OK, ${json(person(''))}}}}`,
    ),
    v31(
      `{/a: {get: {responses: {'200': {$ref: '#/components/responses/One'}}}}, /b: {get: {responses: {'200': {$ref: '#/components/responses/One'}}}}}`,
      `{responses: {One: {description: OK, ${json('{type: object}')}}}}`,
    ),
    [
      'breaking response-required-property-removed response/200/body/id',
      'breaking response-required-property-removed response/200/body/id',
    ],
  ],
  [
    'a shared body must be sent',
    v31(
      `{/a: {post: {requestBody: {$ref: '#/components/requestBodies/One'}, ${ok}}}}`,
      `{requestBodies: {One: {${json('{type: object}')}}}}`,
    ),
    v31(
      `{/a: {post: {requestBody: {$ref: '#/components/requestBodies/One'}, ${ok}}}}`,
      `{requestBodies: {One: {required: true, ${json('{type: object}')}}}}`,
    ),
    ['breaking request-body-became-required request/body'],
  ],
  [
    'words beside a reference',
    v31(gets(`{type: object, properties: {a: ${ref('Cat')}}}`), schemas(pets)),
    v31(
      gets(`{type: object, properties: {a: {$ref: '#/components/schemas/Cat', description: The cat}}}`),
      schemas(pets),
    ),
    ['info response-property-description-changed response/200/body/a'],
  ],
  [
    'a limit beside a reference in 3.1',
    v31(sends(`{type: object, properties: {a: ${ref('Name')}}}`), schemas('{Name: {type: string}}')),
    v31(
      sends(`{type: object, properties: {a: {$ref: '#/components/schemas/Name', maxLength: 9}}}`),
      schemas('{Name: {type: string}}'),
    ),
    ['breaking request-property-max-length-set request/body/a'],
  ],
  [
    'a tree gets a required field',
    v31(
      sends(ref('Node')),
      schemas(`{Node: {type: object, properties: {children: {type: array, items: ${ref('Node')}}}}}`),
    ),
    v31(
      sends(ref('Node')),
      schemas(
        `{Node: {type: object, required: [name], properties: {name: {type: string}, children: {type: array, items: ${ref('Node')}}}}}`,
      ),
    ),
    ['breaking new-required-request-property request/body/name'],
  ],
  [
    'two models that lead to each other lose a field',
    v31(
      gets(ref('A')),
      schemas(
        `{A: {type: object, properties: {b: ${ref('B')}}}, B: {type: object, required: [id], properties: {id: {type: string}, a: ${ref('A')}}}}`,
      ),
    ),
    v31(
      gets(ref('A')),
      schemas(`{A: {type: object, properties: {b: ${ref('B')}}}, B: {type: object, properties: {a: ${ref('A')}}}}`),
    ),
    ['breaking response-required-property-removed response/200/body/b/id'],
  ],
  [
    'a reference to itself',
    v31(gets(ref('A')), schemas(`{A: ${ref('A')}}`)),
    v31(gets(ref('A')), schemas(`{A: {allOf: [${ref('A')}]}}`)),
    [],
  ],
  [
    'a base of a base asks for a field',
    v31(
      sends(ref('C')),
      schemas(
        `{A: {type: object, properties: {x: {type: string}}}, B: {allOf: [${ref('A')}]}, C: {allOf: [${ref('B')}, {type: object}]}}`,
      ),
    ),
    v31(
      sends(ref('C')),
      schemas(
        `{A: {type: object, required: [x], properties: {x: {type: string}}}, B: {allOf: [${ref('A')}]}, C: {allOf: [${ref('B')}, {type: object}]}}`,
      ),
    ),
    ['breaking request-property-became-required request/body/x'],
  ],
  [
    'fields move into a base',
    v31(
      gets(ref('C')),
      schemas('{C: {type: object, required: [a], properties: {a: {type: string}, b: {type: integer}}}}'),
    ),
    v31(
      gets(ref('C')),
      schemas(
        `{A: {type: object, required: [a], properties: {a: {type: string}}}, C: {allOf: [${ref('A')}, {properties: {b: {type: integer}}}]}}`,
      ),
    ),
    [],
  ],
  [
    'a limit in one part of an allOf',
    v31(sends('{allOf: [{type: object, properties: {n: {type: integer}}}, {properties: {n: {maximum: 100}}}]}')),
    v31(sends('{allOf: [{type: object, properties: {n: {type: integer}}}, {properties: {n: {maximum: 50}}}]}')),
    ['breaking request-property-max-decreased request/body/n'],
  ],
  [
    'one alternative more in a response',
    withPets(gets(choice('oneOf', 'Cat', 'Dog'))),
    withPets(gets(choice('oneOf', 'Cat', 'Dog', 'Bird'))),
    ['breaking response-body-one-of-added response/200/body'],
  ],
  [
    'one alternative less in a request',
    withPets(sends(choice('anyOf', 'Cat', 'Dog'))),
    withPets(sends(choice('anyOf', 'Cat'))),
    ['breaking request-body-any-of-removed request/body'],
  ],
  [
    'any of several becomes one of them, sent',
    withPets(sends(choice('anyOf', 'Cat', 'Dog'))),
    withPets(sends(choice('oneOf', 'Cat', 'Dog'))),
    ['breaking request-body-any-of-became-one-of request/body'],
  ],
  [
    'any of several becomes one of them, received',
    withPets(gets(choice('anyOf', 'Cat', 'Dog'))),
    withPets(gets(choice('oneOf', 'Cat', 'Dog'))),
    ['info response-body-any-of-became-one-of response/200/body'],
  ],
  [
    'one of several becomes any of them, received',
    withPets(gets(choice('oneOf', 'Cat', 'Dog'))),
    withPets(gets(choice('anyOf', 'Cat', 'Dog'))),
    ['breaking response-body-one-of-became-any-of response/200/body'],
  ],
  [
    'one of two types becomes any of them',
    v31(gets('{type: object, properties: {a: {oneOf: [{type: string}, {type: integer}]}}}')),
    v31(gets('{type: object, properties: {a: {anyOf: [{type: string}, {type: integer}]}}}')),
    [],
  ],
  [
    'a choice of types as a list of types',
    v31(gets('{type: object, properties: {a: {oneOf: [{type: string}, {type: integer}]}}}')),
    v31(gets('{type: object, properties: {a: {type: [string, integer]}}}')),
    [],
  ],
  [
    'a choice in a choice gets a field that must be sent',
    v31(sends(`{oneOf: [{oneOf: [${ref('Cat')}, ${ref('Dog')}]}, ${ref('Bird')}]}`), schemas(pets)),
    v31(
      sends(`{oneOf: [{oneOf: [${ref('Cat')}, ${ref('Dog')}]}, ${ref('Bird')}]}`),
      schemas(pets.replace('{Cat: {type: object,', '{Cat: {type: object, required: [meow],')),
    ),
    ['breaking request-property-became-required request/body/oneOf[#1]/oneOf[Cat]/meow'],
  ],
  [
    'an alternative behind a discriminator is called otherwise',
    v31(
      gets(
        `{oneOf: [${ref('Cat')}, ${ref('Dog')}], discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat'}}}`,
      ),
      schemas(pets),
    ),
    v31(
      gets(
        `{oneOf: [${ref('Cat')}, ${ref('Dog')}], discriminator: {propertyName: type, mapping: {cat: '#/components/schemas/Cat'}}}`,
      ),
      schemas(pets),
    ),
    ['info response-body-discriminator-property-name-changed response/200/body'],
  ],
  [
    'items of a list lose a field',
    v31(gets(`{type: array, items: ${ref('P')}}`), schemas(`{P: ${person('')}}`)),
    v31(gets(`{type: array, items: ${ref('P')}}`), schemas('{P: {type: object}}')),
    ['breaking response-required-property-removed response/200/body/[]/id'],
  ],
  [
    'a definition inside a schema',
    v31(
      sends(
        '{$defs: {N: {type: string}}, type: object, properties: {a: {$ref: "#/paths/~1orders/post/requestBody/content/application~1json/schema/$defs/N"}}}',
      ),
    ),
    v31(
      sends(
        '{$defs: {N: {type: string, maxLength: 3}}, type: object, properties: {a: {$ref: "#/paths/~1orders/post/requestBody/content/application~1json/schema/$defs/N"}}}',
      ),
    ),
    ['breaking request-property-max-length-set request/body/a'],
  ],
  [
    'a reference that leads nowhere',
    v31(gets(`{type: object, properties: {a: ${ref('Cat')}}}`), schemas(pets)),
    v31(gets(`{type: object, properties: {a: ${ref('Cow')}}}`), schemas(pets)),
    [
      'breaking response-property-type-generalized response/200/body/a',
      'info response-optional-property-removed response/200/body/a/meow',
      'warning response-property-reference-unresolved response/200/body/a',
    ],
  ],
]

const secured = (own: string) => `{/orders: {get: {${own}${own && ', '}${ok}}}}`
const schemes =
  '{securitySchemes: {key: {type: apiKey, in: header, name: X-Key}, oauth: {type: oauth2, flows: {implicit: {authorizationUrl: "https://a.example", scopes: {read: R, write: W}}}}}}'

/** What a client notices in responses, servers, security, webhooks and callbacks. */
const around: Pair[] = [
  [
    'another success',
    v31("{/orders: {post: {responses: {'200': {description: OK}}}}}"),
    v31("{/orders: {post: {responses: {'201': {description: OK}}}}}"),
    ['breaking response-success-status-removed response/200', 'info response-success-status-added response/201'],
  ],
  [
    'a status becomes its range',
    v31("{/orders: {post: {responses: {'200': {description: OK}}}}}"),
    v31("{/orders: {post: {responses: {'2XX': {description: OK}}}}}"),
    [],
  ],
  [
    'JSON becomes JSON with a name',
    v31(gets('{type: string}')),
    v31(
      "{/orders: {get: {responses: {'200': {description: OK, content: {application/vnd.shop+json: {schema: {type: string}}}}}}}}",
    ),
    ['info response-media-type-name-specialized response/200/body'],
  ],
  [
    'JSON becomes XML',
    v31(gets('{type: string}')),
    v31(
      "{/orders: {get: {responses: {'200': {description: OK, content: {application/xml: {schema: {type: string}}}}}}}}",
    ),
    ['breaking response-media-type-removed response/200/body', 'info response-media-type-added response/200/body'],
  ],
  [
    'a request may come in another format',
    v31(sends('{type: string}')),
    v31(
      `{/orders: {post: {requestBody: {content: {application/json: {schema: {type: string}}, text/plain: {schema: {type: string}}}}, ${ok}}}}`,
    ),
    ['info request-body-media-type-added request/body'],
  ],
  [
    'letters of a media type',
    v31(
      "{/orders: {get: {responses: {'200': {description: OK, content: {Application/JSON: {schema: {type: string}}}}}}}}",
    ),
    v31(gets('{type: string}')),
    [],
  ],
  [
    'a header that clients count on',
    v31(
      "{/orders: {get: {responses: {'200': {description: OK, headers: {X-Rate: {required: true, schema: {type: integer}}}}}}}}",
    ),
    v31(`{/orders: {get: {${ok}}}}`),
    ['breaking required-response-header-removed response/200/header/X-Rate'],
  ],
  [
    'a header in other letters and with an example',
    v31("{/orders: {get: {responses: {'200': {description: OK, headers: {X-Rate: {schema: {type: integer}}}}}}}}"),
    v31(
      "{/orders: {get: {responses: {'200': {description: OK, headers: {x-rate: {example: 1, schema: {type: integer}}}}}}}}",
    ),
    [],
  ],
  [
    'a shared header changes its type',
    v31(
      "{/orders: {get: {responses: {'200': {description: OK, headers: {X-Rate: {$ref: '#/components/headers/Rate'}}}}}}}",
      '{headers: {Rate: {schema: {type: integer}}}}',
    ),
    v31(
      "{/orders: {get: {responses: {'200': {description: OK, headers: {X-Rate: {$ref: '#/components/headers/Rate'}}}}}}}",
      '{headers: {Rate: {schema: {type: boolean}}}}',
    ),
    ['breaking response-header-type-changed response/200/header/X-Rate'],
  ],
  [
    'links and encodings',
    v31("{/orders: {get: {responses: {'200': {description: OK, links: {next: {operationId: a}}}}}}}"),
    v31("{/orders: {get: {responses: {'200': {description: OK, links: {next: {operationId: b}}}}}}}"),
    [],
  ],
  [
    'another host',
    v31(`{/orders: {get: {${ok}}}}`, '{}', 'servers: [{url: "https://a.example/v1"}]'),
    v31(`{/orders: {get: {${ok}}}}`, '{}', 'servers: [{url: "https://b.example/v1"}]'),
    ['warning api-server-removed servers/https://a.example/v1', 'info api-server-added servers/https://b.example/v1'],
  ],
  [
    'an operation has a server of its own',
    v31(`{/orders: {get: {${ok}}}}`, '{}', 'servers: [{url: "https://a.example"}]'),
    v31(
      `{/orders: {get: {servers: [{url: "https://b.example"}], ${ok}}}}`,
      '{}',
      'servers: [{url: "https://a.example"}]',
    ),
    ['warning api-server-removed servers/https://a.example', 'info api-server-added servers/https://b.example'],
  ],
  [
    'the server of a path moves',
    v31(`{/orders: {servers: [{url: "https://a.example/v1"}], get: {${ok}}}}`),
    v31(`{/orders: {servers: [{url: "https://a.example/v2"}], get: {${ok}}}}`),
    [
      'warning api-base-path-changed servers',
      'warning api-server-removed servers/https://a.example/v1',
      'info api-server-added servers/https://a.example/v2',
    ],
  ],
  [
    'a way to get tokens is gone',
    v31(
      secured(''),
      '{securitySchemes: {o: {type: oauth2, flows: {password: {tokenUrl: "https://a.example", scopes: {}}, clientCredentials: {tokenUrl: "https://a.example", scopes: {}}}}}}',
    ),
    v31(
      secured(''),
      '{securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: "https://a.example", scopes: {}}}}}}',
    ),
    ['warning api-security-component-field-changed components/securitySchemes/o/flows/password'],
  ],
  [
    'one more server',
    v31(`{/orders: {get: {${ok}}}}`, '{}', 'servers: [{url: "https://a.example/v1"}]'),
    v31(`{/orders: {get: {${ok}}}}`, '{}', 'servers: [{url: "https://b.example/v1"}, {url: "https://a.example/v1/"}]'),
    ['info api-server-added servers/https://b.example/v1'],
  ],
  [
    'a base path of Swagger 2 stands in the paths',
    v2(`{/v1/orders: {get: {${ok}}}}`, 'host: a.example\nschemes: [https]'),
    v2(`{/orders: {get: {${ok}}}}`, 'host: a.example\nbasePath: /v1\nschemes: [https]'),
    [],
  ],
  [
    'a base path of OpenAPI 3 goes into the paths',
    v31(`{/orders: {get: {${ok}}}}`, '{}', 'servers: [{url: "https://a.example/v1"}]'),
    v31(`{/v1/orders: {get: {${ok}}}}`, '{}', 'servers: [{url: "https://a.example"}]'),
    [],
  ],
  [
    'a key is needed',
    v31(secured(''), schemes),
    v31(secured('security: [{key: []}]'), schemes),
    ['breaking api-security-anonymous-access-removed security', 'info api-security-added security'],
  ],
  [
    'a key or a token',
    v31(secured('security: [{key: []}]'), schemes),
    v31(secured('security: [{key: []}, {oauth: [read]}]'), schemes),
    ['info api-security-added security'],
  ],
  [
    'a key and a token',
    v31(secured('security: [{key: []}]'), schemes),
    v31(secured('security: [{key: [], oauth: [read]}]'), schemes),
    ['breaking api-security-removed security', 'info api-security-added security'],
  ],
  [
    'an operation without a key where all have one',
    v31(secured(''), schemes, 'security: [{key: []}]'),
    v31(secured('security: []'), schemes, 'security: [{key: []}]'),
    ['info api-security-anonymous-access-added security', 'info api-security-removed security'],
  ],
  [
    'a scope more for all',
    v31(secured(''), schemes, 'security: [{oauth: [read]}]'),
    v31(secured(''), schemes, 'security: [{oauth: [read, write]}]'),
    ['breaking api-global-security-scope-added security/oauth'],
  ],
  [
    'a key moves from a header to the query',
    v31(secured('security: [{key: []}]'), schemes),
    v31(secured('security: [{key: []}]'), schemes.replace('in: header', 'in: query')),
    ['warning api-security-component-field-changed components/securitySchemes/key/in'],
  ],
  [
    'a webhook asks for an answer that it did not ask for',
    v31(
      '{}',
      '{}',
      `webhooks: {paid: {post: {requestBody: {${json('{type: object, properties: {a: {type: string}}}')}}, ${ok}}}}`,
    ),
    v31(
      '{}',
      '{}',
      `webhooks: {paid: {post: {requestBody: {${json('{type: object, properties: {a: {type: integer}}}')}}, ${ok}}}}`,
    ),
    ['breaking response-property-type-changed request/body/a'],
  ],
  [
    'a webhook has a value more',
    v31(
      '{}',
      '{}',
      `webhooks: {paid: {post: {requestBody: {${json('{type: object, properties: {s: {enum: [a]}}}')}}, ${ok}}}}`,
    ),
    v31(
      '{}',
      '{}',
      `webhooks: {paid: {post: {requestBody: {${json('{type: object, properties: {s: {enum: [a, b]}}}')}}, ${ok}}}}`,
    ),
    ['breaking response-property-enum-value-added request/body/s'],
  ],
  [
    'a webhook is gone',
    v31('{}', '{}', `webhooks: {paid: {post: {${ok}}}}`),
    v31('{}', '{}', 'webhooks: {}'),
    ['breaking webhook-removed '],
  ],
  [
    'a callback is gone',
    v31(`{/orders: {post: {callbacks: {done: {'{$request.body#/url}': {post: {${ok}}}}}, ${ok}}}}`),
    v31(`{/orders: {post: {${ok}}}}`),
    ['breaking callback-removed callback/done/POST/{$request.body#/url}'],
  ],
  [
    'a shared callback sends one field more',
    v31(
      `{/orders: {post: {callbacks: {done: {$ref: '#/components/callbacks/Done'}}, ${ok}}}}`,
      `{callbacks: {Done: {'{$request.body#/url}': {post: {requestBody: {${json('{type: object}')}}, ${ok}}}}}}`,
    ),
    v31(
      `{/orders: {post: {callbacks: {done: {$ref: '#/components/callbacks/Done'}}, ${ok}}}}`,
      `{callbacks: {Done: {'{$request.body#/url}': {post: {requestBody: {${json('{type: object, properties: {a: {type: string}}}')}}, ${ok}}}}}}`,
    ),
    ['info response-optional-property-added request/body/a'],
  ],
  [
    'extensions and documentation elsewhere',
    v31(
      `{/orders: {get: {x-rate: 1, externalDocs: {url: "https://a.example"}, ${ok}}}}`,
      '{}',
      'x-team: a\ntags: [{name: a}]',
    ),
    v31(
      `{/orders: {get: {x-rate: 2, externalDocs: {url: "https://b.example"}, ${ok}}}}`,
      '{}',
      'x-team: b\ntags: [{name: b}]',
    ),
    [],
  ],
  [
    'a deprecated operation is removed after its day',
    v31(`{/orders: {get: {deprecated: true, x-sunset: '2026-01-01', ${ok}}, post: {${ok}}}}`),
    v31(`{/orders: {post: {${ok}}}}`),
    ['info api-removed-with-deprecation '],
  ],
  [
    'a stream of JSON of 3.2 sends other lines',
    v32(
      "{/events: {get: {responses: {'200': {description: OK, content: {application/jsonl: {itemSchema: {type: object, required: [id], properties: {id: {type: string}}}}}}}}}}",
    ),
    v32(
      "{/events: {get: {responses: {'200': {description: OK, content: {application/jsonl: {itemSchema: {type: object, properties: {id: {type: integer}}}}}}}}}}",
    ),
    [
      'breaking response-property-became-optional response/200/body/[]/id',
      'breaking response-property-type-changed response/200/body/[]/id',
    ],
  ],
]

const field = (schema: string) => `{type: object, properties: {a: ${schema}}}`

/** The same said in other words, and what is easily taken for it. */
const wording: Pair[] = [
  ...both('a limit of nothing', field('{type: string}'), field('{type: string, minLength: 0}'), [], []),
  ...both('a list of anything', field('{type: array}'), field('{type: array, items: {}}'), [], []),
  ...both(
    'no list of nothing',
    field('{type: array, minItems: 0, uniqueItems: false}'),
    field('{type: array}'),
    [],
    [],
  ),
  ...both('further fields', field('{type: object}'), field('{type: object, additionalProperties: true}'), [], []),
  ...both(
    'further fields, unevaluated',
    field('{type: object, unevaluatedProperties: true}'),
    field('{type: object}'),
    [],
    [],
  ),
  ...both('not null', field('{type: string, nullable: false}'), field('{type: string}'), [], [], v30),
  ...both('a list of one type', field('{type: [string]}'), field('{type: string}'), [], []),
  ...both(
    'types in another order',
    field('{type: [string, "null", integer]}'),
    field('{type: [integer, string, "null"]}'),
    [],
    [],
  ),
  ...both(
    'an allOf of one',
    field('{type: string, maxLength: 3}'),
    field('{allOf: [{type: string}, {maxLength: 3}]}'),
    [],
    [],
  ),
  [
    'required fields as the only alternative',
    v31(sends('{type: object, properties: {a: {type: string}, b: {type: string}}, required: [a]}')),
    v31(sends('{type: object, properties: {a: {type: string}, b: {type: string}}, anyOf: [{required: [a]}]}')),
    [],
  ],
  [
    'required fields that were the only alternative, in a part',
    v31(sends('{allOf: [{type: object, properties: {a: {type: string}}, oneOf: [{required: [a]}]}]}')),
    v31(sends('{type: object, properties: {a: {type: string}}, required: [a]}')),
    [],
  ],
  [
    'more required fields, as the only alternative',
    v31(sends('{type: object, properties: {a: {type: string}, b: {type: string}}, required: [a]}')),
    v31(sends('{type: object, properties: {a: {type: string}, b: {type: string}}, anyOf: [{required: [a, b]}]}')),
    ['breaking request-property-became-required request/body/b'],
  ],
  ...both(
    'a oneOf of one',
    field('{type: string, maxLength: 3}'),
    field('{oneOf: [{type: string, maxLength: 3}]}'),
    [],
    [],
  ),
  ...both(
    'null as a type of its own and in the list',
    field('{anyOf: [{type: string}, {type: "null"}]}'),
    field('{type: [string, "null"]}'),
    [],
    [],
  ),
  ...both(
    'one of two fields must be there',
    '{type: object, properties: {a: {type: string}, b: {type: string}}}',
    '{type: object, properties: {a: {type: string}, b: {type: string}}, anyOf: [{required: [a]}, {required: [b]}]}',
    ['breaking request-body-became-one-of request/body'],
    ['info response-body-became-one-of response/200/body'],
  ),
  ...both(
    'one of two fields must be there, then always the first',
    '{type: object, properties: {a: {type: string}, b: {type: string}}, anyOf: [{required: [a]}, {required: [b]}]}',
    '{type: object, properties: {a: {type: string}, b: {type: string}}, anyOf: [{required: [a]}, {required: [a, b]}]}',
    ['breaking request-property-became-required request/body/anyOf[#2]/a'],
    ['info response-property-became-required response/200/body/anyOf[#2]/a'],
  ),
  ...both(
    'words for the values of a choice',
    field('{oneOf: [{const: a, title: One}, {const: b, title: Two}]}'),
    field('{oneOf: [{const: a, title: One}, {const: b, title: Two}, {const: c, title: Three}]}'),
    ['info request-property-one-of-added request/body/a'],
    ['breaking response-property-one-of-added response/200/body/a'],
  ),
  ...both(
    'a field that no value may have',
    field('{type: string}'),
    field('false'),
    ['breaking request-property-schema-became-false request/body/a'],
    ['info response-property-schema-became-false response/200/body/a'],
  ),
  ...both(
    'names of fields with signs of paths',
    '{type: object, properties: {a/b: {type: string}, "c.d": {type: string}}}',
    '{type: object, properties: {a/b: {type: integer}, "c.d": {type: integer}}}',
    [
      'breaking request-property-type-changed request/body/a~1b',
      'breaking request-property-type-changed request/body/c.d',
    ],
    [
      'breaking response-property-type-changed response/200/body/a~1b',
      'breaking response-property-type-changed response/200/body/c.d',
    ],
  ),
  [
    'names of models with signs of references',
    v31(
      sends("{$ref: '#/components/schemas/a~1b%20c'}"),
      schemas('{"a/b c": {type: object, properties: {a: {type: string}}}}'),
    ),
    v31(
      sends("{$ref: '#/components/schemas/a~1b%20c'}"),
      schemas('{"a/b c": {type: object, required: [a], properties: {a: {type: string}}}}'),
    ),
    ['breaking request-property-became-required request/body/a'],
  ],
  [
    'defaults of a parameter are written out',
    v31(asks('{name: tag, in: query, schema: {type: array, items: {type: string}}}')),
    v31(
      asks(
        '{name: tag, in: query, required: false, style: form, explode: true, allowReserved: false, deprecated: false, schema: {type: array, items: {type: string}}}',
      ),
    ),
    [],
  ],
  [
    'the server of every description is written out',
    v31(`{/orders: {get: {${ok}}}}`, '{}', 'security: []'),
    v31(`{/orders: {get: {parameters: [], ${ok}}}}`, '{}', 'tags: []'),
    [],
  ],
  [
    'yes and no are words',
    v31(gets(field('{type: string, enum: [yes, no, on, off]}'))),
    v31(gets(field("{type: string, enum: ['yes', 'no', 'on', 'off']}"))),
    [],
  ],
  [
    'numbers are words in a list of words',
    v31(gets(field('{type: string, enum: [1, 2]}'))),
    v31(gets(field("{type: string, enum: ['1', '2']}"))),
    [],
  ],
  [
    'anchors and merge keys of YAML',
    parse(
      `openapi: 3.1.0\n${info}\npaths:\n  /a:\n    get: &one\n      summary: One\n      ${ok}\n    put:\n      <<: *one\n      summary: Two\n`,
    ),
    v31(`{/a: {get: {summary: One, ${ok}}, put: {summary: Two, ${ok}}}}`),
    [],
  ],
  ...both(
    'a file of 3.0 in the words of 3.1',
    field('{type: string, format: byte}'),
    field('{type: string, contentEncoding: base64}'),
    [],
    [],
  ),
  ...both(
    'bytes of 3.0 in the words of 3.1',
    field('{type: string, format: binary}'),
    field('{type: string, contentMediaType: application/octet-stream}'),
    [],
    [],
  ),
]

/** Changes as they are written in whole descriptions of all versions, in YAML. */
export const descriptionPairs: readonly Pair[] = [...addresses, ...bodies, ...models, ...around, ...wording]
