import type { NewRow } from './api-doc.ts'
import { detectShell, tokenizeCommand } from './curl-tokens.ts'

/** A request read from another format. */
export interface ImportedRequest {
  method: string
  url: string
  headers: NewRow[]
  query: NewRow[]
  cookies: NewRow[]
  /** The path parameters, when the source describes them. */
  pathVariables?: NewRow[]
  mode: 'none' | 'json' | 'raw' | 'formdata' | 'urlencoded'
  body: string
  form: NewRow[]
  auth: { type: 'basic' | 'bearer' | 'digest'; values: { key: string; value: string }[] } | undefined
  /** Parts that an API page has no field for, verbatim. */
  left: string[]
}

const long: Record<string, string> = {
  X: 'request',
  H: 'header',
  d: 'data',
  F: 'form',
  u: 'user',
  b: 'cookie',
  G: 'get',
  I: 'head',
  A: 'user-agent',
  e: 'referer',
  T: 'upload-file',
}

// All curl options that take a value: otherwise the value would be parsed as a URL.
const shortWithValue = new Set('AbcCdDeEFHKmoPQrtTuUwxXyYz')
const longWithValue = new Set(
  (
    'request header data data-ascii data-raw data-binary data-urlencode json form form-string user cookie url url-query ' +
    'user-agent referer upload-file oauth2-bearer output output-dir cookie-jar max-time connect-timeout proxy proxy-user ' +
    'proxy-header cert cert-type key key-type pass cacert capath crlfile ciphers tls13-ciphers resolve connect-to interface ' +
    'retry retry-delay retry-max-time limit-rate speed-limit speed-time write-out range max-redirs max-filesize config ' +
    'dump-header continue-at socks5 socks5-hostname socks4 socks4a noproxy preproxy unix-socket abstract-unix-socket ' +
    'dns-servers doh-url keepalive-time local-port aws-sigv4 engine netrc-file proto proto-default proto-redir stderr ' +
    'time-cond trace trace-ascii create-file-mode expect100-timeout happy-eyeballs-timeout-ms hostpubmd5 parallel-max ' +
    'pinnedpubkey postquote quote rate request-target service-name tls-max alt-svc hsts etag-compare etag-save libcurl ' +
    'mail-from mail-rcpt telnet-option delegation curves login-options sasl-authzid ip-tos variable'
  ).split(' '),
)

interface Given {
  urls: string[]
  method: string
  headers: string[]
  cookies: string[]
  data: string[]
  form: string[]
  user: string
  bearer: string
  isDigest: boolean
  isGet: boolean
  isHead: boolean
  isJson: boolean
  isUpload: boolean
  queries: string[]
  left: string[]
}

const flagsHere: Record<string, (given: Given) => void> = {
  get: (given) => (given.isGet = true),
  head: (given) => (given.isHead = true),
  digest: (given) => (given.isDigest = true),
  basic: () => {},
}

const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')

/** Encodes `content`, `=content`, `name=content` or `name@file` as curl does. */
function urlencoded(value: string): string {
  const at = value.search(/[=@]/)
  if (at < 0) return encode(value)
  const name = value.slice(0, at)
  return value[at] === '@' ? value : `${name && `${name}=`}${encode(value.slice(at + 1))}`
}

const valuesHere: Record<string, (given: Given, value: string, option: string) => void> = {
  request: (given, value) => (given.method = value),
  header: (given, value) => given.headers.push(value),
  url: (given, value) => given.urls.push(value),
  'url-query': (given, value) => given.queries.push(value.startsWith('+') ? value.slice(1) : urlencoded(value)),
  'data-urlencode': (given, value, option) => takeData(given, urlencoded(value), option, true),
  'data-raw': (given, value) => given.data.push(value),
  data: (given, value, option) => takeData(given, value, option, true),
  'data-ascii': (given, value, option) => takeData(given, value, option, true),
  'data-binary': (given, value, option) => takeData(given, value, option, false),
  json: (given, value, option) => {
    given.isJson = true
    takeData(given, value, option, false)
  },
  form: (given, value) => given.form.push(value),
  'form-string': (given, value) => given.form.push(value.replace(/=@/, '=\\@')),
  user: (given, value) => (given.user = value),
  cookie: (given, value, option) =>
    value.includes('=') ? given.cookies.push(value) : given.left.push(`${option} ${value}`),
  'user-agent': (given, value) => given.headers.push(`User-Agent: ${value}`),
  referer: (given, value) => given.headers.push(`Referer: ${value}`),
  'oauth2-bearer': (given, value) => (given.bearer = value),
  'upload-file': (given, value, option) => {
    given.isUpload = true
    given.left.push(`${option} ${value}`)
  },
}

/** Adds body data. The content of a local file is unknown, so the option is listed as not imported. */
function takeData(given: Given, value: string, option: string, isText: boolean): void {
  if (/^[^=&\s]*@./.test(value) && !value.includes('=')) {
    given.left.push(`${option} ${value}`)
    given.data.push('')
  } else given.data.push(isText && !/^\s*[[{]/.test(value) ? value.replace(/\r?\n/g, '') : value)
}

const quoted = (word: string) => (/[\s"']/.test(word) ? `'${word}'` : word)

function takeOption(given: Given, name: string, option: string, rest: string[], glued: string | undefined): void {
  const isFlag = !longWithValue.has(name) && !(option.length === 2 && shortWithValue.has(option[1] ?? ''))
  if (isFlag) {
    const apply = flagsHere[name]
    if (apply) apply(given)
    else given.left.push(option)
    return
  }
  const value = glued ?? rest.shift()
  const apply = valuesHere[name]
  if (value === undefined) given.left.push(option)
  else if (apply) apply(given, value, option)
  else given.left.push(`${option} ${quoted(value)}`)
}

function takeShort(given: Given, word: string, rest: string[]): void {
  for (let at = 1; at < word.length; at += 1) {
    const letter = word[at] ?? ''
    const name = long[letter] ?? letter
    if (!shortWithValue.has(letter)) {
      takeOption(given, name, `-${letter}`, rest, undefined)
      continue
    }
    const glued = word.slice(at + 1)
    takeOption(given, name, `-${letter}`, rest, glued === '' ? undefined : glued)
    return
  }
}

function read(words: string[]): Given {
  const given: Given = {
    urls: [],
    method: '',
    headers: [],
    cookies: [],
    data: [],
    form: [],
    user: '',
    bearer: '',
    isDigest: false,
    isGet: false,
    isHead: false,
    isJson: false,
    isUpload: false,
    queries: [],
    left: [],
  }
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word.startsWith('--') && word.length > 2) {
      const [, name = '', glued] = /^--([^=]+)(?:=([^]*))?$/.exec(word) ?? []
      takeOption(given, name, `--${name}`, rest, glued)
    } else if (word.startsWith('-') && word.length > 1) takeShort(given, word, rest)
    else if (word !== '' && word !== '--') given.urls.push(word)
  }
  return given
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text // a single % is not an escape
  }
}

/** Parses the pairs of a query or form body. */
const pairsOf = (text: string): NewRow[] =>
  text
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name: decoded(name), value: decoded(value.join('=')) }
    })

const isPairs = (text: string) => /^[^=&\s{}[\]"<>]+=[^&\s]*(&[^=&\s]+(=[^&\s]*)?)*&?$/.test(text.trim())

/** Splits a URL into its path, query pairs and fragment. */
export function splitAddress(url: string): { url: string; query: NewRow[]; hash: string } {
  const [whole = '', ...after] = url.split('#')
  const at = whole.replace(/\{\{[^}]*\}\}/g, (name) => '_'.repeat(name.length)).indexOf('?')
  const hash = after.length > 0 ? `#${after.join('#')}` : ''
  return at < 0
    ? { url: whole, query: [], hash }
    : { url: whole.slice(0, at), query: pairsOf(whole.slice(at + 1)), hash }
}

const isJsonText = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

function headerRow(header: string): NewRow {
  // `Name;` sends an empty header, `Name:` removes one
  const [, name = header, value = ''] = /^([^:;]+)[:;]\s*([^]*)$/.exec(header) ?? []
  return { name: name.trim(), value: value.trim() }
}

function formRow(part: string): NewRow {
  const at = part.indexOf('=')
  const name = at < 0 ? part : part.slice(0, at)
  const given = at < 0 ? '' : part.slice(at + 1)
  const isFile = /^[@<]/.test(given)
  const bare = given.replace(/^\\(?=@)/, '').replace(/^[@<]/, isFile ? '' : '$&')
  const [, value = bare, more = ''] = /^([^]*?)((?:;\s*(?:type|filename|headers|encoder)=[^;]*)*)$/.exec(bare) ?? []
  return {
    name,
    value: value.replace(/^"([^]*)"$/, '$1'),
    type: isFile ? 'file' : 'string',
    ...(more && { remark: more.replace(/^;\s*/, '') }),
  }
}

const cookieRows = (texts: string[]): NewRow[] =>
  texts
    .flatMap((text) => text.split(/;\s*/))
    .filter(Boolean)
    .map((pair) => ({
      name: (pair.split('=', 1)[0] ?? '').trim(),
      value: pair.includes('=') ? pair.slice(pair.indexOf('=') + 1) : '',
    }))

function authOf({ user, bearer, isDigest }: Given): ImportedRequest['auth'] {
  if (bearer) return { type: 'bearer', values: [{ key: 'token', value: bearer }] }
  if (!user) return undefined
  const [username = '', ...password] = user.split(':')
  const values = [
    { key: 'username', value: username },
    { key: 'password', value: password.join(':') },
  ]
  return { type: isDigest ? 'digest' : 'basic', values }
}

const isMore = (name: string) => (row: NewRow) => row.name.toLowerCase() === name

function bodyOf(given: Given, headers: NewRow[]): Pick<ImportedRequest, 'mode' | 'body' | 'form'> {
  if (given.form.length > 0) return { mode: 'formdata', body: '', form: given.form.map(formRow) }
  if (given.data.length === 0 || given.isGet) return { mode: given.isUpload ? 'raw' : 'none', body: '', form: [] }
  const body = given.data.join(given.isJson ? '' : '&')
  const type = (headers.find(isMore('content-type'))?.value ?? '').toLowerCase()
  if (given.isJson || /[/+]json/.test(type) || (type === '' && isJsonText(body)))
    return { mode: 'json', body, form: [] }
  const isForm = type === '' ? isPairs(body) : type.includes('x-www-form-urlencoded')
  return isForm && isPairs(body)
    ? { mode: 'urlencoded', body: '', form: pairsOf(body) }
    : { mode: 'raw', body, form: [] }
}

/** Parses a cURL command of any shell; undefined for any other text. */
export function readCurl(text: string): ImportedRequest | undefined {
  const trimmed = text.trim().replace(/^(?:\$|>|#|PS [^>]*>)\s+/, '')
  if (!/^(?:[\w./\\:-]*[\\/])?curl(?:\.exe)?\s/i.test(trimmed)) return undefined
  const [, ...words] = tokenizeCommand(trimmed, detectShell(trimmed))
  const given = read(words)
  const [first = '', ...others] = given.urls
  const address = splitAddress(first)
  const userInfo = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#@]+)@/i.exec(address.url)
  if (userInfo && !given.user) given.user = decoded(userInfo[2] ?? '')
  const url = userInfo ? address.url.replace(userInfo[0], userInfo[1] ?? '') : address.url
  const all = given.headers.map(headerRow)
  const headers = all.filter((row) => !isMore('cookie')(row))
  const cookies = [...given.cookies, ...all.filter(isMore('cookie')).map(({ value = '' }) => value)]
  if (given.isJson) {
    if (!headers.some(isMore('content-type'))) headers.push({ name: 'Content-Type', value: 'application/json' })
    if (!headers.some(isMore('accept'))) headers.push({ name: 'Accept', value: 'application/json' })
  }
  const body = bodyOf(given, headers)
  const hasBody = given.data.length > 0 || given.form.length > 0
  const byUse = given.isGet ? 'get' : given.isHead ? 'head' : hasBody ? 'post' : given.isUpload ? 'put' : 'get'
  const moved = given.isGet ? given.data.flatMap(pairsOf) : []
  return {
    method: (given.method || byUse).toLowerCase(),
    url,
    headers,
    query: [...address.query, ...given.queries.flatMap(pairsOf), ...moved],
    cookies: cookieRows(cookies),
    ...body,
    auth: authOf(given),
    left: [...given.left, ...(address.hash ? [address.hash] : []), ...others],
  }
}

const noise =
  /^(?:sec-.*|accept-(?:language|encoding)|user-agent|priority|pragma|cache-control|upgrade-insecure-requests|dnt|origin|referer|connection|te|content-length|host)$/i

/** Whether browsers set a header by themselves. */
export const isBrowserHeader = (name: string): boolean => noise.test(name)
