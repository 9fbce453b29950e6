import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dist } from '#build/paths.ts'

const name = process.platform === 'win32' ? 'docstead.exe' : 'docstead'
/** A machine without Node, a home directory or a temporary directory. */
const bare = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', TMPDIR: '/nonexistent' }
/** Root may write anywhere, so the test runs as an ordinary user where it can. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

let folder: string
let file: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docstead executable '))
  chmodSync(folder, 0o755)
  file = join(folder, name)
  cpSync(join(dist, name), file)
})

afterAll(() => rmSync(folder, { recursive: true }))

const assets = join(dist, 'web/assets')
const sizeOf = (asset: string) => statSync(join(assets, asset)).size
const assetsBySize = () =>
  readdirSync(assets)
    .filter((asset) => asset.endsWith('.js'))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Polls until the server responds; returns the elapsed ms. */
async function firstAnswer(url: string): Promise<number> {
  const startedMs = performance.now()
  for (;;) {
    const answered = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return performance.now() - startedMs
    if (performance.now() - startedMs > 10_000) throw new Error(`no answer from ${url}`)
    await new Promise((done) => setTimeout(done, 10))
  }
}

test('is one file of at most 125 MB', () => {
  expect(statSync(file).size).toBeLessThanOrEqual(125e6)
})

test('starts with the code that V8 compiled when it was built', () => {
  const watch = join(folder, 'watch.cjs')
  writeFileSync(
    watch,
    `const vm = require('node:vm')
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options)
    if (options?.filename === 'main.cjs') process.stderr.write('rejected: ' + this.cachedDataRejected)
  }
}`,
  )
  const env = { ...bare, NODE_OPTIONS: `--require "${watch}"` }
  const { stderr } = spawnSync(file, ['version'], { cwd: '/', env, encoding: 'utf8' })
  rmSync(watch)
  expect(stderr).toBe('rejected: false')
})

test('prints its version on a machine without Node and home directory', () => {
  const { status, stdout } = spawnSync(file, ['version'], { cwd: '/', env: bare, encoding: 'utf8', ...nobody })
  expect(status).toBe(0)
  expect(stdout).toMatch(/0\.\d+\.\d+/)
})

test('serves from its data folder alone and ends cleanly', async () => {
  const data = join(folder, 'data')
  const port = await freePort()
  mkdirSync(data)
  if (nobody.uid !== undefined) spawnSync('chown', [`${nobody.uid}:${nobody.gid}`, data])
  const args = ['serve', '--data', data, '--port', String(port)]
  const server = spawn(file, args, { cwd: '/', env: bare, stdio: 'ignore', ...nobody })
  const ended = once(server, 'exit')
  try {
    const ms = await firstAnswer(`http://127.0.0.1:${port}/healthz`)
    // the target is 0.7 s; a machine that runs other tests in parallel gets some more
    expect(ms).toBeLessThan(2000)
    expect((await fetch(`http://127.0.0.1:${port}/`)).headers.get('content-type')).toMatch(/^text\/html/)
    // the largest assets are stored as brotli only; a browser without https requests gzip
    const largest = assetsBySize().at(-1) ?? ''
    for (const encoding of ['gzip', 'br', 'identity']) {
      const asset = await fetch(`http://127.0.0.1:${port}/assets/${largest}`, {
        headers: { 'accept-encoding': encoding },
      })
      expect(asset.headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect((await asset.bytes()).length).toBe(statSync(join(assets, largest)).size)
    }
    expect(readdirSync(join(data, '.native')).some((entry) => entry.startsWith('better-sqlite3-'))).toBe(true)
  } finally {
    server.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
  expect(readdirSync(folder).toSorted()).toEqual(['data', name])
  // the bundle of this worker thread is compressed in the executable, and loads an addon
  const copy = join(data, 'copy.docstead')
  const backup = spawnSync(file, ['backup', copy, '--data', data], { cwd: '/', env: bare, encoding: 'utf8', ...nobody })
  expect(backup).toMatchObject({ status: 0 })
  const verify = spawnSync(file, ['backup', 'verify', copy, '--data', data], {
    cwd: '/',
    env: bare,
    encoding: 'utf8',
    ...nobody,
  })
  expect(verify).toMatchObject({ status: 0 })
})
