import { inlineCode, joined } from '#shared/markdown/write.ts'
import { type ApiJson, newApiJson } from '../api-json.ts'
import { point, points, section } from '../remark.ts'
import { objectFields, toObject, toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import { addBody, readBody, swaggerBody } from './body.ts'
import { extras, formatLink, type OpenApiFile, serverUrl } from './file.ts'
import { mediaText } from './media.ts'
import { addParameters, mergeParameters } from './parameters.ts'
import { addResponses, readResponses, responsesTable } from './responses.ts'
import { SchemaReader } from './schema-reader.ts'
import { applySecurity, readSchemes } from './security.ts'

/** One operation of a description, with the data that its path shares. */
export interface Operation {
  path: string
  method: string
  /** The path's own object: parameters, servers, and descriptions for all its operations. */
  around: UnknownObject
  operation: UnknownObject
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** Whether a JSON value is a Swagger 2 or OpenAPI 3 description. Source: reference, formats 2. */
export const isOpenApi = (value: UnknownObject): boolean =>
  value['swagger'] !== undefined || (value['openapi'] !== undefined && value['info'] !== undefined)

/** Returns a description with what its operations share. Only references inside the file are followed. */
export function readOpenApiFile(root: UnknownObject): OpenApiFile {
  const reader = new SchemaReader(root)
  const isSwagger = root['swagger'] !== undefined
  const [server] = toObjects(root['servers'])
  return {
    root,
    reader,
    isSwagger,
    schemes: readSchemes(root, (value) => reader.object(value)),
    base: isSwagger ? swaggerBase(root) : server ? serverUrl(server) : '',
  }
}

/** Returns the operations of an object of paths or webhooks, in the order of the file. */
export const listOperations = (file: OpenApiFile, paths: unknown): Operation[] =>
  Object.entries(toObject(paths) ?? {}).flatMap(([path, given]) => {
    const around = file.reader.object(given)
    if (!around) return []
    const known = methods.flatMap((method) => {
      const operation = toObject(around[method])
      return operation ? [{ path, method, around, operation }] : []
    })
    const others = objectFields(around['additionalOperations']).map(([method, operation]) => ({
      path,
      method: method.toLowerCase(),
      around,
      operation,
    }))
    return [...known, ...others]
  })

function swaggerBase(root: UnknownObject): string {
  const host = toText(root['host'])
  const path = toText(root['basePath']).replace(/\/+$/, '')
  const [scheme] = Array.isArray(root['schemes']) ? root['schemes'] : []
  return host === '' ? path : `${toText(scheme) || 'http'}://${host}${path}`
}

/** The keywords of an operation that have a field of their own; the others go into the remark. */
const placed = new Set([
  'tags',
  'summary',
  'description',
  'externalDocs',
  'operationId',
  'parameters',
  'requestBody',
  'responses',
  'callbacks',
  'deprecated',
  'security',
  'servers',
  'consumes',
  'produces',
  'schemes',
])

/** Returns the API document of one operation, with everything in its description. */
export function operationToApiJson(file: OpenApiFile, given: Operation, title: string): ApiJson {
  const { operation, around } = given
  file.reader.begin()
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
  if (servers.length < 2 && schemes === '') return ''
  const lines = servers.map((one) => `- ${inlineCode(serverUrl(one))} ${toText(one['description'])}`)
  return points(point('schemes', schemes), point('servers', lines.length > 0 ? `\n${lines.join('\n')}` : ''))
}

/** Returns the operation's callbacks: address, method and body of each. */
function callbacks(file: OpenApiFile, operation: UnknownObject): string {
  const lines = objectFields(operation['callbacks']).flatMap(([name, given]) =>
    objectFields(file.reader.object(given)).flatMap(([address, path]) =>
      objectFields(path).map(([method, called]) => {
        const body = readBody(file, called)
        return joined(
          `- ${inlineCode(name)}: ${inlineCode(`${method.toUpperCase()} ${address}`)} ${toText(called['summary'])}`,
          toText(called['description']),
          ...(body?.media ?? []).map((media) => mediaText(file, media)),
          responsesTable(readResponses(file, called)),
        )
      }),
    ),
  )
  return section(inlineCode('callbacks'), ...lines)
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
