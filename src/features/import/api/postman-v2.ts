import { type Loose, listOf, looseOf, shownOf, textOf } from '../loose.ts'
import { type ApiRow, apiRow } from './api-json.ts'
import {
  descriptionOf,
  type PostmanAnswer,
  type PostmanBody,
  type PostmanFolder,
  type PostmanRequest,
  rowOf,
  type Scripts,
} from './postman-shape.ts'
import { splitUrl } from './postman-url.ts'

/** A collection in version 2.0 or 2.1. Its depth is bounded by that of the JSON. */
export function readPostman2(root: Loose): PostmanFolder {
  const info = looseOf(root['info']) ?? {}
  return folderOf({ ...root, name: info['name'], description: info['description'] ?? root['description'] })
}

function folderOf(given: Loose): PostmanFolder {
  const inside = listOf(given['item'])
  return {
    name: textOf(given['name']),
    description: descriptionOf(given['description']),
    folders: inside.filter((one) => one['request'] === undefined).map(folderOf),
    requests: inside.filter((one) => one['request'] !== undefined).map(requestOf),
    auth: looseOf(given['auth']),
    variables: listOf(given['variable']).map(rowOf),
    scripts: scriptsOf(given['event']),
  }
}

function requestOf(given: Loose): PostmanRequest {
  const { request } = given
  // A request may be its address alone.
  const sent = looseOf(request) ?? { url: request }
  return {
    name: textOf(given['name']),
    description: [descriptionOf(sent['description']), descriptionOf(given['description'])]
      .filter((text) => text !== '')
      .join('\n\n'),
    method: (textOf(sent['method']) || 'GET').toUpperCase(),
    ...addressOf(sent['url']),
    headers: headersOf(sent['header']),
    body: bodyOf(sent['body']),
    auth: looseOf(sent['auth']),
    scripts: scriptsOf(given['event']),
    answers: listOf(given['response']).map(answerOf),
  }
}

function addressOf(given: unknown): Pick<PostmanRequest, 'url' | 'query' | 'pathVariables'> {
  const url = looseOf(given)
  if (!url) return { ...splitUrl(textOf(given)), pathVariables: [] }
  const { url: address, query } = splitUrl(textOf(url['raw']) || joinedUrl(url))
  const rows = listOf(url['query']).map(rowOf)
  return { url: address, query: rows.length > 0 ? rows : query, pathVariables: listOf(url['variable']).map(rowOf) }
}

function joinedUrl(url: Loose): string {
  const list = (value: unknown, sign: string) =>
    Array.isArray(value) ? value.map((one) => textOf(one) || textOf(looseOf(one)?.['value'])).join(sign) : textOf(value)
  const protocol = textOf(url['protocol'])
  const port = textOf(url['port'])
  const hash = textOf(url['hash'])
  const path = list(url['path'], '/')
  return `${protocol && `${protocol}://`}${list(url['host'], '.')}${port && `:${port}`}${path && `/${path.replace(/^\//, '')}`}${hash && `#${hash}`}`
}

/** Headers as rows; old files keep them as lines of text. */
export function headersOf(given: unknown): ApiRow[] {
  if (typeof given !== 'string') return listOf(given).map(rowOf)
  return given
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...value] = line.split(':')
      return apiRow(name.trim(), { value: value.join(':').trim(), require: '1' })
    })
}

function bodyOf(given: unknown): PostmanBody {
  const body = looseOf(given) ?? {}
  const raw = looseOf(looseOf(body['options'])?.['raw'])
  const graphql = looseOf(body['graphql'])
  const file = looseOf(body['file'])
  const mode = textOf(body['mode'])
  const known = modes.find((one) => one === mode) ?? (textOf(body['raw']) === '' ? 'none' : 'raw')
  return {
    mode: body['disabled'] === true ? 'none' : known,
    raw:
      known === 'graphql'
        ? graphqlText(graphql)
        : known === 'file'
          ? textOf(file?.['src']) || textOf(file?.['content']) || textOf(body['file'])
          : textOf(body['raw']),
    language: known === 'graphql' ? 'json' : textOf(raw?.['language']),
    urlencoded: listOf(body['urlencoded']).map(rowOf),
    formdata: listOf(body['formdata']).map(rowOf),
  }
}

const modes = ['raw', 'urlencoded', 'formdata', 'file', 'graphql'] as const

/** A GraphQL body as it goes over the wire. */
function graphqlText(given: Loose | undefined): string {
  const { query, variables, ...more } = given ?? {}
  let values: unknown = variables
  try {
    values = typeof variables === 'string' && variables.trim() !== '' ? JSON.parse(variables) : undefined
  } catch {
    // Variables with {{placeholders}} are no JSON; they stay the text that they are.
  }
  return JSON.stringify({ query: textOf(query), variables: values, ...more }, null, 2)
}

function scriptsOf(events: unknown): Scripts {
  const scripts = listOf(events).filter((one) => one['disabled'] !== true)
  const textFor = (listen: string) =>
    scripts
      .filter((one) => one['listen'] === listen)
      .map((one) => lines(looseOf(one['script'])?.['exec'] ?? one['script']))
      .join('\n')
  return { pre: textFor('prerequest'), post: textFor('test') }
}

const lines = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value))

function answerOf(given: Loose): PostmanAnswer {
  const sent = looseOf(given['originalRequest'])
  const request = sent && requestOf({ request: sent })
  const query = (request?.query ?? []).map((row) => `${row.name}=${row.value}`).join('&')
  return {
    name: textOf(given['name']),
    code: Number(textOf(given['code'])) || 0,
    status: textOf(given['status']),
    headers: headersOf(given['header']),
    body: shownOf(given['body'] ?? '', 2),
    sent: request ? `${request.method} ${request.url}${query && `?${query}`}` : '',
    sentBody:
      request?.body.mode === 'raw'
        ? request.body.raw
        : (request?.body[request.body.mode === 'formdata' ? 'formdata' : 'urlencoded'] ?? [])
            .map((row) => `${row.name}=${row.value}`)
            .join('\n'),
  }
}
