import { type ApiRow, apiRow } from '#shared/api-doc/api-page-json.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { compactTable, point, points, section } from '#shared/api-doc/remark.ts'
import { toList, toObject, toObjects, toRecord, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import type { ApiWriter, ValueReader } from './api-pages.ts'
import { writeCollection } from './collection.ts'
import {
  emptyBody,
  emptyFolder,
  emptyRequest,
  type RequestBody,
  type RequestFolder,
  type SavedRequest,
  type SavedResponse,
  splitUrl,
  withQueryOf,
} from './request-shape.ts'
import { addVariables, type FoundVariable } from './variables.ts'

/** Ids, kinds and settings; credentials and environments are read for themselves. */
const without: ReadonlySet<string> = new Set([
  'uid',
  'type',
  'method',
  'auth',
  'config',
  'environments',
  'settings',
  'opencollection',
  'extensions',
  'seq',
])

const describe = (value: unknown): string => toText(value) || toText(toObject(value)?.['content'])

function rowOf(given: UnknownObject): ApiRow {
  const isOff = given['disabled'] === true || given['enabled'] === false
  const { value } = given
  const text = toText(value) || (Array.isArray(value) ? value.map(toText).join(', ') : toDisplayText(value ?? ''))
  return apiRow(toText(given['name']), {
    type: given['type'] === 'file' ? 'file' : 'string',
    value: toObject(value) ? toText(toObject(value)?.['data']) || text : text,
    require: isOff ? '0' : '1',
    remark: describe(given['description']),
    ...(isOff && { disable: '1' as const }),
  })
}

const rowsOf = (list: unknown): ApiRow[] => toObjects(list).map(rowOf)

function bodyOf(given: unknown): RequestBody {
  const list = toObjects(Array.isArray(given) ? given : [])
  const chosen = list.find((one) => one['selected'] === true) ?? list[0]
  const body = chosen ? toRecord(chosen['body']) : toRecord(given)
  const { type, data } = body
  if (body['query'] !== undefined) {
    const { query, variables } = body
    return { ...emptyBody, mode: 'graphql', language: 'json', raw: JSON.stringify({ query, variables }, null, 2) }
  }
  if (type === 'form-urlencoded') return { ...emptyBody, mode: 'urlencoded', urlencoded: rowsOf(data) }
  if (type === 'multipart-form') return { ...emptyBody, mode: 'formdata', formdata: rowsOf(data) }
  if (type === 'file')
    return {
      ...emptyBody,
      mode: 'file',
      raw: toObjects(data)
        .map((one) => toText(one['filePath']))
        .join('\n'),
    }
  const raw = toDisplayText(data ?? '', 2)
  return raw === '' ? emptyBody : { ...emptyBody, mode: 'raw', raw, language: toText(type) }
}

function authOf(given: unknown): UnknownObject | undefined {
  const auth = toObject(given)
  const { type, ...values } = auth ?? {}
  const name = toText(type)
  if (!auth || name === '' || name === 'inherit') return undefined
  return name === 'none' ? { type: 'noauth' } : { type: name, [name]: values }
}

const scriptsOf = (runtime: UnknownObject) => {
  const scripts = toObjects(runtime['scripts'])
  const codeFor = (...types: string[]) =>
    scripts
      .filter((one) => types.includes(toText(one['type'])))
      .map((one) => toText(one['code']))
      .join('\n')
  return { pre: codeFor('before-request', 'pre-request'), post: codeFor('after-response', 'post-response') }
}

function notesOf(given: UnknownObject, runtime: UnknownObject): string {
  const tests = toObjects(runtime['scripts']).filter((one) => one['type'] === 'tests')
  const assertions = toObjects(runtime['assertions']).map((one) => [
    toText(one['expression']),
    toText(one['operator']),
    toDisplayText(one['value'] ?? ''),
  ])
  const variables = rowsOf(runtime['variables']).map((row) => [row.name, row.value, row.remark])
  const tags = toList(toRecord(given['info'])['tags']).map(toText).join(', ')
  return joined(
    points(point('tags', tags)),
    section(inlineCode('variables'), compactTable(['`name`', '`value`', '`description`'], variables)),
    section(inlineCode('assertions'), compactTable(['`expression`', '`operator`', '`value`'], assertions)),
    ...tests.map((one) => section(inlineCode('tests'), fenced(toText(one['code']).trimEnd(), 'js'))),
  )
}

function answerOf(given: UnknownObject): SavedResponse {
  const response = toRecord(given['response'])
  const sent = toRecord(given['request'])
  return {
    name: [toText(given['name']), describe(given['description'])].filter(Boolean).join(' · '),
    code: Number(response['status']) || 0,
    status: toText(response['statusText']),
    headers: rowsOf(response['headers']),
    body: toDisplayText(toRecord(response['body'])['data'] ?? '', 2),
    sent: toText(sent['url']) === '' ? '' : `${toText(sent['method'])} ${toText(sent['url'])}`,
    sentBody: toDisplayText(toRecord(sent['body'])['data'] ?? '', 2),
  }
}

const kinds = ['http', 'graphql', 'grpc', 'websocket'] as const

/** Reads a request of an OpenCollection; undefined for anything else. */
export function openRequest(given: UnknownObject, fileName = ''): SavedRequest | undefined {
  const kind = kinds.find((name) => toObject(given[name]))
  if (!kind) return undefined
  const sent = toRecord(given[kind])
  const info = toRecord(given['info'])
  const runtime = toRecord(given['runtime'])
  const { url, query } = splitUrl(toText(sent['url']))
  const params = toObjects(sent['params'])
  const named = params.filter((one) => one['type'] !== 'path').map(rowOf)
  const method = kind === 'http' ? toText(sent['method']) || 'GET' : toText(sent['method']) || 'POST'
  return {
    ...emptyRequest(toText(info['name']) || fileName, method, url),
    description: [describe(info['description']), describe(given['docs'])].filter(Boolean).join('\n\n'),
    query: withQueryOf(named, query),
    pathVariables: params.filter((one) => one['type'] === 'path').map(rowOf),
    headers: [...rowsOf(sent['headers']), ...rowsOf(sent['metadata'])],
    body: bodyOf(sent['body'] ?? (sent['message'] === undefined ? undefined : { data: sent['message'] })),
    auth: authOf(sent['auth'] ?? given['auth'] ?? runtime['auth']),
    scripts: scriptsOf(runtime),
    responses: toObjects(given['examples']).map(answerOf),
    notes: notesOf(given, runtime),
    input: { value: given, without },
  }
}

const seqOf = (given: UnknownObject): number => Number(toRecord(given['info'])['seq']) || 0

/** Reads a folder or collection. `inside` are its requests and folders when they stand in files of their own. */
export function openFolder(given: UnknownObject, name: string): RequestFolder {
  const info = toRecord(given['info'])
  const shared = toRecord(given['request'])
  const items = toObjects(given['items']).toSorted((one, other) => seqOf(one) - seqOf(other))
  const isFolder = (one: UnknownObject) => Array.isArray(one['items']) || toRecord(one['info'])['type'] === 'folder'
  return {
    ...emptyFolder(toText(info['name']) || toText(given['name']) || name),
    description: [describe(info['summary']), describe(info['description']), describe(given['docs'])]
      .filter(Boolean)
      .join('\n\n'),
    folders: items.filter(isFolder).map((one) => openFolder(one, '')),
    requests: items.filter((one) => !isFolder(one)).flatMap((one) => openRequest(one) ?? []),
    auth: authOf(shared['auth'] ?? given['auth']),
    variables: [...rowsOf(shared['variables']), ...rowsOf(shared['headers'])],
    scripts: scriptsOf(shared),
    input: { value: given, without },
  }
}

/** Returns the variables of an environment. */
export const openVariables = (given: UnknownObject): FoundVariable[] =>
  toObjects(given['variables'])
    .filter((one) => one['disabled'] !== true && one['enabled'] !== false)
    .map((one) => ({
      name: toText(one['name']),
      value: toObject(one['value'])?.['data'] ?? one['value'],
      isSecret: one['secret'] === true,
    }))

/** Adds the environments that a collection contains itself. */
export function addOpenEnvironments(out: ApiWriter, root: UnknownObject): void {
  const config = toRecord(root['config'])
  for (const one of [...toObjects(config['environments']), ...toObjects(root['environments'])])
    addVariables(out, toText(one['name']) || 'OpenCollection', openVariables(one))
}

/** Whether a value is the root of an OpenCollection, but not a workspace, which only lists collections. */
export const isOpenCollection = (value: unknown): boolean => {
  const root = toObject(value)
  return root?.['opencollection'] !== undefined && toRecord(root['info'])['type'] !== 'workspace'
}

/** Writes an OpenCollection whose requests are all in one file. */
export const readOpenCollection: ValueReader = (value, out) => {
  if (!isOpenCollection(value)) return false
  const root = toRecord(value)
  writeCollection(out, 'bruno', openFolder(root, ''))
  addOpenEnvironments(out, root)
  return true
}
