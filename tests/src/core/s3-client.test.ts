import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addressOf, patient, type S3Bucket, S3Client, S3Error, signRequest, styleOf } from '#src/core/s3-client.ts'
import { findFault, hostName, ownDomain, type S3Server, sendS3Error, startS3 } from '#tests/support/s3-server.ts'

// Source: AWS, Signature Calculations for the Authorization Header, Examples.
const published: S3Bucket = {
  endpoint: 'https://s3.amazonaws.com',
  style: 'host',
  region: 'us-east-1',
  bucket: 'examplebucket',
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  allow: [],
  ca: '',
}

interface Vector {
  title: string
  method: string
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string
  range?: { start: number; end: number }
  signature: string
}

const vectors: Vector[] = [
  {
    title: 'GET Object',
    method: 'GET',
    key: 'test.txt',
    range: { start: 0, end: 9 },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    title: 'PUT Object',
    method: 'PUT',
    key: 'test$file.text',
    headers: { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'X-Amz-Storage-Class': 'REDUCED_REDUNDANCY' },
    body: 'Welcome to Amazon S3.',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    title: 'GET Bucket Lifecycle',
    method: 'GET',
    key: '',
    query: { lifecycle: '' },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    title: 'GET Bucket (List Objects)',
    method: 'GET',
    key: '',
    query: { 'max-keys': '2', prefix: 'J' },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
]

const moment = '20130524T000000Z'

async function signed({ method, key, query, headers, body, range }: Vector): Promise<{ url: URL; headers: Headers }> {
  const url = addressOf(published, key, query)
  const request = { ...(headers && { headers }), ...(body && { body: Buffer.from(body) }), ...(range && { range }) }
  return { url, headers: await signRequest(published, method, url, request, { datetime: moment, allHeaders: true }) }
}

describe.each(vectors)('the published example $title', (vector) => {
  test('is signed as published', async () => {
    const { headers } = await signed(vector)
    expect(headers.get('authorization')).toMatch(new RegExp(`Signature=${vector.signature}$`))
  })

  test('is accepted by the service of the tests, and refused with any change', async () => {
    const { url, headers } = await signed(vector)
    const sent = (change: Record<string, string> = {}, path = `${url.pathname}${url.search}`) => ({
      method: vector.method,
      url: path,
      headers: { ...Object.fromEntries(headers), host: url.host, ...change },
    })
    const body = Buffer.from(vector.body ?? '')
    const now = Date.parse('2013-05-24T00:00:00Z')
    const fault = (request: ReturnType<typeof sent>, change: Partial<S3Bucket> = {}, at = now) =>
      findFault(request, body, { ...published, ...change }, at)
    expect(fault(sent())).toBeUndefined()
    expect(fault(sent(), { secret: 'another' })).toBe('SignatureDoesNotMatch')
    expect(fault(sent(), { key: 'another' })).toBe('InvalidAccessKeyId')
    expect(fault(sent(), { region: 'eu-west-1' })).toBe('AuthorizationHeaderMalformed')
    expect(fault(sent(), {}, now + 16 * 60_000)).toBe('RequestTimeTooSkewed')
    expect(fault(sent({ host: 'another.s3.amazonaws.com' }))).toBe('SignatureDoesNotMatch')
    expect(fault(sent({}, `${url.pathname}x${url.search}`))).toBe('SignatureDoesNotMatch')
    expect(findFault(sent(), Buffer.from('other'), published, now)).toBe('XAmzContentSHA256Mismatch')
  })
})

let service: S3Server
let seen: string[]

beforeEach(async () => {
  service = await startS3()
  seen = []
})

/** A client whose names all lead to the service of the test. */
function clientOf(change: Partial<S3Bucket> = {}): S3Client {
  const { endpoint, region, bucket, key, secret } = service
  const { port } = new URL(endpoint)
  const style = change.style ?? 'path'
  const address = style === 'domain' ? `http://${ownDomain}:${port}` : `http://${hostName}:${port}`
  const resolve = async (name: string) => {
    seen.push(name)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const bucketOf = { endpoint: address, style, region, bucket, key, secret, allow: ['127.0.0.0/8'], ca: '', ...change }
  return new S3Client(bucketOf, { ...patient, attempts: 2, pauseMs: 1 }, resolve)
}

async function bytesOf(client: S3Client, key: string, range?: { start: number; end: number }, atOnce?: number) {
  const found = await client.read(key, range, atOnce)
  if (!found) return undefined
  const parts: Buffer[] = []
  for await (const part of found.chunks) parts.push(part)
  return Buffer.concat(parts)
}

test.each(['path', 'host', 'domain'] as const)('a bucket named by %s: every request, each signed', async (style) => {
  service.style = style === 'path' ? 'path' : 'host'
  const client = clientOf({ style })
  for (const bytes of [0, 5, 40_000_000]) {
    const content = randomBytes(bytes)
    const key = `a/b-${bytes}`
    const upload = client.write(key, bytes)
    for (let at = 0; at < bytes; at += 1_000_000) await upload.write(content.subarray(at, at + 1_000_000))
    await upload.close()
    expect(await client.size(key)).toBe(bytes)
    expect((await bytesOf(client, key))?.equals(content)).toBe(true)
    if (bytes === 0) continue
    const range = { start: 1, end: Math.min(bytes - 2, 9_000_000) }
    expect((await bytesOf(client, key, range, 1_000_000))?.equals(content.subarray(1, range.end + 1))).toBe(true)
  }
  expect(await client.list('a/')).toEqual(
    new Map([
      ['b-0', 0],
      ['b-40000000', 40_000_000],
      ['b-5', 5],
    ]),
  )
  await client.remove('a/b-5')
  expect(await bytesOf(client, 'a/b-5')).toBeUndefined()
  expect(await client.size('a/b-5')).toBeUndefined()
  const host = { path: hostName, host: `backups.${hostName}`, domain: ownDomain }[style]
  expect(new Set(seen)).toEqual(new Set([host]))
})

test.each([
  [{ secret: 'another' }, 'denied', 'SignatureDoesNotMatch'],
  [{ key: 'another' }, 'denied', 'InvalidAccessKeyId'],
  [{ region: 'mars' }, 'denied', 'AuthorizationHeaderMalformed'],
  [{ bucket: 'another' }, 'bad', 'NoSuchBucket'],
] as const)('with %o every request fails and says why', async (change, problem, code) => {
  const client = clientOf(change)
  for (const request of [
    () => client.list(''),
    () => client.read('a'),
    () => client.remove('a'),
    () => client.write('a', 0).close(),
  ])
    await expect(request()).rejects.toMatchObject({ problem, code })
  expect(service.objects.size).toBe(0)
})

test('parts that the service could not put together are an error, although it said 200', async () => {
  service.intercept = ({ method, query }, response) => {
    if (method !== 'POST' || !query.has('uploadId')) return false
    response.writeHead(200).end('<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>')
    return true
  }
  const upload = clientOf().write('a', 20_000_000)
  await upload.write(randomBytes(20_000_000))
  await expect(upload.close()).rejects.toMatchObject({ problem: 'bad', code: 'InternalError' })
  service.intercept = undefined
  await upload.abort()
  expect(service.unfinished.size).toBe(0)
})

test('a download goes on where a connection broke off', async () => {
  const content = randomBytes(3_000_000)
  service.objects.set('a', content)
  let broken = 0
  service.intercept = (request, response) => {
    if (request.method !== 'GET' || ++broken !== 2) return false
    response.writeHead(206, { 'content-range': 'bytes 1000000-1999999/3000000', 'content-length': 1_000_000 })
    response.write(content.subarray(1_000_000, 1_400_000), () => response.destroy())
    return true
  }
  expect((await bytesOf(clientOf(), 'a', undefined, 1_000_000))?.equals(content)).toBe(true)
  expect(broken).toBe(4)
})

test('a region of another bucket is named, a redirect is not followed', async () => {
  service.intercept = (_, response) => {
    response.setHeader('x-amz-bucket-region', 'eu-north-1')
    response.setHeader('location', 'http://127.0.0.1:1/')
    sendS3Error(response, 301, 'PermanentRedirect')
    return true
  }
  const failure = await clientOf()
    .list('')
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(S3Error)
  expect(failure).toMatchObject({ problem: 'bad', status: 301, region: 'eu-north-1' })
})

test.each([
  ['https://oss-cn-hangzhou.aliyuncs.com', 'docs', 'host'],
  ['https://cos.ap-guangzhou.myqcloud.com', 'docs-125', 'host'],
  ['https://s3.eu-central-1.amazonaws.com', 'docs', 'host'],
  ['https://s3.eu-central-1.amazonaws.com', 'docs.example.com', 'path'],
  ['http://10.0.0.5:9000', 'docs', 'path'],
  ['https://minio.example.com', 'docs', 'path'],
] as const)('%s wants %s in the %s', (endpoint, bucket, style) => expect(styleOf(endpoint, bucket)).toBe(style))
