import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'
import { Disk } from '#src/features/item-folder/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let item_id: number
let top: string

beforeEach(async () => {
  app = await createTestApp()
  app.uid('admin')
  item_id = await app.rows.newItem({ item_name: 'Orders', item_domain: 'orders', item_type: 1 })
  top = mkdtempSync(join(tmpdir(), 'docstead-pull-'))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
})

/** Runs a command on the data folder of the running server, or with `--url` on the server. */
async function command(words: string[], env: Record<string, string> = {}) {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const textOf = (spy: typeof out) => spy.mock.calls.map(([chunk]) => String(chunk)).join('')
  try {
    const data = words.includes('--url') ? [] : ['--data', app.data]
    const code = await runCommandLine([...words, ...data], { LANG: 'en', ...env })
    return { code, out: textOf(out), err: textOf(err) }
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}

/** A folder with shorthands for its files and the commands on it. */
function folderAt(name: string, more: string[] = []) {
  const dir = join(top, name)
  const at = (path: string) => join(dir, path)
  return {
    dir,
    at,
    read: (path: string) => readFileSync(at(path), 'utf8'),
    write(path: string, content: string | Buffer) {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), content)
    },
    move(from: string, to: string) {
      mkdirSync(dirname(at(to)), { recursive: true })
      renameSync(at(from), at(to))
    },
    pull: (...words: string[]) => command(['pull', 'orders', dir, ...more, ...words]),
    push: (...words: string[]) => command(['push', dir, ...more, ...words]),
    /** Pushes, and returns what a program reads. */
    async pushed(...words: string[]) {
      const { code, out } = await command(['push', dir, ...more, ...words, '--json'])
      return { code, ...(JSON.parse(out) as Record<string, unknown>) }
    },
    /** Everything but the state. */
    files: () =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(dir.length + 1))
        .filter((path) => !path.startsWith('.docstead'))
        .toSorted(),
  }
}

const owner = () => app.as('owner')
const textOf = async (page_id: number) => (await owner().page.info({ page_id })).page_content
const pages = () =>
  app.rows.all('page').map(({ page_id, page_title, cat_id, is_del, page_version, author_username }) => ({
    page_id: Number(page_id),
    title: String(page_title),
    cat_id: Number(cat_id),
    is_del: Number(is_del),
    version: Number(page_version),
    author: String(author_username),
  }))
const pageNamed = (title: string) =>
  pages().find((one) => one.title === title && one.is_del === 0) ?? expect.unreachable(`no page ${title}`)

const newCatalog = (cat_name: string, parent_cat_id = 0) => owner().catalog.save({ item_id, cat_name, parent_cat_id })
const newPage = async (page_title: string, page_content: string, cat_id = 0) =>
  Number((await owner().page.save({ item_id, page_id: 0, page_title, page_content, cat_id })).page_id)

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** Another image: bytes after the end are ignored. */
const pngOf = (name: string) => Buffer.concat([png, Buffer.from(name)])
const upload = async (name: string) => {
  const { url } = await owner().attachment.uploadImg({
    item_id,
    'editormd-image-file': new File([pngOf(name)], `${name}.png`),
  })
  return url
}

const apiPage = JSON.stringify({ info: { url: '/pets', method: 'get', type: 'api' }, remark: '[x](/1/2)' })

test('a project comes and goes back byte for byte: nothing is pushed that nobody has changed', async () => {
  const guide = await newCatalog('指南')
  const deep = await newCatalog('深', await newCatalog('B', guide))
  const image = await upload('图 one')
  const first = await newPage('Start', 'x')
  const texts: Record<string, string> = {
    Windows: 'a\r\nb\r\n',
    Bom: '\ufeff# Title\n',
    Open: 'no newline at the end',
    Empty: '',
    Mixed: 'a\rb\nc\r\n\n\n',
  }
  for (const [title, text] of Object.entries(texts)) await newPage(title, text, guide)
  await newPage('Pet', apiPage)
  const linked = `![a](${image}) [s](/${item_id}/${first}#top) [d](/orders/${first}) \`](${image})\`\n`
  const end = await newPage('结尾', linked, deep)
  await owner().page.save({ item_id, page_id: first, page_title: 'Start', page_content: `[e](/${item_id}/${end})` })
  const before = app.rows.all('page')

  const here = folderAt('here')
  expect(await here.pull()).toMatchObject({ code: 0, err: expect.stringContaining('Pulled “Orders”. Added: 9') })
  expect(here.files()).toEqual(
    [
      'Pet.json',
      'Start.md',
      '_files/图 one.png',
      '指南/B/深/结尾.md',
      ...Object.keys(texts).map((title) => `指南/${title}.md`),
    ].toSorted(),
  )
  for (const [title, text] of Object.entries(texts)) expect(here.read(`指南/${title}.md`)).toBe(text)
  expect(here.read('Pet.json')).toBe(apiPage)
  expect(here.read('指南/B/深/结尾.md')).toBe(
    `![a](../../../_files/%E5%9B%BE%20one.png) [s](../../../Start.md#top) [d](../../../Start.md) \`](${image})\`\n`,
  )
  expect(readFileSync(here.at('_files/图 one.png'))).toEqual(pngOf('图 one'))

  expect(await here.pushed()).toMatchObject({ code: 0, changes: [], problems: [], unchanged: 8 })
  expect(await here.pull()).toMatchObject({ code: 0, out: '' })
  expect(app.rows.all('page')).toEqual(before)

  // a change elsewhere in the text leaves its addresses as they were
  here.write('指南/B/深/结尾.md', `${here.read('指南/B/深/结尾.md')}more\n`)
  expect(await here.pushed()).toMatchObject({ code: 0, changed: 1 })
  expect(await textOf(end)).toBe(`${linked}more\n`)
})

test('changes, new pages, folders, images and moves go to the project, as the owner of the token', async () => {
  const guide = await newCatalog('Guide')
  const old = await newCatalog('Old name')
  await newPage('Changed', 'one\ntwo\n', guide)
  await newPage('Moved', 'this one moves', guide)
  await newPage('Renamed', 'this one gets a name', guide)
  await newPage('A', 'in a folder', old)
  await newPage('B', 'in a folder too', old)
  await newPage('Gone', 'this one goes')
  app.rows.newMember(item_id, 'writer', 'edit')
  const token = join(top, 'token')
  writeFileSync(token, `${app.token('writer')}\n`)
  const site = ['--url', `${app.url}/`, '--token-file', token]
  const here = folderAt('here', site)
  expect(await here.pull()).toMatchObject({ code: 0 })
  expect(readFileSync(here.at('.docstead/state.json'), 'utf8')).not.toContain(app.token('writer'))

  here.write('Guide/Changed.md', 'one\nTWO\n![p](img/p.png)\n')
  here.write('Guide/img/p.png', pngOf('p'))
  here.write('新目录/子/新 page.md', '[c](../../Guide/Changed.md#two) [n](next.md) ![p](../../Guide/img/p.png)')
  here.write('新目录/子/next.md', '[back](<新 page.md>) [web](https://example.com/a.md) [no](../../../outside.md)')
  here.move('Guide/Moved.md', 'Moved.md')
  here.move('Guide/Renamed.md', 'Guide/Other title.md')
  renameSync(here.at('Old name'), here.at('New name'))
  rmSync(here.at('Gone.md'))

  const versions = pages()
  const plan = await here.pushed('--dry-run')
  expect(plan).toMatchObject({ code: 0, dry_run: true, missing: ['Gone.md'], problems: [] })
  expect(pages()).toEqual(versions)
  const done = await here.pushed()
  expect(done).toMatchObject({ code: 0, missing: ['Gone.md'], problems: [], uploaded: 1 })
  const actions = (report: Record<string, unknown>) =>
    (report['changes'] as { action: string; path: string }[]).map(({ action, path }) => `${action} ${path}`).toSorted()
  expect(actions(done)).toEqual(actions(plan))
  expect(actions(done)).toEqual([
    'added 新目录/',
    'added 新目录/子/',
    'added 新目录/子/next.md',
    'added 新目录/子/新 page.md',
    'changed Guide/Changed.md',
    'moved Guide/Other title.md',
    'moved Moved.md',
    'moved New name/',
    'uploaded Guide/img/p.png',
  ])
  const [changed, fresh, next] = [pageNamed('Changed'), pageNamed('新 page'), pageNamed('next')]
  expect(changed).toMatchObject({ version: 2, author: 'writer' })
  const image = /\((\/api[^)]+)\)/.exec(await textOf(changed.page_id))?.[1] ?? ''
  expect(await textOf(fresh.page_id)).toBe(
    `[c](/${item_id}/${changed.page_id}#two) [n](/${item_id}/${next.page_id}) ![p](${image})`,
  )
  expect(await textOf(next.page_id)).toBe(
    `[back](</${item_id}/${fresh.page_id}>) [web](https://example.com/a.md) [no](../../../outside.md)`,
  )
  expect(pageNamed('Moved')).toMatchObject({ cat_id: 0, version: 1 })
  expect(pageNamed('Other title')).toMatchObject({ cat_id: guide, version: 2 })
  expect(pageNamed('A')).toMatchObject({ cat_id: old, version: 1 })
  expect((await owner().catalog.catList({ item_id })).find((one) => Number(one.cat_id) === old)?.cat_name).toBe(
    'New name',
  )
  const history = await owner().page.history({ page_id: changed.page_id })
  expect(history).toMatchObject([{ page_content: 'one\ntwo\n', author_username: 'owner' }])

  // nothing is left to do on either side, and another folder has the same
  expect(await here.pushed()).toMatchObject({ code: 0, changes: [] })
  expect(await here.pull()).toMatchObject({ code: 0, out: '' })
  const other = folderAt('other', site)
  await other.pull()
  expect(other.read('Guide/Other title.md')).toBe('this one gets a name')
  expect(other.read('新目录/子/新 page.md')).toContain('[c](../../Guide/Changed.md#two) [n](next.md)')
  expect(await other.pushed()).toMatchObject({ changes: [] })

  // deleted files only with --delete, to the recycle bin
  rmSync(other.at('New name'), { recursive: true })
  expect(await other.pushed('--delete')).toMatchObject({ code: 0, removed: 3, missing: [] })
  expect(
    pages()
      .filter((one) => one.is_del === 1)
      .map((one) => one.title),
  ).toEqual(['A', 'B'])
  expect(await here.pushed('--delete')).toMatchObject({ code: 0, removed: 1 })
  expect(await here.pull()).toMatchObject({ code: 0, out: expect.stringContaining('removed\tNew name/A.md') })
  expect(existsSync(here.at('New name'))).toBe(false)
})

test('a file that was moved and changed keeps its page; one with another text does not become it', async () => {
  const guide = await newCatalog('Guide')
  const moved = await newPage('Moved', 'one\n\ntwo\n\nthree\n')
  await newPage('Replaced', 'one\n\ntwo\n\nthree\n')
  const here = folderAt('here')
  await here.pull()
  here.move('Moved.md', 'Guide/Moved.md')
  here.write('Guide/Moved.md', 'one\n\nTWO\n\nthree\n')
  rmSync(here.at('Replaced.md'))
  here.write('Guide/Replaced.md', 'something else\n\nthree\n')
  const done = await here.pushed()
  expect(done).toMatchObject({ code: 0, changed: 1, added: 1, missing: ['Replaced.md'], problems: [] })
  expect(pageNamed('Moved')).toMatchObject({ page_id: moved, cat_id: guide, version: 2 })
  expect(await textOf(moved)).toBe('one\n\nTWO\n\nthree\n')
  expect(pages().filter(({ title }) => title === 'Replaced')).toHaveLength(2)
  expect(await here.pushed()).toMatchObject({ code: 0, changes: [] })
  expect(await here.pull()).toMatchObject({ code: 0, out: '' })
})

test('one pull or push uses a folder at a time', async () => {
  await newPage('One', 'text')
  const here = folderAt('here')
  await here.pull()
  here.write('Two.md', 'more')
  const lock = await (await Disk.open(here.dir, false)).lock()
  const inUse = { code: 1, err: expect.stringContaining('is using') }
  expect(await here.push()).toMatchObject(inUse)
  expect(await here.push('--dry-run')).toMatchObject(inUse)
  expect(await here.pull()).toMatchObject(inUse)
  lock.release()
  expect(await here.pushed()).toMatchObject({ code: 0, added: 1 })
  // a link is not followed
  rmSync(here.at('.docstead/lock'))
  writeFileSync(join(top, 'outside'), 'kept')
  symlinkSync(join(top, 'outside'), here.at('.docstead/lock'))
  expect(await here.push()).toMatchObject({ code: 1, err: expect.stringContaining('.docstead/lock') })
  expect(readFileSync(join(top, 'outside'), 'utf8')).toBe('kept')
})

describe('both sides have changed', () => {
  const base = ['one', '', 'two', '', 'three', ''].join('\n')
  const save = (page_id: number, page_content: string, page_title = 'P') =>
    app.as('colleague').page.save({ item_id, page_id, page_title, page_content })

  beforeEach(() => void app.rows.newMember(item_id, 'colleague', 'edit'))

  test('different lines are merged, by a push and by a pull', async () => {
    const page_id = await newPage('P', base)
    const here = folderAt('here')
    await here.pull()
    await save(page_id, base.replace('one', 'ONE'), 'P renamed')
    here.write('P.md', base.replace('three', 'THREE'))
    expect(await here.pushed()).toMatchObject({ code: 0, merged: 1 })
    const merged = base.replace('one', 'ONE').replace('three', 'THREE')
    expect(await textOf(page_id)).toBe(merged)
    expect(here.read('P.md')).toBe(merged)
    expect(pageNamed('P renamed').page_id).toBe(page_id)

    here.write('P.md', merged.replace('THREE', '3'))
    await save(page_id, merged.replace('ONE', '1'), 'P renamed')
    expect(await here.pull()).toMatchObject({ code: 0, out: expect.stringContaining('merged\tP renamed.md') })
    expect(here.read('P renamed.md')).toBe(base.replace('one', '1').replace('three', '3'))
    expect(await here.pushed()).toMatchObject({ code: 0, changed: 1 })
    expect(await textOf(page_id)).toBe(base.replace('one', '1').replace('three', '3'))
  })

  test('the same lines are a conflict: nothing is lost, and a person puts both together', async () => {
    const page_id = await newPage('P', base)
    const here = folderAt('here')
    await here.pull()
    await save(page_id, base.replace('two', 'theirs'))
    here.write('P.md', base.replace('two', 'mine'))
    expect(await here.push()).toMatchObject({ code: 1, err: expect.stringContaining('P.md: not sent: someone') })
    expect(await textOf(page_id)).toBe(base.replace('two', 'theirs'))
    expect(await here.pull()).toMatchObject({ code: 1, err: expect.stringContaining('P.server.md') })
    expect(here.read('P.md')).toBe(base.replace('two', 'mine'))
    expect(here.read('P.server.md')).toBe(base.replace('two', 'theirs'))
    expect(await here.push()).toMatchObject({ code: 1, err: expect.stringContaining('still has the server’s text') })

    await save(page_id, base.replace('two', 'theirs again'))
    expect((await here.pull()).code).toBe(1)
    expect(here.read('P.server.md')).toBe(base.replace('two', 'theirs again'))

    here.write('P.md', base.replace('two', 'both'))
    rmSync(here.at('P.server.md'))
    expect(await here.pushed()).toMatchObject({ code: 0, changed: 1 })
    expect(await textOf(page_id)).toBe(base.replace('two', 'both'))
    expect(await here.pull()).toMatchObject({ code: 0, out: '' })
    expect(here.files()).toEqual(['P.md'])
  })

  test('without a base in the history there is no merge', async () => {
    const page_id = await newPage('P', base)
    const here = folderAt('here')
    await here.pull()
    await save(page_id, base.replace('one', 'ONE'))
    app.rows.sqlite.exec('DELETE FROM page_history')
    here.write('P.md', base.replace('three', 'THREE'))
    expect((await here.push()).code).toBe(1)
    expect((await here.pull()).code).toBe(1)
    expect(here.read('P.md')).toBe(base.replace('three', 'THREE'))
  })

  test('a page that was deleted on the server: a changed file stays, another one goes', async () => {
    const [one, two] = [await newPage('One', 'a'), await newPage('Two', 'b')]
    const here = folderAt('here')
    await here.pull()
    await owner().page.delete({ page_id: one })
    await owner().page.delete({ page_id: two })
    here.write('Two.md', 'b, changed')
    expect(await here.push()).toMatchObject({ code: 1, err: expect.stringContaining('deleted on the server') })
    expect(await here.pull()).toMatchObject({ code: 1, out: 'removed\tOne.md\n' })
    expect(here.files()).toEqual(['Two.md'])
    expect(await here.pushed()).toMatchObject({ code: 0, added: 1 })
    expect(await textOf(pageNamed('Two').page_id)).toBe('b, changed')
  })

  test('a file that was deleted here stays away until it is wanted again', async () => {
    const page_id = await newPage('P', 'text')
    const here = folderAt('here')
    await here.pull()
    rmSync(here.at('P.md'))
    expect(await here.pull()).toMatchObject({ code: 0, out: '', err: expect.stringContaining('deleted here: 1') })
    await owner().page.save({ item_id, page_id, page_title: 'Q', page_content: 'text' })
    expect(await here.pull()).toMatchObject({ code: 0, out: '' })
    expect(here.files()).toEqual([])
    expect(await here.pull('--restore')).toMatchObject({ code: 0, out: 'added\tQ.md\n' })
    expect(here.read('Q.md')).toBe('text')
  })

  test('a deletion does not remove what somebody has saved since, and a locked page is not written', async () => {
    const [one, two] = [await newPage('One', 'a'), await newPage('Two', 'b')]
    const here = folderAt('here')
    await here.pull()
    await save(one, 'a, changed', 'One')
    rmSync(here.at('One.md'))
    here.write('Two.md', 'b, changed')
    await app.as('colleague').page.setLock({ item_id, page_id: two })
    const { code, problems } = (await here.pushed('--delete')) as { code: number; problems?: { error_name: string }[] }
    expect({ code, names: problems?.map((one) => one.error_name).toSorted() }).toEqual({
      code: 1,
      names: ['folderBehind', 'pageLocked'],
    })
    expect(await here.pull()).toMatchObject({ code: 0, out: 'added\tOne.md\n' })
    expect(here.read('Two.md')).toBe('b, changed')
  })

  test('moves on the server: files follow with what was changed in them, and links follow the files', async () => {
    const folder = await newCatalog('Folder')
    const [a, b] = [await newPage('A', 'x'), await newPage('B', 'this is b')]
    await save(a, `[b](/${item_id}/${b})`, 'A')
    const here = folderAt('here')
    await here.pull()
    expect(here.read('A.md')).toBe('[b](B.md)')
    here.write('B.md', 'this is b, changed')
    await owner().page.copy({ page_id: b, to_cat_id: folder, is_del: true })
    expect(await here.pull()).toMatchObject({ code: 0 })
    expect(here.read('Folder/B.md')).toBe('this is b, changed')
    expect(here.read('A.md')).toBe('[b](Folder/B.md)')
    // two that exchange their titles
    await save(a, `[b](/${item_id}/${b})`, 'tmp')
    await owner().catalog.save({ item_id, cat_id: folder, cat_name: 'Renamed' })
    await owner().page.copy({ page_id: b, to_cat_id: 0, is_del: true })
    await save(b, 'this is b', 'A')
    await save(a, `[b](/${item_id}/${b})`, 'B')
    expect(await here.pull()).toMatchObject({ code: 0 })
    expect(here.read('A.md')).toBe('this is b, changed')
    expect(here.read('B.md')).toBe('[b](A.md)')
    expect(existsSync(here.at('Renamed'))).toBe(true)
    expect(existsSync(here.at('Folder'))).toBe(false)
  })
})

test('images and attachments: those in lists too, changed ones are uploaded again, unused ones go', async () => {
  const image = await upload('one')
  const a = await newPage('A', `![i](${image})`)
  const b = await newPage('B', `text\n\n<img src="${app.url}${image}">`)
  await owner().attachment.attachmentUpload({ item_id, page_id: b, file: new File(['a,b'], '表.csv') })
  const here = folderAt('here')
  await here.pull()
  expect(here.files()).toEqual(['A.md', 'B.md', '_files/one.png', '_files/表.csv'])
  expect(here.read('_files/表.csv')).toBe('a,b')

  here.write('_files/one.png', pngOf('another'))
  here.write('C.md', '![same](_files/one.png) ![copy](copy.png) [c](<_files/表.csv>)')
  here.write('copy.png', pngOf('another'))
  expect(await here.pushed()).toMatchObject({ code: 0, uploaded: 1, added: 1, changed: 2 })
  const [next = ''] = /\/api[^)]+/.exec(await textOf(a)) ?? []
  expect(next).not.toBe(image)
  expect(await textOf(b)).toContain(next)
  expect(await textOf(pageNamed('C').page_id)).toMatch(`![same](${next}) ![copy](${next}) [c](</api/`)
  const response = await owner().attachment.visitFile({ sign: next.slice(-32) })
  expect(Buffer.from(await response.arrayBuffer())).toEqual(pngOf('another'))
  expect(await here.pushed()).toMatchObject({ code: 0, changes: [] })
  expect(await here.pull()).toMatchObject({ code: 0, out: '' })
  expect(readFileSync(here.at('_files/one.png'))).toEqual(pngOf('another'))

  await owner().page.save({ item_id, page_id: a, page_title: 'A', page_content: 'no image' })
  await owner().page.save({ item_id, page_id: b, page_title: 'B', page_content: 'none' })
  await owner().page.delete({ page_id: pageNamed('C').page_id })
  await here.pull()
  expect(here.files()).toEqual(['A.md', 'B.md', '_files/表.csv', 'copy.png'])
})

test('a spreadsheet is the JSON that is stored; a merge that is no JSON is a conflict', async () => {
  const sheet = await app.rows.newItem({ item_name: 'Sheet', item_type: 4 })
  const rows = (...cells: string[]) => `{"sheets":[\n${cells.map((cell) => `{"c":"${cell}"}`).join(',\n')}\n]}`
  const text = rows('1', '2', '3', '4')
  const page_id = app.rows.newPage(sheet, 'Sheet', { page_content: text })
  const dir = join(top, 'sheet')
  const file = join(dir, 'Sheet.json')
  expect(await command(['pull', String(sheet), dir])).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toBe(text)
  const save = (page_content: string) =>
    owner().page.save({ item_id: sheet, page_id, page_title: 'Sheet', page_content })
  await save(rows('1', '2', '3'))
  writeFileSync(file, rows('0', '2', '3', '4'))
  expect(await command(['push', dir])).toMatchObject({ code: 0, out: expect.stringContaining('merged') })
  expect(await textOf(page_id)).toBe(rows('0', '2', '3'))
  await save(rows('0', '2'))
  writeFileSync(file, rows('0', '2', '3', '5'))
  expect((await command(['push', dir])).code).toBe(1)
  expect((await command(['pull', String(sheet), dir])).code).toBe(1)
  expect(readFileSync(join(dir, 'Sheet.server.json'), 'utf8')).toBe(rows('0', '2'))
})

test('moves that are not pushed yet stay moves when a pull comes first', async () => {
  const folder = await newCatalog('Folder')
  const deep = await newCatalog('Deep', folder)
  const [a, b] = [await newPage('A', 'this is a', folder), await newPage('B', 'this is b', deep)]
  const c = await newPage('C', 'this is c')
  const here = folderAt('here')
  await here.pull()
  renameSync(here.at('Folder'), here.at('Other'))
  here.move('C.md', 'Other/C two.md')
  await owner().page.save({ item_id, page_id: a, page_title: 'A', page_content: `[b](/${item_id}/${b})` })
  await newPage('New', 'this is new', folder)
  const { out } = await here.pull()
  expect(out.split('\n').toSorted()).toEqual(['', 'added\tOther/New.md', 'changed\tOther/A.md'])
  expect(await here.pull()).toMatchObject({ code: 0, out: '' })
  expect(here.files()).toEqual(['Other/A.md', 'Other/C two.md', 'Other/Deep/B.md', 'Other/New.md'])
  expect(here.read('Other/A.md')).toBe('[b](Deep/B.md)')
  expect(await here.pushed()).toMatchObject({ code: 0, moved: 2, changed: 0, added: 0, unchanged: 3 })
  expect((await owner().catalog.catList({ item_id })).map((one) => one.cat_name).toSorted()).toEqual(['Deep', 'Other'])
  expect(await owner().page.info({ page_id: c })).toMatchObject({ page_title: 'C two', cat_id: String(folder) })
  expect(await here.pull()).toMatchObject({ code: 0, out: '' })
  expect(await here.pushed()).toMatchObject({ code: 0, changes: [] })
})

describe('who may do what', () => {
  const pullAs = (name: string, ...more: string[]) => folderAt(`of ${name}`, ['--as', name, ...more])

  test('readers pull, and do not push; strangers do neither; an archived project takes nothing', async () => {
    const closed = await app.rows.newItem({ item_name: 'Closed', item_domain: 'closed', password: 'secret' })
    await newPage('P', 'text')
    app.rows.newMember(item_id, 'reader', 'read')
    const reader = pullAs('reader')
    expect(await reader.pull()).toMatchObject({ code: 0 })
    reader.write('P.md', 'changed')
    expect(await reader.push()).toMatchObject({ code: 1, err: expect.stringMatching(/P\.md: .*permission/) })
    app.uid('stranger')
    const stranger = await command(['pull', 'closed', join(top, 's'), '--as', 'stranger'])
    expect(stranger).toMatchObject({ code: 1, out: '', err: expect.stringContaining('password') })
    const visitor = await command(['pull', String(closed), join(top, 'v'), '--url', app.url])
    expect(visitor.code).toBe(1)
    expect(await command(['pull', 'orders', join(top, 'v'), '--url', app.url])).toMatchObject({ code: 0 })
    app.rows.sqlite.prepare('UPDATE item SET is_archived = 1 WHERE item_id = ?').run(item_id)
    expect(await reader.push()).toMatchObject({ code: 1, err: 'This project is archived and read-only.\n' })
  })

  test('a member who is limited to a folder has that folder', async () => {
    const [open, shut] = [await newCatalog('Open'), await newCatalog('Shut')]
    await newPage('Mine', 'text', open)
    await newPage('Hidden', 'secret', shut)
    await newPage('Top', 'secret too')
    app.rows.newMember(item_id, 'limited', 'edit', [open])
    const here = pullAs('limited')
    await here.pull()
    expect(here.files()).toEqual(['Open/Mine.md'])
    here.write('Open/Mine.md', 'changed')
    here.write('Open/Sub/New.md', 'new')
    here.write('At the top.md', 'no')
    expect(await here.push()).toMatchObject({ code: 1, err: expect.stringMatching(/^At the top\.md: /) })
    expect(await textOf(pageNamed('Mine').page_id)).toBe('changed')
    expect(pageNamed('New').author).toBe('limited')
    expect(pages()).toHaveLength(4)
  })

  test('four folders deep is a clear error, and the rest is sent', async () => {
    const here = folderAt('here')
    await here.pull()
    here.write('a/b/c/fits.md', '1')
    here.write('a/b/c/d/deep.md', '2')
    expect(await here.push()).toMatchObject({ code: 1, err: expect.stringMatching(/a\/b\/c\/d\/deep\.md: .*level/) })
    expect(pages().map((one) => one.title)).toEqual(['fits'])
  })
})

describe('the folder itself', () => {
  test('hostile and equal titles stay inside, each in a file of its own', async () => {
    const titles = [
      '..',
      '../../up',
      'a/b',
      'a\\b',
      'CON',
      'Same',
      'same',
      'SAME',
      '.git',
      'x.server',
      '_files',
      '-rf',
      'é',
      'e\u0301',
    ]
    const catalog = app.rows.newCatalog(item_id, '..')
    for (const title of titles) app.rows.newPage(item_id, title, { page_content: `text of ${title}` })
    app.rows.newPage(item_id, 'inside', { cat_id: catalog, page_content: 'inside' })
    const here = folderAt('here')
    expect(await here.pull()).toMatchObject({ code: 0 })
    expect(readdirSync(top)).toEqual(['here'])
    const files = here.files()
    expect(files).toHaveLength(titles.length + 1)
    expect(new Set(files.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(files.length)
    for (const path of files) expect(path).not.toMatch(/\.\.|\\|(^|\/)\.|^con\b/i)
    expect(await here.pushed()).toMatchObject({ code: 0, changes: [] })
    expect(await here.pull()).toMatchObject({ code: 0, out: '' })
  })

  test('links are not followed, neither for writing nor for reading', async () => {
    const catalog = await newCatalog('Folder')
    await newPage('P', 'text', catalog)
    const outside = join(top, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'secret.md'), 'secret')
    writeFileSync(join(outside, 'secret.png'), png)
    const here = folderAt('here')
    await here.pull()
    rmSync(here.at('Folder'), { recursive: true })
    symlinkSync(outside, here.at('Folder'))
    symlinkSync(join(outside, 'secret.md'), here.at('link.md'))
    here.write('N.md', '![a](../outside/secret.png) ![b](Folder/secret.png) [c](link.md)')
    expect(await here.pushed()).toMatchObject({ code: 0, added: 1, uploaded: 0 })
    expect(pages().map((one) => one.title)).toEqual(['P', 'N'])
    await owner().page.save({ item_id, page_id: pageNamed('P').page_id, page_title: 'P', page_content: 'changed' })
    await here.pull()
    expect(readdirSync(outside)).toEqual(['secret.md', 'secret.png'])
  })

  test('whose folder it is: another project, another site, a folder with other things, a damaged state', async () => {
    await newPage('P', 'text')
    const other = await app.rows.newItem({ item_name: 'Other' })
    const here = folderAt('here')
    await here.pull()
    const token = { DOCSTEAD_TOKEN: app.token('owner') }
    const server = createServer((_, response) =>
      response.setHeader('Content-Type', 'application/json').end('{"error_code":0,"data":{}}'),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    writeFileSync(join(top, 'file'), '')
    mkdirSync(join(top, 'full'))
    writeFileSync(join(top, 'full', 'mine.txt'), '')
    const cases: [string[], number, RegExp][] = [
      [['pull', String(other), here.dir], 2, /holds the project “Orders”/],
      [['pull', 'orders', here.dir, '--url', app.url], 2, /data folder of a machine/],
      [['push', here.dir, '--url', app.url], 2, /data folder of a machine/],
      [['pull', 'orders', join(top, 'full')], 2, /isn’t empty/],
      [['pull', 'orders', join(top, 'file')], 1, /not a plain file or folder/],
      [['pull', 'nothing', join(top, 'new')], 1, /./],
      [['pull', 'orders', join(top, 'new'), '--url', elsewhere], 1, /doesn’t answer as a Docstead site/],
      [['pull', 'a/b', join(top, 'new')], 1, /no project “a\/b”/],
      [['pull', 'orders'], 2, /pull ITEM DIR/],
      [['pull', 'orders', join(top, 'new'), '--url', 'ftp://x'], 2, /isn’t the address/],
      [['pull', 'orders', join(top, 'new'), '--url', 'http://127.0.0.1:1'], 1, /doesn’t answer/],
      [['pull', 'orders', join(top, 'new'), '--url', app.url, '--token-file', join(top, 'none')], 1, /none/],
      [['push', join(top, 'full'), '--delete'], 2, /isn’t a folder that/],
    ]
    for (const [words, code, line] of cases) {
      const result = await command(words, token)
      expect(result, words.join(' ')).toMatchObject({ code, out: '', err: expect.stringMatching(line) })
      expect(result.err.match(/\n/g), words.join(' ')).toHaveLength(1)
    }
    // a token goes to no address that only the folder names
    const remote = folderAt('remote', ['--url', app.url])
    expect(await remote.pull()).toMatchObject({ code: 0 })
    expect(await command(['push', remote.dir], token)).toMatchObject({ code: 2, err: expect.stringContaining('--url') })
    const state = here.read('.docstead/state.json')
    expect(state).toContain('"path": "P.md"')
    for (const path of ['.git/config', '../P.md', '/P.md', 'a/.ssh/P.md', 'a\\\\P.md', '']) {
      here.write('.docstead/state.json', state.replace('"path": "P.md"', `"path": "${path}"`))
      expect(await here.push(), path).toMatchObject({
        code: 1,
        err: expect.stringContaining('state.json can’t be read'),
      })
    }
  })

  test('a token that the site does not take changes nothing: what visitors may not see stays', async () => {
    app.uid('writer')
    app.rows.newMember(item_id, 'writer', 'edit')
    await newPage('P', 'text')
    const draft = { item_id, page_id: 0, page_title: 'Draft', page_content: 'text', is_draft: '1' }
    await app.as('writer').page.save(draft)
    const file = join(top, 'token')
    writeFileSync(file, app.token('writer'))
    const here = folderAt('here', ['--url', app.url])
    const files = ['.docstead/state.json', 'Draft.md', 'P.md']
    expect(await here.pull('--token-file', file)).toMatchObject({ code: 0 })
    expect(here.files()).toEqual(expect.arrayContaining(['Draft.md', 'P.md']))
    const before = files.map((path) => here.read(path))
    await app.as('writer').user.logout({ confirm: '1' })
    writeFileSync(join(top, 'empty'), '\n')
    const rejectedTokens: { words: string[]; env: Record<string, string> }[] = [
      { words: ['--token-file', file], env: {} },
      { words: ['--token-file', join(top, 'empty')], env: {} },
      { words: [], env: { DOCSTEAD_TOKEN: '' } },
    ]
    for (const { words, env } of rejectedTokens)
      for (const action of [
        ['pull', 'orders', here.dir],
        ['push', here.dir],
      ])
        expect(await command([...action, '--url', app.url, ...words], env)).toEqual({
          code: 1,
          out: '',
          err: expect.stringMatching(/^http.* doesn’t accept this token: .*\n$/),
        })
    expect(files.map((path) => here.read(path))).toEqual(before)
  })

  test('a file that is not UTF-8 is a problem of its own; Chinese is spoken', async () => {
    const here = folderAt('here')
    await here.pull()
    here.write('a.md', Buffer.from([0xff, 0xfe, 0x41]))
    here.write('b.md', 'fine')
    here.write('data.json', '{"not": "a page"}')
    here.write('notes.txt', 'not a page')
    const { code, err } = await command(['push', here.dir], { LANG: 'zh_CN.UTF-8' })
    expect(code).toBe(1)
    expect(err).toContain('a.md: 未推送：文件不是 UTF-8 文本')
    expect(err).toContain('新增 1')
    expect(pages().map((one) => one.title)).toEqual(['b'])
  })
})

/** Lets the writes of a run fail from the given one on, as a kill would. */
async function interrupted(method: 'write' | 'append' | 'move' | 'remove', after: number, run: () => Promise<unknown>) {
  const original = Disk.prototype[method] as (...args: unknown[]) => Promise<void>
  let count = 0
  const spy = vi.spyOn(Disk.prototype, method).mockImplementation(async function (this: Disk, ...args: unknown[]) {
    count += 1
    if (count > after) throw new Error('killed')
    await original.apply(this, args)
  })
  try {
    await run().catch((error: Error) => expect(error.message).toBe('killed'))
    return count > after
  } finally {
    spy.mockRestore()
  }
}

test.each([
  ['write', [1, 3, 5]],
  ['append', [1, 2, 4]],
  ['move', [0]],
  ['remove', [0]],
] as const)(
  'a pull that is killed at any %s is completed by the next',
  { timeout: 30_000 },
  async (method, moments) => {
    const folder = await newCatalog('F')
    const image = await upload('one')
    const ids = [await newPage('A', `![i](${image})`), await newPage('B', 'b', folder), await newPage('C', 'c')]
    const [, b = 0, c = 0] = ids
    const whole = folderAt('whole')
    await whole.pull()
    const change = async () => {
      await owner().page.save({ item_id, page_id: b, page_title: 'B', page_content: `[c](/${item_id}/${c})` })
      await owner().page.copy({ page_id: c, to_cat_id: folder, is_del: true })
      await owner().page.delete({ page_id: ids[0] ?? 0 })
      await newPage('D', 'd')
    }
    const copies = moments.map((at) => [at, folderAt(`copy ${at}`)] as const)
    for (const [at, copy] of copies) {
      await interrupted(method, at, () => copy.pull())
      expect(await copy.pull(), `first pull, ${at}`).toMatchObject({ code: 0 })
      expect(copy.files()).toEqual(whole.files())
      copy.write('C.md', 'c, changed here')
    }
    const conflicts = copies.map(([at]) => folderAt(`conflict ${at}`))
    for (const copy of conflicts) {
      await copy.pull()
      copy.write('F/B.md', 'mine')
    }
    await change()
    for (const copy of conflicts) {
      await interrupted(method, moments[conflicts.indexOf(copy)] ?? 0, () => copy.pull())
      // nothing overwrites the server's text before somebody has seen it
      if (!existsSync(copy.at('F/B.server.md'))) await copy.push()
      expect(await textOf(b)).toBe(`[c](/${item_id}/${c})`)
      expect((await copy.pull()).code).toBe(1)
      expect(copy.read('F/B.md')).toBe('mine')
      expect(copy.read('F/B.server.md')).toBe('[c](C.md)')
      expect(copy.files().filter((path) => path.includes('.server'))).toHaveLength(1)
    }
    await whole.pull()
    for (const [at, copy] of copies) {
      await interrupted(method, at, () => copy.pull())
      expect(await copy.pull(), `second pull, ${at}`).toMatchObject({ code: 0 })
      expect(copy.files()).toEqual(whole.files())
      expect(copy.read('F/C.md')).toBe('c, changed here')
      expect(copy.read('F/B.md')).toBe('[c](C.md)')
    }
  },
)

test.each([
  ['write', 1],
  ['append', 4],
] as const)(
  'a push that is killed at any %s is completed by the next',
  { timeout: 30_000 },
  async (method, moments) => {
    await newPage('A', 'a')
    await newPage('B', 'b')
    for (let at = 0; at < moments; at += 1) {
      const here = folderAt(`here ${at}`)
      await here.pull()
      here.write('A.md', `a ${at}`)
      here.write(`N${at}/New.md`, `[a](../A.md) ![i](i.png)`)
      here.write(`N${at}/i.png`, pngOf(String(at)))
      await interrupted(method, at, () => here.push())
      expect(await here.pushed(), String(at)).toMatchObject({ code: 0, problems: [] })
      expect(await textOf(pageNamed('A').page_id)).toBe(`a ${at}`)
      expect(pages()).toHaveLength(3 + at)
      expect(await owner().catalog.catList({ item_id })).toHaveLength(1 + at)
      expect(await here.pushed()).toMatchObject({ changes: [] })
    }
  },
)

/** Numbers that are the same in every run. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.each([1, 2])(
  'whatever is in a project and whatever changes in its folder, all folders get equal (%i)',
  async (seed) => {
    const below = numbersFrom(seed)
    const pick = <T>(list: readonly T[]): T => list[below(list.length)] ?? expect.unreachable()
    const words = ['a', 'B', '文档', 'x y', 'ü', 'v1.2', 'CON', '(1)', 'Über uns', '…', "it's", '100%', '#']
    const lines = [
      '',
      '# Title',
      'text',
      '中文',
      '\ufeff',
      '| a | b |',
      '```',
      '`code`',
      '  indented',
      '\u00a0',
      '%20 &amp; <b>',
    ]
    const breaks = ['\n', '\n', '\r\n', '\r']
    const text = (ids: readonly number[]) =>
      Array.from({ length: below(6) }, () =>
        below(4) === 0 && ids.length > 0 ? `[l](/${item_id}/${pick(ids)}#h)` : pick(lines),
      ).join(pick(breaks)) + pick(['', '\n'])
    const catalogs = [{ cat_id: 0, depth: 0 }]
    for (let at = 0; at < 5; at += 1) {
      const { cat_id, depth } = pick(catalogs)
      if (depth < 3) catalogs.push({ cat_id: await newCatalog(pick(words), cat_id), depth: depth + 1 })
    }
    const ids: number[] = []
    for (let at = 0; at < 14; at += 1) ids.push(await newPage(pick(words), text(ids), pick(catalogs).cat_id))
    ids.push(await newPage('api', apiPage, pick(catalogs).cat_id))

    const [one, two] = [folderAt('one'), folderAt('two')]
    for (const here of [one, two]) expect((await here.pull()).code).toBe(0)
    const before = app.rows.all('page')
    expect(await one.pushed()).toMatchObject({ code: 0, changes: [], problems: [] })
    expect(app.rows.all('page')).toEqual(before)

    const contents = (here: typeof one) => Object.fromEntries(here.files().map((path) => [path, here.read(path)]))
    for (const round of [1, 2]) {
      for (let at = 0; at < 5; at += 1) {
        const path = pick(one.files())
        if (!path.endsWith('.md')) continue
        const to = `${pick(['', 'new folder/', 'a/', '文档/'])}${pick(words)} ${round}${at}.md`
        const action = below(5)
        if (action === 0) one.write(path, `${one.read(path)}${pick(lines)}${at}`)
        else if (action === 1) one.write(to, text([]))
        else if (action === 2) rmSync(one.at(path))
        else one.move(path, to)
      }
      expect(await one.pushed('--delete')).toMatchObject({ code: 0, problems: [], missing: [] })
      for (const here of [one, two]) expect(await here.pull()).toMatchObject({ code: 0 })
      expect(contents(two)).toEqual(contents(one))
      for (const here of [one, two]) expect(await here.pushed('--delete')).toMatchObject({ changes: [] })
    }
  },
)
