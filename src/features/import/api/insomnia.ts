import { type ApiRow, apiRow } from '#shared/api-doc/api-page-json.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ApiWriter, ValueReader } from './api-pages.ts'
import { writeCollection } from './collection.ts'
import {
  emptyBody,
  emptyFolder,
  emptyRequest,
  type RequestBody,
  type RequestFolder,
  type SavedRequest,
  splitUrl,
} from './request-shape.ts'
import { addVariables, flatVariables } from './variables.ts'

/** Ids, kinds and settings; credentials and environments are read for themselves, cookies and certificates are private. */
const without: ReadonlySet<string> = new Set([
  'id',
  'parentId',
  'type',
  'method',
  'mimeType',
  'authentication',
  'environments',
  'cookieJar',
  'certificates',
  'settings',
  'scope',
  'schema_version',
])

/** Insomnia writes `{{ _.host }}`; elsewhere the variable is `{{host}}`. */
const plainVariables = (text: string): string => text.replaceAll(/\{\{\s*_\.([\w.-]+)\s*\}\}/g, '{{$1}}')

const textOf = (value: unknown): string => plainVariables(toText(value))

function rowOf(given: UnknownObject): ApiRow {
  const isFile = given['type'] === 'file'
  const isOff = given['disabled'] === true
  return apiRow(toText(given['name']), {
    type: isFile ? 'file' : 'string',
    value: isFile ? toText(given['fileName']) : textOf(given['value']),
    require: isOff ? '0' : '1',
    remark: toText(given['description']),
    ...(isOff && { disable: '1' as const }),
  })
}

const rowsOf = (list: unknown): ApiRow[] => toObjects(list).map(rowOf)

function bodyOf(given: unknown): RequestBody {
  const body = toObject(given) ?? {}
  const type = toText(body['mimeType'])
  const params = rowsOf(body['params'])
  if (/multipart\/form-data/.test(type)) return { ...emptyBody, mode: 'formdata', formdata: params }
  if (/x-www-form-urlencoded/.test(type)) return { ...emptyBody, mode: 'urlencoded', urlencoded: params }
  const raw = textOf(body['text'])
  if (toText(body['fileName']) !== '') return { ...emptyBody, mode: 'file', raw: toText(body['fileName']) }
  if (raw === '') return emptyBody
  const language = /json|graphql/.test(type) ? 'json' : (type.split(/[/+;]/)[1] ?? '')
  return { ...emptyBody, mode: 'raw', raw, language }
}

function authOf(given: unknown): UnknownObject | undefined {
  const { type, ...values } = toObject(given) ?? {}
  const name = toText(type)
  if (name === '' || name === 'none') return undefined
  const kept = Object.entries(values).filter(([, value]) => typeof value === 'string' && value !== '')
  return { type: name, [name]: Object.fromEntries(kept.map(([key, value]) => [key, textOf(value)])) }
}

/** Reads a request. Its fields have the same names in versions 4 and 5, except for scripts and the description. */
function requestOf(given: UnknownObject): SavedRequest {
  const { url, query } = splitUrl(textOf(given['url']))
  const scripts = toObject(given['scripts']) ?? {}
  const meta = toObject(given['meta']) ?? {}
  const request = emptyRequest(toText(given['name']), toText(given['method']) || 'GET', url)
  const named = [...rowsOf(given['parameters']), ...query]
  return {
    ...request,
    id: toText(given['_id']) || toText(meta['id']),
    description: toText(given['description']) || toText(meta['description']),
    query: named.filter((row) => row.name !== ''),
    pathVariables: rowsOf(given['pathParameters']),
    headers: rowsOf(given['headers']).filter((row) => row.name !== ''),
    body: bodyOf(given['body']),
    auth: authOf(given['authentication']),
    scripts: {
      pre: toText(given['preRequestScript']) || toText(scripts['preRequest']),
      post: toText(given['afterResponseScript']) || toText(scripts['afterResponse']),
    },
    input: { value: given, without },
  }
}

const sortKey = (one: UnknownObject): number =>
  Number(one['metaSortKey'] ?? toObject(one['meta'])?.['sortKey'] ?? 0) || 0
const inOrder = (list: UnknownObject[]): UnknownObject[] => list.toSorted((one, other) => sortKey(one) - sortKey(other))

function folderOf(given: UnknownObject, children: (of: UnknownObject) => UnknownObject[], depth = 0): RequestFolder {
  const scripts = toObject(given['scripts']) ?? {}
  const inside = depth > 50 ? [] : inOrder(children(given))
  const isFolder = (one: UnknownObject) => one['_type'] === 'request_group' || Array.isArray(one['children'])
  return {
    ...emptyFolder(toText(given['name'])),
    description: toText(given['description']) || toText(toObject(given['meta'])?.['description']),
    folders: inside.filter(isFolder).map((one) => folderOf(one, children, depth + 1)),
    requests: inside.filter((one) => !isFolder(one)).map(requestOf),
    auth: authOf(given['authentication']),
    variables: flatVariables(given['environment']).map(({ name, value }) =>
      apiRow(name, { value: toDisplayText(value), require: '1' }),
    ),
    scripts: {
      pre: toText(given['preRequestScript']) || toText(scripts['preRequest']),
      post: toText(given['afterResponseScript']) || toText(scripts['afterResponse']),
    },
  }
}

function readVersion4(root: UnknownObject, out: ApiWriter): void {
  const resources = toObjects(root['resources'])
  const known = new Set(resources.map((one) => toText(one['_id'])))
  const shown = resources.filter((one) =>
    ['request_group', 'request', 'websocket_request', 'grpc_request', 'graphql_request'].includes(toText(one['_type'])),
  )
  const byParent = Map.groupBy(shown, (one) => toText(one['parentId']))
  const written = new Set<UnknownObject>()
  const children = (of: UnknownObject) =>
    (byParent.get(toText(of['_id'])) ?? []).filter((one) => !written.has(one) && written.add(one))
  const workspaces = resources.filter((one) => one['_type'] === 'workspace')
  const collections = workspaces.map((one) => folderOf(one, children))
  // requests of a folder that was not exported, or of folders that contain each other
  const left = shown.filter((one) => !written.has(one) && !known.has(toText(one['parentId'])))
  const rest = folderOf({ name: 'Insomnia' }, () => left.filter((one) => !written.has(one) && written.add(one)))
  const circular = shown.filter((one) => !written.has(one) && one['_type'] !== 'request_group').map(requestOf)
  const orphans = { ...rest, requests: [...rest.requests, ...circular] }
  if (orphans.requests.length + orphans.folders.length > 0) collections.push(orphans)
  // specifications, tests and everything else that is no request
  const others = resources.filter(({ _type }) => _type !== 'environment' && _type !== 'cookie_jar')
  collections.forEach((one, at) => {
    const input = at === collections.length - 1 ? { value: others, without } : undefined
    writeCollection(out, 'insomnia', { ...one, input })
  })
  for (const one of resources.filter(({ _type }) => _type === 'environment'))
    addVariables(out, toText(one['name']) || 'Insomnia', flatVariables(one['data']))
}

function readVersion5(root: UnknownObject, out: ApiWriter): void {
  const children = (of: UnknownObject) => toObjects(of['collection'] ?? of['children'])
  writeCollection(out, 'insomnia', { ...folderOf(root, children), input: { value: root, without } })
  const base = toObject(root['environments'])
  const all = Array.isArray(root['environments'])
    ? toObjects(root['environments'])
    : base
      ? [base, ...toObjects(base['subEnvironments'])]
      : []
  for (const one of all) addVariables(out, toText(one['name']) || 'Insomnia', flatVariables(one['data']))
}

/** Writes an Insomnia export: version 4 in JSON, version 5 in YAML. */
export const readInsomnia: ValueReader = (value, out) => {
  const root = toObject(value)
  if (!root) return false
  if (root['_type'] === 'export' && Array.isArray(root['resources'])) readVersion4(root, out)
  else if (/\.insomnia\.rest\/\d/.test(toText(root['type']))) readVersion5(root, out)
  else return false
  return true
}
