import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { newSigningKey } from '../../scripts/release-signing.ts'
import { cli, isRoot, newFolder, nobody, start, until } from './support/executable.ts'
import {
  auditActions,
  install,
  lastUpdate,
  prepareVersions,
  schema,
  startWithPage,
  textOf,
  versions,
} from './support/updates.ts'

beforeAll(() => void prepareVersions(), 120_000)

const schemaIn = (data: string): unknown => {
  const sqlite = new Database(join(data, 'docstead.db'), { readonly: true })
  try {
    return sqlite.pragma('user_version', { simple: true })
  } finally {
    sqlite.close()
  }
}

test('what is not signed as it should be never gets near the executable', async () => {
  const place = await install({ content: Buffer.from('#!/bin/sh\nexit 1\n'), signer: newSigningKey() })
  const { client } = await startWithPage(place)
  await expect(client.adminUpdate.download({})).rejects.toMatchObject({ errorName: 'updateOtherKey' })
  expect(await client.adminUpdate.state()).toMatchObject({ version: '0.1.0', new_version: '0.1.0' })
  const ended = await cli(['update', place.bundle, '--data', place.data], { file: place.file })
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('doesn’t trust') })
  writeFileSync(join(place.web, 'manifest.json.minisig'), 'unsigned')
  await expect(client.adminUpdate.download({})).rejects.toMatchObject({ errorName: 'updateUnsigned' })
  expect(readdirSync(place.bin)).toEqual(['docstead'])
})

/** A "new version" that is a script around the real one: it fails where the script says. */
const wrapped = (script: string) => ({
  content: Buffer.from(`#!/bin/sh\nreal='${versions().next}'\n${script}\nexec "$real" "$@"\n`),
})

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
  for (const path of [join(place.data, 'none'), place.data])
    expect(await command(path)).toMatchObject({
      code: 1,
      stderr: `The update file ${path} can’t be read. Check the path and its permissions.\n`,
    })

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
