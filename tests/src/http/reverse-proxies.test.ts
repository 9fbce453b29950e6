import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ensureProgram } from '#build/debian.ts'
import { root } from '#build/paths.ts'
import { createTestApp } from '#tests/support/app.ts'
import { localhostCertificate } from '#tests/support/localhost-certificate.ts'

// The proxies of Debian with the example files of packaging/ as they are, but for three values: the port, the
// certificate, and the server's address.

const password = 'a good password'
// The client's own address: the proxy connects from 127.0.0.1, which alone is trusted.
const clientIp = '127.0.0.2'

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  /** When each piece of the body arrived, in ms. */
  times: number[]
}

function send(url: string, options: RequestOptions = {}, body?: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const secure = { ca: localhostCertificate.cert, servername: 'localhost', localAddress: clientIp, agent: false }
    const request = httpsRequest(url, { ...secure, ...options }, (response) => {
      const times: number[] = []
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => {
        times.push(performance.now())
        pieces.push(piece)
      })
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(pieces).toString('utf8'),
          times,
        }),
      )
    })
    request.once('error', reject)
    request.setTimeout(10_000, () => request.destroy(new Error(`no answer: ${url}`)))
    request.end(body)
  })
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

let child: ChildProcess | undefined
let folder = ''
let said = ''

afterEach(async () => {
  if (child && child.exitCode === null) {
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  child = undefined
  if (folder) rmSync(folder, { recursive: true, force: true })
  folder = ''
})

interface Place {
  folder: string
  port: number
  cert: string
  key: string
  upstream: string
}

/** A proxy: its package, the example files, how they become a configuration, and how it is started. */
interface Proxy {
  name: string
  program: string
  files: readonly [root: string, subpath: string]
  write(example: string, at: Place): string[]
}

const certificates = /\/etc\/letsencrypt\/live\/docs\.example\.com\//g

const withPlace = (example: string, { folder: at, upstream }: Place): string =>
  example.replaceAll(certificates, `${at}/`).replaceAll('127.0.0.1:4999', upstream)

const apacheModules = ['mpm_event', 'authz_core', 'ssl', 'socache_shmcb', 'headers', 'proxy', 'proxy_http', 'deflate']

const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    program: 'nginx',
    files: ['nginx/docstead.conf', 'nginx/docstead-subpath.conf'],
    write(example, at) {
      const site = withPlace(example, at).replace('listen 443', `listen ${at.port}`)
      writeFileSync(join(at.folder, 'docstead.conf'), site)
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${at.folder}/${name};`,
      )
      writeFileSync(
        join(at.folder, 'nginx.conf'),
        `daemon off; user root; pid ${at.folder}/nginx.pid; error_log stderr; events {} http { access_log off; gzip on; gzip_types *; ${paths.join(' ')} include ${at.folder}/docstead.conf; }`,
      )
      return ['-c', join(at.folder, 'nginx.conf'), '-p', at.folder]
    },
  },
  {
    name: 'Apache',
    program: 'apache2',
    files: ['apache/docstead.conf', 'apache/docstead-subpath.conf'],
    write(example, at) {
      const site = withPlace(example, at).replace('*:443', `*:${at.port}`)
      const modules = apacheModules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
      const own = [
        `ServerRoot ${at.folder}`,
        `PidFile ${at.folder}/apache.pid`,
        `DefaultRuntimeDir ${at.folder}`,
        'ServerName localhost',
        `ErrorLog ${at.folder}/error.log`,
        ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
        `Listen ${at.port}`,
        'SetOutputFilter DEFLATE',
      ]
      writeFileSync(join(at.folder, 'apache.conf'), [...modules, ...own, site].join('\n'))
      return ['-f', join(at.folder, 'apache.conf'), '-D', 'FOREGROUND']
    },
  },
  {
    name: 'Caddy',
    program: 'caddy',
    files: ['caddy/Caddyfile', 'caddy/Caddyfile-subpath'],
    write(example, at) {
      const address = `https://localhost:${at.port} {\n\ttls ${at.cert} ${at.key}\n\tencode gzip`
      const site = withPlace(example, at).replace('\ndocs.example.com {', `\n${address}`)
      const global = `{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${at.folder}\n}\n`
      writeFileSync(join(at.folder, 'Caddyfile'), global + site)
      return ['run', '--config', join(at.folder, 'Caddyfile'), '--adapter', 'caddyfile']
    },
  },
]

/** Starts a proxy before the server at `upstream`. @returns its address */
async function startProxy(path: string, proxy: Proxy, file: string, upstream: string): Promise<string> {
  folder = mkdtempSync(join(tmpdir(), 'docstead-proxy-'))
  chmodSync(folder, 0o755)
  const at: Place = {
    folder,
    port: await freePort(),
    cert: join(folder, 'fullchain.pem'),
    key: join(folder, 'privkey.pem'),
    upstream,
  }
  writeFileSync(at.cert, localhostCertificate.cert)
  writeFileSync(at.key, localhostCertificate.key)
  mkdirSync(join(folder, 'home'))
  const args = proxy.write(readFileSync(join(root, 'packaging', file), 'utf8'), at)
  said = ''
  child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', HOME: join(folder, 'home') },
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => (said += piece.toString()))
  const url = `https://localhost:${at.port}`
  const endsMs = performance.now() + 10_000
  for (;;) {
    if (child.exitCode !== null || performance.now() > endsMs) throw new Error(`${proxy.name} does not start: ${said}`)
    const answer = await send(`${url}/healthz`).catch(() => undefined)
    if (answer) return url
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe.each(proxies)('$name', (proxy) => {
  let path: string | undefined
  beforeAll(async () => {
    path = await ensureProgram(proxy.program, proxy.name === 'nginx' ? 'nginx-light' : proxy.program)
  }, 300_000)

  test.for([
    { where: 'at the root', base_path: '', nth: 0 },
    { where: 'below a path', base_path: '/docs', nth: 1 },
  ] as const)('$where', async ({ base_path, nth }, { skip }) => {
    if (path === undefined) return skip('neither installed nor to be had from Debian')
    const config = { base_path, trusted_proxies: ['127.0.0.1'], upload_max_mb: 20, metrics: 'loopback' as const }
    const app = await createTestApp({ config })
    const uid = await app.newUser('ann', { password, groupid: 1 })
    const origin = await startProxy(path, proxy, proxy.files[nth], new URL(app.url).host)
    const site = origin + base_path
    const fromSite = { origin, 'sec-fetch-site': 'same-origin' }
    const post = (call: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      send(`${site}/api/${call}`, { method: 'POST', headers: { ...fromSite, ...headers } }, body)

    // sign-in: the cookie is for https and for the path, and the audit log has the client's address, not a claimed one
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '198.51.100.7' }
    const fields = new URLSearchParams({ username: 'ann', password }).toString()
    const signedIn = await post('user/loginByVerify', fields, form)
    expect(JSON.parse(signedIn.text)).toMatchObject({ error_code: 0, data: { username: 'ann' } })
    const [cookie = ''] = [signedIn.headers['set-cookie'] ?? []].flat()
    expect(cookie).toContain('; Secure')
    expect(cookie).toContain(`; Path=${base_path || '/'};`)
    expect(app.rows.all('audit_log')).toMatchObject([{ uid, action: 'login', ip: clientIp }])
    const session = { cookie: cookie.split(';')[0] ?? '' }

    // a page
    const page = await send(`${site}/item/index`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`${base_path}/`)
    expect(page.headers['content-security-policy']).toContain('nonce-')

    // the server's own checks are content with the proxy
    const health = await post('adminSite/health', new URLSearchParams({ address: site }).toString(), {
      ...form,
      ...session,
    })
    const found = (JSON.parse(health.text).data as { name: string; status: string; finding: string }[]).find(
      ({ name }) => name === 'proxy',
    )
    expect(found).toMatchObject({ status: 'ok', finding: `127.0.0.1 is trusted and names the visitor (${clientIp}).` })

    // events come one by one, although the proxy compresses
    const headers = { accept: 'text/event-stream', 'accept-encoding': 'gzip', ...session }
    const events = await post('adminSite/measureEvents', '', headers)
    expect(events.status).toBe(200)
    expect((events.times.at(-1) ?? 0) - (events.times[0] ?? 0)).toBeGreaterThan(600)

    // 9 MB as text and as a file
    const text = JSON.stringify({ filler: 'x'.repeat(9_000_000) })
    const measured = await post('adminSite/measureBody', text, { 'content-type': 'application/json', ...session })
    expect(JSON.parse(measured.text)).toEqual({ error_code: 0, data: { bytes: 9_000_000 } })
    const body = new FormData()
    body.set('file', new Blob([Buffer.alloc(9_000_000, 'a')]), 'large.txt')
    const encoded = new Response(body)
    const uploaded = await post('attachment/attachmentUpload', Buffer.from(await encoded.arrayBuffer()), {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...session,
    })
    expect(JSON.parse(uploaded.text)).toMatchObject({ success: 1 })
    expect(app.rows.all('upload_file')).toMatchObject([{ file_size: 9_000_000 }])

    // what is for the machine itself does not get out
    expect((await send(`${site}/metrics`)).status).toBe(404)
    expect((await fetch(`${app.url}/metrics`)).status).toBe(200)
  })
})
