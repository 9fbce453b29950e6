import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let item_id: number
let out = ''
let said = ''

beforeEach(async () => {
  app = await createTestApp()
  await app.newUser('root', { groupid: 1 })
  item_id = Number(
    (
      await app
        .as('owner')
        .item.add({ item_name: 'Garden', item_type: '1', item_domain: 'garden', visibility: 'members' })
    ).item_id,
  )
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))))
})
afterEach(() => vi.restoreAllMocks())

async function docstead(...args: string[]) {
  out = ''
  said = ''
  const code = await runCommandLine(['import', ...args, '--data', app.data], { LANG: 'en_US.UTF-8' })
  return { code, out, said }
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'docstead-import-'))
  mkdirSync(join(path, 'beds'))
  mkdirSync(join(path, '.git'))
  writeFileSync(join(path, 'start.md'), 'see [roses](beds/roses.md)')
  writeFileSync(join(path, 'beds/roses.md'), 'red')
  writeFileSync(join(path, '.git/config'), 'x')
  symlinkSync('/etc/passwd', join(path, 'beds/passwd.md'))
  return path
}

const pages = () =>
  (app.rows.all('page') as { page_title: string; author_username: string }[]).map((page) => [
    page.page_title,
    page.author_username,
  ])

const audited = () =>
  app.rows
    .all('audit_log')
    .filter((row) => row['action'] === 'itemImported')
    .map((row) => [row['username'], row['uid'], row['object_id'], row['detail']])

test('a folder becomes pages beside a running server, as an administrator or as a person', {
  timeout: 60_000,
}, async () => {
  const path = folder()
  const dry = await docstead(path, '--item', String(item_id), '--dry-run')
  expect(dry).toMatchObject({ code: 0, out: '' })
  expect(dry.said).toContain('Markdown files. Pages: 2, folders: 1, images and attachments: 0.')
  expect(dry.said).toContain('not imported: beds/passwd.md (a link to another file)')
  expect(dry.said).toContain('Nothing was written')
  expect(pages()).toEqual([])
  expect(audited()).toEqual([])

  const done = await docstead(path, '--item', 'garden', '--json')
  expect(done).toMatchObject({ code: 0, said: '' })
  expect(JSON.parse(done.out)).toMatchObject({ item_id, done: true, report: { source: 'markdown', new_pages: 2 } })
  expect(pages()).toEqual([
    ['start', 'root'],
    ['roses', 'root'],
  ])
  expect((await app.as('owner').item.info({ item_id })).menu.pages).toMatchObject([{ page_title: 'start' }])
  expect(JSON.parse((await docstead(path, '--item', 'garden', '--json', '--as', 'owner')).out)).toMatchObject({
    report: { unchanged: 2 },
  })
  const detail = `Garden: ${basename(path)}.zip`
  expect(audited()).toEqual([
    ['command line (root)', 0, item_id, detail],
    ['command line (owner)', 0, item_id, detail],
  ])
})

test('an archive brings members when they are asked for', { timeout: 60_000 }, async () => {
  app.uid('mo')
  app.rows.insert('item_member', { item_id, uid: app.uid('mo'), member_group_id: 1, addtime: 1 })
  await app.as('owner').page.save({ item_id: String(item_id), page_title: 'Roses', page_content: 'red' })
  const file = join(folder(), 'garden.zip')
  const exported = await runCommandLine(
    ['export', 'garden', '--format', 'markdown', '--out', file, '--data', app.data],
    { LANG: 'en_US.UTF-8' },
  )
  expect(exported).toBe(0)
  const members = (of: string) =>
    app.rows.all('item_member').filter((row) => String(row['item_id']) === of && row['uid'] === app.uid('mo')).length
  for (const [given, count] of [
    [[], 0],
    [['--with-members'], 1],
  ] as const) {
    const made = await app.as('owner').item.add({ item_name: 'Copy', item_type: '1', visibility: 'members' })
    const to = String(made.item_id)
    expect((await docstead(file, '--item', to, ...given)).code).toBe(0)
    expect(members(to)).toBe(count)
  }
})

test('an address is read through the guard for outgoing requests', { timeout: 60_000 }, async () => {
  const site = createServer((request, response) =>
    request.url === '/go'
      ? response.writeHead(302, { Location: '/notes.md' }).end()
      : response.setHeader('Content-Type', 'text/markdown').end('hello'),
  )
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  try {
    const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/go`
    const refused = await docstead(address, '--item', 'garden')
    expect(refused.code).toBe(1)
    expect(refused.said).toContain('notAllowed')
    expect(await docstead(address, '--item', 'garden', '--outbound-allow', '127.0.0.1', '--json')).toMatchObject({
      code: 0,
    })
    expect(pages()).toEqual([['notes', 'root']])
  } finally {
    site.close()
  }
})

test('a Word document that is HTML, as ShowDoc exports it, becomes a page for each of its headings', {
  timeout: 60_000,
}, async () => {
  const path = new URL('../../fixtures/showdoc/word-regular-item.doc', import.meta.url).pathname
  expect(await docstead(path, '--item', 'garden', '--as', 'owner', '--json')).toMatchObject({ code: 0, said: '' })
  expect(JSON.parse(out)).toMatchObject({ report: { source: 'word' } })
  expect(pages().map(([title]) => title)).toEqual([
    'Read me',
    '2、Beds',
    '3、Plants',
    '4、Empty catalog',
    '5、Made by API',
    '6、Dictionary',
    '7、Escaped &amp; catalog',
    '8、Made by MCP',
  ])
  const [plants] = app.rows.all('page').filter(({ page_title }) => page_title === '3、Plants')
  const { page_content } = await app.as('owner').page.info({ page_id: Number(plants?.['page_id']) })
  expect(page_content).toContain('## 3.1、Add a plant')
  expect(page_content).toContain('## 3.2、List plants')
})

test.each([
  ['plain text', 'hello'],
  ['HTML in the middle', 'hello <html><body>x</body></html>'],
])('a .doc file of %s is no Word document', async (_, text) => {
  const path = join(folder(), 'a.doc')
  writeFileSync(path, text)
  const result = await docstead(path, '--item', 'garden')
  expect(result).toMatchObject({ code: 1, out: '', said: expect.stringContaining('“a.doc” can’t be imported') })
})

test.each([
  [['nothing.md', '--item', 'garden'], 1, 'There’s no file or folder “nothing.md”.'],
  [['x.md'], 2, '--item'],
  [['x.md', '--item', 'elsewhere'], 1, 'elsewhere'],
  [['x.md', '--item', 'garden', '--format', 'latex'], 2, 'confluence-xml'],
  [['x.md', '--item', 'garden', '--as', 'nobody'], 1, 'nobody'],
])('%j fails with one line', async (args, code, line) => {
  const result = await docstead(...args)
  expect(result).toMatchObject({ code, out: '' })
  expect(result.said).toContain(line)
  expect(result.said.trim().split('\n')).toHaveLength(1)
})

test('a rejected file leaves nothing behind', { timeout: 60_000 }, async () => {
  const path = join(folder(), 'deep.html')
  writeFileSync(path, '<div>'.repeat(5000))
  const result = await docstead(path, '--item', 'garden')
  expect(result.code).toBe(1)
  expect(result.said).toContain('400 levels')
  expect(pages()).toEqual([])
  expect(app.rows.all('job')).toEqual([])
})
