import { type ApiRow, apiRow } from '#shared/api-doc/api-page-json.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { joinRemarks } from '#shared/api-doc/remark.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ApiWriter, ValueReader } from './api-pages.ts'
import { writeCollection } from './collection.ts'
import {
  emptyBody,
  emptyFolder,
  emptyRequest,
  type RequestBody,
  type SavedRequest,
  type SavedResponse,
  splitUrl,
  withQueryOf,
} from './request-shape.ts'

/** Headers that carry a session: a recording has the real ones of its author. */
const secretHeader = /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-auth-token|x-csrf-token)$/i

/** Types of answers that no API gives. */
const assetType = /^(?:image|font|video|audio)\/|^text\/(?:css|javascript)|javascript|wasm|font/i
const assetResource = new Set(['image', 'font', 'stylesheet', 'script', 'media', 'manifest', 'texttrack'])

/** What the browser notes for itself; headers and cookies, which are read for themselves, and bytes of bodies. */
const without: ReadonlySet<string> = new Set([
  'method',
  'headers',
  'cookies',
  'queryString',
  'text',
  'mimeType',
  'encoding',
  'httpVersion',
  'creator',
  'browser',
  'version',
  'id',
  'pageref',
  'connection',
  'serverIPAddress',
  'startedDateTime',
  'cache',
  'entries',
])

/** Adds what a further recording of an address has sent: names that are new, and other values of known ones. */
function addRows(rows: ApiRow[], further: readonly ApiRow[]): void {
  for (const row of further) {
    const known = rows.find((one) => one.name === row.name)
    if (!known) rows.push(row)
    else {
      // numbers are times and counters
      const isNew = row.value !== known.value && !/^\d*$/.test(row.value) && !known.remark.includes(row.value)
      const isSaid = known.remark.includes(row.remark)
      known.remark = joinRemarks(known.remark, isNew ? row.value : '', isSaid ? '' : row.remark)
    }
  }
}

/** Returns what a request has sent as text. */
const sentBodyOf = ({ raw, urlencoded, formdata }: RequestBody): string =>
  raw || [...urlencoded, ...formdata].map((row) => joinRemarks(`${row.name}=${row.value}`, row.remark)).join('\n')

const isAsset = (entry: UnknownObject): boolean => {
  const type = toText(toObject(toObject(entry['response'])?.['content'])?.['mimeType'])
  return assetResource.has(toText(entry['_resourceType'])) || assetType.test(type)
}

/** Reads name and value pairs; the values of credentials are left out. */
function pairs(list: unknown, out: ApiWriter, where: string, isSecret: (name: string) => boolean): ApiRow[] {
  return toObjects(list)
    .filter((one) => !toText(one['name']).startsWith(':')) // the pseudo-headers of HTTP/2
    .map((one) => {
      const name = toText(one['name'])
      const left = isSecret(name) && toText(one['value']) !== ''
      if (left) out.note(`${where}: ${name}`, 'secretsLeftOut')
      const value = left ? '' : toText(one['value'])
      return apiRow(name, { value, require: '1', remark: toText(one['comment']) })
    })
}

function bodyOf(given: UnknownObject): RequestBody {
  const type = toText(given['mimeType'])
  const params = toObjects(given['params']).map((one) => {
    const file = toText(one['fileName'])
    const value = file || toText(one['value'])
    return apiRow(toText(one['name']), {
      type: file ? 'file' : 'string',
      value,
      require: '1',
      remark: toText(one['comment']),
    })
  })
  const text = toText(given['text'])
  if (/multipart\//i.test(type) && params.length > 0) return { ...emptyBody, mode: 'formdata', formdata: params }
  if (/x-www-form-urlencoded/i.test(type)) {
    const rows = params.length > 0 ? params : splitUrl(`?${text}`).query
    return { ...emptyBody, mode: 'urlencoded', urlencoded: rows }
  }
  if (text === '' && params.length === 0) return emptyBody
  return { ...emptyBody, mode: 'raw', raw: text, formdata: params, language: /json/i.test(type) ? 'json' : '' }
}

/** Returns the text of a recorded answer; empty for bytes. */
function contentOf(content: UnknownObject): string {
  const text = toText(content['text'])
  if (content['encoding'] !== 'base64') return text
  const isText = /json|text|xml|form-urlencoded/i.test(toText(content['mimeType']))
  return isText ? Buffer.from(text, 'base64').toString('utf8') : ''
}

function answerOf(entry: UnknownObject, out: ApiWriter, where: string): SavedResponse {
  const response = toObject(entry['response']) ?? {}
  return {
    name: toText(response['comment']),
    code: Number(response['status']) || 0,
    status: toText(response['statusText']),
    headers: pairs(response['headers'], out, where, (name) => secretHeader.test(name)),
    body: contentOf(toObject(response['content']) ?? {}),
    sent: '',
    sentBody: '',
  }
}

/**
 * Writes a recording of a browser (HTTP archive): a catalog for each host, a page for each method and address. Further
 * recordings of one address add their answers. Credentials in it belong to its author, and are left out.
 */
export const readHar: ValueReader = (value, out, fileName) => {
  const log = toObject(toObject(value)?.['log'])
  if (!log || !Array.isArray(log['entries'])) return false
  const requests = new Map<string, SavedRequest>()
  const hosts = new Map<string, SavedRequest[]>()
  for (const entry of toObjects(log['entries'])) {
    const given = toObject(entry['request']) ?? {}
    const method = toText(given['method']).toUpperCase() || 'GET'
    const { url, query } = splitUrl(toText(given['url']))
    if (isAsset(entry)) {
      out.skip({ name: `${method} ${url}`.slice(0, 300), reason: 'notApi' })
      continue
    }
    const key = `${method} ${url}`
    const answer = answerOf(entry, out, key)
    const known = requests.get(key)
    const named = pairs(given['queryString'], out, key, () => false)
    const rows = withQueryOf(named, query)
    const headers = pairs(given['headers'], out, key, (name) => secretHeader.test(name)).filter(
      ({ name }) => !/^(?:content-length|host|connection|accept-encoding)$/i.test(name),
    )
    const body = bodyOf(toObject(given['postData']) ?? {})
    if (known) {
      const sentBody = sentBodyOf(body)
      const further = { ...answer, sentBody: sentBody === sentBodyOf(known.body) ? '' : sentBody }
      const isSame = (one: SavedResponse) =>
        one.code === further.code && one.body === further.body && one.sentBody === further.sentBody
      const before = known.responses.find(isSame)
      if (before) addRows(before.headers, further.headers)
      else known.responses.push(further)
      addRows(known.query, rows)
      addRows(known.headers, headers)
      known.input = { value: [known.input?.value, entry].flat(), without }
      continue
    }
    const host = URL.canParse(url) ? new URL(url).host : ''
    const path = URL.canParse(url) ? new URL(url).pathname : url
    const request: SavedRequest = {
      ...emptyRequest(path === '/' ? url : path, method, url),
      description: [entry['comment'], given['comment']].map(toText).filter(Boolean).join('\n\n'),
      query: rows,
      headers,
      cookies: pairs(given['cookies'], out, key, () => true),
      body,
      responses: answer.code === 0 && answer.body === '' ? [] : [answer],
      input: { value: entry, without },
    }
    requests.set(key, request)
    hosts.set(host, [...(hosts.get(host) ?? []), request])
  }
  const [only] = hosts.size === 1 ? hosts.keys() : []
  const title = toObjects(log['pages'])
    .map((page) => toText(page['title']))
    .filter((text) => text !== '' && !/^https?:/.test(text))
  writeCollection(out, 'har', {
    ...emptyFolder(only || fileName.replace(/\.(?:har|json)$/i, '')),
    description: [toText(log['comment']), ...new Set(title)].filter(Boolean).join('\n\n'),
    input: { value: log, without: new Set([...without, 'title']) },
    requests: only === undefined ? [] : (hosts.get(only) ?? []),
    folders:
      only === undefined
        ? [...hosts].map(([host, list]) => ({ ...emptyFolder(host || toDisplayText(fileName)), requests: list }))
        : [],
  })
  return true
}
