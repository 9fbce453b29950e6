import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { takes } from '../shared/api-doc/diff/pairs.ts'

let app: TestApp
let folder: string
let out = ''
let said = ''

beforeEach(async () => {
  app = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'docstead-push-test-'))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))))
})
afterEach(() => vi.restoreAllMocks())

async function push(path: string, ...args: string[]) {
  out = ''
  said = ''
  const code = await runCommandLine(['push', path, ...args, '--data', app.data], { LANG: 'en_US.UTF-8' })
  return { code, out, said }
}

function fileOf(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const text = { type: 'string' }
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })

test('a description goes to a site by key and to this data folder, with counts, changes and an exit code', async () => {
  const item_id = await app.rows.newItem({ item_name: 'Pets' })
  await app.newUser('boss', { groupid: 1 })
  const { api_key, api_token } = await app.as('owner').item.getKey({ item_id })
  const site = ['--url', app.url, '--key', api_key, '--token', api_token]
  const old = fileOf('old.json', takes(object({ a: text })))
  const now = fileOf('now.json', takes(object({ a: text }, ['a'])))

  expect(await push(old, ...site, '--dry-run')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Nothing written: \d new/),
  })
  expect(app.rows.all('page')).toEqual([])
  expect(await push(old, ...site)).toMatchObject({ code: 0, said: expect.stringMatching(/^Synchronised: \d new/) })
  const pages = app.rows.all('page').length
  expect(pages).toBeGreaterThan(0)

  const bad = await push(now, ...site, '--fail-on', 'breaking')
  expect(bad).toMatchObject({ code: 1, said: expect.stringContaining('1 changes that break clients') })
  const checked = await push(now, ...site, '--fail-on', 'breaking', '--dry-run', '--json')
  expect(checked.code).toBe(1)
  expect(JSON.parse(checked.out)).toMatchObject({ is_applied: false, breaking: 1, changed: 1 })
  const applied = await push(now, '--item', String(item_id))
  expect(applied).toMatchObject({ code: 0, said: expect.stringContaining('Request property “a” is now required') })
  expect(app.rows.all('page')).toHaveLength(pages)
  expect(app.rows.all('api_source')).toHaveLength(1)
  expect(applied.said).not.toContain('also gets')
  const second = await push(now, ...site, '--source', 'other')
  expect(second.said).toContain(
    'The project also gets a description of this title from a push without a name, with pages of its own',
  )
})

test('what is wrong ends with 2', async () => {
  const file = fileOf('a.json', takes(object({ a: text })))
  const item_id = await app.rows.newItem({ item_name: 'Pets' })
  await app.newUser('boss', { groupid: 1 })
  const site = ['--key', 'a', '--token', 'b']
  const codes = [
    await push(file),
    await push(file, '--item', String(item_id), '--fail-on', 'all'),
    await push(file, '--url', app.url, ...site),
    await push(file, '--url', 'http://127.0.0.1:9', ...site),
    await push(join(folder, 'none.json'), '--item', String(item_id)),
    await push(fileOf('b.yaml', 'openapi: 3.0.3\npaths: [\n'), '--item', String(item_id)),
  ]
  expect(codes.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2])
  expect(codes[5]?.said).toMatch(/line \d/i)
})
