import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HealthCheckName } from '#shared/contract/health.ts'
import type { Arrival } from '#src/core/arrival.ts'
import type { Config } from '#src/core/config.ts'
import { type BrowserFindings, fine, type HealthContext, reportOf, runChecks } from '#src/features/health/index.ts'
import { createTestApp, type TestApp, waitUntilIndexed } from '#tests/support/app.ts'
import { localhostCertificate } from '#tests/support/localhost-certificate.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import { metadataXml } from '#tests/support/saml-provider.ts'

let app: TestApp
const servers: Server[] = []

beforeEach(async () => {
  app = await createTestApp()
})

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a server on a free port of this machine; it ends with the test. */
const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    servers.push(server)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const localNetwork = { allow: ['127.0.0.0/8'] }

const contextWith = (change: Partial<HealthContext> & { settings?: Partial<Config> } = {}): HealthContext => {
  const { settings, ...more } = change
  return {
    config: { ...app.app.config, ...settings },
    now: app.app.now,
    log: app.app.log,
    rules: localNetwork,
    database: fine('databaseOk', { schema: 1, mb: 1 }),
    db: app.app.db,
    isServer: true,
    ...more,
  }
}

/** Returns what a check found, in English; each has a text in both languages. */
async function find(name: HealthCheckName, change: Parameters<typeof contextWith>[0] = {}) {
  const found = (await runChecks(contextWith(change))).filter((one) => one.name === name)
  for (const finding of found) {
    const { title, finding: text, advice } = reportOf('zh', finding)
    for (const words of [title, text, advice]) expect(words).not.toMatch(/undefined|\{\{/)
  }
  return found.map((finding) => reportOf('en', finding))
}

const option = (option_name: string, option_value: string) => app.rows.insert('options', { option_name, option_value })

const daysAgo = (days: number) => Math.floor(Date.now() / 1000) - days * 86_400

test('data: writable, and a file in its place', async () => {
  expect(await find('data')).toMatchObject([{ status: 'ok', finding: `${app.data} is writable.` }])
  const file = join(app.data, 'a-file')
  writeFileSync(file, '')
  const all = await runChecks(contextWith({ settings: { data: file }, db: undefined }))
  expect(all.map((one) => [one.name, one.status])).toEqual([['data', 'error']])
})

test('rights: closed, and open to others, with the command', async () => {
  expect(await find('rights')).toMatchObject([{ status: 'ok' }])
  chmodSync(app.data, 0o755)
  const [found] = await find('rights')
  chmodSync(app.data, 0o700)
  expect(found).toMatchObject({ status: 'error', paste: `chmod 700 ${app.data}` })
})

test('database: the last check in the background', async () => {
  const health = async () => {
    const list = await app.as('admin').adminSite.health()
    return list.find((one) => one.name === 'database')
  }
  expect(await health()).toMatchObject({ status: 'ok' })
  app.app.databaseCheck = { outcome: 'running', time: 0, detail: '' }
  expect(await health()).toMatchObject({ status: 'info' })
  app.app.databaseCheck = { outcome: 'failed', time: 0, detail: 'no thread' }
  expect(await health()).toMatchObject({ status: 'warning', finding: expect.stringContaining('no thread') })
  app.app.databaseCheck = { outcome: 'damaged', time: 0, detail: 'page 7' }
  expect(await health()).toMatchObject({ status: 'error', finding: 'Damaged: page 7.' })
})

test('disk: says how much is free', async () => {
  const [found] = await find('disk')
  expect(found?.finding).toMatch(/\d GB free/)
})

test('clock: right, behind the newest entry, before the program was made, off the browser', async () => {
  expect(await find('clock')).toMatchObject([{ status: 'ok' }])
  const seconds = Math.floor(Date.now() / 1000)
  const browser = (browser_time: number): BrowserFindings => ({ browser_time })
  expect(await find('clock', { browser: browser(seconds + 60) })).toMatchObject([{ status: 'ok' }])
  expect(await find('clock', { browser: browser(seconds - 3600) })).toMatchObject([
    { status: 'warning', finding: expect.stringContaining('60 min') },
  ])
  app.rows.insert('audit_log', { uid: 1, username: 'a', action: 'login', addtime: seconds + 7200 })
  expect(await find('clock')).toMatchObject([
    { status: 'error', paste: 'timedatectl set-ntp true\ntimedatectl status' },
  ])
})

test('files: stored', async () => {
  expect(await find('files')).toMatchObject([{ status: 'ok' }])
})

test('storage: the bucket is really used', async () => {
  expect(await find('storage')).toEqual([])
  const service = await startS3()
  const { endpoint, region, bucket, key, secret } = service
  option('oss_open', '1')
  option('oss_setting', JSON.stringify({ oss_type: 's3_storage', endpoint, region, bucket, key, secret }))
  const settings = { outbound_allow: ['127.0.0.0/8'] }
  expect(await find('storage', { settings })).toMatchObject([{ status: 'ok' }])
  expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'DELETE', 'HEAD'])
  expect(service.objects.size).toBe(0)
  service.secret = 'another'
  expect(await find('storage', { settings })).toMatchObject([
    {
      status: 'error',
      finding: expect.stringContaining('SignatureDoesNotMatch'),
      advice: expect.stringContaining('Test'),
    },
  ])
  app.rows.sqlite.exec(
    "UPDATE options SET option_value = json_remove(option_value, '$.bucket') WHERE option_name = 'oss_setting'",
  )
  expect(await find('storage', { settings })).toMatchObject([
    { status: 'error', finding: expect.stringContaining('bucket') },
  ])
})

test('files: not writable', async () => {
  const data = join(app.data, 'other')
  mkdirSync(join(data, 'uploads', 'incoming'), { recursive: true, mode: 0o700 })
  mkdirSync(join(data, 'uploads', 'incoming', `probe-${process.pid}`))
  // root may write everywhere: a folder in the way stands for what is not writable
  expect(await find('files', { settings: { data } })).toMatchObject([
    { status: 'error', finding: expect.stringContaining('EISDIR'), paste: expect.stringContaining('chown -R') },
  ])
})

test('backups: the first is due, none although one was due, a failed one, a good one, an old one, no schedule', async () => {
  await app.newUser('ann')
  expect(await find('backups')).toMatchObject([{ status: 'info' }])
  app.rows.sqlite.exec(`UPDATE user SET reg_time = ${daysAgo(30)}`)
  expect(await find('backups')).toMatchObject([{ status: 'warning', paste: 'docstead backup' }])
  const error = JSON.stringify({ text: 'backupFailed', values: { detail: 'ENOSPC' } })
  const times = { start_time: daysAgo(2), end_time: daysAgo(2) }
  app.rows.insert('backup_run', { ...times, error })
  expect(await find('backups')).toMatchObject([{ status: 'error', finding: expect.stringContaining('ENOSPC') }])
  app.rows.insert('backup_run', { ...times, name: 'a.tar', moment: daysAgo(0) })
  expect(await find('backups')).toMatchObject([{ status: 'ok' }])
  app.rows.sqlite.exec(`UPDATE backup_run SET moment = ${daysAgo(3)}`)
  expect(await find('backups')).toMatchObject([{ status: 'warning' }])
  app.rows.sqlite.exec(`UPDATE backup_run SET moment = ${daysAgo(0)}`)
  const folder = join(app.data, 'place')
  option('backup_form', JSON.stringify({ place: 'folder', folder }))
  expect(await find('backups')).toMatchObject([{ status: 'warning', finding: expect.stringContaining('ENOENT') }])
  mkdirSync(folder)
  expect(await find('backups')).toMatchObject([{ status: 'ok' }])
  writeFileSync(join(folder, 'site.json'), JSON.stringify({ site: 'b'.repeat(32), since: 1 }))
  expect(await find('backups')).toMatchObject([{ status: 'warning', finding: expect.stringContaining('another site') }])
  app.rows.sqlite.exec(`UPDATE options SET option_value = '{"schedule":"off"}' WHERE option_name = 'backup_form'`)
  expect(await find('backups')).toMatchObject([{ status: 'warning', advice: expect.stringContaining('schedule') }])
})

test('server: only for the command line; none is running, one that does not respond', async () => {
  expect(await find('server')).toEqual([])
  expect(await find('server', { isServer: false })).toMatchObject([
    { status: 'ok', finding: `Responds at ${app.url}.` },
  ])
  const data = join(app.data, 'other')
  mkdirSync(data, { mode: 0o700 })
  const other = { isServer: false, settings: { data } }
  expect(await find('server', other)).toMatchObject([{ status: 'ok', finding: expect.stringContaining('Not running') }])
  writeFileSync(join(data, 'run.json'), JSON.stringify({ pid: 1, address: 'http://127.0.0.1:1' }))
  expect(await find('server', other)).toMatchObject([
    { status: 'error', finding: expect.stringContaining('Process 1') },
  ])
})

test('address: local, missing, the one in the browser, another one, without https', async () => {
  const at = (address: string, settings: Partial<Config> = {}) => find('address', { browser: { address }, settings })
  const site_url = 'https://docs.example.com'
  expect(await at('http://127.0.0.1:4999')).toMatchObject([{ status: 'ok' }])
  expect(await at(site_url)).toMatchObject([{ status: 'warning', paste: `"site_url": "${site_url}"` }])
  expect(await at(site_url, { site_url })).toMatchObject([{ status: 'ok' }])
  expect(await at('https://other.example.com', { site_url })).toMatchObject([{ status: 'warning' }])
  expect(await at('http://10.0.0.5:4999')).toMatchObject([
    { status: 'error', finding: expect.stringContaining('HTTPS') },
  ])
  expect(await find('address', { settings: { host: '0.0.0.0' } })).toMatchObject([{ status: 'error' }])
  option('site_url', site_url)
  expect(await at(site_url)).toMatchObject([{ status: 'ok', finding: expect.stringContaining(site_url) }])
})

test('address: tried from the server', async () => {
  const tried = (site_url: string, rules = localNetwork) => find('address', { settings: { site_url }, rules })
  expect(await tried(app.url)).toMatchObject([{ status: 'ok', finding: `${app.url} responds.` }])
  const foreign = await listen(createHttpServer((_, response) => response.end('<h1>hello</h1>')))
  expect(await tried(`http://127.0.0.1:${foreign}`)).toMatchObject([
    { status: 'warning', finding: expect.stringContaining('not with this site') },
  ])
  expect(await tried('http://127.0.0.1:1')).toMatchObject([
    {
      status: 'warning',
      paste: 'curl -v http://127.0.0.1:1/healthz',
      finding: expect.stringContaining('ECONNREFUSED'),
    },
  ])
  expect(await tried(app.url, { allow: [] })).toMatchObject([{ status: 'info' }])
})

test('base path: the same as in the site address, and another', async () => {
  expect(await find('base_path')).toEqual([])
  const settings = { site_url: 'https://docs.example.com/docs', base_path: '/docs' }
  expect(await find('base_path', { settings })).toMatchObject([{ status: 'ok' }])
  expect(await find('base_path', { settings: { ...settings, base_path: '' } })).toMatchObject([
    { status: 'error', paste: '"base_path": "/docs"' },
  ])
})

test('certificate: unknown issuer, another name, expired, none, not to be asked', async () => {
  const port = await listen(createTlsServer(localhostCertificate))
  const settings = { site_url: `https://localhost:${port}` }
  const both = { allow: ['127.0.0.0/8', '::1'] }
  const rules = { ...both, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
  expect(await find('certificate')).toEqual([])
  expect(await find('certificate', { settings, rules })).toMatchObject([
    { status: 'warning', finding: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') },
  ])
  const later = () => new Date('2130-01-01')
  expect(await find('certificate', { settings, rules, now: later })).toMatchObject([
    { status: 'error', paste: 'certbot renew --cert-name localhost', finding: expect.stringContaining('Expired') },
  ])
  const other = { site_url: `https://docs.example.com:${port}` }
  expect(await find('certificate', { settings: other, rules })).toMatchObject([
    { status: 'error', finding: 'The certificate is for localhost, not for docs.example.com.' },
  ])
  const plain = await listen(createServer((socket) => socket.destroy()))
  const none = { site_url: `https://localhost:${plain}` }
  expect(await find('certificate', { settings: none, rules })).toMatchObject([{ status: 'warning' }])
  expect(await find('certificate', { settings, rules: { ...rules, allow: [] } })).toMatchObject([{ status: 'info' }])
})

const arrival = (change: Partial<Arrival> = {}): Arrival => ({
  peer: '10.0.0.2',
  isTrusted: true,
  client: '203.0.113.9',
  isHttps: true,
  host: 'docs.example.com',
  headers: ['x-forwarded-for', 'x-forwarded-proto'],
  forwardedFor: '203.0.113.9',
  forwardedProto: 'https',
  ...change,
})

test('proxy: what it says about the visitor, the scheme and the host', async () => {
  const browser = { address: 'https://docs.example.com' }
  const seen = (change: Partial<Arrival>) => find('proxy', { arrival: arrival(change), browser })
  expect(await find('proxy')).toMatchObject([{ status: 'ok', finding: 'None is trusted.' }])
  expect(await find('proxy', { settings: { trusted_proxies: ['10.0.0.2'] } })).toMatchObject([
    { status: 'ok', finding: 'Trusted: 10.0.0.2.' },
  ])
  expect(await seen({})).toMatchObject([{ status: 'ok', finding: expect.stringContaining('203.0.113.9') }])
  expect(await seen({ isTrusted: false, headers: [] })).toMatchObject([{ status: 'ok' }])
  expect(await seen({ isTrusted: false })).toMatchObject([
    { status: 'warning', paste: '"trusted_proxies": ["10.0.0.2"]', advice: expect.stringContaining('10.0.0.2') },
  ])
  expect(await seen({ forwardedFor: '' })).toMatchObject([
    { status: 'warning', paste: 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;' },
  ])
  expect(await seen({ isHttps: false, forwardedProto: '' })).toMatchObject([
    { status: 'warning', paste: 'proxy_set_header X-Forwarded-Proto $scheme;' },
  ])
  expect(await seen({ host: '127.0.0.1:4999' })).toMatchObject([
    { status: 'warning', paste: 'proxy_set_header Host $http_host;' },
  ])
})

test('proxy: as a request arrives', async () => {
  const proxied = async (headers: Record<string, string>) => {
    const { json } = await app.call('adminSite/health', {}, { as: 'admin', headers })
    return (json.data as { name: string; status: string; finding: string }[]).find((one) => one.name === 'proxy')
  }
  expect(await proxied({})).toMatchObject({ status: 'ok' })
  expect(await proxied({ 'X-Forwarded-For': '203.0.113.9' })).toMatchObject({
    status: 'warning',
    finding: expect.stringContaining('127.0.0.1 sends x-forwarded-for'),
  })
})

test('what the browser measured: the upload limit, live updates', async () => {
  const measured = (browser: BrowserFindings, settings: Partial<Config> = {}) => ({ browser, settings })
  const body_bytes = 9_000_000
  expect(await find('body_limit')).toEqual([])
  expect(await find('body_limit', measured({ body_bytes, body_result: 'arrived' }))).toMatchObject([
    { status: 'ok', finding: '9 MB arrived.' },
  ])
  const rejected = { body_bytes, body_result: 'rejected' } as const
  expect(await find('body_limit', measured(rejected))).toMatchObject([
    { status: 'error', paste: 'client_max_body_size 60m;' },
  ])
  expect(await find('body_limit', measured(rejected, { upload_max_mb: 500 }))).toMatchObject([
    { paste: 'client_max_body_size 501m;' },
  ])
  expect(await find('body_limit', measured({ body_bytes, body_result: 'failed' }))).toMatchObject([
    { status: 'warning' },
  ])
  expect(await find('live_updates')).toEqual([])
  expect(await find('live_updates', measured({ events_result: 'live' }))).toMatchObject([{ status: 'ok' }])
  expect(await find('live_updates', measured({ events_result: 'held' }))).toMatchObject([
    { status: 'warning', paste: 'proxy_buffering off;' },
  ])
  expect(await find('live_updates', measured({ events_result: 'broken' }))).toMatchObject([{ status: 'warning' }])
})

test('search: complete, and pages that are missing from the index', async () => {
  const item_id = await app.rows.newItem({ owner: 'ann' })
  await app.as('ann').page.save({ page_title: 'A', page_content: 'text', item_id, cat_id: '0' })
  await waitUntilIndexed(app)
  expect(await find('search')).toMatchObject([{ status: 'ok', finding: 'Complete; number of pages: 1.' }])
  app.rows.sqlite.exec("INSERT INTO page_search (page_search) VALUES ('delete-all')")
  expect(await find('search')).toMatchObject([{ status: 'error', paste: 'docstead reindex' }])
})

test('audit log: unchanged, and changed from outside', async () => {
  expect(await find('audit')).toMatchObject([{ status: 'ok', finding: 'No entries yet.' }])
  const admin = app.as('admin')
  await admin.adminSetting.saveConfig({ beian: 'x' })
  await admin.adminSetting.saveConfig({ beian: 'y' })
  await admin.adminSetting.saveConfig({ beian: 'z' })
  expect(await find('audit')).toMatchObject([
    { status: 'ok', finding: expect.stringMatching(/: 3, .* [\da-f]{12}\.$/) },
  ])
  app.rows.sqlite.exec('DROP TRIGGER audit_log_no_update')
  app.rows.sqlite.exec("UPDATE audit_log SET detail = 'nothing' WHERE id = 2")
  expect(await find('audit')).toMatchObject([{ status: 'error', finding: expect.stringContaining('Entry 2') }])
})

test('administrators, captcha, registration, passwords, AI', async () => {
  expect(await find('administrators')).toMatchObject([{ status: 'error', paste: 'docstead user add NAME --admin' }])
  await app.newUser('root', { groupid: 1 })
  expect(await find('administrators')).toMatchObject([{ status: 'info' }])
  await app.newUser('other', { groupid: 1 })
  expect(await find('administrators')).toMatchObject([{ status: 'ok', finding: '2 active.' }])
  expect(await find('captcha')).toMatchObject([{ status: 'warning', paste: '"captcha": "failures"' }])
  expect(await find('captcha', { settings: { captcha: 'always' } })).toMatchObject([{ status: 'ok' }])
  expect(await find('registration')).toMatchObject([{ status: 'info' }])
  expect(await find('passwords')).toMatchObject([{ status: 'info' }])
  expect(await find('ai')).toMatchObject([{ status: 'info' }])
  option('register_open', '0')
  option('strong_password_enabled', '1')
  option('open_api_key', 'k')
  for (const name of ['registration', 'passwords', 'ai'] as const)
    expect(await find(name)).toMatchObject([{ status: 'ok', advice: '', paste: '' }])
})

/** Answers a bind with a result code, as a directory service does. Source: RFC 4511, 4.2.2. */
const directory = (code: number) =>
  createServer((socket) => {
    socket.once('data', (request) => {
      const id = request[4] ?? 0
      socket.end(Buffer.from([0x30, 12, 2, 1, id, 0x61, 7, 0x0a, 1, code, 4, 0, 4, 0]))
    })
  })

test('directory service: off, incomplete, accepts, rejects, is silent, no directory, not to be asked', async () => {
  const ldap = (form: object) =>
    app.rows.sqlite.exec(`INSERT OR REPLACE INTO options (option_name, option_value) VALUES
    ('ldap_open', '1'), ('ldap_form', '${JSON.stringify(form)}')`)
  const at = (port: number) =>
    ldap({ host: '127.0.0.1', port, base_dn: 'dc=x', bind_dn: 'cn=reader', bind_password: 'p' })
  expect(await find('directory')).toEqual([])
  ldap({ host: '' })
  expect(await find('directory')).toMatchObject([{ status: 'error', finding: expect.stringContaining('no host') }])
  const port = await listen(directory(0))
  at(port)
  expect(await find('directory')).toMatchObject([
    { status: 'ok', finding: expect.stringContaining('accepts the lookup account') },
  ])
  const lastSync = (run: object) =>
    app.rows.sqlite.exec(`INSERT OR REPLACE INTO options (option_name, option_value) VALUES
    ('ldap_sync_run', '${JSON.stringify({ start_time: 1, end_time: 1, is_scheduled: true, ...run })}')`)
  lastSync({ report: { missing: 7 } })
  expect(await find('directory')).toMatchObject([
    { status: 'warning', finding: expect.stringContaining('disabled none of 7 accounts') },
  ])
  lastSync({ error: { name: 'directoryUnreachable', values: {} } })
  expect(await find('directory')).toMatchObject([
    { status: 'warning', finding: expect.stringContaining('synchronisation failed') },
  ])
  lastSync({ report: { missing: 0 } })
  expect(await find('directory')).toMatchObject([{ status: 'ok' }])
  expect(await find('directory', { rules: { allow: [] } })).toMatchObject([
    { status: 'error', paste: expect.stringContaining('outbound_allow') },
  ])
  at(await listen(directory(49)))
  expect(await find('directory')).toMatchObject([
    { status: 'error', finding: expect.stringContaining('LDAP result 49') },
  ])
  at(await listen(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))))
  expect(await find('directory')).toMatchObject([{ status: 'error', finding: expect.stringContaining('respond') }])
  at(1)
  expect(await find('directory')).toMatchObject([{ status: 'error', paste: 'nc -vz 127.0.0.1 1' }])
})

test('sign-in with OAuth2: off, incomplete, complete, with a wrong secret, silent', async () => {
  expect(await find('oauth')).toEqual([])
  option('oauth2_open', '1')
  expect(await find('oauth')).toMatchObject([{ status: 'error', finding: expect.stringContaining('client_id') }])
  const provider = await startOpenIdProvider()
  const settings = { outbound_allow: ['127.0.0.0/8'] }
  const set = (form: object) =>
    app.as('admin').adminSetting.saveOauth2Config({
      oauth2_open: 1,
      oauth2_form: JSON.stringify({
        entrance_tips: 'Firm',
        client_id: provider.client.id,
        issuer: provider.issuer,
        ...form,
      }),
    })
  await set({ client_secret: provider.client.secret })
  expect(await find('oauth', { settings })).toMatchObject([{ status: 'ok', finding: expect.stringContaining('Firm') }])
  expect(await find('oauth')).toMatchObject([{ status: 'error', finding: expect.stringContaining('outbound_allow') }])
  await set({ client_secret: 'expired' })
  expect(await find('oauth', { settings })).toMatchObject([
    { status: 'error', finding: expect.stringMatching(/^Firm: .*secret/), advice: expect.stringContaining('Test') },
  ])
  await provider.close()
  expect(await find('oauth', { settings })).toMatchObject([
    { status: 'error', finding: expect.stringContaining('answer') },
  ])
})

test('sign-in with SAML and CAS: without an address of the site, and one service beside another', async () => {
  const row = (provider_id: string, type: string, form: object) =>
    app.rows.insert('sign_in_provider', {
      provider_id,
      type,
      name: provider_id,
      is_open: 1,
      form: JSON.stringify(form),
      addtime: 1,
    })
  row('cas', 'cas', { server_url: 'http://127.0.0.1:1' })
  row('saml', 'saml', { metadata: metadataXml('https://idp.example/metadata', 'https://idp.example') })
  const settings = { outbound_allow: ['127.0.0.0/8'] }
  expect(await find('oauth', { settings })).toMatchObject([
    { status: 'error', finding: expect.stringContaining('site_url') },
    { status: 'error', finding: expect.stringContaining('site_url') },
  ])
  expect(await find('oauth', { settings: { ...settings, site_url: 'https://docs.example' } })).toMatchObject([
    { status: 'error', finding: expect.stringMatching(/^cas: 127\.0\.0\.1:1/) },
    { status: 'ok', finding: expect.stringContaining('saml') },
  ])
})

test('SCIM: a token that is new, never used, held, silent or ended', async () => {
  expect(await find('scim')).toEqual([])
  const { token } = await app.as('admin').adminScim.addToken({ name: 'Entra' })
  expect(await find('scim')).toMatchObject([{ status: 'info', finding: expect.stringContaining('not been used yet') }])
  const set = (sql: string) => app.rows.sqlite.exec(`UPDATE scim_token SET ${sql}`)
  set(`addtime = ${daysAgo(2)}`)
  expect(await find('scim')).toMatchObject([{ status: 'warning', advice: expect.stringContaining('other system') }])
  const ask = (authorization: string) => fetch(`${app.url}/scim/v2/Users`, { headers: { authorization } })
  expect((await ask(`Bearer ${token}`)).status).toBe(200)
  expect(await find('scim')).toMatchObject([{ status: 'ok' }])
  set(`last_use_time = ${daysAgo(8)}`)
  expect(await find('scim')).toMatchObject([{ status: 'warning', advice: expect.stringContaining('log') }])
  app.rows.sqlite.exec("UPDATE user SET groupid = 2 WHERE username = 'admin'")
  expect(await find('scim')).toMatchObject([
    {
      status: 'error',
      finding: expect.stringContaining('admin, who created it'),
      advice: expect.stringContaining('Take over'),
    },
  ])
  app.rows.sqlite.exec("UPDATE user SET groupid = 1 WHERE username = 'admin'; DELETE FROM scim_token")
  expect((await ask(`Bearer ${token}`)).status).toBe(401)
  expect(await find('scim')).toMatchObject([{ status: 'info', finding: expect.stringContaining('does not know') }])
})

test('the console lists the most urgent first, in the language of the browser, for administrators', async () => {
  const list = await app.as('admin').adminSite.health({ address: 'http://10.0.0.5' })
  const order = ['error', 'warning', 'info', 'ok']
  expect(list.map((one) => order.indexOf(one.status))).toEqual(list.map((one) => order.indexOf(one.status)).toSorted())
  expect(list[0]?.name).toBe('address')
  const zh = await app.call('adminSite/health', {}, { as: 'admin', headers: { 'Accept-Language': 'zh' } })
  expect((zh.json.data as { title: string }[]).map((one) => one.title)).toContain('磁盘空间')
  await expect(app.as('ann').adminSite.health()).rejects.toMatchObject({ code: 10103 })
})

test('a large body is counted and discarded, and events come one by one', async () => {
  expect(await app.as('admin').adminSite.measureBody({ filler: 'x'.repeat(9_000_000) })).toEqual({ bytes: 9_000_000 })
  await expect(app.as('admin').adminSite.measureBody({ filler: 'x'.repeat(10_000_001) })).rejects.toMatchObject({
    errorName: 'textTooLong',
  })
  const response = await fetch(`${app.url}/api/adminSite/measureEvents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.token('admin')}`, accept: 'text/event-stream' },
  })
  const times: number[] = []
  let text = ''
  for await (const piece of response.body ?? []) {
    times.push(performance.now())
    text += Buffer.from(piece).toString()
  }
  expect(text).toBe('data: {"nth":1}\n\ndata: {"nth":2}\n\ndata: {"nth":3}\n\n')
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(600)
})

test('addresses of the settings that outbound_allow refuses are named with their setting', async () => {
  expect(await find('outbound')).toEqual([])
  const hook = {
    format: 'json' as const,
    secret: 'at least 16 characters',
    events: ['page.updated' as const],
    lang: 'en' as const,
  }
  const settings: Partial<Config> = {
    smtp_host: '10.1.2.3',
    ldap_form: { host: 'ldaps://10.1.2.4' },
    oss_setting: { oss_type: 's3_storage', endpoint: '[fd00::9]:9000' },
    webhooks: [
      { name: 'CI', url: 'https://192.168.0.9/hook?key=untold', ...hook },
      { name: 'Chat', url: 'https://1.1.1.1/hook', ...hook },
    ],
    sign_in_providers: [
      { id: 'keycloak', type: 'oauth2', name: 'Keycloak', form: { issuer: 'https://172.16.0.7/realms/main' } },
    ],
  }
  const found = await find('outbound', { settings })
  expect(found.map(({ status, finding }) => [status, finding.split(',').slice(0, -1).join(',')])).toEqual([
    ['warning', 'smtp_host leads to 10.1.2.3'],
    ['warning', 'ldap_form.host leads to 10.1.2.4'],
    ['warning', 'oss_setting.endpoint leads to fd00::9'],
    ['warning', 'sign_in_providers (keycloak.issuer) leads to 172.16.0.7'],
    ['warning', 'webhooks (CI) leads to 192.168.0.9'],
  ])
  expect(found[0]?.paste).toBe('"outbound_allow": ["10.1.2.3"]')
  expect(JSON.stringify(found)).not.toContain('untold')
  const rules = { allow: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'] }
  expect(await find('outbound', { settings, rules })).toMatchObject([{ status: 'ok' }])
})
