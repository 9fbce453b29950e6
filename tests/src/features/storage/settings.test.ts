import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { completeForm, parseStorageForm } from '#src/features/storage/index.ts'
import { localhostCertificate } from '#tests/support/localhost-certificate.ts'
import { sendS3Error } from '#tests/support/s3-server.ts'
import { type BucketSite, contentOf, formOf, objectsIn, startBucketSite, storages, turnOn } from './support.ts'

const parse = (form: Record<string, string>) =>
  parseStorageForm(completeForm({ bucket: 'docs', key: 'k', secret: 's', ...form }), [])

test.each<[string, Record<string, string>, Record<string, string>]>([
  [
    'Alibaba Cloud',
    { oss_type: 'aliyun', endpoint: 'oss-cn-hangzhou.aliyuncs.com', protocol: 'https' },
    { endpoint: 'https://oss-cn-hangzhou.aliyuncs.com', region: 'cn-hangzhou', style: 'host' },
  ],
  [
    'Alibaba Cloud from its own network, copied with the bucket',
    { oss_type: 'aliyun', endpoint: 'docs.oss-cn-beijing-internal.aliyuncs.com' },
    { endpoint: 'http://oss-cn-beijing-internal.aliyuncs.com', region: 'cn-beijing', style: 'host' },
  ],
  [
    'Alibaba Cloud by an own domain',
    {
      oss_type: 'aliyun',
      endpoint: 'oss-cn-beijing.aliyuncs.com',
      style: 'domain',
      domain: 'https://files.example.com/',
    },
    { endpoint: 'https://files.example.com', region: 'cn-beijing', style: 'domain' },
  ],
  [
    'Tencent Cloud',
    {
      oss_type: 'qcloud',
      secretId: 'id',
      secretKey: 'sk',
      region: 'ap-guangzhou',
      bucket: 'docs-125',
      protocol: 'https',
    },
    {
      endpoint: 'https://cos.ap-guangzhou.myqcloud.com',
      region: 'ap-guangzhou',
      style: 'host',
      key: 'id',
      secret: 'sk',
    },
  ],
  [
    'Qiniu',
    { oss_type: 'qiniu', endpoint: 'https://s3.cn-east-1.qiniucs.com' },
    { endpoint: 'https://s3.cn-east-1.qiniucs.com', region: 'cn-east-1', style: 'path' },
  ],
  [
    'Qiniu by its region',
    { oss_type: 'qiniu', region: 'cn-south-1', protocol: 'https' },
    { endpoint: 'https://s3.cn-south-1.qiniucs.com', region: 'cn-south-1' },
  ],
  [
    'Amazon',
    { oss_type: 's3_storage', endpoint: 'https://s3.eu-central-1.amazonaws.com', subcat: '/a/b/' },
    { endpoint: 'https://s3.eu-central-1.amazonaws.com', region: 'eu-central-1', style: 'host', prefix: 'a/b' },
  ],
  [
    'a service of the firm',
    { oss_type: 's3_storage', endpoint: 'http://10.0.0.5:9000/', ca: ' pem ' },
    { endpoint: 'http://10.0.0.5:9000', region: 'us-east-1', style: 'path', ca: 'pem', prefix: '' },
  ],
])('%s', async (_, form, expected) => expect(await parse(form)).toMatchObject(expected))

test.each<[Record<string, string>, string]>([
  [{ bucket: '' }, 'bucket'],
  [{ bucket: 'a/b' }, 'bucket'],
  [{ key: '' }, 'key'],
  [{ secret: 'two words' }, 'secret'],
  [{ oss_type: 'qcloud', secretId: 'a' }, 'secretKey'],
  [{ oss_type: 'qcloud', secretId: 'a', secretKey: 'b' }, 'region'],
  [{ endpoint: '' }, 'endpoint'],
  [{ endpoint: 'ftp://a' }, 'endpoint'],
  [{ endpoint: 'https://user:pw@a' }, 'endpoint'],
  [{ subcat: 'a?b' }, 'subcat'],
  [{ style: 'domain' }, 'domain'],
])('%o lacks %s', async (form, field) => {
  await expect(parse({ oss_type: 'aliyun', endpoint: 'a.example', ...form })).rejects.toMatchObject({
    errorName: 'storageIncomplete',
    values: { field },
  })
})

test('Qiniu is asked where its bucket is', async () => {
  const asked: string[] = []
  const http = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(
      asked.length === 1
        ? '{"hosts":[{"region":"z2","s3":{"region_alias":"cn-south-1","domains":["s3.cn-south-1.qiniucs.com"]}}]}'
        : '{"error":"no such bucket"}',
    )
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => void http.close())
  const query = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v4/query`
  const form = completeForm({ oss_type: 'qiniu', bucket: 'docs', key: 'k', secret: 's', protocol: 'https' })
  expect(await parseStorageForm(form, ['127.0.0.0/8'], query)).toMatchObject({
    endpoint: 'https://s3.cn-south-1.qiniucs.com',
    region: 'cn-south-1',
  })
  expect(asked).toEqual(['/v4/query?ak=k&bucket=docs'])
  await expect(parseStorageForm(form, ['127.0.0.0/8'], query)).rejects.toMatchObject({ errorName: 'storageIncomplete' })
})

describe('the test of the console', () => {
  let site: BucketSite
  beforeEach(async () => {
    site = await startBucketSite()
  })

  const run = async (change: Record<string, string> = {}) => {
    const { steps } = await site.app
      .as('admin')
      .adminSetting.testStorage({ oss_setting: JSON.stringify(formOf(site.service, change)) })
    return steps
  }

  test('goes through all steps and leaves nothing', async () => {
    const steps = await run()
    expect(steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual(
      ['reach', 'clock', 'bucket', 'put', 'get', 'compare', 'delete'].map((step) => `${step} ok`),
    )
    expect(site.service.objects.size).toBe(0)
    expect(await site.app.as('admin').adminSetting.loadConfig()).toMatchObject({ oss_open: '0' })
  })

  test.each<[string, Record<string, string>, string, RegExp]>([
    ['a wrong key', { key: 'another' }, 'bucket', /does not know this access key.*InvalidAccessKeyId/],
    ['a wrong secret', { secret: 'another' }, 'bucket', /rejects the signature.*Copy the secret again/],
    ['a wrong region', { region: 'mars' }, 'bucket', /region mars is not that of the bucket/],
    ['a wrong bucket', { bucket: 'another' }, 'bucket', /has no bucket another/],
    [
      'a host that does not answer',
      { endpoint: 'http://127.0.0.1:1' },
      'reach',
      /No answer from 127.0.0.1:1.*ECONNREFUSED/,
    ],
    ['a name that does not exist', { endpoint: 'http://s3.invalid' }, 'reach', /No answer from s3.invalid/],
    ['a network that is not allowed', { endpoint: 'http://10.255.255.1' }, 'reach', /private network.*outbound_allow/],
    [
      'the wrong style',
      { style: 'host', endpoint: 'http://localhost:PORT' },
      'reach',
      /expects the bucket in another part of the address/,
    ],
  ])('%s', async (_, change, step, message) => {
    const { port } = new URL(site.service.endpoint)
    const filled = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, value.replace('PORT', port)]),
    )
    const steps = await run(filled)
    expect(steps.at(-1)).toMatchObject({ step, outcome: 'failed', error_message: expect.stringMatching(message) })
    // what went well before is said too
    expect(steps.slice(0, -1).every(({ outcome }) => outcome === 'ok')).toBe(true)
  })

  test.each<[string, (site: BucketSite) => void, string, RegExp]>([
    [
      'a service that wants the bucket in the host',
      ({ service }) => {
        service.style = 'host'
      },
      'bucket',
      /in another part of the address/,
    ],
    [
      'clocks that differ',
      ({ service }) => {
        service.skewMs = 20 * 60_000
      },
      'clock',
      /clocks.*\(-(1199|1200|1201) s\).*NTP/,
    ],
    [
      'clocks that differ a little',
      ({ service }) => {
        service.skewMs = -6 * 60_000
      },
      'clock',
      /clocks.*\(36[0-2] s\)/,
    ],
    [
      'a key that may not write',
      (one) => reject(one, 'PUT'),
      'put',
      /Give the key the rights to list, read, write and delete/,
    ],
    ['a key that may not read', (one) => reject(one, 'GET', true), 'get', /Give the key the rights/],
    ['a key that may not remove', (one) => reject(one, 'DELETE'), 'delete', /Give the key the rights/],
    ['a full bucket', (one) => reject(one, 'PUT', false, 507, 'QuotaExceeded'), 'put', /has no room left/],
    [
      'something that is no S3',
      ({ service }) => {
        service.intercept = (_, response) => {
          response.end('<html>')
          return true
        }
      },
      'get',
      /returned something other|unexpected response/,
    ],
  ])('%s', async (_, spoil, step, message) => {
    spoil(site)
    const steps = await run()
    expect(steps.at(-1)?.error_message).toMatch(message)
    if (step !== 'get') expect(steps.at(-1)).toMatchObject({ step, outcome: 'failed' })
  })

  function reject({ service }: BucketSite, method: string, isObject = false, status = 403, code = 'AccessDenied') {
    service.intercept = (request, response) => {
      if (request.method !== method || (isObject && request.key === '')) return false
      sendS3Error(response, status, code)
      return true
    }
  }

  test('a certificate that nobody trusts, unless it is pasted', async () => {
    const tls = createTlsServer(localhostCertificate, (_, response) =>
      sendS3Error(response, 403, 'AccessDenied'),
    ).listen(0, '127.0.0.1')
    await once(tls, 'listening')
    onTestFinished(() => void tls.close())
    const endpoint = `https://localhost:${(tls.address() as AddressInfo).port}`
    expect((await run({ endpoint })).at(-1)).toMatchObject({
      step: 'reach',
      error_message: expect.stringMatching(/certificate of localhost:\d+ is not trusted .*self-signed certificate/),
    })
    expect((await run({ endpoint, ca: localhostCertificate.cert })).at(-1)).toMatchObject({
      step: 'bucket',
      error_message: expect.stringContaining('AccessDenied'),
    })
    const plain = site.service.endpoint.replace('http:', 'https:')
    expect((await run({ endpoint: plain })).at(-1)?.error_message).toMatch(/doesn’t support TLS/)
  })

  test('in Chinese', async () => {
    const { call } = site.app
    const answer = await call(
      'adminSetting/testStorage',
      { oss_setting: JSON.stringify(formOf(site.service, { secret: 'another' })) },
      { as: 'admin', headers: { 'accept-language': 'zh' } },
    )
    expect(JSON.stringify(answer.json)).toContain('不接受签名')
  })

  test('uses the stored secret, unless it would be sent elsewhere', async () => {
    await turnOn(site)
    expect((await run({ secret: '********' })).every(({ outcome }) => outcome === 'ok')).toBe(true)
    await expect(run({ secret: '********', endpoint: 'http://127.0.0.1:1' })).rejects.toMatchObject({
      errorName: 'storageIncomplete',
    })
  })
})

describe('saving', () => {
  test('a bucket that cannot be used is not saved; secrets never come back', async () => {
    const site = await startBucketSite()
    const { adminSetting } = site.app.as('admin')
    await expect(turnOn(site, { secret: 'another' })).rejects.toMatchObject({ errorName: 'storageSecretWrong' })
    expect(await adminSetting.loadConfig()).toMatchObject({ oss_open: '0', oss_setting: { bucket: '' } })
    expect(site.app.rows.all('file_store')).toEqual([])
    await turnOn(site)
    const loaded = await adminSetting.loadConfig()
    expect(loaded.oss_setting.secret).not.toBe('')
    expect(JSON.stringify(loaded)).not.toContain(site.service.secret)
    expect(JSON.stringify(await site.app.as('admin').adminStorage.status())).not.toContain(site.service.secret)
    expect(JSON.stringify(site.app.rows.all('audit_log'))).not.toContain(site.service.secret)
    // other settings are saved without asking the bucket
    const before = site.service.requests.length
    await adminSetting.saveConfig({ ...loaded, oss_setting: JSON.stringify(loaded.oss_setting), beian: 'x' })
    expect(site.service.requests).toHaveLength(before)
  })

  test('the settings of the start take their place, and cannot be changed in Admin', async () => {
    const { service } = await startBucketSite()
    const oss_setting = formOf(service)
    const site = await startBucketSite({ config: { oss_setting } as never })
    site.service = service
    const { url } = await site.app.as('owner').page.upload({ file: new File(['hello hello'], 'a.txt') })
    expect(objectsIn(service)).toHaveLength(1)
    expect(storages(site.app)).not.toContain('local')
    expect((await contentOf(site.app, url)).toString()).toBe('hello hello')
    const { adminSetting, adminStorage } = site.app.as('admin')
    const loaded = await adminSetting.loadConfig()
    expect(loaded).toMatchObject({ oss_open: '1', oss_setting: { bucket: service.bucket, secret: '********' } })
    expect(await adminStorage.status()).toMatchObject({ is_fixed: true, is_open: true })
    await adminSetting.saveConfig({ ...loaded, oss_setting: JSON.stringify(loaded.oss_setting), beian: 'x' })
    await expect(adminSetting.saveConfig({ oss_open: false })).rejects.toMatchObject({ errorName: 'storageFromStart' })
    await expect(
      adminSetting.saveConfig({ oss_setting: JSON.stringify({ oss_type: 's3_storage', bucket: 'x' }) }),
    ).rejects.toMatchObject({ errorName: 'storageFromStart' })
    const start = await site.app.as('admin').adminSite.startSettings()
    expect(JSON.stringify(start)).not.toContain(service.secret)
  })
})
