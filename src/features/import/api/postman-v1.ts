import { apiRow } from '#shared/api-doc/api-page-json.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { readHeaders, withoutInPostman } from './postman-v2.ts'
import {
  type RequestBody,
  type RequestFolder,
  readRow,
  type SavedRequest,
  type SavedResponse,
  type Scripts,
  splitUrl,
  withQueryOf,
} from './request-shape.ts'

/** Reads a collection in version 1: flat lists of folders and requests that name their parents. */
export function readPostman1(root: UnknownObject): RequestFolder {
  const folders = toObjects(root['folders'])
  const requests = toObjects(root['requests'])
  const idsOf = (given: UnknownObject, key: string) => (Array.isArray(given[key]) ? given[key].map(toText) : [])
  // Either side may define the parent: the folder by its order, or the request by its folder.
  const homeOf = new Map(folders.flatMap((one) => idsOf(one, 'order').map((id) => [id, toText(one['id'])])))
  const parentOf = new Map(folders.flatMap((one) => idsOf(one, 'folders_order').map((id) => [id, toText(one['id'])])))
  const known = new Set(folders.map((one) => toText(one['id'])))
  const placeOf = (one: UnknownObject, said: ReadonlyMap<string, string>) => {
    const place = toText(one['folder']) || toText(one['folderId']) || (said.get(toText(one['id'])) ?? '')
    return known.has(place) ? place : ''
  }
  const foldersIn = Map.groupBy(folders, (one) => placeOf(one, parentOf))
  const requestsIn = Map.groupBy(requests, (one) => placeOf(one, homeOf))

  const seen = new Set<UnknownObject>()
  const folderOf = (given: UnknownObject, id: string, depth: number): RequestFolder => {
    seen.add(given)
    const inside = depth < depthMost ? (foldersIn.get(id) ?? []).filter((one) => !seen.has(one)) : []
    return {
      name: toText(given['name']),
      description: toText(given['description']),
      folders: inOrder(inside, idsOf(given, 'folders_order')).map((one) => folderOf(one, toText(one['id']), depth + 1)),
      requests: inOrder(requestsIn.get(id) ?? [], idsOf(given, 'order')).map(requestOf),
      auth: toObject(given['auth']),
      variables: toObjects(given['variables']).map(readRow),
      scripts: scriptsOf(given),
    }
  }
  const collection = folderOf(root, '', 0)
  // Folders that contain each other, or are too deep, would otherwise be lost.
  for (const one of folders) if (!seen.has(one)) collection.folders.push(folderOf(one, toText(one['id']), 1))
  return { ...collection, input: { value: root, without: withoutInPostman } }
}

// Deeper than any user nests folders, and well within the stack limit.
const depthMost = 50

function inOrder(list: UnknownObject[], order: string[]): UnknownObject[] {
  const places = new Map(order.map((id, at) => [id, at]))
  const placeOf = (one: UnknownObject) => places.get(toText(one['id'])) ?? order.length
  return list.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function requestOf(given: UnknownObject): SavedRequest {
  const split = splitUrl(toText(given['url']))
  const query = toObjects(given['queryParams']).map(readRow)
  const variables = toObjects(given['pathVariableData']).map(readRow)
  const values = Object.entries(toObject(given['pathVariables']) ?? {}).map(([name, value]) =>
    apiRow(name, { value: toText(value), require: '1' }),
  )
  const headers = toObjects(given['headerData']).map(readRow)
  return {
    id: toText(given['id']),
    name: toText(given['name']),
    description: toText(given['description']),
    method: (toText(given['method']) || 'GET').toUpperCase(),
    url: split.url,
    query: withQueryOf(query, split.query),
    pathVariables: variables.length > 0 ? variables : values,
    headers: headers.length > 0 ? headers : readHeaders(toText(given['headers'])),
    cookies: [],
    notes: '',
    body: bodyOf(given),
    auth: toObject(given['auth']) ?? helperOf(given),
    scripts: scriptsOf(given),
    responses: toObjects(given['responses']).map(answerOf),
    input: { value: given, without: withoutInPostman },
  }
}

/** Reads the helper of older files: `basicAuth`, `bearerAuth`, with its values next to it. */
function helperOf(given: UnknownObject): UnknownObject | undefined {
  const type = toText(given['currentHelper']).replace(/Auth$/, '')
  if (type === '' || type === 'normal') return undefined
  return { type, [type]: toObject(given['helperAttributes']) ?? {} }
}

function bodyOf(given: UnknownObject): RequestBody {
  const { data, rawModeData } = given
  const mode = toText(given['dataMode'])
  const raw =
    (Array.isArray(rawModeData) ? rawModeData.map(toText).join('') : toText(rawModeData)) ||
    (typeof data === 'string' ? data : '')
  const rows = toObjects(data).map(readRow)
  const graphql = toObject(given['graphqlModeData'])
  const language = toText(toObject(toObject(given['dataOptions'])?.['raw'])?.['language'])
  const body = { raw, language, urlencoded: [], formdata: [] }
  if (mode === 'graphql') return { ...body, mode: 'graphql', language: 'json', raw: toDisplayText(graphql ?? {}, 2) }
  if (mode === 'urlencoded') return { ...body, mode, urlencoded: rows }
  if (mode === 'params' || (mode === '' && rows.length > 0)) return { ...body, mode: 'formdata', formdata: rows }
  if (mode === 'binary') return { ...body, mode: 'file' }
  return { ...body, mode: raw === '' ? 'none' : 'raw' }
}

function scriptsOf(given: UnknownObject): Scripts {
  const events = toObjects(given['events'])
  const textFor = (listen: string) =>
    events
      .filter((one) => one['listen'] === listen)
      .map((one) => {
        const exec = toObject(one['script'])?.['exec']
        return Array.isArray(exec) ? exec.map(toText).join('\n') : toText(exec)
      })
      .join('\n')
  return {
    pre: textFor('prerequest') || toText(given['preRequestScript']),
    post: textFor('test') || toText(given['tests']),
  }
}

function answerOf(given: UnknownObject): SavedResponse {
  const code = toObject(given['responseCode'])
  const headers = toObjects(given['headers']).map(readRow)
  return {
    name: toText(given['name']),
    code: Number(toText(code?.['code'])) || 0,
    status: toText(code?.['name']) || toText(given['status']),
    headers: headers.length > 0 ? headers : readHeaders(toText(given['headers'])),
    body: toText(given['text']) || toText(given['rawDataType'] === 'text' ? given['rawData'] : ''),
    sent: '',
    sentBody: '',
  }
}
