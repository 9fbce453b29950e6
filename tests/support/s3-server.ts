import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A request as it has arrived. */
export interface S3Request {
  method: string
  /** The key of the object, decoded; '' for the bucket. */
  key: string
  query: URLSearchParams
}

/** A service that speaks the part of S3 that is needed here, and checks the signature of every request. */
export interface S3Server {
  endpoint: string
  region: string
  bucket: string
  key: string
  secret: string
  /** The objects by their keys. */
  objects: Map<string, Buffer>
  /** The uploads in parts that have neither been completed nor aborted. */
  unfinished: Map<string, Map<number, Buffer>>
  /** Every request that had a right signature. */
  requests: S3Request[]
  /** Responds in place of the service, to requests that it handles. */
  intercept: ((request: S3Request, response: ServerResponse) => boolean) | undefined
  /** How many keys a list has at most. */
  listMost: number
  /** How far its clock is ahead, in ms. */
  skewMs: number
  /** How it wants the bucket to be named: in the host, in the path, or either way. */
  style: 'host' | 'path' | 'both'
  /** Takes no connection any more, and ends those that there are. */
  stop(): void
}

/** Names under which tests reach the service: buckets are below the first; the second is the own domain of its bucket. */
export const hostName = 's3.example'
export const ownDomain = 'files.example'

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Sends an error as S3 does. */
export function sendS3Error(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`)
}

const maxSkewMs = 15 * 60_000

/**
 * Returns what is wrong with the signature of a request, as the code of an error; undefined for a right one. Source: AWS,
 * Signature Version 4 for API requests.
 */
export function findFault(
  request: Pick<IncomingMessage, 'headers' | 'method' | 'url'>,
  body: Buffer,
  { region, key, secret }: Pick<S3Server, 'region' | 'key' | 'secret'>,
  now: number,
): string | undefined {
  const { headers, method = '', url = '' } = request
  // a body in chunks, with or without a trailer, is what several services refuse
  if (headers['transfer-encoding'] !== undefined) return 'MissingContentLength'
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return 'AccessDenied'
  const [, access = '', day = '', place = '', names = '', signature = ''] = parts
  if (access !== key) return 'InvalidAccessKeyId'
  const time = String(headers['x-amz-date'])
  const sent = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(now - sent) < maxSkewMs) || !time.startsWith(day)) return 'RequestTimeTooSkewed'
  if (place !== region) return 'AuthorizationHeaderMalformed'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const signed = names.split(';')
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!signed.includes(needed)) return 'AccessDenied'
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .toSorted()
      .join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const signing = [region, 's3', 'aws4_request'].reduce<Buffer>(
    (from, part) => hmac(from, part),
    hmac(`AWS4${secret}`, day),
  )
  return hmac(signing, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function listObjects({ objects, listMost }: S3Server, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .filter((key) => delimiter === '' || !key.slice(prefix.length).includes(delimiter))
    .toSorted()
  const some = keys.slice(0, listMost)
  const isCut = some.length < keys.length
  const entries = some.map(
    (key) => `<Contents><Key>${escaped(key)}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
  )
  const next = isCut ? `<NextContinuationToken>${escaped(some.at(-1) ?? '')}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${entries.join('')}${next}</ListBucketResult>`
}

function sendObject(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (!range)
    return void response
      .writeHead(200, { 'content-length': bytes.length })
      .end(request.method === 'HEAD' ? undefined : bytes)
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)]
  if (start >= bytes.length) return sendS3Error(response, 416, 'InvalidRange')
  response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${bytes.length}` })
  response.end(bytes.subarray(start, end + 1))
}

function answer(
  server: S3Server,
  request: IncomingMessage,
  response: ServerResponse,
  { key, query }: S3Request,
  body: Buffer,
): void {
  const { objects, unfinished } = server
  const upload = query.get('uploadId') ?? ''
  const parts = unfinished.get(upload)
  const xml = (text: string) => void response.writeHead(200, { 'content-type': 'application/xml' }).end(text)
  if (key === '') return xml(listObjects(server, query))
  if (request.method === 'POST' && query.has('uploads')) {
    const id = randomBytes(8).toString('hex')
    unfinished.set(id, new Map())
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }
  if (upload !== '' && !parts) return sendS3Error(response, 404, 'NoSuchUpload')
  if (request.method === 'POST' && parts) {
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
    const chosen = named.map(([, number = '', etag]) => {
      const part = parts.get(Number(number))
      return part && `"${sha256(part).slice(0, 32)}"` === etag ? part : undefined
    })
    if (chosen.length !== parts.size || chosen.includes(undefined)) return sendS3Error(response, 400, 'InvalidPart')
    objects.set(key, Buffer.concat(chosen as Buffer[]))
    unfinished.delete(upload)
    return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }
  if (request.method === 'PUT') {
    if (parts) parts.set(Number(query.get('partNumber')), body)
    else objects.set(key, body)
    return void response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end()
  }
  if (request.method === 'DELETE') {
    if (parts) unfinished.delete(upload)
    else objects.delete(key)
    return void response.writeHead(204).end()
  }
  const bytes = objects.get(key)
  if (!bytes) return sendS3Error(response, 404, 'NoSuchKey')
  sendObject(request, response, bytes)
}

/** Starts such a service on this machine; it ends with the test. */
export async function startS3(): Promise<S3Server> {
  const http = createServer((request, response) => {
    void buffer(request)
      .then((body) => {
        const url = new URL(request.url ?? '/', server.endpoint)
        const now = Date.now() + server.skewMs
        response.setHeader('date', new Date(now).toUTCString())
        const parts = url.pathname.split('/').slice(1)
        const [host = ''] = (request.headers.host ?? '').split(':')
        const named = host.endsWith(`.${hostName}`) ? host.slice(0, -hostName.length - 1) : undefined
        const bucket = named ?? (host === ownDomain ? server.bucket : parts[0])
        const rest = named === undefined && host !== ownDomain ? parts.slice(1) : parts
        const isHost = named !== undefined || host === ownDomain
        if (server.style !== 'both' && isHost !== (server.style === 'host'))
          return sendS3Error(response, 403, isHost ? 'PathStyleOnly' : 'SecondLevelDomainForbidden')
        const found = {
          method: request.method ?? '',
          key: rest.map(decodeURIComponent).join('/'),
          query: url.searchParams,
        }
        const fault = findFault(request, body, server, now)
        if (fault !== undefined) return sendS3Error(response, 403, fault)
        if (bucket !== server.bucket) return sendS3Error(response, 404, 'NoSuchBucket')
        server.requests.push(found)
        if (!server.intercept?.(found, response)) answer(server, request, response, found, body)
      })
      .catch(() => response.destroy()) // a request that broke off
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const stop = () => {
    http.closeAllConnections()
    http.close()
  }
  const server: S3Server = {
    endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    region: 'eu-test-1',
    bucket: 'backups',
    key: 'AKEXAMPLE',
    secret: randomBytes(20).toString('base64'),
    objects: new Map(),
    unfinished: new Map(),
    requests: [],
    intercept: undefined,
    listMost: 1000,
    skewMs: 0,
    style: 'both',
    stop,
  }
  onTestFinished(stop)
  return server
}
