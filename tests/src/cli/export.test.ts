import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exportFormatNames } from '#shared/export-formats.ts'
import { runCommandLine } from '#src/cli/commands.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { textsIn } from '../features/export/opened.ts'

let app: TestApp
let item_id: number
let folder: string
let out: Buffer[] = []
let said = ''

beforeEach(async () => {
  app = await createTestApp()
  await app.newUser('root', { groupid: 1 })
  item_id = await app.rows.newItem({ item_name: 'Garden', item_domain: 'garden' })
  folder = mkdtempSync(join(tmpdir(), 'docstead-export-'))
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => Boolean(out.push(Buffer.from(chunk as string))))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))))
})
afterEach(() => vi.restoreAllMocks())

async function docstead(...args: string[]) {
  out = []
  said = ''
  const code = await runCommandLine(['export', ...args, '--data', app.data], { LANG: 'en_US.UTF-8' })
  return { code, out: Buffer.concat(out), said }
}

const leftInData = () =>
  readdirSync(join(app.data, 'uploads'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test('a project, a folder and a page become files beside a running server, as an administrator or as a person', async () => {
  const cat_id = app.rows.newCatalog(item_id, 'Beds')
  const page_id = app.rows.newPage(item_id, 'roses', { cat_id, page_content: 'red' })
  app.rows.newPage(item_id, 'start', { page_content: 'hello' })
  const file = join(folder, 'garden.zip')
  const done = await docstead('garden', '--format', 'markdown', '--out', file)
  expect(done).toMatchObject({ code: 0, out: Buffer.from('') })
  expect(done.said).toMatch(/^Exported “Garden” to .*garden\.zip \(pages: 2, 0\.1 MB\) in [\d.]+ s\.\n$/)
  expect([...textsIn(readFileSync(file)).keys()].toSorted()).toEqual([
    'Beds/roses.md',
    'docstead.json',
    'info.json',
    'start.md',
  ])
  expect(app.rows.all('audit_log').filter(({ action }) => action === 'itemExported')).toMatchObject([
    { username: 'root', detail: 'Garden: markdown' },
  ])

  writeFileSync(file, 'the former one')
  const one = await docstead(
    String(item_id),
    '--format=markdown',
    '--page',
    String(page_id),
    '--out',
    file,
    '--json',
    '--as',
    'owner',
  )
  expect({ code: one.code, said: one.said }).toEqual({ code: 0, said: '' })
  const report = JSON.parse(one.out.toString())
  expect(report).toMatchObject({ item_id, path: file, format: 'markdown', pages: 1, notes: [] })
  expect(readFileSync(file).length).toBe(report.bytes)
  expect(textsIn(readFileSync(file)).get('roses.md')).toBe('red')

  const piped = await docstead('garden', '--format', 'markdown', '--catalog', String(cat_id), '--out', '-')
  expect([...textsIn(piped.out).keys()]).toContain('Beds/roses.md')
  expect(readdirSync(folder)).toEqual(['garden.zip'])
  expect(leftInData()).toEqual([])

  const site = await docstead('garden', '--format', 'site', '--base-url', 'https://docs.example.com/g', '--out', '-')
  expect(textsIn(site.out).get('sitemap.xml')).toContain('https://docs.example.com/g/')
})

test.each([
  [['garden', '--out', 'x'], 2, exportFormatNames.join(', ')],
  [['garden', '--format', 'latex', '--out', 'x'], 2, '--format'],
  [['garden', '--format', 'docx'], 2, '--out'],
  [['--format', 'docx', '--out', 'x'], 2, 'export ITEM'],
  [['garden', '--format', 'docx', '--out', 'x', '--page', '1', '--catalog', '2'], 2, '--catalog'],
  [['garden', '--format', 'docx', '--out', 'x', '--page', 'roses'], 2, '--page'],
  [['garden', '--format', 'site', '--out', 'x', '--base-url', 'docs.example.com'], 2, '--base-url'],
  [['garden', '--format', 'docx', '--out', '.'], 2, '.'],
  [['garden', '--format', 'docx', '--out', './none/x.docx'], 1, 'none'],
  [['elsewhere', '--format', 'docx', '--out', 'x'], 1, 'elsewhere'],
  [['999', '--format', 'docx', '--out', 'x'], 1, '999'],
  [['garden', '--format', 'docx', '--out', 'x', '--as', 'nobody'], 1, 'nobody'],
  [['garden', '--format', 'docx', '--out', 'x', '--page', '5'], 1, 'page'],
  [['garden', '--format', 'docx', '--out', 'x', '--catalog', '5'], 1, 'folder'],
])('%j fails with one line and leaves nothing', async (args, code, line) => {
  const at = args.map((arg) => (/^(x|\.|\.\/.*)$/.test(arg) ? join(folder, arg) : arg))
  const result = await docstead(...at)
  expect({ code: result.code, out: result.out.toString() }).toEqual({ code, out: '' })
  expect(result.said).toContain(line)
  expect(result.said.trim().split('\n')).toHaveLength(1)
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['openapi', '  Guide: isn’t an API page; its text is in the file, outside of the requests'],
  ['xlsx', '  Guide: left out, because it isn’t a spreadsheet'],
])('what %s cannot hold as it is gets a line that says why', async (format, line) => {
  app.rows.newPage(item_id, 'Guide', { page_content: 'hello' })
  app.rows.newPage(item_id, 'Get', { page_content: JSON.stringify({ info: { url: '/pets', method: 'get' } }) })
  app.rows.newPage(item_id, 'Sheet', {
    page_content: JSON.stringify([{ name: 's', rows: { 0: { cells: { 0: { text: 'a' } } } } }]),
  })
  const result = await docstead('garden', '--format', format, '--out', join(folder, 'x'))
  expect(result.code).toBe(0)
  expect(result.said.split('\n')).toContain(line)
})

test('a person cannot export a project that they may not edit', async () => {
  app.rows.newMember(item_id, 'reader', 'read')
  expect((await docstead('garden', '--format', 'docx', '--out', join(folder, 'x'), '--as', 'reader')).code).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})

test('a full disk and a folder without rights are named, and nothing is left', async () => {
  app.rows.newPage(item_id, 'start')
  mkdirSync(join(folder, 'out'))
  const result = await docstead('garden', '--format', 'docx', '--out', '/dev/docstead/none.docx')
  expect(result.code).toBe(1)
  expect(result.said).toContain('/dev/docstead')
})

test('a program that is interrupted leaves nothing behind', { timeout: 60_000 }, async () => {
  const page_content = `${'A long text about roses. '.repeat(400)}\n\n`.repeat(4)
  app.rows.sqlite.exec('BEGIN')
  for (let number = 0; number < 1000; number += 1) app.rows.newPage(item_id, `p${number}`, { page_content })
  app.rows.sqlite.exec('COMMIT')
  const file = join(folder, 'garden.docx')
  const program = spawn(
    process.execPath,
    ['src/main.ts', 'export', 'garden', '--format', 'docx', '--out', file, '--data', app.data],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LANG: 'en_US.UTF-8' },
    },
  )
  let errors = ''
  program.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  await expect.poll(() => readdirSync(folder), { timeout: 30_000 }).not.toEqual([])
  program.kill('SIGINT')
  const code = await new Promise((resolve) => program.once('exit', resolve))
  expect({ code, errors: errors.replace(/^Pages done.*\n/gm, '') }).toEqual({
    code: 1,
    errors: 'Stopped. Nothing was written.\n',
  })
  expect(readdirSync(folder)).toEqual([])
})
