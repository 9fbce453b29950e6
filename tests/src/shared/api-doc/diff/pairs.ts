import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'

/** Two descriptions and what is expected between them: `level kind path`, in any order. */
export type Pair = readonly [name: string, old: UnknownObject, now: UnknownObject, expected: readonly string[]]

/** A description with the given paths and further members. */
export const described = (paths: UnknownObject, more: UnknownObject = {}): UnknownObject => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths,
  ...more,
})

const ok = { 200: { description: 'OK' } }

/** A description with one operation. */
export const withOperation = (operation: UnknownObject, more: UnknownObject = {}): UnknownObject =>
  described({ '/pets': { post: { responses: ok, ...operation } } }, more)

/** A description whose operation takes a body. */
export const takes = (schema: unknown, type = 'application/json', more: UnknownObject = {}): UnknownObject =>
  withOperation({ requestBody: { content: { [type]: { schema } } } }, more)

/** A description whose operation returns a body. */
export const returns = (schema: unknown, type = 'application/json', more: UnknownObject = {}): UnknownObject =>
  withOperation({ responses: { 200: { description: 'OK', content: { [type]: { schema } } } } }, more)

/** A description whose operation has a parameter. */
export const asks = (parameter: UnknownObject): UnknownObject =>
  withOperation({ parameters: [{ name: 'q', in: 'query', ...parameter }] })

/** A description whose response has a header. */
const heads = (headers: UnknownObject): UnknownObject =>
  withOperation({ responses: { 200: { description: 'OK', headers } } })

const object = (properties: UnknownObject, required: string[] = [], more: UnknownObject = {}) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  ...more,
})
const field = (schema: unknown, required: string[] = []) => object({ a: schema }, required)

/** Two rows for a change in a schema: as a field of a request and of a response. */
const bothWays = (
  name: string,
  old: unknown,
  now: unknown,
  aspect: string,
  request: string,
  response: string,
): Pair[] => [
  [`${name}, request`, takes(field(old)), takes(field(now)), [`${request} request-property-${aspect} request/body/a`]],
  [
    `${name}, response`,
    returns(field(old)),
    returns(field(now)),
    [`${response} response-property-${aspect} response/200/body/a`],
  ],
]

const narrows = (name: string, old: unknown, now: unknown, aspect: string) =>
  bothWays(name, old, now, aspect, 'breaking', 'info')
const widens = (name: string, old: unknown, now: unknown, aspect: string) =>
  bothWays(name, old, now, aspect, 'info', 'breaking')
const differs = (name: string, old: unknown, now: unknown, aspect: string) =>
  bothWays(name, old, now, aspect, 'breaking', 'breaking')
const unclear = (name: string, old: unknown, now: unknown, aspect: string) =>
  bothWays(name, old, now, aspect, 'warning', 'warning')
const harmless = (name: string, old: unknown, now: unknown, aspect: string) =>
  bothWays(name, old, now, aspect, 'info', 'info')

const text = { type: 'string' }
const number = { type: 'number' }
const list = { type: 'array', items: text }
const anyObject = { type: 'object' }
/** An `if` with its consequence, whose literal would look like a promise. */
const condition = (schema: unknown): UnknownObject =>
  JSON.parse(JSON.stringify({ if: anyObject, next: schema }).replace('"next"', '"then"')) as UnknownObject

const bound = (keyword: string, name: string, type: string, isUpper: boolean): Pair[] => {
  const of = (value?: number) => ({
    type,
    ...(type === 'array' && { items: text }),
    ...(name.endsWith('contains') && { contains: text }),
    ...(value !== undefined && { [keyword]: value }),
  })
  const [more, less] = isUpper ? [widens, narrows] : [narrows, widens]
  return [
    ...narrows(`${keyword} set`, of(), of(5), `${name}-set`),
    ...widens(`${keyword} unset`, of(5), of(), `${name}-unset`),
    ...more(`${keyword} raised`, of(5), of(9), `${name}-increased`),
    ...less(`${keyword} lowered`, of(9), of(5), `${name}-decreased`),
    [
      `${keyword} lowered, parameter`,
      asks({ schema: of(9) }),
      asks({ schema: of(5) }),
      [`${isUpper ? 'breaking' : 'info'} request-parameter-${name}-decreased request/query/q`],
    ],
    [
      `${keyword} set, header`,
      heads({ 'X-A': { schema: of() } }),
      heads({ 'X-A': { schema: of(3) } }),
      [`info response-header-${name}-set response/200/header/X-A`],
    ],
  ]
}

const cat = { type: 'object', properties: { meow: text } }
const dog = { type: 'object', properties: { bark: text } }
const models = { components: { schemas: { Cat: cat, Dog: dog, Bird: object({ sing: text }) } } }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Changes in schemas. */
export const schemaPairs: readonly Pair[] = [
  ...bound('maximum', 'max', 'number', true),
  ...bound('minimum', 'min', 'number', false),
  ...bound('exclusiveMaximum', 'exclusive-max', 'number', true),
  ...bound('exclusiveMinimum', 'exclusive-min', 'number', false),
  ...bound('maxLength', 'max-length', 'string', true),
  ...bound('minLength', 'min-length', 'string', false),
  ...bound('maxItems', 'max-items', 'array', true),
  ...bound('minItems', 'min-items', 'array', false),
  ...bound('maxProperties', 'max-properties', 'object', true),
  ...bound('minProperties', 'min-properties', 'object', false),
  ...bound('maxContains', 'max-contains', 'array', true),
  ...bound('minContains', 'min-contains', 'array', false),
  ...narrows('multiple set', number, { ...number, multipleOf: 2 }, 'multiple-of-set'),
  ...widens('multiple unset', { ...number, multipleOf: 2 }, number, 'multiple-of-unset'),
  ...differs('multiple changed', { ...number, multipleOf: 2 }, { ...number, multipleOf: 3 }, 'multiple-of-changed'),
  [
    'multiple generalized, request',
    takes(field({ ...number, multipleOf: 10 })),
    takes(field({ ...number, multipleOf: 5 })),
    ['info request-property-multiple-of-generalized request/body/a'],
  ],
  [
    'multiple specialized, response',
    returns(field({ ...number, multipleOf: 5 })),
    returns(field({ ...number, multipleOf: 10 })),
    ['info response-property-multiple-of-specialized response/200/body/a'],
  ],
  ...narrows('unique items', list, { ...list, uniqueItems: true }, 'unique-items-set'),
  ...widens('repeated items', { ...list, uniqueItems: true }, list, 'unique-items-unset'),
  ...narrows('pattern added', text, { ...text, pattern: '^a' }, 'pattern-added'),
  ...widens('pattern removed', { ...text, pattern: '^a' }, text, 'pattern-removed'),
  ...unclear('pattern changed', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }, 'pattern-changed'),
  ...widens('pattern for all', { ...text, pattern: '^a' }, { ...text, pattern: '.*' }, 'pattern-generalized'),
  ...differs('type changed', text, number, 'type-changed'),
  [
    'integer to number, request',
    takes(field({ type: 'integer' })),
    takes(field(number)),
    ['info request-property-type-generalized request/body/a'],
  ],
  [
    'integer to number, response',
    returns(field({ type: 'integer' })),
    returns(field(number)),
    ['breaking response-property-type-generalized response/200/body/a'],
  ],
  [
    'number to integer, request',
    takes(field(number)),
    takes(field({ type: 'integer' })),
    ['breaking request-property-type-changed request/body/a'],
  ],
  [
    'number to integer, response',
    returns(field(number)),
    returns(field({ type: 'integer' })),
    ['info response-property-type-specialized response/200/body/a'],
  ],
  [
    'more types, request',
    takes(text),
    takes({ type: ['string', 'integer'] }),
    ['info request-body-type-generalized request/body'],
  ],
  [
    'more types, response',
    returns(text),
    returns({ type: ['string', 'integer'] }),
    ['breaking response-body-type-generalized response/200/body'],
  ],
  [
    'format removed, request',
    takes(field({ ...text, format: 'uuid' })),
    takes(field(text)),
    ['info request-property-type-generalized request/body/a'],
  ],
  [
    'format set, request',
    takes(field(text)),
    takes(field({ ...text, format: 'uuid' })),
    ['breaking request-property-type-changed request/body/a'],
  ],
  [
    'format widened, request',
    takes(field({ type: 'integer', format: 'int32' })),
    takes(field({ type: 'integer', format: 'int64' })),
    ['info request-property-type-generalized request/body/a'],
  ],
  [
    'number as text in a form',
    takes(field(number), 'application/x-www-form-urlencoded'),
    takes(field(text), 'application/x-www-form-urlencoded'),
    ['info request-property-type-compatible request/body/a'],
  ],
  [
    'text as number in a form, response',
    returns(field(text), 'text/plain'),
    returns(field(number), 'text/plain'),
    ['info response-property-type-compatible response/200/body/a'],
  ],
  [
    'type dropped, request',
    takes(field(text)),
    takes(field({})),
    ['info request-property-type-generalized request/body/a'],
  ],
  ...narrows('nothing allowed', text, false, 'schema-became-false'),
  ...widens('something allowed', false, text, 'schema-became-not-false'),
  ...widens('null allowed by a type', text, { type: ['string', 'null'] }, 'became-nullable'),
  ...narrows('null no longer allowed', { type: ['string', 'null'] }, text, 'became-not-nullable'),
  ...widens('null allowed by a choice', text, { oneOf: [{ type: 'null' }, text] }, 'became-nullable'),
  ...narrows('became enum', text, { ...text, enum: ['x', 'y'] }, 'became-enum'),
  ...widens('no longer enum', { ...text, enum: ['x', 'y'] }, text, 'became-not-enum'),
  ...widens('value added', { ...text, enum: ['x'] }, { ...text, enum: ['x', 'y'] }, 'enum-value-added'),
  ...narrows('value removed', { ...text, enum: ['x', 'y'] }, { ...text, enum: ['x'] }, 'enum-value-removed'),
  [
    'body value removed, request',
    takes({ enum: ['x', 'y'] }),
    takes({ enum: ['x'] }),
    ['breaking request-body-enum-value-removed request/body'],
  ],
  [
    'body value removed, response',
    returns({ enum: ['x', 'y'] }),
    returns({ enum: ['x'] }),
    ['info response-mediatype-enum-value-removed response/200/body'],
  ],
  [
    'body no longer enum, response',
    returns({ enum: ['x'] }),
    returns({}),
    ['breaking response-mediatype-became-not-enum response/200/body'],
  ],
  ...narrows(
    'known value removed',
    { ...text, 'x-extensible-enum': ['x', 'y'] },
    { ...text, 'x-extensible-enum': ['x'] },
    'x-extensible-enum-value-removed',
  ),
  ...harmless(
    'known value added',
    { ...text, 'x-extensible-enum': ['x'] },
    { ...text, 'x-extensible-enum': ['x', 'y'] },
    'x-extensible-enum-value-added',
  ),
  ...narrows('const added', text, { ...text, const: 'x' }, 'const-added'),
  ...widens('const removed', { ...text, const: 'x' }, text, 'const-removed'),
  ...differs('const changed', { ...text, const: 'x' }, { ...text, const: 'y' }, 'const-changed'),
  ...harmless('default added', text, { ...text, default: 'x' }, 'default-value-added'),
  ...harmless('default removed', { ...text, default: 'x' }, text, 'default-value-removed'),
  ...harmless('default changed', { ...text, default: 'x' }, { ...text, default: 'y' }, 'default-value-changed'),
  ...widens('types widened', text, { oneOf: [text, number] }, 'list-of-types-widened'),
  ...narrows('types narrowed', { anyOf: [text, number] }, text, 'list-of-types-narrowed'),
  ...widens('alternative added', { oneOf: [ref('Cat')] }, { oneOf: [ref('Cat'), ref('Dog')] }, 'one-of-added').map(
    withModels,
  ),
  ...narrows('alternative removed', { oneOf: [ref('Cat'), ref('Dog')] }, { oneOf: [ref('Cat')] }, 'one-of-removed').map(
    withModels,
  ),
  ...widens('option added', { anyOf: [ref('Cat')] }, { anyOf: [ref('Cat'), ref('Dog')] }, 'any-of-added').map(
    withModels,
  ),
  ...narrows('option removed', { anyOf: [ref('Cat'), ref('Dog')] }, { anyOf: [ref('Cat')] }, 'any-of-removed').map(
    withModels,
  ),
  [
    'alternative changed',
    takes({ oneOf: [object({ x: text, y: text }), number] }),
    takes({ oneOf: [object({ x: text, y: text }, ['y']), number] }),
    ['breaking request-property-became-required request/body/oneOf[#1]/y'],
  ],
  [
    'alternatives in another order',
    takes({ oneOf: [ref('Cat'), ref('Dog')] }, 'application/json', models),
    takes({ oneOf: [ref('Dog'), ref('Cat')] }, 'application/json', models),
    [],
  ],
  [
    'model renamed',
    takes({ oneOf: [ref('Cat'), ref('Dog')] }, 'application/json', models),
    takes({ oneOf: [ref('Cat'), ref('Hound')] }, 'application/json', {
      components: { schemas: { ...models.components.schemas, Hound: dog } },
    }),
    [],
  ],
  [
    'a choice where all was allowed',
    takes({}),
    takes({ oneOf: [ref('Cat'), ref('Dog')] }, 'application/json', models),
    ['breaking request-body-became-one-of request/body'],
  ],
  [
    'all allowed where a choice was',
    returns({ oneOf: [cat, dog] }),
    returns({}),
    ['breaking response-body-became-not-one-of response/200/body'],
  ],
  [
    'wrapped, one keeps all',
    takes(cat),
    takes({ oneOf: [cat, dog] }),
    ['warning request-body-wrapped-in-one-of-original-preserved request/body'],
  ],
  [
    'wrapped, none keeps all',
    takes(object({ meow: text, bark: text })),
    takes({ oneOf: [object({ meow: text }, ['meow']), object({ bark: text }, ['bark'])] }),
    ['breaking request-body-wrapped-in-one-of request/body'],
  ],
  [
    'allOf split',
    takes(object({ meow: text, bark: text }, ['bark'])),
    takes({ allOf: [ref('Cat'), { ...dog, required: ['bark'] }] }, 'application/json', models),
    [],
  ],
  [
    'allOf gained a required field',
    takes({ allOf: [ref('Cat')] }, 'application/json', models),
    takes({ allOf: [ref('Cat'), { ...dog, title: 'Barks', required: ['bark'] }] }, 'application/json', models),
    ['breaking request-body-all-of-added request/body', 'breaking new-required-request-property request/body/bark'],
  ],
  [
    'allOf gained an optional field',
    takes({ allOf: [ref('Cat')] }, 'application/json', models),
    takes({ allOf: [ref('Cat'), ref('Dog')] }, 'application/json', models),
    ['info request-body-all-of-added request/body', 'info new-optional-request-property request/body/bark'],
  ],
  [
    'allOf lost a field, response',
    returns({ allOf: [ref('Cat'), { ...dog, title: 'Barks', required: ['bark'] }] }, 'application/json', models),
    returns({ allOf: [ref('Cat')] }, 'application/json', models),
    [
      'breaking response-body-all-of-removed response/200/body',
      'breaking response-required-property-removed response/200/body/bark',
    ],
  ],
  [
    'allOf with the same again',
    takes({ allOf: [ref('Cat')] }, 'application/json', models),
    takes({ allOf: [ref('Cat'), { properties: { meow: text } }] }, 'application/json', models),
    [],
  ],
  ...harmless(
    'discriminator added',
    anyObject,
    { ...anyObject, discriminator: { propertyName: 'kind' } },
    'discriminator-added',
  ),
  ...harmless(
    'discriminator removed',
    { ...anyObject, discriminator: { propertyName: 'kind' } },
    anyObject,
    'discriminator-removed',
  ),
  ...harmless(
    'discriminator renamed',
    { ...anyObject, discriminator: { propertyName: 'kind' } },
    { ...anyObject, discriminator: { propertyName: 'type' } },
    'discriminator-property-name-changed',
  ),
  ...harmless(
    'mapping added',
    { ...anyObject, discriminator: { propertyName: 'kind' } },
    { ...anyObject, discriminator: { propertyName: 'kind', mapping: { x: 'X' } } },
    'discriminator-mapping-added',
  ),
  ...harmless(
    'mapping removed',
    { ...anyObject, discriminator: { propertyName: 'kind', mapping: { x: 'X' } } },
    { ...anyObject, discriminator: { propertyName: 'kind' } },
    'discriminator-mapping-deleted',
  ),
  ...harmless(
    'mapping changed',
    { ...anyObject, discriminator: { propertyName: 'kind', mapping: { x: 'X' } } },
    { ...anyObject, discriminator: { propertyName: 'kind', mapping: { x: 'Y' } } },
    'discriminator-mapping-changed',
  ),
  ...unclear(
    'item described',
    { type: 'array', prefixItems: [text] },
    { type: 'array', prefixItems: [text, number] },
    'prefix-items-added',
  ),
  ...unclear(
    'item no longer described',
    { type: 'array', prefixItems: [text, number] },
    { type: 'array', prefixItems: [text] },
    'prefix-items-removed',
  ),
  ...narrows('items limited', { type: 'array' }, list, 'items-added'),
  ...widens('items free', list, { type: 'array' }, 'items-removed'),
  [
    'items changed',
    takes(list),
    takes({ type: 'array', items: number }),
    ['breaking request-property-type-changed request/body/[]'],
  ],
  [
    'map closed, request',
    takes(field(anyObject)),
    takes(field({ ...anyObject, additionalProperties: false })),
    ['breaking request-property-additional-properties-forbidden request/body/a'],
  ],
  [
    'map closed, response',
    returns(field(anyObject)),
    returns(field({ ...anyObject, additionalProperties: false })),
    ['info response-property-additional-properties-forbidden response/200/body/a'],
  ],
  [
    'map opened, request',
    takes(field({ ...anyObject, additionalProperties: false })),
    takes(field(anyObject)),
    ['info request-property-additional-properties-allowed request/body/a'],
  ],
  [
    'map opened, response',
    returns(field({ ...anyObject, additionalProperties: false })),
    returns(field(anyObject)),
    ['info response-property-additional-properties-allowed response/200/body/a'],
  ],
  ...narrows(
    'map values limited',
    anyObject,
    { ...anyObject, additionalProperties: text },
    'additional-properties-restricted',
  ),
  ...widens(
    'map values free',
    { ...anyObject, additionalProperties: text },
    anyObject,
    'additional-properties-unrestricted',
  ),
  [
    'map values changed',
    returns({ ...anyObject, additionalProperties: text }),
    returns({ ...anyObject, additionalProperties: number }),
    ['breaking response-property-type-changed response/200/body/{}'],
  ],
  ...(
    [
      ['if', 'if', anyObject],
      ['then', 'then', anyObject],
      ['else', 'else', anyObject],
      ['not', 'not', text],
      ['contains', 'contains', text],
      ['propertyNames', 'property-names', text],
      ['unevaluatedItems', 'unevaluated-items', false],
      ['unevaluatedProperties', 'unevaluated-properties', false],
      ['contentSchema', 'content-schema', anyObject],
      ['dependentRequired', 'dependent-required', { x: ['y'] }],
      ['dependentSchemas', 'dependent-schema', { x: anyObject }],
      ['patternProperties', 'pattern-property', { '^x': text }],
    ] as const
  ).flatMap(([keyword, aspect, value]) => [
    ...narrows(`${keyword} added`, {}, { [keyword]: value }, `${aspect}-added`),
    ...widens(`${keyword} removed`, { [keyword]: value }, {}, `${aspect}-removed`),
  ]),
  ...unclear('if changed', { if: text }, { if: number }, 'if-changed'),
  ...unclear('not changed', { not: text }, { not: number }, 'not-changed'),
  [
    'then changed',
    takes(condition(object({ x: text }))),
    takes(condition(object({ x: text }, ['x']))),
    ['breaking request-property-became-required request/body/then/x'],
  ],
  ...differs(
    'dependent names changed',
    { dependentRequired: { x: ['y'] } },
    { dependentRequired: { x: ['z'] } },
    'dependent-required-changed',
  ),
  ...differs(
    'content type changed',
    { ...text, contentMediaType: 'image/png' },
    { ...text, contentMediaType: 'image/gif' },
    'content-media-type-changed',
  ),
  ...differs(
    'encoding changed',
    { ...text, contentEncoding: 'base64' },
    { ...text, contentEncoding: 'base32' },
    'content-encoding-changed',
  ),
  [
    'required field, request',
    takes(object({})),
    takes(field(text, ['a'])),
    ['breaking new-required-request-property request/body/a'],
  ],
  [
    'required field with default, request',
    takes(object({})),
    takes(field({ ...text, default: '' }, ['a'])),
    ['breaking new-required-request-property-with-default request/body/a'],
  ],
  [
    'optional field, request',
    takes(object({})),
    takes(field(text)),
    ['info new-optional-request-property request/body/a'],
  ],
  ['read-only field, request', takes(object({})), takes(field({ ...text, readOnly: true }, ['a'])), []],
  [
    'field removed, request',
    takes(field(text)),
    takes(object({})),
    ['warning request-property-removed request/body/a'],
  ],
  [
    'required field, response',
    returns(object({})),
    returns(field(text, ['a'])),
    ['info response-required-property-added response/200/body/a'],
  ],
  [
    'optional field, response',
    returns(object({})),
    returns(field(text)),
    ['info response-optional-property-added response/200/body/a'],
  ],
  [
    'required field removed, response',
    returns(field(text, ['a'])),
    returns(object({})),
    ['breaking response-required-property-removed response/200/body/a'],
  ],
  [
    'optional field removed, response',
    returns(field(text)),
    returns(object({})),
    ['info response-optional-property-removed response/200/body/a'],
  ],
  [
    'write-only field removed, response',
    returns(field({ ...text, writeOnly: true }, ['a'])),
    returns(object({})),
    ['info response-required-write-only-property-removed response/200/body/a'],
  ],
  [
    'became required, request',
    takes(field(text)),
    takes(field(text, ['a'])),
    ['breaking request-property-became-required request/body/a'],
  ],
  [
    'became required with default, request',
    takes(field({ ...text, default: '' })),
    takes(field({ ...text, default: '' }, ['a'])),
    ['breaking request-property-became-required-with-default request/body/a'],
  ],
  [
    'became optional, request',
    takes(field(text, ['a'])),
    takes(field(text)),
    ['info request-property-became-optional request/body/a'],
  ],
  [
    'became required, response',
    returns(field(text)),
    returns(field(text, ['a'])),
    ['info response-property-became-required response/200/body/a'],
  ],
  [
    'became optional, response',
    returns(field(text, ['a'])),
    returns(field(text)),
    ['breaking response-property-became-optional response/200/body/a'],
  ],
  [
    'write-only became optional, response',
    returns(field({ ...text, writeOnly: true }, ['a'])),
    returns(field({ ...text, writeOnly: true })),
    ['info response-write-only-property-became-optional response/200/body/a'],
  ],
  [
    'deep field',
    takes(object({ a: { type: 'array', items: object({ b: text }) } })),
    takes(object({ a: { type: 'array', items: object({ b: text }, ['b']) } })),
    ['breaking request-property-became-required request/body/a/[]/b'],
  ],
  ...['readOnly', 'writeOnly'].flatMap((flag): Pair[] => {
    const state = flag === 'readOnly' ? 'read-only' : 'write-only'
    return [
      [
        `${flag}, request`,
        takes(field(text, ['a'])),
        takes(field({ ...text, [flag]: true }, ['a'])),
        [`info request-required-property-became-${state} request/body/a`],
      ],
      [
        `not ${flag}, request`,
        takes(field({ ...text, [flag]: true })),
        takes(field(text)),
        [`info request-optional-property-became-not-${state} request/body/a`],
      ],
      [
        `${flag}, response`,
        returns(field(text)),
        returns(field({ ...text, [flag]: true })),
        [`info response-optional-property-became-${state} response/200/body/a`],
      ],
      [
        `not ${flag}, response`,
        returns(field({ ...text, [flag]: true }, ['a'])),
        returns(field(text, ['a'])),
        [`info response-required-property-became-not-${state} response/200/body/a`],
      ],
    ]
  }),
  [
    'a read-only field is not sent',
    takes(field({ ...text, readOnly: true, maxLength: 9 })),
    takes(field({ ...number, readOnly: true })),
    [],
  ],
  [
    'a read-only field, narrower',
    takes(field({ ...text, readOnly: true, maxLength: 9 })),
    takes(field({ ...text, readOnly: true, maxLength: 5 })),
    ['info request-read-only-property-max-length-decreased request/body/a'],
  ],
  [
    'a write-only field, wider',
    returns(field({ ...text, writeOnly: true, enum: ['x'] })),
    returns(field({ ...text, writeOnly: true, enum: ['x', 'y'] })),
    ['info response-write-only-property-enum-value-added response/200/body/a'],
  ],
  ...harmless('deprecated', text, { ...text, deprecated: true }, 'deprecated'),
  ...harmless(
    'deprecated with a date',
    text,
    { ...text, deprecated: true, 'x-sunset': '2099-01-01' },
    'deprecated-with-sunset',
  ),
  ...differs(
    'deprecated with no date',
    text,
    { ...text, deprecated: true, 'x-sunset': 'soon' },
    'deprecated-sunset-invalid',
  ),
  ...differs(
    'deprecated with a past date',
    text,
    { ...text, deprecated: true, 'x-sunset': '2001-01-01' },
    'sunset-date-too-small',
  ),
  ...harmless('no longer deprecated', { ...text, deprecated: true }, text, 'reactivated'),
  ...differs(
    'date gone',
    { ...text, deprecated: true, 'x-sunset': '2099-01-01' },
    { ...text, deprecated: true },
    'sunset-deleted',
  ),
  ...differs(
    'date earlier',
    { ...text, deprecated: true, 'x-sunset': '2099-01-01' },
    { ...text, deprecated: true, 'x-sunset': '2098-01-01' },
    'sunset-date-changed-too-small',
  ),
  ...differs('less stable', text, { ...text, 'x-stability-level': 'beta' }, 'stability-decreased'),
  ...harmless('more stable', { ...text, 'x-stability-level': 'beta' }, text, 'stability-increased'),
  ...harmless('described', text, { ...text, description: 'A name' }, 'description-changed'),
  ...unclear('reference to nothing', {}, { $ref: '#/components/schemas/Nobody' }, 'reference-unresolved'),
  [
    'nullable of 3.0',
    { ...returns(field(text)), openapi: '3.0.3' },
    { ...returns(field({ ...text, nullable: true })), openapi: '3.0.3' },
    ['breaking response-property-became-nullable response/200/body/a'],
  ],
  [
    '3.0 to 3.1, the same',
    { ...returns(field({ ...number, nullable: true, minimum: 1, exclusiveMinimum: true })), openapi: '3.0.3' },
    returns(field({ type: ['number', 'null'], exclusiveMinimum: 1 })),
    [],
  ],
]

function withModels([name, old, now, expected]: Pair): Pair {
  return [name, { ...old, ...models }, { ...now, ...models }, expected]
}

const api = (parameter: UnknownObject) => ({ parameters: [{ name: 'q', in: 'query', ...parameter }] })
const secured = (security: unknown, global?: unknown, scheme: UnknownObject = {}): UnknownObject =>
  withOperation(security === undefined ? {} : { security }, {
    ...(global !== undefined && { security: global }),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        login: {
          type: 'oauth2',
          flows: { implicit: { authorizationUrl: 'https://a.test', scopes: { read: 'Read' }, ...scheme } },
        },
      },
    },
  })
const path = (value: UnknownObject) => described({ '/pets': { get: { responses: ok } }, ...value })
const get = (more: UnknownObject = {}) => ({ get: { responses: ok, ...more } })
const webhook = (schema: unknown, required: boolean) =>
  described(
    {},
    {
      webhooks: {
        born: { post: { requestBody: { content: { 'application/json': { schema } }, required }, responses: ok } },
      },
    },
  )
const callback = (schema: unknown) =>
  withOperation({
    callbacks: {
      done: { '{$url}': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: ok } } },
    },
  })
const media = (content: UnknownObject) => withOperation({ requestBody: { content } })
const answers = (responses: UnknownObject) => withOperation({ responses })
const content = (value: UnknownObject) => answers({ 200: { description: 'OK', content: value } })

/** Changes outside of schemas. */
export const operationPairs: readonly Pair[] = [
  ['endpoint added', path({}), path({ '/cats': get() }), ['info endpoint-added ']],
  ['path removed', path({ '/cats': get() }), path({}), ['breaking api-path-removed-without-deprecation ']],
  [
    'deprecated path removed',
    path({ '/cats': get({ deprecated: true }) }),
    path({}),
    ['info api-path-removed-with-deprecation '],
  ],
  [
    'path removed too early',
    path({ '/cats': get({ deprecated: true, 'x-sunset': '2099-01-01' }) }),
    path({}),
    ['breaking api-path-removed-before-sunset '],
  ],
  [
    'path removed in time',
    path({ '/cats': get({ deprecated: true, 'x-sunset': '2020-01-01' }) }),
    path({}),
    ['info api-path-removed-with-deprecation '],
  ],
  [
    'path removed without a date',
    path({ '/cats': get({ deprecated: true, 'x-sunset': 'soon' }) }),
    path({}),
    ['breaking api-path-sunset-parse '],
  ],
  [
    'endpoint removed',
    path({ '/cats': { ...get(), put: { responses: ok } } }),
    path({ '/cats': get() }),
    ['breaking api-removed-without-deprecation '],
  ],
  [
    'deprecated endpoint removed',
    path({ '/cats': { ...get(), put: { responses: ok, deprecated: true } } }),
    path({ '/cats': get() }),
    ['info api-removed-with-deprecation '],
  ],
  [
    'endpoint removed too early',
    path({ '/cats': { ...get(), put: { responses: ok, deprecated: true, 'x-sunset': '2099-01-01' } } }),
    path({ '/cats': get() }),
    ['breaking api-removed-before-sunset '],
  ],
  [
    'draft removed',
    path({ '/cats': get({ 'x-stability-level': 'draft' }) }),
    path({}),
    ['info api-path-removed-without-deprecation '],
  ],
  [
    'parameter of the path renamed',
    described({
      '/pets/{id}': { get: { parameters: [{ name: 'id', in: 'path', required: true, schema: text }], responses: ok } },
    }),
    described({
      '/pets/{petId}': {
        get: { parameters: [{ name: 'petId', in: 'path', required: true, schema: text }], responses: ok },
      },
    }),
    ['info request-parameter-renamed request/path/petId'],
  ],
  ['deprecated', withOperation({}), withOperation({ deprecated: true }), ['info endpoint-deprecated ']],
  [
    'deprecated with a date',
    withOperation({}),
    withOperation({ deprecated: true, 'x-sunset': '2099-01-01' }),
    ['info endpoint-deprecated-with-sunset '],
  ],
  [
    'deprecated without a real date',
    withOperation({}),
    withOperation({ deprecated: true, 'x-sunset': '2099-13-01' }),
    ['breaking api-deprecated-sunset-parse '],
  ],
  [
    'deprecated with a past date',
    withOperation({}),
    withOperation({ deprecated: true, 'x-sunset': '2001-01-01' }),
    ['breaking api-sunset-date-too-small '],
  ],
  ['no longer deprecated', withOperation({ deprecated: true }), withOperation({}), ['info endpoint-reactivated ']],
  [
    'sunset gone',
    withOperation({ deprecated: true, 'x-sunset': '2099-01-01' }),
    withOperation({ deprecated: true }),
    ['breaking sunset-deleted '],
  ],
  [
    'sunset earlier',
    withOperation({ deprecated: true, 'x-sunset': '2099-01-01' }),
    withOperation({ deprecated: true, 'x-sunset': '2098-01-01' }),
    ['breaking api-sunset-date-changed-too-small '],
  ],
  [
    'less stable',
    withOperation({}),
    withOperation({ 'x-stability-level': 'beta' }),
    ['breaking api-stability-decreased '],
  ],
  [
    'more stable',
    withOperation({ 'x-stability-level': 'beta' }),
    withOperation({ 'x-stability-level': 'stable' }),
    ['info api-stability-increased '],
  ],
  [
    'unknown stability',
    withOperation({}),
    withOperation({ 'x-stability-level': 'rock' }),
    ['breaking api-invalid-stability-level '],
  ],
  ['operationId', withOperation({}), withOperation({ operationId: 'a' }), ['info api-operation-id-added operationId']],
  [
    'operationId changed',
    withOperation({ operationId: 'a' }),
    withOperation({ operationId: 'b' }),
    ['info api-operation-id-removed operationId'],
  ],
  [
    'tags',
    withOperation({ tags: ['a'] }),
    withOperation({ tags: ['b'] }),
    ['info api-tag-removed tags/a', 'info api-tag-added tags/b'],
  ],
  [
    'words',
    withOperation({ summary: 'a', description: 'a' }),
    withOperation({ summary: 'b', description: 'b' }),
    ['info api-summary-changed summary', 'info api-description-changed description'],
  ],
  [
    'model removed',
    withOperation({}, models),
    withOperation({}),
    ['Cat', 'Dog', 'Bird'].map((name) => `info api-schema-removed components/schemas/${name}`),
  ],
  [
    'servers',
    withOperation({}, { servers: [{ url: 'https://a.test/v1' }] }),
    withOperation({}, { servers: [{ url: 'https://a.test/v2' }] }),
    [
      'warning api-base-path-changed servers',
      'warning api-server-removed servers/https://a.test/v1',
      'info api-server-added servers/https://a.test/v2',
    ],
  ],
  [
    'base path of Swagger 2',
    {
      swagger: '2.0',
      info: { title: 'P', version: '1' },
      host: 'a.test',
      schemes: ['https'],
      basePath: '/v1',
      paths: {},
    },
    { openapi: '3.0.0', info: { title: 'P', version: '1' }, servers: [{ url: 'https://a.test/v1/' }], paths: {} },
    [],
  ],
  ['webhook added', described({}), webhook(text, false), ['info webhook-added ']],
  ['webhook removed', webhook(text, false), described({}), ['breaking webhook-removed ']],
  [
    'webhook sends one more field',
    webhook(object({}), true),
    webhook(field(text, ['a']), true),
    ['info response-required-property-added request/body/a'],
  ],
  [
    'webhook sends one field less',
    webhook(field(text, ['a']), true),
    webhook(object({}), true),
    ['breaking response-required-property-removed request/body/a'],
  ],
  ['callback added', withOperation({}), callback(text), ['info callback-added callback/done/POST/{$url}']],
  ['callback removed', callback(text), withOperation({}), ['breaking callback-removed callback/done/POST/{$url}']],
  [
    'callback sends one field less',
    callback(field(text, ['a'])),
    callback(object({})),
    ['breaking response-required-property-removed request/body/a'],
  ],
  [
    'security added',
    secured([{ key: [] }]),
    secured([{ key: [] }, { login: ['read'] }]),
    ['info api-security-added security'],
  ],
  [
    'security removed',
    secured([{ key: [] }, { login: ['read'] }]),
    secured([{ key: [] }]),
    ['breaking api-security-removed security'],
  ],
  [
    'scope added',
    secured([{ login: [] }]),
    secured([{ login: ['read'] }]),
    ['breaking api-security-scope-added security/login'],
  ],
  [
    'scope removed',
    secured([{ login: ['read'] }]),
    secured([{ login: [] }]),
    ['info api-security-scope-removed security/login'],
  ],
  [
    'locked',
    secured([]),
    secured([{ key: [] }]),
    ['breaking api-security-anonymous-access-removed security', 'info api-security-added security'],
  ],
  [
    'unlocked',
    secured([{ key: [] }]),
    secured([]),
    ['info api-security-anonymous-access-added security', 'info api-security-removed security'],
  ],
  [
    'locked for all',
    secured(undefined),
    secured(undefined, [{ key: [] }]),
    ['breaking api-global-security-anonymous-access-removed security', 'info api-global-security-added security'],
  ],
  [
    'unlocked for all',
    secured(undefined, [{ key: [] }]),
    secured(undefined),
    ['info api-global-security-anonymous-access-added security', 'info api-global-security-removed security'],
  ],
  [
    'security for all removed',
    secured(undefined, [{ key: [] }, { login: [] }]),
    secured(undefined, [{ key: [] }]),
    ['breaking api-global-security-removed security'],
  ],
  [
    'scope for all added',
    secured(undefined, [{ login: [] }]),
    secured(undefined, [{ login: ['read'] }]),
    ['breaking api-global-security-scope-added security/login'],
  ],
  [
    'scope for all removed',
    secured(undefined, [{ login: ['read'] }]),
    secured(undefined, [{ login: [] }]),
    ['info api-global-security-scope-removed security/login'],
  ],
  [
    'security said by the operation itself',
    secured(undefined, [{ key: [] }]),
    secured([{ key: [] }], [{ key: [] }]),
    [],
  ],
  [
    'schemes',
    withOperation({}, { components: { securitySchemes: { a: { type: 'http', scheme: 'basic' } } } }),
    withOperation({}, { components: { securitySchemes: { b: { type: 'http', scheme: 'basic' } } } }),
    [
      'info api-security-component-removed components/securitySchemes/a',
      'info api-security-component-added components/securitySchemes/b',
    ],
  ],
  [
    'type of a scheme',
    withOperation({}, { components: { securitySchemes: { a: { type: 'http', scheme: 'basic' } } } }),
    withOperation({}, { components: { securitySchemes: { a: { type: 'apiKey', in: 'query', name: 'k' } } } }),
    ['info api-security-component-type-changed components/securitySchemes/a'],
  ],
  [
    'name of a key',
    withOperation({}, { components: { securitySchemes: { a: { type: 'apiKey', in: 'query', name: 'k' } } } }),
    withOperation({}, { components: { securitySchemes: { a: { type: 'apiKey', in: 'query', name: 'key' } } } }),
    ['warning api-security-component-field-changed components/securitySchemes/a/name'],
  ],
  [
    'addresses of a flow',
    secured(undefined),
    secured(undefined, undefined, { authorizationUrl: 'https://b.test', tokenUrl: 'https://b.test/t' }),
    [
      'info api-security-component-oauth-url-changed components/securitySchemes/login/flows/implicit/authorizationUrl',
      'info api-security-component-oauth-token-url-changed components/securitySchemes/login/flows/implicit/tokenUrl',
    ],
  ],
  [
    'scopes of a flow',
    secured(undefined, undefined, { scopes: { read: 'Read', drop: 'x' } }),
    secured(undefined, undefined, { scopes: { read: 'Reads', write: 'x' } }),
    [
      'info api-security-component-oauth-scope-added components/securitySchemes/login/flows/implicit',
      'info api-security-component-oauth-scope-changed components/securitySchemes/login/flows/implicit',
      'info api-security-component-oauth-scope-removed components/securitySchemes/login/flows/implicit',
    ],
  ],
  [
    'parameter of the path',
    described({ '/pets/{id}': get() }),
    described({ '/pets/{id}': get({ parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }) }),
    ['breaking new-request-path-parameter request/path/id'],
  ],
  [
    'required parameter',
    withOperation({}),
    withOperation(api({ required: true })),
    ['breaking new-required-request-parameter request/query/q'],
  ],
  [
    'optional parameter',
    withOperation({}),
    withOperation(api({})),
    ['info new-optional-request-parameter request/query/q'],
  ],
  [
    'required parameter of all',
    described({ '/pets': get() }),
    described({ '/pets': { ...get(), ...api({ required: true }) } }),
    ['breaking new-required-request-default-parameter-to-existing-path request/query/q'],
  ],
  [
    'optional parameter of all',
    described({ '/pets': get() }),
    described({ '/pets': { ...get(), ...api({}) } }),
    ['info new-optional-request-default-parameter-to-existing-path request/query/q'],
  ],
  [
    'parameter moved to the path item',
    described({ '/pets': get(api({})) }),
    described({ '/pets': { ...get(), ...api({}) } }),
    [],
  ],
  [
    'parameter removed',
    withOperation(api({})),
    withOperation({}),
    ['warning request-parameter-removed request/query/q'],
  ],
  [
    'deprecated parameter removed',
    withOperation(api({ deprecated: true })),
    withOperation({}),
    ['info request-parameter-removed-with-deprecation request/query/q'],
  ],
  [
    'parameter removed too early',
    withOperation(api({ deprecated: true, 'x-sunset': '2099-01-01' })),
    withOperation({}),
    ['breaking request-parameter-removed-before-sunset request/query/q'],
  ],
  [
    'parameter removed without a date',
    withOperation(api({ deprecated: true, 'x-sunset': 'x' })),
    withOperation({}),
    ['breaking request-parameter-sunset-parse request/query/q'],
  ],
  [
    'parameter required',
    asks({}),
    asks({ required: true }),
    ['breaking request-parameter-became-required request/query/q'],
  ],
  [
    'parameter optional',
    asks({ required: true }),
    asks({}),
    ['info request-parameter-became-optional request/query/q'],
  ],
  [
    'parameter deprecated',
    asks({}),
    asks({ deprecated: true, 'x-sunset': '2099-01-01' }),
    ['info request-parameter-deprecated request/query/q'],
  ],
  [
    'parameter reactivated',
    asks({ deprecated: true }),
    asks({}),
    ['info request-parameter-reactivated request/query/q'],
  ],
  [
    'parameter sunset gone',
    asks({ deprecated: true, 'x-sunset': '2099-01-01' }),
    asks({ deprecated: true }),
    ['breaking request-parameter-sunset-deleted request/query/q'],
  ],
  [
    'parameter sunset earlier',
    asks({ deprecated: true, 'x-sunset': '2099-01-01' }),
    asks({ deprecated: true, 'x-sunset': '2098-01-01' }),
    ['breaking request-parameter-sunset-date-changed-too-small request/query/q'],
  ],
  [
    'parameter sunset past',
    asks({}),
    asks({ deprecated: true, 'x-sunset': '2001-01-01' }),
    ['breaking request-parameter-sunset-date-too-small request/query/q'],
  ],
  [
    'parameter style',
    asks({ schema: list }),
    asks({ schema: list, style: 'pipeDelimited' }),
    ['breaking request-parameter-style-changed request/query/q'],
  ],
  [
    'parameter explode',
    asks({ schema: list }),
    asks({ schema: list, explode: false }),
    ['breaking request-parameter-explode-changed request/query/q'],
  ],
  ['explode of one value', asks({ schema: text }), asks({ schema: text, explode: false }), []],
  [
    'reserved characters allowed',
    asks({}),
    asks({ allowReserved: true }),
    ['info request-parameter-became-allow-reserved request/query/q'],
  ],
  [
    'reserved characters not allowed',
    asks({ allowReserved: true }),
    asks({}),
    ['breaking request-parameter-became-not-allow-reserved request/query/q'],
  ],
  ['parameter schema', asks({}), asks({ schema: text }), ['breaking request-parameter-schema-added request/query/q']],
  [
    'parameter schema gone',
    asks({ schema: text }),
    asks({}),
    ['info request-parameter-schema-removed request/query/q'],
  ],
  [
    'parameter format',
    asks({ schema: text }),
    asks({ content: { 'application/json': { schema: text } } }),
    ['breaking request-parameter-media-type-changed request/query/q'],
  ],
  [
    'parameter type',
    asks({ schema: text }),
    asks({ schema: number }),
    ['breaking request-parameter-type-changed request/query/q'],
  ],
  [
    'parameter type to text',
    asks({ schema: number }),
    asks({ schema: text }),
    ['info request-parameter-type-generalized request/query/q'],
  ],
  [
    'one value to a list',
    asks({ schema: text }),
    asks({ schema: list }),
    ['info request-parameter-type-generalized request/query/q'],
  ],
  [
    'parameter nullable',
    asks({ schema: { type: ['string', 'null'] } }),
    asks({ schema: text }),
    ['breaking request-parameter-became-not-nullable request/query/q'],
  ],
  [
    'parameter value removed',
    asks({ schema: { enum: ['a', 'b'] } }),
    asks({ schema: { enum: ['a'] } }),
    ['breaking request-parameter-enum-value-removed request/query/q'],
  ],
  [
    'parameter known value removed',
    asks({ schema: { 'x-extensible-enum': ['a', 'b'] } }),
    asks({ schema: { 'x-extensible-enum': ['a'] } }),
    ['breaking request-parameter-x-extensible-enum-value-removed request/query/q'],
  ],
  [
    'parameter default',
    asks({ schema: { default: 1 } }),
    asks({ schema: { default: 2 } }),
    ['info request-parameter-default-value-changed request/query/q'],
  ],
  [
    'parameter field to text',
    asks({ schema: field(number) }),
    asks({ schema: field(text) }),
    ['warning request-parameter-property-type-changed request/query/q/a'],
  ],
  [
    'parameter field to number',
    asks({ schema: field(text) }),
    asks({ schema: field(number) }),
    ['breaking request-parameter-property-type-specialized request/query/q/a'],
  ],
  [
    'parameter field value removed',
    asks({ schema: field({ enum: [1, 2] }) }),
    asks({ schema: field({ enum: [1] }) }),
    ['breaking request-parameter-property-enum-value-removed request/query/q/a'],
  ],
  [
    'header field',
    asks({ in: 'header', schema: object({}) }),
    asks({ in: 'header', schema: field(text, ['a']) }),
    ['breaking new-required-request-header-property request/header/q/a'],
  ],
  [
    'header field required',
    asks({ in: 'header', schema: field(text) }),
    asks({ in: 'header', schema: field(text, ['a']) }),
    ['breaking request-header-property-became-required request/header/q/a'],
  ],
  [
    'header field limited',
    asks({ in: 'header', schema: field(text) }),
    asks({ in: 'header', schema: field({ ...text, enum: ['x'] }) }),
    ['breaking request-header-property-became-enum request/header/q/a'],
  ],
  ['header in other letters', asks({ in: 'header', name: 'X-A' }), asks({ in: 'header', name: 'x-a' }), []],
  [
    'body added, required',
    withOperation({}),
    withOperation({ requestBody: { required: true, content: { 'text/plain': {} } } }),
    ['breaking request-body-added-required request/body'],
  ],
  [
    'body added, optional',
    withOperation({}),
    withOperation({ requestBody: { content: { 'text/plain': {} } } }),
    ['info request-body-added-optional request/body'],
  ],
  [
    'body removed',
    withOperation({ requestBody: { content: { 'text/plain': {} } } }),
    withOperation({}),
    ['breaking request-body-removed request/body'],
  ],
  [
    'body required',
    withOperation({ requestBody: { content: { 'text/plain': {} } } }),
    withOperation({ requestBody: { required: true, content: { 'text/plain': {} } } }),
    ['breaking request-body-became-required request/body'],
  ],
  [
    'body optional',
    withOperation({ requestBody: { required: true, content: { 'text/plain': {} } } }),
    withOperation({ requestBody: { content: { 'text/plain': {} } } }),
    ['info request-body-became-optional request/body'],
  ],
  [
    'format added',
    media({ 'text/plain': {} }),
    media({ 'text/plain': {}, 'text/csv': {} }),
    ['info request-body-media-type-added request/body'],
  ],
  [
    'format removed',
    media({ 'text/plain': {}, 'text/csv': {} }),
    media({ 'text/plain': {} }),
    ['breaking request-body-media-type-removed request/body'],
  ],
  [
    'format for more',
    media({ 'text/plain': {} }),
    media({ 'text/*': {} }),
    ['info request-body-media-type-generalized request/body'],
  ],
  [
    'format for less',
    media({ 'text/*': {} }),
    media({ 'text/plain': {} }),
    ['breaking request-body-media-type-specialized request/body'],
  ],
  [
    'schema added',
    media({ 'text/plain': {} }),
    media({ 'text/plain': { schema: text } }),
    ['breaking request-body-media-type-schema-added request/body'],
  ],
  [
    'schema removed',
    media({ 'text/plain': { schema: text } }),
    media({ 'text/plain': {} }),
    ['info request-body-media-type-schema-removed request/body'],
  ],
  [
    'item schema added',
    media({ 'application/jsonl': {} }),
    media({ 'application/jsonl': { itemSchema: text } }),
    ['breaking request-body-media-type-item-schema-added request/body'],
  ],
  [
    'item schema removed',
    media({ 'application/jsonl': { itemSchema: text } }),
    media({ 'application/jsonl': {} }),
    ['info request-body-media-type-item-schema-removed request/body'],
  ],
  [
    'the same in two formats',
    media({ 'application/json': { schema: field(text) }, 'application/xml': { schema: field(text) } }),
    media({ 'application/json': { schema: field(text, ['a']) }, 'application/xml': { schema: field(text, ['a']) } }),
    ['breaking request-property-became-required request/body/a'],
  ],
  [
    'only in one of two formats',
    media({ 'application/json': { schema: field(text) }, 'application/xml': { schema: field(text) } }),
    media({ 'application/json': { schema: field(text) }, 'application/xml': { schema: field(text, ['a']) } }),
    ['breaking request-property-became-required request/body[application~1xml]/a'],
  ],
  [
    'success added',
    answers(ok),
    answers({ ...ok, 201: { description: 'Made' } }),
    ['info response-success-status-added response/201'],
  ],
  [
    'success removed',
    answers({ ...ok, 201: { description: 'Made' } }),
    answers(ok),
    ['breaking response-success-status-removed response/201'],
  ],
  [
    'failure added',
    answers(ok),
    answers({ ...ok, 404: { description: 'None' } }),
    ['info response-non-success-status-added response/404'],
  ],
  [
    'failure removed',
    answers({ ...ok, 404: { description: 'None' } }),
    answers(ok),
    ['info response-non-success-status-removed response/404'],
  ],
  ['status to a range', answers({ 201: { description: 'Made' } }), answers({ '2XX': { description: 'Made' } }), []],
  [
    'response described',
    answers(ok),
    answers({ 200: { description: 'Fine' } }),
    ['info response-description-changed response/200'],
  ],
  [
    'response format added',
    content({ 'text/csv': {} }),
    content({ 'text/csv': {}, 'text/plain': {} }),
    ['info response-media-type-added response/200/body'],
  ],
  [
    'response format removed',
    content({ 'text/csv': {}, 'text/plain': {} }),
    content({ 'text/csv': {} }),
    ['breaking response-media-type-removed response/200/body'],
  ],
  [
    'response format for more',
    content({ 'application/problem+json': {} }),
    content({ 'application/json': {} }),
    ['breaking response-media-type-name-generalized response/200/body'],
  ],
  [
    'response format for less',
    content({ 'application/*': {} }),
    content({ 'application/json': {} }),
    ['info response-media-type-name-specialized response/200/body'],
  ],
  [
    'response format parameter added',
    content({ 'text/csv': {} }),
    content({ 'text/csv; header=present': {} }),
    ['info response-media-type-parameter-added response/200/body'],
  ],
  [
    'response format parameter removed',
    content({ 'text/csv; header=present': {} }),
    content({ 'text/csv': {} }),
    ['breaking response-media-type-parameter-removed response/200/body'],
  ],
  [
    'response format parameter changed',
    content({ 'text/csv; header=present': {} }),
    content({ 'text/csv; header=absent': {} }),
    ['breaking response-media-type-parameter-changed response/200/body'],
  ],
  [
    'response format, two parameters',
    content({ 'text/csv; a=1': {} }),
    content({ 'text/csv; b=1': {} }),
    ['warning response-media-type-name-changed response/200/body'],
  ],
  [
    'response schema added',
    content({ 'text/csv': {} }),
    content({ 'text/csv': { schema: text } }),
    ['info response-body-media-type-schema-added response/200/body'],
  ],
  [
    'response schema removed',
    content({ 'text/csv': { schema: text } }),
    content({ 'text/csv': {} }),
    ['breaking response-body-media-type-schema-removed response/200/body'],
  ],
  [
    'response item schema added',
    content({ 'application/jsonl': {} }),
    content({ 'application/jsonl': { itemSchema: text } }),
    ['info response-body-media-type-item-schema-added response/200/body'],
  ],
  [
    'response item schema removed',
    content({ 'application/jsonl': { itemSchema: text } }),
    content({ 'application/jsonl': {} }),
    ['breaking response-body-media-type-item-schema-removed response/200/body'],
  ],
  [
    'header added',
    heads({}),
    heads({ 'X-A': { schema: text } }),
    ['info response-header-added response/200/header/X-A'],
  ],
  [
    'header removed',
    heads({ 'X-A': { required: true } }),
    heads({}),
    ['breaking required-response-header-removed response/200/header/X-A'],
  ],
  [
    'optional header removed',
    heads({ 'X-A': {} }),
    heads({}),
    ['info optional-response-header-removed response/200/header/X-A'],
  ],
  [
    'header optional',
    heads({ 'X-A': { required: true } }),
    heads({ 'X-A': {} }),
    ['breaking response-header-became-optional response/200/header/X-A'],
  ],
  [
    'header required',
    heads({ 'X-A': {} }),
    heads({ 'x-a': { required: true } }),
    ['info response-header-became-required response/200/header/X-A'],
  ],
  [
    'header type',
    heads({ 'X-A': { schema: number } }),
    heads({ 'X-A': { schema: text } }),
    ['breaking response-header-type-changed response/200/header/X-A'],
  ],
  [
    'header type of a text',
    heads({ 'X-A': { schema: text } }),
    heads({ 'X-A': { schema: number } }),
    ['info response-header-type-compatible response/200/header/X-A'],
  ],
  [
    'header nullable',
    heads({ 'X-A': { schema: text } }),
    heads({ 'X-A': { schema: { type: ['string', 'null'] } } }),
    ['breaking response-header-became-nullable response/200/header/X-A'],
  ],
]
