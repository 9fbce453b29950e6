import { inlineCode, joined } from '#shared/markdown/write.ts'
import { type ApiJson, type ApiRow, newApiJson, type StoredApiResponse, setResponses } from '../api-page-json.ts'
import { toDisplayText } from '../json-text.ts'
import { compactTable, point, points, rowTable, section } from '../remark.ts'
import { objectFields, toObject, toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import { addBody, readBody, swaggerBody } from './body.ts'
import { duplicatesKey, operationsKey } from './extensions.ts'
import { operationKeywords, pathMethods } from './fields.ts'
import { extras, formatLink, type OpenApiFile, serverText, serverUrl } from './file.ts'
import { aboutMedia, examplesFor, examplesIn, isJson, isSameSchema, type Media, mediaText, readMedia } from './media.ts'
import { listOperations, type Operation } from './operations.ts'
import { addParameters, mergeParameters, parameterRow } from './parameters.ts'
import { applySecurity } from './security.ts'

/** The keywords of a path; the others go into the remark of each of its operations. */
const placedInPath = new Set([
  ...pathMethods,
  'additionalOperations',
  operationsKey,
  duplicatesKey,
  'summary',
  'description',
  'parameters',
  'servers',
  '$ref',
])

/** The keywords of an operation that have a field of their own; the others go into the remark. */
const placed = new Set<string>([...operationKeywords, 'consumes', 'produces', 'schemes'])

interface Answer {
  status: string
  /** The name that Apifox gives it; empty elsewhere. */
  name: string
  description: string
  headers: ApiRow[]
  media: Media[]
  /** Links and keywords without a field of their own, as list items. */
  more: string
}

const isSuccess = ({ status }: Answer): boolean => status.startsWith('2')
const hasBody = (one: Answer) => one.media.some((media) => media.schema !== undefined || media.examples.length > 0)

/** Writes the responses of an operation into its document: a success, a failure, followed by all others. */
function addResponses(file: OpenApiFile, doc: ApiJson, operation: UnknownObject): void {
  const answers = readResponses(file, operation)
  const good = answers
    .filter(isSuccess)
    .toSorted((one, other) => Number(other.status === '200') - Number(one.status === '200'))
  const success =
    good.find(hasBody) ??
    answers.find((one) => one.status === 'default' && hasBody(one) && good.length === 0) ??
    good[0]
  const bad = answers.filter((one) => one !== success && !isSuccess(one))
  const failure = bad.find(hasBody) ?? bad[0]
  const shown = new Map(answers.map((one) => [one, shownAnswers(file, one)]))
  const firstOf = (one: Answer | undefined) => (one ? shown.get(one)?.[0] : undefined)
  const others = answers.flatMap((one) => shown.get(one)?.slice(one === success || one === failure ? 1 : 0) ?? [])
  setResponses(doc, firstOf(success), firstOf(failure), others)
}

/** Returns a response as a page shows it: its main type, each further example, and each further type with content. */
function shownAnswers(file: OpenApiFile, answer: Answer): StoredApiResponse[] {
  const { status } = answer
  const [main, ...others] = answer.media.toSorted((one, other) => Number(isJson(other.type)) - Number(isJson(one.type)))
  const types = answer.media.map(({ type }) => type)
  const isPlain = types.length === 1 && types[0] === 'application/json'
  const examples = main ? examplesFor(file, main) : []
  const remark = joined(
    answer.description,
    points(
      isPlain ? '' : point('content', types.map(inlineCode).join(', ')),
      point('example', examples[0]?.name ?? ''),
      main ? aboutMedia(file, main) : '',
      encodingOf(main),
      answer.more,
    ),
    section(inlineCode('headers'), rowTable(answer.headers)),
  )
  const rowsOf = ({ schema }: Media) => (schema === undefined ? [] : file.reader.rows(schema))
  return [
    { name: answer.name, status, remark, data: examples[0]?.text ?? '', param: main ? rowsOf(main) : [] },
    ...examples.slice(1).map(({ name, text }) => ({ name, status, remark: '', data: text, param: [] })),
    ...others.flatMap((media): StoredApiResponse[] => {
      const param = main && isSameSchema(main, media) ? [] : rowsOf(media)
      const [first, ...rest] = examplesFor(file, media)
      const own = {
        name: media.type,
        status,
        remark: points(
          point('example', first?.name ?? ''),
          main && isSameSchema(main, media) ? (media.more ?? '') : aboutMedia(file, media),
          encodingOf(media),
        ),
        data: first?.text ?? '',
        param,
      }
      return [
        ...(own.data !== '' || own.remark !== '' || param.length > 0 ? [own] : []),
        ...rest.map(({ name, text }) => ({ name: `${media.type} ${name}`, status, remark: '', data: text, param: [] })),
      ]
    }),
  ]
}

const encodingOf = (media: Media | undefined): string =>
  point('encoding', media?.encoding ? inlineCode(toDisplayText(media.encoding)) : '')

/** Returns a table of all responses of an operation: status, description and types. */
const responsesTable = (answers: readonly Answer[]): string =>
  compactTable(
    ['`status`', '`description`', '`content`'],
    answers.map((one) => [one.status, one.description, one.media.map((media) => media.type).join(', ')]),
  )

const placedInAnswer = new Set([
  'description',
  'summary',
  'headers',
  'content',
  'links',
  'schema',
  'examples',
  'x-apifox-name',
])

/** Returns the possible responses of an operation, in the order of the file. */
function readResponses(file: OpenApiFile, operation: UnknownObject): Answer[] {
  return objectFields(operation['responses'])
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, given]) => {
      const answer = file.reader.object(given) ?? { description: toText(given['$ref']) }
      const links = objectFields(answer['links']).map(([name, link]) =>
        point(`links.${name}`, inlineCode(toDisplayText(file.reader.object(link) ?? link))),
      )
      return {
        status,
        name: toText(answer['x-apifox-name']),
        description: joined(toText(answer['summary']), toText(answer['description'])),
        headers: headersOf(file, answer['headers']),
        media: file.isSwagger ? swaggerMedia(file, operation, answer) : readMedia(file, answer['content']),
        more: points(...links, extras(answer, placedInAnswer)),
      }
    })
}

const headersOf = (file: OpenApiFile, headers: unknown): ApiRow[] =>
  Object.entries(toObject(headers) ?? {}).map(([name, given]) =>
    parameterRow(file, { ...file.reader.object(given), name }),
  )

function swaggerMedia(file: OpenApiFile, operation: UnknownObject, answer: UnknownObject): Media[] {
  const own = operation['produces'] ?? file.root['produces']
  const types = Array.isArray(own) ? own.map(toText).filter((type) => type !== '') : []
  const examples = examplesIn(toObject(answer['examples']))
  const names = [...new Set([...types, ...examples.keys()])]
  if (names.length === 0) names.push('application/json')
  if (answer['schema'] === undefined && examples.size === 0) return []
  const main = names.find(isJson) ?? names[0]
  return names.map((type) => ({
    type,
    schema: type === main ? answer['schema'] : undefined,
    examples: examples.get(type) ?? [],
  }))
}

/** Returns the API document of one operation, with everything in its description. */
export const operationToApiJson = (file: OpenApiFile, given: Operation, title: string): ApiJson =>
  file.reader.readTree(() => writeOperation(file, given, title))

function writeOperation(file: OpenApiFile, given: Operation, title: string): ApiJson {
  const { operation, around } = given
  const doc = newApiJson(title, given.method, baseOf(file, given) + given.path)
  doc.info.description = descriptionOf(given, title)
  if (operation['deprecated'] === true) doc.info.apiStatus = '5'
  const parameters = mergeParameters(file, around, operation)
  addParameters(file, doc, parameters)
  const body = file.isSwagger ? swaggerBody(file, operation, parameters) : readBody(file, operation)
  const bodyRemark = body && addBody(file, doc, body)
  const security = applySecurity(doc, operation['security'] ?? file.root['security'], file.schemes)
  addResponses(file, doc, operation)
  const operationId = toText(operation['operationId'])
  doc.info.remark = joined(
    points(
      point('operationId', operationId && inlineCode(operationId)),
      point('externalDocs', formatLink(operation['externalDocs']).replaceAll(/\s+/g, ' ')),
      point('security', security),
      otherServers(given),
      extras(operation, placed),
      extras(given.around, placedInPath),
      file.reader.wasCut ? point('$ref', '…') : '',
    ),
    bodyRemark,
    callbacks(file, operation),
  )
  return doc
}

function descriptionOf({ operation, around }: Operation, title: string): string {
  const summary = toText(operation['summary']).trim()
  const texts = [summary === title ? '' : summary, toText(operation['description'])]
  return joined(...texts, toText(around['summary']), toText(around['description']))
}

function baseOf(file: OpenApiFile, { operation, around }: Operation): string {
  if (file.isSwagger) {
    const [scheme] = Array.isArray(operation['schemes']) ? operation['schemes'] : []
    return toText(scheme) === '' ? file.base : file.base.replace(/^[a-z]+(?=:\/\/)/, toText(scheme))
  }
  const [server] = [...toObjects(operation['servers']), ...toObjects(around['servers'])]
  return server ? serverUrl(server) : file.base
}

function otherServers({ operation, around }: Operation): string {
  const servers = [...toObjects(operation['servers']), ...toObjects(around['servers'])]
  const schemes = Array.isArray(operation['schemes']) ? operation['schemes'].map(toText).join(', ') : ''
  const isPlain = servers.length < 2 && servers.every((one) => Object.keys(one).length === 1)
  if (isPlain && schemes === '') return ''
  const lines = servers.map((one) => serverText(one))
  return points(point('schemes', schemes), point('servers', lines.length > 0 ? `\n${lines.join('\n')}` : ''))
}

const placedInCallback = new Set([...placed].filter((key) => key !== 'security' && key !== 'tags'))

/** Returns the operation's callbacks: address and method of each, with everything that is sent and answered. */
function callbacks(file: OpenApiFile, operation: UnknownObject): string {
  const lines = objectFields(operation['callbacks']).flatMap(([name, given]) => {
    const paths = file.reader.object(given) ?? {}
    const called = listOperations(file, paths).map((one) => callbackText(file, name, one))
    const plain = Object.fromEntries(Object.entries(paths).filter(([, value]) => toObject(value) === undefined))
    return [...called, extras(plain, new Set(['$ref']))]
  })
  return section(inlineCode('callbacks'), ...lines)
}

function callbackText(file: OpenApiFile, name: string, given: Operation): string {
  const { path, method, around, operation } = given
  const body = readBody(file, operation)
  const answers = readResponses(file, operation)
  const id = toText(operation['operationId'])
  return joined(
    `- ${inlineCode(name)}: ${inlineCode(`${method.toUpperCase()} ${path}`)} ${toText(operation['summary'])}`,
    toText(around['summary']),
    toText(around['description']),
    toText(operation['description']),
    points(
      point('operationId', id && inlineCode(id)),
      point('externalDocs', formatLink(operation['externalDocs'])),
      operation['deprecated'] === true ? point('deprecated', inlineCode('true')) : '',
      otherServers(given),
      extras(operation, placedInCallback),
      extras(around, placedInPath),
    ),
    section(
      inlineCode('parameters'),
      rowTable(mergeParameters(file, around, operation).map((one) => parameterRow(file, one))),
    ),
    section(
      inlineCode('requestBody'),
      body?.description,
      body?.more,
      ...(body?.media ?? []).map((one) => joined(inlineCode(one.type), mediaText(file, one))),
    ),
    responsesTable(answers),
    ...answers.map((one) =>
      section(
        inlineCode(one.status),
        one.more,
        rowTable(one.headers),
        ...one.media.map((media) =>
          joined(inlineCode(media.type), joined(inlineCode(media.type), mediaText(file, media))),
        ),
      ),
    ),
    callbacks(file, operation),
  )
}

/** Returns the title of an operation. Source: reference, formats 2.4. */
export function titleOf(operation: UnknownObject): string {
  const description = toText(operation['description'])
    .trim()
    .split('\n', 1)[0]
    ?.replace(/^#+\s*/, '')
  return (
    [toText(operation['summary']).trim(), description ?? '', toText(operation['operationId']).trim()].find(
      (text) => text !== '',
    ) ?? ''
  )
}
