import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { compareVersions, verifySignature } from '#src/features/update/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { type ReleaseServer, serveReleases } from '#tests/support/release-server.ts'
import { type ReleaseFacts, writeBundle, writeManifest, writeRelease } from '../../../../scripts/release-files.ts'
import { newSigningKey, publicLine, readSigningKey, signContent } from '../../../../scripts/release-signing.ts'

const key = newSigningKey()
const content = Buffer.from('#!/bin/sh\nexit 0\n'.repeat(1000))
const facts: ReleaseFacts = {
  version: '0.2.0',
  commit: 'abc1234',
  date: '2025-01-02T03:04:05+00:00',
  schema: 1000,
  least_schema: 1,
  least_version: '0.1.0',
  notes: 'Faster.',
}
const executable = { platform: 'linux-x64', name: 'docstead-0.2.0-linux-x64', content }

let folder: string
let app: TestApp
let server: ReleaseServer

const newFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'docstead-release-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

beforeEach(async () => {
  folder = newFolder()
  server = await serveReleases(folder)
  app = await createTestApp({ config: { update_url: server.url, outbound_allow: ['127.0.0.0/8'] } })
  app.app.installation = {
    version: '0.1.0',
    platform: 'linux-x64',
    executable: join(folder, 'docstead'),
    releaseKeys: [publicLine(newSigningKey()), publicLine(key)],
  }
  writeRelease(folder, facts, [executable], key)
})

const admin = () => app.as('admin').adminUpdate
const rejects = (work: Promise<unknown>, errorName: string) => expect(work).rejects.toMatchObject({ errorName })
const arrived = () => (existsSync(join(app.data, 'update')) ? readdirSync(join(app.data, 'update')).toSorted() : [])
const auditLog = () => app.rows.all('audit_log').map(({ action, detail }) => ({ action, detail }))

/** Writes a manifest with another signature, or another content than the signature is of. */
function publish(changed: Partial<ReleaseFacts>, signer = key): void {
  const manifest = writeManifest({ ...facts, ...changed }, [executable])
  writeFileSync(join(folder, 'manifest.json'), manifest)
  writeFileSync(join(folder, 'manifest.json.minisig'), signContent(manifest, signer, 'docstead'))
}

test('finds a newer version and downloads it, verified', async () => {
  expect(await admin().checkUpdate()).toEqual({ version: '0.1.0', new_version: '0.2.0', url: server.url })
  await admin().download({ new_version: '9.9.9', file_url: 'http://192.0.2.1/' })
  expect(arrived()).toEqual(['docstead-0.2.0-linux-x64', 'manifest.json', 'manifest.json.minisig'])
  expect(readFileSync(join(app.data, 'update', executable.name))).toEqual(content)
  expect(await admin().state()).toMatchObject({ new_version: '0.2.0', is_prepared: true, notes: 'Faster.', error: '' })
  // nothing was taken from the request
  expect(new Set(server.requested)).toEqual(
    new Set(['/manifest.json', '/manifest.json.minisig', '/docstead-0.2.0-linux-x64']),
  )
})

test('only administrators may check, download, upload and install', async () => {
  for (const call of ['checkUpdate', 'state', 'download', 'updateFiles'] as const) {
    await rejects(app.as('ann').adminUpdate[call](), 'adminOnly')
    await rejects(app.visitor.adminUpdate[call](), 'notLoggedIn')
  }
  const file = new Blob([new Uint8Array(1_000_000)])
  await rejects(app.as('ann').adminUpdate.upload({ file }), 'adminOnly')
  await rejects(app.visitor.adminUpdate.upload({ file }), 'notLoggedIn')
  expect(readdirSync(join(app.data, 'uploads', 'incoming'))).toEqual([])
})

describe('what is rejected leaves nothing behind and an entry in the audit log', () => {
  test.each<[string, () => void]>([
    ['updateOtherKey', () => publish({}, newSigningKey())],
    ['updateUnsigned', () => writeFileSync(join(folder, 'manifest.json.minisig'), 'none')],
    ['updateNotFound', () => rmSync(join(folder, 'manifest.json.minisig'))],
    [
      'updateDamaged',
      () => writeFileSync(join(folder, 'manifest.json'), writeManifest({ ...facts, version: '0.3.0' }, [executable])),
    ],
    ['updateDamaged', () => writeFileSync(join(folder, executable.name), Buffer.alloc(content.length, 'x'))],
    ['updateDamaged', () => writeFileSync(join(folder, executable.name), Buffer.concat([content, content]))],
    ['updateCut', () => writeFileSync(join(folder, executable.name), content.subarray(1))],
    ['updateNotFound', () => rmSync(join(folder, executable.name))],
    ['updateNotNewer', () => publish({ version: '0.1.0' })],
    ['updateNotNewer', () => publish({ version: '0.0.9' })],
    ['updateStepMissing', () => publish({ least_version: '0.1.1' })],
    ['updateSchema', () => publish({ schema: 1 })],
    ['updateSchema', () => publish({ least_schema: 999 })],
    ['updateClock', () => publish({ date: '2999-01-01T00:00:00Z' })],
    ['updateNoKey', () => (app.app.installation = { ...app.app.installation, releaseKeys: [] })],
    ['updatePlatform', () => (app.app.installation = { ...app.app.installation, platform: 'sunos-sparc' })],
    ['updateNotConfigured', () => (app.app.config.update_url = '')],
    ['updateNotAllowed', () => (app.app.config.outbound_allow = [])],
    ['updateUnreachable', () => (app.app.config.update_url = 'http://127.0.0.1:1')],
  ])('%s', async (errorName, prepare) => {
    prepare()
    await rejects(admin().download({}), errorName)
    expect(arrived()).toEqual([])
    expect(auditLog()).toMatchObject([{ action: 'updateRejected' }])
    expect((await admin().state()).error).not.toBe('')
    await rejects(admin().updateFiles(), 'updateNotPrepared')
  })

  test('a connection that is cut while the executable arrives', async () => {
    server.intercept = (path, response, whole) => {
      if (path !== `/${executable.name}`) return false
      response.setHeader('Content-Length', content.length)
      response.write(whole?.subarray(0, 5000), () => response.destroy())
      return true
    }
    await rejects(admin().download({}), 'updateCut')
    expect(arrived()).toEqual([])
  })

  test('a manifest without end', async () => {
    server.intercept = (_path, response) => {
      response.write(Buffer.alloc(200_000))
      return true
    }
    await rejects(admin().download({}), 'updateDamaged')
  })
})

describe('a file instead of the network', () => {
  const bundle = (changed: Partial<ReleaseFacts> = {}, signer = key, body = content, platform = 'linux-x64') => {
    const one = { ...executable, platform }
    const manifest = writeManifest({ ...facts, ...changed }, [one])
    return writeBundle(manifest, signContent(manifest, signer, ''), { ...one, content: body })
  }
  const upload = (bytes: Buffer) => admin().upload({ file: new Blob([new Uint8Array(bytes)]) })

  test('is unpacked and verified', async () => {
    const big = Buffer.alloc(3_000_000, 'executable ')
    const one = { ...executable, content: big }
    const manifest = writeManifest(facts, [one])
    await upload(writeBundle(manifest, signContent(manifest, key, ''), one))
    expect(readFileSync(join(app.data, 'update', executable.name)).equals(big)).toBe(true)
    expect(await admin().state()).toMatchObject({ is_prepared: true, new_version: '0.2.0' })
    expect(server.requested).toEqual([])
  })

  test.each<[string, () => Buffer]>([
    ['updateOtherKey', () => bundle({}, newSigningKey())],
    ['updateNotNewer', () => bundle({ version: '0.0.1' })],
    ['updateDamaged', () => bundle({}, key, Buffer.alloc(content.length))],
    ['updateDamaged', () => bundle({}, key, Buffer.concat([content, content]))],
    ['updateOtherPlatform', () => bundle({}, key, content, 'win32-x64')],
    ['updateNoBundle', () => bundle().subarray(0, 9000)],
    ['updateNoBundle', () => Buffer.from('hello')],
    ['updateNoBundle', () => Buffer.alloc(0)],
  ])('is rejected: %s', async (errorName, make) => {
    await rejects(upload(make()), errorName)
    expect(arrived()).toEqual([])
  })
})

test('without an address, nothing is requested and both versions are the same', async () => {
  app.app.config.update_url = ''
  expect(await admin().checkUpdate()).toEqual({ version: '0.1.0', new_version: '0.1.0' })
  expect(await admin().state()).toMatchObject({ is_configured: false, new_version: '0.1.0' })
})

test('a running server that may not write beside its executable gives the lines to paste', async () => {
  await admin().download({})
  app.app.installation = { ...app.app.installation, executable: '/sys/docstead' }
  const error = await admin()
    .updateFiles()
    .catch((one: unknown) => one)
  expect(error).toMatchObject({ errorName: 'updateNotWritable' })
  expect((await admin().state()).lines.join('\n')).toMatch(/install -m 755 .*0\.2\.0|docker compose pull/)
})

test('versions are compared by their numbers', () => {
  const sorted = ['1.10.0', '0.2.0', '1.9.9', '0.10.1', '1.9.10'].toSorted(compareVersions)
  expect(sorted).toEqual(['0.2.0', '0.10.1', '1.9.9', '1.9.10', '1.10.0'])
  expect(compareVersions('1.2.3', '1.2.3')).toBe(0)
})

describe.skipIf(spawnSync('minisign', ['-v']).error !== undefined)('with minisign itself', () => {
  const minisign = (...args: string[]) => spawnSync('minisign', args, { encoding: 'utf8' })

  test('each verifies what the other has signed', () => {
    const [secret, open, file] = ['key', 'key.pub', 'file'].map((name) => join(newFolder(), name)) as [
      string,
      string,
      string,
    ]
    expect(minisign('-G', '-W', '-f', '-s', secret, '-p', open).status).toBe(0)
    const theirs = readSigningKey(readFileSync(secret, 'utf8'))
    const line = readFileSync(open, 'utf8').trim().split('\n').at(-1) ?? ''
    expect(publicLine(theirs)).toBe(line)
    writeFileSync(file, content)
    writeFileSync(`${file}.minisig`, signContent(content, theirs, 'docstead 0.2.0'))
    const verified = minisign('-V', '-p', open, '-m', file)
    expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining('Trusted comment: docstead 0.2.0') })
    expect(minisign('-S', '-s', secret, '-m', file, '-t', 'theirs').status).toBe(0)
    expect(verifySignature(content, readFileSync(`${file}.minisig`, 'utf8'), [line])).toBe('theirs')
  })
})
