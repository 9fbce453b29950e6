import { inlineCode } from '#shared/markdown/write.ts'
import type { ApiDoc } from '../api-doc.ts'
import { toDisplayText } from '../json-text.ts'
import { statusKey } from '../openapi/extensions.ts'
import { operationKeywords } from '../openapi/fields.ts'
import { formatLink } from '../openapi/file.ts'
import { examplesFor, type MediaExample, readExamples, readMedia } from '../openapi/media.ts'
import { listOperations, readOpenApiFile } from '../openapi/operations.ts'
import { objectFields, toList, toObject, toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import type { NamedExample, SchemaField } from './field.ts'
import {
  type AuthScheme,
  byPlace,
  type ParameterPlace,
  type Reading,
  type ReadingMedia,
  type ReadingResponse,
  type ReadingServer,
  sharedFields,
  sorted,
} from './reading.ts'
import { fieldsOfRows } from './row-tree.ts'
import { SchemaTree } from './schema-tree.ts'
import type { ReadingSource } from './source.ts'

/** What a reader sees of an imported page, and the models that it refers to. */
export interface OperationReading extends Reading {
  /** The title of its description; empty when the item has one only. */
  of: string
  /** Returns a model by its name; undefined when the description has none of that name. */
  model(name: string): SchemaField | undefined
}

const placedInParameter = new Set([
  'name',
  'in',
  'description',
  'required',
  'schema',
  'content',
  'example',
  'examples',
  'deprecated',
])

/** The keywords of an operation that its reader shows in a place of their own. */
const placed = new Set<string>([
  ...operationKeywords,
  statusKey,
  'x-sunset',
  'x-stability-level',
  'x-internal',
  'x-beta',
])

/** The keywords of a path that its reader shows in a place of their own. */
const placedInPath = new Set(['summary', 'description', 'parameters', 'servers', '$ref'])

/** Returns what a reader sees of a page that an OpenAPI description has brought. */
export function readOperation(source: ReadingSource, doc: ApiDoc, globals: unknown): OperationReading {
  const { operation, around, root } = source
  const file = readOpenApiFile(root)
  const { reader } = file
  reader.begin()
  const tree = new SchemaTree(reader)

  const mediaOf = (content: unknown): ReadingMedia[] =>
    readMedia(file, content).map((media) => ({
      type: media.type,
      schema: media.schema === undefined ? undefined : tree.field('', media.schema),
      examples: examplesFor(file, media).map(namedExample),
    }))

  /** Returns a parameter or a header as a field: what its schema says, and what it says itself. */
  const parameterField = (name: string, given: UnknownObject): SchemaField => {
    const [first, ...others] = objectFields(given['content'])
    const field = tree.field(name, given['schema'] ?? first?.[1]['schema'] ?? {}, given['required'] === true)
    const examples = readExamples(file, given, 0)
    const facts = Object.entries(given)
      .filter(([key, value]) => !placedInParameter.has(key) && value !== undefined)
      .map(([key, value]): [string, string] => [key, toDisplayText(value)])
    const types = [first, ...others].flatMap((one) => (one ? [one[0]] : []))
    return {
      ...field,
      description: toText(given['description']) || field.description,
      isDeprecated: field.isDeprecated || given['deprecated'] === true,
      example: examples[0]?.text || field.example,
      examples: examples.length > 1 ? examples.map(namedExample) : [],
      facts: [
        ...field.facts,
        ...(types.length > 0 ? [['content', types.join(', ')] as [string, string]] : []),
        ...facts,
      ],
    }
  }

  const parametersOf = (): Record<ParameterPlace, SchemaField[]> => {
    const found = new Map<string, UnknownObject>()
    const shared = source.hasAllParameters ? [] : toObjects(around['parameters'])
    for (const given of [...shared, ...toObjects(operation['parameters'])]) {
      const one = reader.object(given)
      if (one) found.set(`${toText(one['in'])} ${toText(one['name'])}`, one)
    }
    const item = sharedFields(doc, globals)
    const places: Record<ParameterPlace, SchemaField[]> = {
      path: [],
      query: fieldsOfRows(item.query, true),
      header: fieldsOfRows(item.header, true),
      cookie: fieldsOfRows(item.cookie, true),
    }
    for (const one of found.values()) {
      const place = toText(one['in'])
      places[isPlace(place) ? place : 'query'].push(parameterField(toText(one['name']), one))
    }
    return places
  }

  const responseOf = (status: string, given: unknown): ReadingResponse => {
    const one = reader.object(given) ?? {}
    const links = objectFields(one['links']).map(
      ([name, link]) => `- ${inlineCode(`links.${name}`)} ${inlineCode(toDisplayText(reader.object(link) ?? link))}`,
    )
    return {
      status,
      kind: status.startsWith('2') ? 'success' : 'failure',
      name: toText(one['x-apifox-name']),
      description: [toText(one['summary']), toText(one['description']), links.join('\n')].filter(Boolean).join('\n\n'),
      headers: objectFields(one['headers']).map(([name, header]) =>
        parameterField(name, reader.object(header) ?? header),
      ),
      media: mediaOf(one['content']),
    }
  }

  const schemesOf = (): Pick<Reading, 'auth' | 'isAuthOptional'> => {
    const security = toObjects(operation['security'] ?? root['security'])
    const declared = toObject(toObject(root['components'])?.['securitySchemes']) ?? {}
    const auth = security
      .map((choice) =>
        Object.entries(choice).map(([name, scopes]) =>
          schemeOf(name, Object.hasOwn(declared, name) ? (reader.object(declared[name]) ?? {}) : {}, scopes),
        ),
      )
      .filter((schemes) => schemes.length > 0)
    return { auth, isAuthOptional: auth.length < security.length }
  }

  const callbacks = objectFields(operation['callbacks']).flatMap(([name, given]) =>
    listOperations(file, reader.object(given) ?? {}).map(({ path, method, operation: called }) => ({
      name,
      method,
      path,
      description: [toText(called['summary']), toText(called['description'])].filter(Boolean).join('\n\n'),
      media: mediaOf((reader.object(called['requestBody']) ?? {})['content']),
    })),
  )

  const body = reader.object(operation['requestBody'])
  const more: [string, string][] = [
    ['operationId', inlineCode(toText(operation['operationId']))],
    ['externalDocs', operation['externalDocs'] === undefined ? '' : formatLink(operation['externalDocs'])],
    ...Object.entries(operation)
      .filter(([key]) => !placed.has(key))
      .map(([key, value]): [string, string] => [key, inlineCode(toDisplayText(value))]),
    ...Object.entries(around)
      .filter(([key]) => !placedInPath.has(key))
      .map(([key, value]): [string, string] => [key, inlineCode(toDisplayText(value))]),
  ]
  return {
    marks: marksOf(operation, doc),
    sunset: operation['deprecated'] === true ? toText(operation['x-sunset']) : '',
    description: doc.description.trim(),
    servers: serversOf([operation, around, root].find((one) => toObjects(one['servers']).length > 0)?.['servers']),
    ...schemesOf(),
    parameters: byPlace(parametersOf()),
    body: body && {
      isRequired: body['required'] === true,
      description: toText(body['description']),
      media: mediaOf(body['content']),
    },
    responses: sorted(
      Object.entries(toObject(operation['responses']) ?? {})
        .filter(([status]) => !status.startsWith('x-'))
        .map(([status, given]) => responseOf(status, given)),
    ),
    responseRemark: '',
    more: more.filter(([, text]) => text !== '' && text !== inlineCode('')),
    callbacks,
    notes: source.notes,
    of: source.of,
    model: (name) => tree.model(name),
  }
}

const namedExample = ({ name, text, parts }: MediaExample): NamedExample => ({
  ...(parts ?? { name, summary: '', description: '' }),
  text,
})

const serversOf = (servers: unknown): ReadingServer[] =>
  toObjects(servers).map((one) => ({
    url: toText(one['url']).replace(/\/+$/, ''),
    text: [toText(one['name']), toText(one['description'])].filter(Boolean).join(': '),
    variables: objectFields(one['variables']).map(([name, variable]) => ({
      name,
      value: toText(variable['default']),
      choices: toList(variable['enum']).map(toText),
      text: toText(variable['description']),
    })),
  }))

const isPlace = (place: string): place is ParameterPlace => ['path', 'query', 'header', 'cookie'].includes(place)

function marksOf(operation: UnknownObject, doc: ApiDoc): Reading['marks'] {
  const level = toText(operation['x-stability-level']).toLowerCase()
  const marks: Reading['marks'] = []
  if (operation['deprecated'] === true || doc.status === '5') marks.push('deprecated')
  if (level === 'draft' || level === 'alpha' || level === 'beta') marks.push(level)
  if (operation['x-beta'] === true && level !== 'beta') marks.push('beta')
  if (operation['x-internal'] === true) marks.push('internal')
  return marks
}

function schemeOf(name: string, scheme: UnknownObject, scopes: unknown): AuthScheme {
  const type = toText(scheme['type'])
  const addresses = objectFields(scheme['flows']).flatMap(([, flow]) =>
    ['authorizationUrl', 'tokenUrl', 'deviceAuthorizationUrl'].flatMap((key): [string, string][] =>
      toText(flow[key]) === '' ? [] : [[key, toText(flow[key])]],
    ),
  )
  if (toText(scheme['openIdConnectUrl']) !== '')
    addresses.push(['openIdConnectUrl', toText(scheme['openIdConnectUrl'])])
  return {
    name,
    type: type === 'http' ? toText(scheme['scheme']).toLowerCase() : type,
    place: toText(scheme['in']),
    field: toText(scheme['name']),
    description: toText(scheme['description']),
    scopes: toList(scopes).map(toText),
    addresses: addresses.filter(([key, url], at) => addresses.findIndex(([k, u]) => k === key && u === url) === at),
  }
}

/** Returns a model of an OpenAPI description as a field; undefined when there is none of that name. */
export const readModel = (root: UnknownObject, name: string): SchemaField | undefined => {
  const { reader } = readOpenApiFile(root)
  reader.begin()
  return new SchemaTree(reader).model(name)
}
