import { objectFields, toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import { type ApiJson, newApiJson } from './api-json.ts'
import { point, points, section } from './api-pages.ts'
import { inlineCode, joined } from './markdown-text.ts'
import { addBody, readBody, swaggerBody } from './openapi-body.ts'
import { extras, formatLink, type OpenApiFile, type Operation, serverUrl } from './openapi-file.ts'
import { mediaText } from './openapi-media.ts'
import { addParameters, mergeParameters } from './openapi-parameters.ts'
import { addResponses, readResponses, responsesTable } from './openapi-responses.ts'
import { applySecurity } from './openapi-security.ts'

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
export function operationToApiJson(file: OpenApiFile, given: Operation): ApiJson {
  const { operation, around } = given
  file.reader.begin()
  const doc = newApiJson(given.title, given.method, baseOf(file, given) + given.path)
  doc.info.description = descriptionOf(given)
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

function descriptionOf({ operation, around, title }: Operation): string {
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
