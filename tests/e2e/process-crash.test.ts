import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { cli, newAdministrator, newFolder, type RunningExecutable, start, until } from './support/executable.ts'

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Opens the database of a data folder for reading. */
function look(data: string): Database.Database {
  const sqlite = new Database(join(data, 'docstead.db'), { readonly: true })
  onTestFinished(() => void sqlite.close())
  return sqlite
}

/** Expects the structure and the references of a database to be intact. Source: security P19. */
function expectWhole(sqlite: Database.Database): void {
  expect(sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(sqlite.pragma('foreign_key_check')).toEqual([])
}

const count = (sqlite: Database.Database, table: string): number =>
  sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number

/** An archive with this many pages, about 5 KB each. */
function archive(pages: number): Blob {
  const text = strToU8('A page that comes in. 一个页面。\n\n'.repeat(140))
  const entries = Array.from({ length: pages }, (_, at) => [`Folder ${at % 7}/Page ${at}.md`, text] as const)
  return new Blob([zipSync(Object.fromEntries(entries), { level: 1 }) as Uint8Array<ArrayBuffer>])
}

/** What one user has saved to one page. */
interface Writer {
  page_id: number
  /** The number in the text of the last save that was sent, and of each that was acknowledged. */
  sent: number
  acknowledged: number[]
}

const textOf = (writer: Writer, number: number) =>
  `page ${writer.page_id} save ${number}\n${'Text. 文字。'.repeat(200)}`
const numberIn = (text: string): number => Number(/save (\d+)/.exec(text)?.[1])

/** Saves one text after another until the server is gone. */
async function saveUntilGone(server: RunningExecutable, token: string, item_id: number, writer: Writer): Promise<void> {
  const client = server.client(token)
  for (;;) {
    const number = ++writer.sent
    const page_content = textOf(writer, number)
    try {
      await client.page.save({ item_id, page_id: writer.page_id, page_title: `Page ${writer.page_id}`, page_content })
      writer.acknowledged.push(number)
    } catch (error) {
      if (error instanceof ApiError && error.errorName === 'offline') return
      throw error
    }
  }
}

test('every acknowledged save survives kill -9, round after round', async () => {
  const data = join(newFolder(), 'data')
  let server = await start({ data })
  const token = await newAdministrator(server)
  const { item_id } = await server.client(token).item.add({ item_name: 'Crash' })
  const writers: Writer[] = []
  for (let at = 0; at < 4; at++) {
    const saved = await server.client(token).page.save({ item_id, page_title: `Page ${at}`, page_content: 'save 0' })
    writers.push({ page_id: Number(saved.page_id), sent: 0, acknowledged: [0] })
  }

  const rounds = 12
  for (let round = 0; round < rounds; round++) {
    const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged.length, 0)
    const before = acknowledged()
    const saving = Promise.all(writers.map((writer) => saveUntilGone(server, token, item_id, writer)))
    // after a few saves or after dozens, and at a different moment within a save each time
    await until('acknowledged saves', () => acknowledged() > before + round * 6)
    await wait((round * 7) % 20)
    const killed = server.pid
    await server.kill9()
    await saving

    server = await start({ data })
    await until('word of the unclean end', () => server.log().includes(String(killed)), 2000)
    expect(server.log()).toMatch(/didn’t shut down cleanly/)
    await until('the result of the check', () => server.log().includes('checked and is intact'))
    const client = server.client(token)
    for (const writer of writers) {
      const page = await client.page.info({ page_id: writer.page_id })
      const history = await client.page.history({ page_id: writer.page_id })
      const kept = [page, ...history].map((version) => numberIn(version.page_content))
      const newest = writer.acknowledged.at(-1) ?? 0
      // a save without a response may have been executed, and nothing else may be there
      expect([newest, writer.sent]).toContain(kept[0])
      expect(page.page_content).toBe(kept[0] === 0 ? 'save 0' : textOf(writer, kept[0] ?? 0))
      expect(kept).toHaveLength(Math.min(21, Number(page.page_version)))
      for (const number of writer.acknowledged.slice(-20)) expect(kept).toContain(number)
      // each is there once, the newer before the older
      expect(kept).toEqual([...new Set(kept)].toSorted((a, b) => b - a))
      if (kept[0] === writer.sent && newest !== writer.sent) writer.acknowledged.push(writer.sent)
    }
    expectWhole(look(data))
  }
  expect((await server.stop()).code).toBe(0)
  const quiet = await start({ data })
  expect(quiet.log()).not.toMatch(/didn’t shut down cleanly/)
}, 120_000)

test('every change of an API is in the change log after kill -9, before its comparison and in the middle of many', async () => {
  const data = join(newFolder(), 'data')
  let server = await start({ data })
  const token = await newAdministrator(server)
  const { item_id } = await server.client(token).item.add({ item_name: 'Pets' })
  const bea = { username: 'bea', password: 'bea and nine rivers' }
  await server.client(token).adminUser.addUser({ uid: 0, ...bea })
  await server.client(token).member.save({ item_id, username: bea.username, member_group_id: 1 })
  const beaToken = (await server.client().user.loginByVerify(bea)).user_token
  const row = (name: string) => ({ name, type: 'string', require: '1', value: '', remark: '' })
  const text = (at: number, parameters: readonly string[]) =>
    JSON.stringify({
      info: { type: 'api', method: 'get', url: `/pets/${at}` },
      request: { query: parameters.map(row) },
      response: {},
    })
  const page_ids: number[] = []
  const save = async (at: number, parameters: readonly string[], as = token) => {
    const page = { item_id, page_id: page_ids[at] ?? 0, page_title: `Page ${at}`, page_content: text(at, parameters) }
    page_ids[at] = Number((await server.client(as).page.save(page)).page_id)
  }
  const pages = Array.from({ length: 40 }, (_, at) => at)
  const waiting = () => count(look(data), 'api_change_queue')
  for (const at of pages) await save(at, [])
  for (const at of pages) await save(at, ['first'])
  await server.kill9()
  expect(waiting()).toBeGreaterThanOrEqual(pages.length)
  server = await start({ data })
  // saves of another person are an entry of their own, whether or not the first ones are part of the page's beginning
  for (const at of pages) await save(at, ['first', 'second'], beaToken)
  const before = waiting()
  const someAreCompared = () => {
    const left = waiting()
    return left > 0 && left < before
  }
  await until('the first comparisons', someAreCompared)
  await server.kill9()
  const left = waiting()
  expect(left).toBeGreaterThan(0)
  server = await start({ data })
  await until('the last comparison', () => waiting() === 0)
  const { total, list } = await server.client(token).apiChange.list({ item_id, count: 100 })
  expect(list).toHaveLength(Number(total))
  for (const page_id of page_ids) {
    const kinds = list
      .filter((entry) => Number(entry.page_id) === page_id)
      .flatMap((entry) => entry.changes.map(({ kind, path }) => `${kind} ${path}`))
    expect(kinds, String(page_id)).toContain('new-required-request-parameter request/query/second')
  }
  expectWhole(look(data))
  expect((await server.stop()).code).toBe(0)
}, 120_000)

test('the next start reports an unclean shutdown, even after a failed start in between', async () => {
  const first = await start()
  await first.kill9()
  const other = await start()
  const busy = new URL(other.url).port
  expect((await cli(['serve', '--data', first.data, '--port', busy])).code).toBe(1)
  const next = await start({ data: first.data })
  await until('word of the unclean end', () => next.log().includes(`process ${first.pid}`), 2000)
})

test('rejects a second process on the data folder, and the first one continues', async () => {
  const first = await start()
  const client = first.client(await newAdministrator(first))
  const second = await cli(['serve', '--data', first.data, '--port', '0'])
  expect(second.code).toBe(1)
  expect(second.stderr).toContain(`process ${first.pid}`)
  await client.item.add({ item_name: 'Still here' })
  await first.kill9()
  // the lock of a killed process does not outlive it
  const next = await start({ data: first.data })
  expect(next.pid).not.toBe(first.pid)
})

describe('SIGTERM', () => {
  test('lets a running save finish, then closes: exit code 0, and all data in one file', async () => {
    const server = await start()
    const token = await newAdministrator(server)
    const { item_id } = await server.client(token).item.add({ item_name: 'Stop' })
    const page_content = 'A long page. 很长。\n'.repeat(100_000)
    const body = strToU8(JSON.stringify({ item_id, page_title: 'Long', page_content }))
    const half = body.length / 2
    const saving = request(`${server.url}/api/page/save`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', expect: '100-continue' },
    })
    const answer = once(saving, 'response') as Promise<[IncomingMessage]>
    saving.flushHeaders()
    await once(saving, 'continue')
    saving.write(body.subarray(0, half))
    const startedMs = performance.now()
    const ends = server.stop()
    await until('the end to begin', () => server.log().includes('Stopping:'))
    saving.end(body.subarray(half))
    const saved = JSON.parse(await readText((await answer)[0])) as { error_code: number; data: { page_id: string } }
    expect(await ends).toEqual({ code: 0, signal: null })
    expect(performance.now() - startedMs).toBeLessThan(3000)
    expect(saved.error_code).toBe(0)
    expect(readdirSync(server.data).filter((name) => /-wal$|-shm$|run\.json/.test(name))).toEqual([])
    const sqlite = look(server.data)
    const stored = sqlite
      .prepare('SELECT page_content FROM page_content WHERE page_id = ?')
      .pluck()
      .get(saved.data.page_id)
    expect(stored === page_content).toBe(true)
    expectWhole(sqlite)
  })

  test('during an import writes all or nothing', async () => {
    const server = await start()
    const client = server.client(await newAdministrator(server))
    const importing = client.import.auto({ file: archive(3000) }).then(
      () => 'done',
      () => 'stopped',
    )
    await until('a job that runs', async () => (await client.job.list()).some((job) => job.state === 'running'))
    expect((await server.stop()).code).toBe(0)
    const outcome = await importing
    const sqlite = look(server.data)
    expectWhole(sqlite)
    expect(count(sqlite, 'page')).toBe(outcome === 'done' ? 3000 : 0)
    expect(count(sqlite, 'item')).toBe(outcome === 'done' ? 1 : 0)
  })
})

test('kill -9 during an import leaves nothing of it, and the next start reports it', async () => {
  const server = await start()
  const token = await newAdministrator(server)
  const client = server.client(token)
  const { item_id } = await client.item.add({ item_name: 'Target' })
  const { job_id } = await client.import.check({ file: archive(4000), item_id })
  await client.import.start({ job_id })
  const isWriting = async () => {
    const [job] = await client.job.list()
    if (job?.state === 'done') throw new Error('the import was over before it could be killed')
    return (job?.done ?? 0) > 0
  }
  await until('an import that writes', isWriting)
  await server.kill9()

  const next = await start({ data: server.data })
  await until('word of the job', () => /Unfinished tasks from the last run: 1\./.test(next.log()), 2000)
  const sqlite = look(server.data)
  expectWhole(sqlite)
  for (const table of ['page', 'page_content', 'catalog']) expect([table, count(sqlite, table)]).toEqual([table, 0])
  expect(count(sqlite, 'item')).toBe(1)
  const [job] = await next.client(token).job.list()
  expect(job).toMatchObject({ job_id, state: 'failed', error_name: 'stopping' })
  // its file is gone too
  const files = readdirSync(join(server.data, 'uploads'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => statSync(join(server.data, 'uploads', name)).isFile())).toEqual([])
  // and the import can be repeated
  await next.client(token).import.auto({ file: archive(20), item_id })
  expect(count(sqlite, 'page')).toBe(20)
})

test('kill -9 during an upload leaves no partial file after the next start', async () => {
  const server = await start()
  const token = await newAdministrator(server)
  const incoming = join(server.data, 'uploads', 'incoming')
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'
  const uploading = fetch(`${server.url}/api/import/check`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: new ReadableStream({ start: (controller) => controller.enqueue(strToU8(head + 'part '.repeat(50_000))) }),
    duplex: 'half',
  } as RequestInit).catch(() => 'cut off')
  await until('a file that comes in', () => existsSync(incoming) && readdirSync(incoming).length === 1)
  await server.kill9()
  expect(await uploading).toBe('cut off')
  const next = await start({ data: server.data })
  expect(readdirSync(incoming)).toEqual([])
  await until('word of the leftover', () => /Removed incomplete files from the last run: 1\./.test(next.log()), 2000)
})
