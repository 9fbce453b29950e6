import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { serveReleases } from '#tests/support/release-server.ts'
import { type ReleaseExecutable, type ReleaseFacts, writeRelease } from '../../scripts/release-files.ts'
import { newSigningKey, type SigningKey } from '../../scripts/release-signing.ts'
import {
  buildTrusting,
  readContent,
  withExitAtStart,
  withoutLastMigration,
  withVersion,
} from '../../scripts/update-executables.ts'
import {
  cli,
  isRoot,
  newAdministrator,
  newFolder,
  nobody,
  type RunningExecutable,
  start,
  until,
} from './support/executable.ts'

const key = newSigningKey()
const schema = migrations.length
const platform = `${process.platform}-${process.arch}`
const facts: ReleaseFacts = {
  version: '0.2.0',
  commit: 'abc1234',
  date: '2025-01-02T03:04:05Z',
  schema,
  least_schema: 1,
  least_version: '0.0.1',
  notes: '- Faster',
}

let shelf: string
/** Version 0.1.0, with a schema that is one lower than that of `next`, version 0.2.0; both trust the key. */
let first: string
let next: Buffer

beforeAll(() => {
  shelf = newFolder({ shared: true })
  const built = join(shelf, 'built')
  buildTrusting(key, built)
  const content = readContent(built)
  next = withVersion(content, '0.2.0')
  first = join(shelf, 'first')
  writeFileSync(first, withoutLastMigration(withVersion(content, '0.1.0'), schema), { mode: 0o755 })
  chmodSync(shelf, 0o755)
}, 120_000)

// a new version listens where the former one did
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** A place with version 0.1.0 and its data, and a web server with a release. */
async function install(content = next, signer: SigningKey = key, changed: Partial<ReleaseFacts> = {}) {
  const folder = newFolder()
  const [bin, web, data] = ['bin', 'web', 'data'].map((name) => join(folder, name)) as [string, string, string]
  mkdirSync(bin)
  const file = join(bin, 'docstead')
  copyFileSync(first, file)
  const executable: ReleaseExecutable = { platform, name: 'docstead-0.2.0', content }
  writeRelease(web, { ...facts, ...changed }, [executable], signer)
  const releases = await serveReleases(web)
  const port = await freePort()
  const args = ['--update-url', releases.url, '--outbound-allow', '127.0.0.0/8']
  return { bin, web, data, file, releases, args, port, bundle: join(web, 'docstead-0.2.0.docstead-update') }
}

/** Starts the server of such a place with an administrator and a page. */
async function startWithPage(place: { data: string; file: string; args: string[]; port: number }) {
  const server = await start(place)
  const token = await newAdministrator(server)
  const client = server.client(token)
  const { item_id } = await client.item.add({ item_name: 'Kept' })
  const { page_id } = await client.page.save({ item_id, page_title: 'Kept', page_content: 'the words' })
  return { server, token, client, item_id, page_id: Number(page_id) }
}

type Admin = ReturnType<RunningExecutable['client']>

/** Waits until an update has ended, whoever answers then. */
const lastUpdate = (client: Admin) =>
  until('the end of the update', async () => {
    const state = await client.adminUpdate.state().catch(() => undefined)
    return state?.step === '' && state.last ? { ...state.last, version: state.version } : undefined
  })

const textOf = async (client: Admin, page_id: number) => (await client.page.info({ page_id })).page_content
const auditActions = async (client: Admin) =>
  (await client.adminAudit.getList({ page: 1, count: 50 })).list.map(({ action }) => action)

/** The longest time without an answer, in ms, until `isOver` is called. */
function measureDowntime(url: string) {
  let worst = 0
  let last = performance.now()
  let isOver = false
  const measuring = (async () => {
    while (!isOver) {
      const answered = await fetch(`${url}/healthz`).then(
        (response) => response.ok,
        () => false,
      )
      const now = performance.now()
      if (answered) {
        worst = Math.max(worst, now - last)
        last = now
      }
      await new Promise((done) => setTimeout(done, 5))
    }
    return worst
  })()
  return () => {
    isOver = true
    return measuring
  }
}

const schemaIn = (data: string): unknown => {
  const sqlite = new Database(join(data, 'docstead.db'), { readonly: true })
  try {
    return sqlite.pragma('user_version', { simple: true })
  } finally {
    sqlite.close()
  }
}

test('an update from the console: a newer version with a newer schema, the same process, within 3 s', async () => {
  const place = await install()
  const { server, client, page_id } = await startWithPage(place)
  expect(await client.adminUpdate.checkUpdate()).toMatchObject({ version: '0.1.0', new_version: '0.2.0' })
  await client.adminUpdate.download({})
  const downtime = measureDowntime(server.url)
  await client.adminUpdate.updateFiles()
  expect(await lastUpdate(client)).toMatchObject({ outcome: 'installed', from: '0.1.0', to: '0.2.0', version: '0.2.0' })
  expect(await downtime()).toBeLessThan(3000)
  expect(await client.update.checkDb()).toEqual({ schema, known: schema, is_current: true })
  expect(await textOf(client, page_id)).toBe('the words')
  expect(await auditActions(client)).toContain('updateInstalled')
  expect(readdirSync(place.bin)).toEqual(['docstead', 'docstead.previous'])
  expect(readContent(`${place.file}.previous`).equals(readContent(first))).toBe(true)
  expect(existsSync(join(place.data, 'update'))).toBe(false)
  // the database as it was stays for people
  expect(readdirSync(join(place.data, 'backups')).some((name) => name.startsWith('before-version-0.2.0'))).toBe(true)
  expect((await server.stop()).code).toBe(0)
})

test('what is not signed as it should be never gets near the executable', async () => {
  const place = await install(next, newSigningKey())
  const { client } = await startWithPage(place)
  await expect(client.adminUpdate.download({})).rejects.toMatchObject({ errorName: 'updateOtherKey' })
  expect(await client.adminUpdate.state()).toMatchObject({ version: '0.1.0', new_version: '0.1.0' })
  const ended = await cli(['update', place.bundle, '--data', place.data], { file: place.file })
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('doesn’t trust') })
  writeFileSync(join(place.web, 'manifest.json.minisig'), 'unsigned')
  await expect(client.adminUpdate.download({})).rejects.toMatchObject({ errorName: 'updateUnsigned' })
  expect(readdirSync(place.bin)).toEqual(['docstead'])
})

test('a new version that ends at its start changes nothing, and nobody notices', async () => {
  const place = await install(withExitAtStart(next))
  const { server, client } = await startWithPage(place)
  await client.adminUpdate.download({})
  const downtime = measureDowntime(server.url)
  const error = await client.adminUpdate.updateFiles().catch((one: unknown) => one)
  expect(error).toMatchObject({
    errorName: 'updateBroken',
    values: { detail: expect.stringContaining('ended with 3') },
  })
  expect(await downtime()).toBeLessThan(1000)
  expect(readdirSync(place.bin)).toEqual(['docstead'])
  expect(await auditActions(client)).toContain('updateRejected')
})

/** A "new version" that is a script around the real one: it fails where the script says. */
const wrapped = (script: string): Buffer => {
  const real = join(newFolder(), 'real')
  writeFileSync(real, next, { mode: 0o755 })
  return Buffer.from(`#!/bin/sh\nreal='${real}'\n${script}\nexec "$real" "$@"\n`)
}

test('a new version that fails on the data, after it has changed them, is rolled back', async () => {
  // on the copy it works; on the data it migrates, then ends with a failure
  const place = await install(
    wrapped(`case "$1 $*" in version*|*update/trial*) ;; trial*) "$real" "$@" </dev/null >/dev/null; exit 7;; esac`),
  )
  const { server, client, item_id, page_id } = await startWithPage(place)
  await client.adminUpdate.download({})
  await client.adminUpdate.updateFiles()
  const last = await lastUpdate(client)
  expect(last).toMatchObject({
    outcome: 'rolledBack',
    version: '0.1.0',
    error: expect.stringContaining('ended with 7'),
  })
  expect(await textOf(client, page_id)).toBe('the words')
  expect(await auditActions(client)).toContain('updateRolledBack')
  expect(readdirSync(place.bin)).toEqual(['docstead'])
  await client.page.save({ item_id, page_id, page_title: 'Kept', page_content: 'more words' })
  expect((await server.stop()).code).toBe(0)
  expect(schemaIn(place.data)).toBe(schema - 1)
})

// the former version is started with the same address in vain, then by the script with the right one
test('a new version that cannot listen, although it worked just before, puts the former one back', async () => {
  const place = await install(wrapped(`case "$1" in serve) "$real" "$@" --host 203.0.113.77; exec "$0" "$@";; esac`))
  const { server, client, page_id } = await startWithPage(place)
  await client.adminUpdate.download({})
  await client.adminUpdate.updateFiles()
  expect(await lastUpdate(client)).toMatchObject({ outcome: 'rolledBack', version: '0.1.0' })
  expect(await textOf(client, page_id)).toBe('the words')
  expect((await server.stop()).code).toBe(0)
  expect(schemaIn(place.data)).toBe(schema - 1)
})

const record = (data: string): { phase?: string; copy?: string } => {
  try {
    return JSON.parse(readFileSync(join(data, 'update.json'), 'utf8')) as { phase?: string; copy?: string }
  } catch {
    return {}
  }
}

test.each<[string, (place: { data: string; bin: string }) => boolean]>([
  ['while the new version is tried on a copy', ({ data }) => existsSync(join(data, 'update', 'trial'))],
  ['when the server stops', ({ data }) => record(data).phase === 'switching'],
  ['while the new version is tried on the data', ({ data }) => record(data).copy !== undefined],
  ['after the executable was replaced', ({ bin }) => existsSync(join(bin, 'docstead.previous'))],
])('kill -9 %s: the next start works, old or new', async (_when, isReached) => {
  const place = await install()
  const { server, token, client, page_id } = await startWithPage(place)
  await client.adminUpdate.download({})
  client.adminUpdate.updateFiles().catch(() => undefined)
  await until('the moment', () => isReached(place), 30_000)
  await server.kill9()
  const again = await start(place)
  const state = await again.client(token).adminUpdate.state()
  expect(state.step).toBe('')
  expect(await textOf(again.client(token), page_id)).toBe('the words')
  expect((await again.client(token).update.checkDb()).is_current).toBe(true)
  expect(['0.1.0', '0.2.0']).toContain(state.version)
  if (state.last) expect(state.last.outcome).toBe(state.version === '0.2.0' ? 'installed' : 'undone')
  // and the update can be made from there
  if (state.version === '0.1.0') {
    await again.client(token).adminUpdate.download({})
    await again.client(token).adminUpdate.updateFiles()
    await until('the update', async () => {
      const { version } = await again
        .client(token)
        .common.version()
        .catch(() => ({ version: '' }))
      return version === '0.2.0'
    })
  }
  expect(readdirSync(place.bin)).toEqual(['docstead', 'docstead.previous'])
})

test('the command line updates a server that runs, one that does not, and refuses the same version again', async () => {
  const place = await install()
  const { server, client } = await startWithPage(place)
  const command = (...args: string[]) => cli(['update', ...args, '--data', place.data], { file: place.file })
  expect(await command('--check', ...place.args)).toMatchObject({ code: 0, stdout: expect.stringContaining('0.2.0') })
  expect(await command(...place.args)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('from 0.1.0 to 0.2.0'),
  })
  expect(await client.adminUpdate.state()).toMatchObject({ version: '0.2.0' })
  await server.stop()
  expect(await command(place.bundle)).toMatchObject({ code: 1, stderr: expect.stringContaining('isn’t newer') })
  const unreachable = await command('--update-url', 'http://127.0.0.1:1', '--outbound-allow', '127.0.0.0/8')
  expect(unreachable).toMatchObject({ code: 1, stderr: expect.stringMatching(/^.*127\.0\.0\.1:1.*\n$/) })
  const sqlite = new Database(join(place.data, 'docstead.db'), { readonly: true })
  const rejected = sqlite.prepare("SELECT username FROM audit_log WHERE action = 'updateRejected'").pluck().all()
  sqlite.close()
  expect(rejected).toEqual(['command line', 'command line'])

  const still = await install()
  await (await startWithPage(still)).server.stop()
  const ended = await cli(['update', still.bundle, '--data', still.data], { file: still.file })
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('from 0.1.0 to 0.2.0') })
  expect(schemaIn(still.data)).toBe(schema)
  const after = await start(still)
  expect(await after.client().common.version()).toMatchObject({ version: '0.2.0' })
})

test('the former version returns on request: with the database from before, the newer one stays next to it', async () => {
  const place = await install()
  const command = (...args: string[]) => cli(['update', ...args, '--data', place.data], { file: place.file })
  const first = await startWithPage(place)
  expect(await command('--back')).toMatchObject({ code: 1, stderr: expect.stringContaining('docstead.previous') })
  expect(await command(...place.args)).toMatchObject({ code: 0 })
  await first.client.page.save({
    item_id: first.item_id,
    page_id: first.page_id,
    page_title: 'Kept',
    page_content: 'later',
  })
  expect(await command('--back')).toMatchObject({ code: 1, stderr: expect.stringContaining('in use') })
  await first.server.stop()

  const refused = await command('--back')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--with-copy') })
  expect(schemaIn(place.data)).toBe(schema)
  const went = await command('--back', '--with-copy', '--json')
  expect(went.code).toBe(0)
  const { from, to, newer } = JSON.parse(went.stdout) as Record<'from' | 'to' | 'newer', string>
  expect([from, to]).toEqual(['0.2.0', '0.1.0'])
  expect(schemaIn(place.data)).toBe(schema - 1)

  const again = await start(place)
  const client = again.client(first.token)
  expect(await client.common.version()).toMatchObject({ version: '0.1.0' })
  expect(await textOf(client, first.page_id)).toBe('the words')
  expect(await auditActions(client)).toContain('updateUndone')
  expect(again.log()).toContain('returned from version 0.2.0 to 0.1.0')
  await again.stop()
  const sqlite = new Database(newer, { readonly: true })
  expect(sqlite.prepare('SELECT page_content FROM page_content').pluck().all()).toEqual(['later'])
  sqlite.close()
  // and forward again
  expect(await command(place.bundle)).toMatchObject({ code: 0 })
})

test.runIf(isRoot)('a server that may not write beside its executable says what to paste', async () => {
  const place = await install()
  for (const folder of [join(place.bin, '..'), place.bin]) chmodSync(folder, 0o755)
  const data = newFolder(nobody)
  const { server, client } = await startWithPage({ ...place, ...nobody, data: join(data, 'data') })
  await client.adminUpdate.download({})
  const error = await client.adminUpdate.updateFiles().catch((one: unknown) => one)
  expect(error).toMatchObject({ errorName: 'updateNotWritable' })
  expect((await client.adminUpdate.state()).lines.length).toBeGreaterThan(0)
  expect((await server.stop()).code).toBe(0)
})

/** A file system of so many MB, unmounted after the test; undefined where the system allows none. */
function smallDisk(mb: number): string | undefined {
  const path = mkdtempSync(join(tmpdir(), 'docstead-disk-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'tmpfs', path]).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['-l', path]))
  return path
}

test('a full disk: clear words, an audit entry, nothing changed', async (context) => {
  const disk = smallDisk(100)
  if (disk === undefined) return context.skip()
  const place = await install()
  const { client, page_id } = await startWithPage({ ...place, data: join(disk, 'data') })
  await expect(client.adminUpdate.download({})).rejects.toMatchObject({ errorName: 'updateNoSpace' })
  expect(readdirSync(join(disk, 'data', 'update'))).toEqual([])
  expect(await auditActions(client)).toContain('updateRejected')
  expect(await textOf(client, page_id)).toBe('the words')
})
