import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pino from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { runCommandLine } from '#src/cli/commands.ts'
import { type RunningFollower, startFollower } from '#src/cli/start-follower.ts'
import { type Config, readConfig, StartError } from '#src/core/config.ts'
import { lockDataFolder, pathsIn } from '#src/core/data-folder.ts'
import { followPaths } from '#src/core/follow-record.ts'
import { schemaNumber } from '#src/db/engine.ts'
import { createBackup, openSource, restoreBackup } from '#src/features/backup/index.ts'
import { serverHealth } from '#src/features/health/server-health.ts'
import { promoteCopy } from '#src/features/standby/index.ts'
import { createTestApp, type TestApp, type TestOptions } from '#tests/support/app.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import { writeWebStub } from '#tests/support/web-stub.ts'

const secret = 'a secret of followers, long enough'.replaceAll(' ', '-')

const createPrimary = (options: TestOptions = {}) =>
  createTestApp({ ...options, config: { follow_secret: secret, ...options.config } })

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-standby-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Given {
  data?: string
  isDiscarding?: boolean
  config?: Partial<Config>
}

/** Starts a follower of an address in this process. */
async function follow(
  url: string,
  { data = join(newFolder(), 'data'), isDiscarding = false, config = {} }: Given = {},
) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const log: string[] = []
  const follower = await startFollower({
    config: {
      ...readConfig(new Map(), {}),
      data,
      port: 0,
      follow_secret: secret,
      outbound_allow: ['127.0.0.1'],
      metrics: 'loopback',
      ...config,
    },
    log: pino({ base: null }, { write: (line: string) => void log.push(line) }),
    folder: writeWebStub(join(newFolder(), 'web')),
    url,
    isDiscarding,
    signal: stop.signal,
  })
  if (!follower) throw new Error('stopped')
  let isStopped = false
  const stopOnce = async () => {
    if (!isStopped) {
      isStopped = true
      await follower.stop()
    }
  }
  onTestFinished(stopOnce)
  return { ...follower, stop: stopOnce, data, log, client: clientOf(follower) }
}

type Followed = Awaited<ReturnType<typeof follow>>

const clientOf =
  ({ address }: Pick<RunningFollower, 'address'>) =>
  (token?: string) =>
    createClient<Contract>({
      base: address,
      headers: (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
    })

const startErrorOf = (running: Promise<unknown>): Promise<string> =>
  running.then(
    () => 'started',
    (error: unknown) => (error instanceof StartError ? error.text : String(error)),
  )

/** An item with one page; returns functions that read and save the page. */
async function newPage(primary: TestApp) {
  const owner = primary.as('owner')
  const { item_id } = await owner.item.add({ item_name: 'Manual', item_type: 1 })
  const { page_id } = await owner.page.save({ item_id, page_title: 'Page', page_content: 'first' })
  return {
    item_id,
    page_id,
    save: (page_content: string) => owner.page.save({ item_id, page_id, page_title: 'Page', page_content }),
    readAt: async (follower: Followed) =>
      (await follower.client(primary.token('owner')).page.info({ page_id })).page_content,
  }
}

async function addUpload(primary: TestApp, content = randomBytes(50_000)) {
  const path = primary.app.files.incomingPath()
  writeFileSync(path, content)
  const stored_name = await primary.app.files.store(path)
  const sign = randomBytes(16).toString('hex')
  const row = { display_name: 'a', file_type: 'a/b', file_size: content.length, uid: primary.uid('owner'), item_id: 0 }
  primary.rows.insert('upload_file', { ...row, sign, stored_name, addtime: 1 })
  return { stored_name, content }
}

const soon = { timeout: 15_000, interval: 20 }

/** A connection to a server that counts the bytes of its answers, and is cut after `allowed` of them. */
async function newWire(url: string) {
  const wire = { url: '', allowed: Number.POSITIVE_INFINITY, passed: 0 }
  const server = createTcp((socket) => {
    const to = connect(Number(new URL(url).port), '127.0.0.1')
    socket.pipe(to)
    to.on('data', (chunk: Buffer) => {
      wire.passed += chunk.length
      wire.allowed -= chunk.length
      if (wire.allowed < 0) {
        socket.destroy()
        to.destroy()
      } else socket.write(chunk)
    })
    for (const [one, other] of [
      [socket, to],
      [to, socket],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  wire.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return wire
}

/** Adds so many megabytes to a database. */
function addBallast(primary: TestApp, megabytes: number): void {
  const sqlite = new Database(pathsIn(primary.data).database)
  sqlite.exec('CREATE TABLE IF NOT EXISTS ballast (bytes BLOB)')
  for (let at = 0; at < megabytes; at++) sqlite.prepare('INSERT INTO ballast VALUES (randomblob(1000000))').run()
  sqlite.close()
}

/** Expects that a database has its structure and the given texts of pages. */
function expectWhole(data: string): void {
  const sqlite = new Database(pathsIn(data).database, { readonly: true })
  try {
    expect(sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(sqlite.pragma('foreign_key_check')).toEqual([])
  } finally {
    sqlite.close()
  }
}

const contentOf = (data: string): unknown => {
  const sqlite = new Database(pathsIn(data).database, { readonly: true })
  try {
    return sqlite
      .prepare('SELECT page_id, page_title, page_content FROM page JOIN page_content USING (page_id) ORDER BY page_id')
      .all()
  } finally {
    sqlite.close()
  }
}

describe('a copy', () => {
  test('has what is saved within seconds, pages and files', async () => {
    const primary = await createPrimary()
    const page = await newPage(primary)
    const early = await addUpload(primary)
    const follower = await follow(primary.url)
    expect(await page.readAt(follower)).toBe('first')
    expect(readFileSync(follower.app.files.pathOf(early.stored_name))).toEqual(early.content)
    for (let round = 0; round < 3; round++) {
      await page.save(`round ${round}`)
      const upload = await addUpload(primary)
      await expect.poll(() => page.readAt(follower), soon).toBe(`round ${round}`)
      await expect.poll(() => existsSync(follower.app.files.pathOf(upload.stored_name)), soon).toBe(true)
      expect(readFileSync(follower.app.files.pathOf(upload.stored_name))).toEqual(upload.content)
    }
    expect(follower.app.following?.lagSeconds()).toBeLessThan(10)
    await follower.stop()
    expectWhole(follower.data)
    expect(contentOf(follower.data)).toEqual(contentOf(primary.data))
    expect(primary.errors).toEqual([])
  })

  test('goes on after its process has ended, and after the other server was away', async () => {
    const primary = await createPrimary()
    const page = await newPage(primary)
    const data = join(newFolder(), 'data')
    const first = await follow(primary.url, { data })
    await first.stop()
    await page.save('while the follower was away')
    const late = await addUpload(primary)
    const { port } = new URL(primary.url)
    const second = await follow(primary.url, { data })
    await expect.poll(() => page.readAt(second), soon).toBe('while the follower was away')
    expect(existsSync(second.app.files.pathOf(late.stored_name))).toBe(true)

    const kept = `${primary.data}-kept`
    // closing removes the folder, so its content goes on elsewhere
    await createBackup(primary.data, { file: `${kept}.tar` })
    onTestFinished(() => rmSync(`${kept}.tar`, { force: true }))
    await primary.close()
    await expect.poll(() => second.app.following?.problem()?.text, soon).toBe('followUnreachable')
    // people go on reading
    expect((await fetch(`${second.address}/readyz`)).status).toBe(200)
    expect(port).not.toBe('')
  })

  test('does not change while the network is cut again and again', async () => {
    const primary = await createPrimary()
    const page = await newPage(primary)
    const wire = await newWire(primary.url)
    const { url } = wire
    const follower = await follow(url)
    for (let round = 0; round < 2; round++) {
      const text = `${round} ${randomBytes(200_000).toString('base64')}`
      wire.allowed = 20_000 + round * 40_000
      await page.save(text)
      await expect.poll(() => follower.app.following?.problem()?.text, soon).toBe('followUnreachable')
      expect((await page.readAt(follower)).slice(0, 2)).not.toBe(`${round} `)
      wire.allowed = Number.POSITIVE_INFINITY
      await expect.poll(() => page.readAt(follower), soon).toBe(text)
    }
    await follower.stop()
    expectWhole(follower.data)
  })

  test('that was interrupted goes on with what it has', async () => {
    const primary = await createPrimary()
    const page = await newPage(primary)
    addBallast(primary, 8)
    const wire = await newWire(primary.url)
    wire.allowed = 5_000_000
    const starting = follow(wire.url)
    await expect.poll(() => wire.allowed, soon).toBeLessThan(0)
    wire.allowed = Number.POSITIVE_INFINITY
    const follower = await starting
    expect(await page.readAt(follower)).toBe('first')
    // 13 MB if it began again
    expect(wire.passed).toBeLessThan(11_000_000)
    await follower.stop()
    expectWhole(follower.data)
  })

  test('of a large site comes in a new file after a longer absence', async () => {
    const primary = await createPrimary()
    const page = await newPage(primary)
    const data = join(newFolder(), 'data')
    const first = await follow(primary.url, { data })
    await first.stop()
    // more pages than come as a log
    addBallast(primary, 18)
    await page.save('with ballast')
    const second = await follow(primary.url, { data })
    await expect.poll(() => page.readAt(second), soon).toBe('with ballast')
    await page.save('afterwards')
    await expect.poll(() => page.readAt(second), soon).toBe('afterwards')
    await second.stop()
    expectWhole(data)
  })
})

describe('a copy is read-only', () => {
  test('changes and sign-ins are rejected in both languages, reading works with what the site knows', async () => {
    const primary = await createPrimary()
    const page = await newPage(primary)
    await primary.newUser('ann', { password: 'a good password' })
    const follower = await follow(primary.url)
    const token = primary.token('owner')
    const call = async (path: string, body: Record<string, string>, lang: string) =>
      (await (
        await fetch(`${follower.address}/api/${path}`, {
          method: 'POST',
          headers: { 'accept-language': lang, authorization: `Bearer ${token}` },
          body: new URLSearchParams(body),
        })
      ).json()) as { error_name: string; error_message: string }
    const save = { item_id: String(page.item_id), page_id: String(page.page_id), page_title: 'x', page_content: 'x' }
    expect(await call('page/save', save, 'en')).toMatchObject({
      error_name: 'readOnlyCopy',
      error_message: expect.stringContaining(`read-only copy of ${primary.url}`),
    })
    expect((await call('page/save', save, 'zh')).error_message).toContain('只读副本')
    expect(await call('user/loginByVerify', { username: 'ann', password: 'a good password' }, 'en')).toMatchObject({
      error_name: 'readOnlyCopy',
    })
    expect(await page.readAt(follower)).toBe('first')
    const client = follower.client(token)
    expect((await client.user.info({})).username).toBe('owner')
    expect(await client.item.myList({})).toHaveLength(1)
    await follower.stop()
    expect(follower.log.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  test('shows how old it is, to programs as well', async () => {
    const primary = await createPrimary({ config: { metrics: 'loopback' } })
    await newPage(primary)
    const follower = await follow(primary.url)
    const ready = await fetch(`${follower.address}/readyz`)
    expect(await ready.json()).toMatchObject({ status: 'ok', copy_of: primary.url, lag_seconds: expect.any(Number) })
    expect(await (await fetch(`${follower.address}/metrics`)).text()).toMatch(/^docstead_follow_lag_seconds [\d.]+$/m)
    const metrics = await (await fetch(`${primary.url}/metrics`)).text()
    expect(metrics).toMatch(/^docstead_followers 1$/m)
    expect(metrics).toMatch(/^docstead_follower_lag_seconds\{follower="[^"]+"\} [\d.]+$/m)
    const arrival = {
      peer: '',
      isTrusted: false,
      client: '',
      isHttps: false,
      host: '',
      headers: [],
      forwardedFor: '',
      forwardedProto: '',
    }
    const checkAt = async (server: { app: Followed['app'] }) => {
      const found = await serverHealth(server.app, { arrival, lang: 'en' }, {})
      return found.filter(({ name }) => name === 'standby').map(({ status, finding }) => `${status}: ${finding}`)
    }
    expect(await checkAt(follower)).toEqual([expect.stringMatching(/^ok: this is a read-only copy of http.* s old$/)])
    expect(await checkAt(primary)).toEqual([expect.stringMatching(/^ok: .* follows this site and is \d+ s behind$/)])
    expect(await (await fetch(follower.address)).text()).toContain(`"copy_of":"${primary.url}"`)
  })
})

describe('who may follow', () => {
  const send = (url: string, given: string | undefined, path = 'session') =>
    fetch(`${url}/standby/v1/${path}`, {
      method: 'POST',
      headers: given === undefined ? {} : { authorization: `Bearer ${given}` },
      body: JSON.stringify({ follower: 'a'.repeat(32), name: 'x' }),
    })

  test('nobody until the secret is set', async () => {
    const primary = await createTestApp()
    expect((await send(primary.url, secret)).status).toBe(404)
    expect((await send(primary.url, '')).status).toBe(404)
    expect(await startErrorOf(follow(primary.url))).toBe('followOff')
  })

  test('only who has the secret; neither an administrator nor a session does', async () => {
    const primary = await createPrimary()
    primary.as('admin')
    for (const given of [undefined, '', 'x'.repeat(32), primary.token('admin')]) {
      expect((await send(primary.url, given)).status).toBe(403)
    }
    const cookie = await fetch(`${primary.url}/standby/v1/session`, {
      method: 'POST',
      headers: { cookie: `docstead_session=${primary.token('admin')}`, origin: primary.url },
    })
    expect(cookie.status).toBe(403)
    expect(primary.rows.all('audit_log').filter(({ action }) => action === 'followRejected')).toHaveLength(1)
    expect(await startErrorOf(follow(primary.url, { config: { follow_secret: 'y'.repeat(32) } }))).toBe(
      'followSecretWrong',
    )
    expect((await send(primary.url, secret)).status).toBe(200)
    expect(primary.rows.all('audit_log').filter(({ action }) => action === 'followed')).toHaveLength(1)
  })

  test('bad requests are rejected, and leave nothing behind', async () => {
    const primary = await createPrimary()
    const { session } = (await (await send(primary.url, secret)).json()) as { session: string }
    const get = (path: string, method = 'GET', body?: Uint8Array<ArrayBuffer>) =>
      fetch(`${primary.url}/standby/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
        ...(body && { body }),
      })
    expect((await get('changes?session=unknown&has=0&file=0')).status).toBe(410)
    expect((await get(`changes?session=${session}&has=7&file=0`)).status).toBe(410)
    expect((await get(`changes?session=${session}&has=x&file=0`)).status).toBe(400)
    expect((await get(`file?session=${session}&name=../../docstead.db`)).status).toBe(400)
    expect((await get(`file?session=${session}&name=${'0'.repeat(32)}`)).status).toBe(200)
    expect((await get(`pages?session=${session}`, 'POST', Buffer.from([0, 0, 0, 0]))).status).toBe(400)
    expect((await get(`pages?session=${session}`, 'POST', Buffer.alloc(100_000))).status).toBe(413)
    expect((await get('nothing')).status).toBe(404)
    expect((await fetch(`${primary.url}/standby/v1/session`, { method: 'POST', body: '{' })).status).toBe(403)
    expect(readdirSync(join(primary.data, 'uploads/incoming'))).toEqual([])
    expect(primary.errors).toEqual([])
  })

  test('without TLS only in networks that are listed', async () => {
    const primary = await createPrimary()
    expect(await startErrorOf(follow(primary.url, { config: { outbound_allow: [] } }))).toBe('followNotAllowed')
    // a public address, which is not connected to
    expect(await startErrorOf(follow('http://1.1.1.1'))).toBe('followNotAllowed')
    expect(await startErrorOf(follow('ftp://127.0.0.1'))).toBe('followUrlBad')
    expect(await startErrorOf(follow(primary.url, { config: { follow_secret: '' } }))).toBe('followSecretMissing')
  })
})

describe('promotion', () => {
  test('makes the copy a site of its own, with everything', async () => {
    const primary = await createPrimary()
    const page = await newPage(primary)
    const follower = await follow(primary.url)
    await page.save('the last text')
    await expect.poll(() => page.readAt(follower), soon).toBe('the last text')
    await follower.stop()
    expect(await startErrorOf(createTestApp({ data: follower.data }))).toBe('followServe')
    const lock = lockDataFolder(follower.data)
    await promoteCopy(follower.data, new Date())
    lock.release()
    const promoted = await createPrimary({ data: follower.data })
    const headers = { authorization: `Bearer ${primary.token('owner')}` }
    const client = createClient<Contract>({ base: promoted.url, headers: () => headers })
    expect((await client.page.info({ page_id: page.page_id })).page_content).toBe('the last text')
    await client.page.save({
      item_id: page.item_id,
      page_id: page.page_id,
      page_title: 'Page',
      page_content: 'written on the promoted one',
    })
    expect(promoted.rows.all('audit_log').filter(({ action }) => action === 'promoted')).toHaveLength(1)
    await promoted.close()
    // it does not become a copy of the former one again by itself
    expect(await startErrorOf(follow(primary.url, { data: follower.data }))).toBe('followNotCopy')
    const discarded = await follow(primary.url, { data: follower.data, isDiscarding: true })
    expect(await page.readAt(discarded)).toBe('the last text')
    const [former = ''] = readdirSync(follower.data).filter((name) => name.startsWith('before-restore-'))
    expect(JSON.stringify(contentOf(join(follower.data, former)))).toContain('written on the promoted one')
  })

  test('a follower does not go over to a server with another history', async () => {
    const primary = await createPrimary()
    const page = await newPage(primary)
    const data = join(newFolder(), 'data')
    const follower = await follow(primary.url, { data })
    await follower.stop()
    const other = await createPrimary()
    await newPage(other)
    const again = await follow(other.url, { data })
    await expect.poll(() => again.app.following?.problem()?.text, soon).toBe('followHistory')
    expect(await page.readAt(again)).toBe('first')
  })

  test('a server that was restored from a backup is not followed silently', async () => {
    const folder = newFolder()
    const data = join(folder, 'primary')
    const file = join(folder, 'backup.tar')
    const first = await createPrimary({ data })
    const page = await newPage(first)
    const { port } = new URL(first.url)
    const followed = join(folder, 'copy')
    const follower = await follow(first.url, { data: followed })
    await createBackup(data, { file })
    await page.save('after the backup')
    await expect.poll(() => page.readAt(follower), soon).toBe('after the backup')
    await first.close()
    const config = { ...readConfig(new Map(), {}), data }
    await restoreBackup(await openSource(file, config), data)
    const second = await createPrimary({ data, config: { port: Number(port) } })
    expect(second.url).toBe(first.url)
    await expect.poll(() => follower.app.following?.problem()?.text, soon).toBe('followHistory')
    expect(await page.readAt(follower)).toBe('after the backup')
    await follower.stop()
    const discarded = await follow(second.url, { data: followed, isDiscarding: true })
    expect(discarded.app.following?.problem()).toBeUndefined()
    expect(JSON.stringify(contentOf(followed))).not.toContain('after the backup')
  })

  test('a disk that was put back to an earlier time is not followed silently', async () => {
    const folder = newFolder()
    const data = join(folder, 'primary')
    const first = await createPrimary({ data })
    const page = await newPage(first)
    const followed = join(folder, 'copy')
    const before = await follow(first.url, { data: followed })
    await before.stop()
    const sqlite = new Database(pathsIn(data).database)
    await sqlite.backup(join(folder, 'earlier.db'))
    sqlite.close()
    await first.as('owner').page.save({ item_id: page.item_id, page_title: 'Later', page_content: 'later' })
    const after = await follow(first.url, { data: followed })
    await expect.poll(() => JSON.stringify(contentOf(followed)), soon).toContain('Later')
    await after.stop()
    await first.close()
    rmSync(pathsIn(data).database)
    writeFileSync(pathsIn(data).database, readFileSync(join(folder, 'earlier.db')))
    const second = await createPrimary({ data })
    const stopped = await follow(second.url, { data: followed })
    await expect.poll(() => stopped.app.following?.problem()?.text, soon).toBe('followWentBack')
    expect(JSON.stringify(contentOf(followed))).toContain('Later')
  })

  test('commands that write, and a server, leave a copy alone', async () => {
    const primary = await createPrimary()
    await newPage(primary)
    const follower = await follow(primary.url)
    const before = contentOf(follower.data)
    const args = ['--data', follower.data]
    expect(await runCommandLine(['user', 'list', ...args], {})).toBe(1)
    expect(await runCommandLine(['reindex', ...args], {})).toBe(1)
    expect(await runCommandLine(['serve', '--port', '0', ...args], {})).toBe(1)
    const file = join(newFolder(), 'of-the-copy.tar')
    expect(await runCommandLine(['backup', file, ...args], {})).toBe(0)
    expect(existsSync(file)).toBe(true)
    expect(contentOf(follower.data)).toEqual(before)
    expect(await runCommandLine(['promote', '--data', primary.data], {})).toBe(1)
  })
})

describe('servers of other versions', () => {
  /** A server that says it has another schema. */
  async function pretending(primary: TestApp, change: (info: Record<string, unknown>) => void): Promise<string> {
    const proxy = createServer((from, to) => {
      const passed = request(`${primary.url}${from.url}`, { method: from.method, headers: from.headers }, (answer) => {
        const isSession = from.url?.endsWith('/session')
        if (!isSession) {
          to.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(to)
          return
        }
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const info = JSON.parse(Buffer.concat(chunks).toString())
          change(info)
          to.setHeader('content-type', 'application/json')
          to.end(JSON.stringify(info))
        })
      })
      from.pipe(passed)
    })
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
    onTestFinished(() => void proxy.close())
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  }

  test('a newer schema is not copied; the last moment stays and can be promoted', async () => {
    const primary = await createPrimary()
    const page = await newPage(primary)
    let schema = schemaNumber
    const url = await pretending(primary, (info) => {
      info['schema'] = schema
    })
    const data = join(newFolder(), 'data')
    const follower = await follow(url, { data })
    await follower.stop()
    schema = schemaNumber + 1
    await page.save('of the newer version')
    const again = await follow(url, { data })
    await expect.poll(() => again.app.following?.problem()?.text, soon).toBe('followNewer')
    expect(await page.readAt(again)).toBe('first')
    await again.stop()
    expect(await startErrorOf(follow(url))).toBe('followNewer')
    expect(existsSync(followPaths(data).record)).toBe(true)
  })
})

test('files in a bucket are read there by the copy; those that move back come to it', async () => {
  const service = await startS3()
  const allow = ['127.0.0.0/8']
  const primary = await createPrimary({ config: { outbound_allow: allow } })
  const { endpoint, region, bucket, key, secret: keySecret } = service
  const { adminSetting, adminStorage } = primary.as('admin')
  const oss_setting = JSON.stringify({ oss_type: 's3_storage', endpoint, region, bucket, key, secret: keySecret })
  await adminSetting.saveConfig({ oss_open: true, oss_setting })
  const upload = async (text: string) =>
    (await primary.as('owner').page.upload({ file: new File([text], 'a.txt') })).url
  const first = await upload('in the bucket before')
  const follower = await follow(primary.url)
  const second = await upload('in the bucket after')
  const textAt = async (url: string) => {
    const headers = { authorization: `Bearer ${primary.token('owner')}` }
    return (await fetch(follower.address + url, { headers })).text()
  }
  const uploads = () =>
    readdirSync(join(follower.data, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[0-9a-f]{32}$/.test(name),
    )
  await vi.waitFor(async () => expect(await textAt(second)).toBe('in the bucket after'), soon)
  expect(await textAt(first)).toBe('in the bucket before')
  expect(uploads()).toEqual([])
  await adminSetting.saveConfig({ oss_open: false })
  await adminStorage.startMove()
  await vi.waitFor(async () => expect((await adminStorage.status()).move.state).toBe('done'), soon)
  await vi.waitFor(() => expect(uploads()).toHaveLength(2), soon)
  service.stop()
  await vi.waitFor(async () => expect(await textAt(first)).toBe('in the bucket before'), soon)
  expect(await textAt(second)).toBe('in the bucket after')
})
