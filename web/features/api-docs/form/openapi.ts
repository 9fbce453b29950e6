import type { NewRow } from '#shared/api-doc/api-doc.ts'
import type { ApiRow } from '#shared/api-doc/api-page-json.ts'
import { operationToApiJson } from '#shared/api-doc/openapi/operation.ts'
import { listOperations, readOpenApiFile } from '#shared/api-doc/openapi/operations.ts'
import { toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ImportedContent } from './imported-request.ts'

/** Returns a description that has a standalone operation as its only one; undefined for any other value. */
function describeAlone(operation: UnknownObject): UnknownObject | undefined {
  const isOperation =
    'responses' in operation && ['parameters', 'operationId', 'requestBody', 'summary'].some((key) => key in operation)
  if (!isOperation) return undefined
  // in Swagger 2 a parameter has its own type, and a response its own schema
  const isSwagger =
    toObjects(operation['parameters']).some((one) => one['in'] === 'body' || one['type'] !== undefined) ||
    toObjects(operation['responses']).some((one) => one['schema'] !== undefined)
  const method = 'requestBody' in operation ? 'post' : 'get'
  return { ...operation, ...(isSwagger && { swagger: '2.0' }), paths: { '/': { [method]: operation } } }
}

const toRows = (rows: readonly ApiRow[]): NewRow[] =>
  rows.map(({ name, type, value, require, remark }) => ({ name, type, value, isRequired: require === '1', remark }))

/**
 * Reads an operation of an OpenAPI 3 or Swagger 2 description, or a standalone operation; undefined for any other
 * value. Returns the names when there are several operations and `pick` selects none.
 */
export function readOperation(value: UnknownObject, pick: string): ImportedContent | undefined {
  const isWhole = 'paths' in value && ('openapi' in value || 'swagger' in value)
  const root = isWhole ? value : describeAlone(value)
  if (!root) return undefined
  // pages of this browser call an address without a scheme over https
  const file = readOpenApiFile({ schemes: ['https'], ...root })
  const all = listOperations(file, root['paths'])
  const names = all.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const chosen = all.length === 1 ? all[0] : all[names.indexOf(pick)]
  if (!chosen) return all.length > 0 ? { kind: 'operations', names } : undefined
  const summary = toText(chosen.operation['summary']).trim()
  const { info, request, response } = operationToApiJson(file, chosen, summary)
  const { mode, json, jsonDesc } = request.params
  const form = mode === 'formdata' || mode === 'urlencoded' ? toRows(request.params[mode]) : []
  return {
    kind: 'operation',
    description: info.description || summary,
    success: response.responseExample,
    failure: response.responseFailExample,
    request: {
      method: info.method,
      url: info.url,
      headers: toRows(request.headers),
      query: toRows(request.query),
      cookies: toRows(request.cookies),
      pathVariables: toRows(request.pathVariable),
      mode: mode === 'json' && json === '' && jsonDesc.length === 0 ? 'none' : mode,
      body: json,
      form,
      auth: undefined,
      left: [],
    },
  }
}
