import { fieldsOf, type Loose, listOf, textOf } from '../loose.ts'
import { type ApiJson, newApiJson } from './api-json.ts'
import { point, points, section } from './api-pages.ts'
import { codeOf, joined } from './markdown-text.ts'
import { addAnswers, answersOf, answersTable } from './openapi-answers.ts'
import { addBody, bodyOf, swaggerBody } from './openapi-body.ts'
import { extras, linkOf, type OpenApiFile, type Operation, serverUrl } from './openapi-file.ts'
import { mediaText } from './openapi-media.ts'
import { addParameters, parametersOf } from './openapi-parameters.ts'
import { applySecurity } from './openapi-security.ts'

/** What an operation's keywords with a place of their own are called; the others stand in the remark. */
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

/** The API document of one operation, with everything that the description says of it. */
export function apiJsonOf(file: OpenApiFile, given: Operation): ApiJson {
  const { operation, around } = given
  file.reader.begin()
  const doc = newApiJson(given.title, given.method, baseOf(file, given) + given.path)
  doc.info.description = descriptionOf(given)
  if (operation['deprecated'] === true) doc.info.apiStatus = '5'
  const parameters = parametersOf(file, around, operation)
  addParameters(file, doc, parameters)
  const body = file.isSwagger ? swaggerBody(file, operation, parameters) : bodyOf(file, operation)
  const bodyRemark = body && addBody(file, doc, body)
  const security = applySecurity(doc, operation['security'] ?? file.root['security'], file.schemes)
  addAnswers(file, doc, operation)
  const operationId = textOf(operation['operationId'])
  doc.info.remark = joined(
    points(
      point('operationId', operationId && codeOf(operationId)),
      point('externalDocs', linkOf(operation['externalDocs']).replaceAll(/\s+/g, ' ')),
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
  const summary = textOf(operation['summary']).trim()
  const texts = [summary === title ? '' : summary, textOf(operation['description'])]
  return joined(...texts, textOf(around['summary']), textOf(around['description']))
}

function baseOf(file: OpenApiFile, { operation, around }: Operation): string {
  if (file.isSwagger) {
    const [scheme] = Array.isArray(operation['schemes']) ? operation['schemes'] : []
    return textOf(scheme) === '' ? file.base : file.base.replace(/^[a-z]+(?=:\/\/)/, textOf(scheme))
  }
  const [server] = [...listOf(operation['servers']), ...listOf(around['servers'])]
  return server ? serverUrl(server) : file.base
}

function otherServers({ operation, around }: Operation): string {
  const servers = [...listOf(operation['servers']), ...listOf(around['servers'])]
  const schemes = Array.isArray(operation['schemes']) ? operation['schemes'].map(textOf).join(', ') : ''
  if (servers.length < 2 && schemes === '') return ''
  const lines = servers.map((one) => `- ${codeOf(serverUrl(one))} ${textOf(one['description'])}`)
  return points(point('schemes', schemes), point('servers', lines.length > 0 ? `\n${lines.join('\n')}` : ''))
}

/** What the server calls back: address, method and body of each. */
function callbacks(file: OpenApiFile, operation: Loose): string {
  const lines = fieldsOf(operation['callbacks']).flatMap(([name, given]) =>
    fieldsOf(file.reader.object(given)).flatMap(([address, path]) =>
      fieldsOf(path).map(([method, called]) => {
        const body = bodyOf(file, called)
        return joined(
          `- ${codeOf(name)}: ${codeOf(`${method.toUpperCase()} ${address}`)} ${textOf(called['summary'])}`,
          textOf(called['description']),
          ...(body?.media ?? []).map((media) => mediaText(file, media)),
          answersTable(answersOf(file, called)),
        )
      }),
    ),
  )
  return section(codeOf('callbacks'), ...lines)
}
