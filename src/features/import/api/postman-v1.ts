import { type Loose, listOf, looseOf, shownOf, textOf } from '../loose.ts'
import { apiRow } from './api-json.ts'
import {
  type PostmanAnswer,
  type PostmanBody,
  type PostmanFolder,
  type PostmanRequest,
  rowOf,
  type Scripts,
} from './postman-shape.ts'
import { splitUrl } from './postman-url.ts'
import { headersOf } from './postman-v2.ts'

/** A collection in version 1: flat lists of folders and requests, which name what they lie in. */
export function readPostman1(root: Loose): PostmanFolder {
  const folders = listOf(root['folders'])
  const requests = listOf(root['requests'])
  const idsOf = (given: Loose, key: string) => (Array.isArray(given[key]) ? given[key].map(textOf) : [])
  // Either side may say what lies where: the folder by its order, or the request by its folder.
  const homeOf = new Map(folders.flatMap((one) => idsOf(one, 'order').map((id) => [id, textOf(one['id'])])))
  const parentOf = new Map(folders.flatMap((one) => idsOf(one, 'folders_order').map((id) => [id, textOf(one['id'])])))
  const known = new Set(folders.map((one) => textOf(one['id'])))
  const placeOf = (one: Loose, said: ReadonlyMap<string, string>) => {
    const place = textOf(one['folder']) || textOf(one['folderId']) || (said.get(textOf(one['id'])) ?? '')
    return known.has(place) ? place : ''
  }
  const foldersIn = Map.groupBy(folders, (one) => placeOf(one, parentOf))
  const requestsIn = Map.groupBy(requests, (one) => placeOf(one, homeOf))

  const seen = new Set<Loose>()
  const folderOf = (given: Loose, id: string, depth: number): PostmanFolder => {
    seen.add(given)
    const inside = depth < depthMost ? (foldersIn.get(id) ?? []).filter((one) => !seen.has(one)) : []
    return {
      name: textOf(given['name']),
      description: textOf(given['description']),
      folders: inOrder(inside, idsOf(given, 'folders_order')).map((one) => folderOf(one, textOf(one['id']), depth + 1)),
      requests: inOrder(requestsIn.get(id) ?? [], idsOf(given, 'order')).map(requestOf),
      auth: looseOf(given['auth']),
      variables: listOf(given['variables']).map(rowOf),
      scripts: scriptsOf(given),
    }
  }
  const collection = folderOf(root, '', 0)
  // Folders that lie in each other, or deeper than anybody looks, would be nowhere.
  for (const one of folders) if (!seen.has(one)) collection.folders.push(folderOf(one, textOf(one['id']), 1))
  return collection
}

// Deeper than any person nests, and well within what the stack takes.
const depthMost = 50

function inOrder(list: Loose[], order: string[]): Loose[] {
  const places = new Map(order.map((id, at) => [id, at]))
  const placeOf = (one: Loose) => places.get(textOf(one['id'])) ?? order.length
  return list.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function requestOf(given: Loose): PostmanRequest {
  const split = splitUrl(textOf(given['url']))
  const query = listOf(given['queryParams']).map(rowOf)
  const variables = listOf(given['pathVariableData']).map(rowOf)
  const values = Object.entries(looseOf(given['pathVariables']) ?? {}).map(([name, value]) =>
    apiRow(name, { value: textOf(value), require: '1' }),
  )
  const headers = listOf(given['headerData']).map(rowOf)
  return {
    name: textOf(given['name']),
    description: textOf(given['description']),
    method: (textOf(given['method']) || 'GET').toUpperCase(),
    url: split.url,
    query: query.length > 0 ? query : split.query,
    pathVariables: variables.length > 0 ? variables : values,
    headers: headers.length > 0 ? headers : headersOf(textOf(given['headers'])),
    body: bodyOf(given),
    auth: looseOf(given['auth']) ?? helperOf(given),
    scripts: scriptsOf(given),
    answers: listOf(given['responses']).map(answerOf),
  }
}

/** What older files call a helper: `basicAuth`, `bearerAuth`, with its values beside it. */
function helperOf(given: Loose): Loose | undefined {
  const type = textOf(given['currentHelper']).replace(/Auth$/, '')
  if (type === '' || type === 'normal') return undefined
  return { type, [type]: looseOf(given['helperAttributes']) ?? {} }
}

function bodyOf(given: Loose): PostmanBody {
  const { data, rawModeData } = given
  const mode = textOf(given['dataMode'])
  const raw =
    (Array.isArray(rawModeData) ? rawModeData.map(textOf).join('') : textOf(rawModeData)) ||
    (typeof data === 'string' ? data : '')
  const rows = listOf(data).map(rowOf)
  const graphql = looseOf(given['graphqlModeData'])
  const language = textOf(looseOf(looseOf(given['dataOptions'])?.['raw'])?.['language'])
  const body = { raw, language, urlencoded: [], formdata: [] }
  if (mode === 'graphql') return { ...body, mode: 'graphql', language: 'json', raw: shownOf(graphql ?? {}, 2) }
  if (mode === 'urlencoded') return { ...body, mode, urlencoded: rows }
  if (mode === 'params' || (mode === '' && rows.length > 0)) return { ...body, mode: 'formdata', formdata: rows }
  if (mode === 'binary') return { ...body, mode: 'file' }
  return { ...body, mode: raw === '' ? 'none' : 'raw' }
}

function scriptsOf(given: Loose): Scripts {
  const events = listOf(given['events'])
  const textFor = (listen: string) =>
    events
      .filter((one) => one['listen'] === listen)
      .map((one) => {
        const exec = looseOf(one['script'])?.['exec']
        return Array.isArray(exec) ? exec.map(textOf).join('\n') : textOf(exec)
      })
      .join('\n')
  return {
    pre: textFor('prerequest') || textOf(given['preRequestScript']),
    post: textFor('test') || textOf(given['tests']),
  }
}

function answerOf(given: Loose): PostmanAnswer {
  const code = looseOf(given['responseCode'])
  const headers = listOf(given['headers']).map(rowOf)
  return {
    name: textOf(given['name']),
    code: Number(textOf(code?.['code'])) || 0,
    status: textOf(code?.['name']) || textOf(given['status']),
    headers: headers.length > 0 ? headers : headersOf(textOf(given['headers'])),
    body: textOf(given['text']) || textOf(given['rawDataType'] === 'text' ? given['rawData'] : ''),
    sent: '',
    sentBody: '',
  }
}
