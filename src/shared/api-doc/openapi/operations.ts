import { objectFields, toObject, toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import { duplicatesKey, operationsKey } from './extensions.ts'
import { pathMethods } from './fields.ts'
import { type OpenApiFile, serverUrl } from './file.ts'
import { SchemaReader } from './schema-reader.ts'
import { readSchemes } from './security.ts'

/** One operation of a description, with the data that its path shares. */
export interface Operation {
  path: string
  method: string
  /** The path's own object: parameters, servers, and descriptions for all its operations. */
  around: UnknownObject
  operation: UnknownObject
}

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
    const known = pathMethods.flatMap((method) => {
      const operation = toObject(around[method])
      return operation ? [{ path, method, around, operation }] : []
    })
    const others = [
      ...objectFields(around['additionalOperations']),
      ...objectFields(around[operationsKey]),
      ...Object.entries(toObject(around[duplicatesKey]) ?? {}).flatMap(([method, list]) =>
        toObjects(list).map((one): [string, UnknownObject] => [method, one]),
      ),
    ].map(([method, operation]) => ({ path, method: method.toLowerCase(), around, operation }))
    return [...known, ...others]
  })

function swaggerBase(root: UnknownObject): string {
  const host = toText(root['host'])
  const path = toText(root['basePath']).replace(/\/+$/, '')
  const [scheme] = Array.isArray(root['schemes']) ? root['schemes'] : []
  return host === '' ? path : `${toText(scheme) || 'http'}://${host}${path}`
}
