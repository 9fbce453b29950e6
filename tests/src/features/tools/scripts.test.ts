import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ScriptName } from '#shared/contract/tools.ts'
import { fillScript } from '#src/features/tools/fill-script.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const names: ScriptName[] = [
  'docstead-comments.sh',
  'docstead-comments.ps1',
  'docstead-dictionary.sh',
  'docstead-dictionary.ps1',
]
const shells = names.filter((name) => name.endsWith('.sh'))

const can = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docstead scripts 脚本-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** Runs a script; its own folder is the working folder. */
const run = (script: string, args: string[], { env = {}, stdin = '' } = {}) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const path = join(folder, 'a script.sh')
    writeFileSync(path, script)
    const child = execFile(
      'sh',
      [path, ...args],
      { cwd: folder, env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
    // a script that stops at once reads nothing
    child.stdin?.on('error', () => undefined).end(stdin)
  })

const hostile = [
  `'; touch hacked; '`,
  `"; touch hacked; "`,
  '$(touch hacked)',
  '`touch hacked`',
  `\n touch hacked\n`,
  `\\'; touch hacked #`,
  '’; New-Item hacked; ‘',
  '%TOKEN%',
  '-n --help',
]

// No PowerShell runs here, so what its language specification 7.1 says of commas is checked in the text: in the arguments
// of a method they separate arguments, and `-f` would get only the first of its values.
test.each(names.filter((name) => name.endsWith('.ps1')))('%s formats only in parentheses of its own', (name) => {
  const script = fillScript(name, { url: 'u', api_key: 'k', api_token: 't', project: 'p' })
  const formats = script.split(/\r?\n/).filter((line) => / -f /.test(line))
  expect(formats).toHaveLength(1)
  for (const line of formats) expect(line).toMatch(/\(\('[^']*' -f [^()]*\)\)/)
})

test.each(names)('%s keeps hostile values as they are', (name) => {
  for (const value of hostile) {
    const script = fillScript(name, { url: value, api_key: value, api_token: value, project: value })
    const lines = script.split(/\r?\n/).filter((line) => /^(\$?url|\$?project) = ?|^(url|project)=/i.test(line))
    expect(lines).toHaveLength(2)
    // every quote inside is doubled or escaped: what is left are the two around it
    for (const line of lines) {
      const text = line.slice(line.indexOf('=') + 1).trim()
      const isShell = name.endsWith('.sh')
      const bare = isShell ? text.replaceAll(`'\\''`, '') : text.replaceAll(/(['‘’‚‛])\1/g, '')
      expect(bare.match(isShell ? /'/g : /['‘’‚‛]/g), text).toHaveLength(2)
      expect(/^'.*'$/.test(bare)).toBe(true)
    }
  }
})

describe.runIf(can('sh', '-c', 'exit 0'))('in a POSIX shell', () => {
  test.each(shells)('%s is sound, also for dash and shellcheck where they are', (name) => {
    const path = join(folder, name)
    writeFileSync(path, fillScript(name, { url: "a'b", api_key: '', api_token: 'x', project: '项目' }))
    execFileSync('sh', ['-n', path])
    if (can('dash', '-c', 'exit 0')) execFileSync('dash', ['-n', path])
    if (can('shellcheck', '--version')) execFileSync('shellcheck', ['--shell=sh', path], { stdio: 'inherit' })
  })

  test.each(shells)('%s runs no value', async (name) => {
    for (const value of hostile) {
      const script = fillScript(name, { url: value, api_key: value, api_token: value, project: value })
      await run(script, [value, '--folder', value])
      await run(script, ['.', '--folder', value], {
        env: { DOCSTEAD_URL: value, DOCSTEAD_KEY: value, DOCSTEAD_TOKEN: value },
      })
    }
    expect(readdirSync(folder)).toEqual(['a script.sh'])
  })

  test.each(shells)('%s says what is missing, with code 2', async (name) => {
    const bare = fillScript(name, { url: '', api_key: '', api_token: '', project: '' })
    for (const args of [['.'], ['--key'], ['--nonsense'], ['none/x', '--folder']]) {
      const { code, err } = await run(bare, args)
      expect(code, args.join(' ')).toBe(2)
      expect(err.trim().split('\n')).toHaveLength(1)
    }
  })
})

// Both commands are on every machine that has a POSIX shell and curl.
describe.runIf(can('sh', '-c', 'exit 0') && can('curl', '--version'))('against a server', () => {
  let app: TestApp
  let item_id: number

  beforeEach(async () => {
    app = await createTestApp()
    item_id = await app.rows.newItem({ item_name: `It’s "mine"; $(touch hacked) 项目` })
    await app.as('owner').item.getKey({ item_id })
  })

  const download = async (name: ScriptName) =>
    (
      await fetch(`${app.url}/tools/${name}?item_id=${item_id}`, {
        headers: { authorization: `Bearer ${app.token('owner')}` },
      })
    ).text()

  const comment = (title: string, more = '') =>
    `/**\n * showdoc\n * @title ${title}\n * @url /x?a=1&b=%20+c\n${more} */\n`

  test('docstead-comments.sh writes pages from a folder', async () => {
    const script = await download('docstead-comments.sh')
    mkdirSync(join(folder, 'src/a b/node_modules'), { recursive: true })
    writeFileSync(
      join(folder, "src/a b/it's 订单.php"),
      comment('One', ' * @remark 中文 & 100% + "q" <b>\n').replaceAll('\n', '\r\n'),
    )
    writeFileSync(join(folder, 'src/-two.py'), '"""\nshowdoc\n@title Two\n@url /two\n"""\n')
    writeFileSync(join(folder, 'src/three.go'), '// showdoc\n// @url /no title\n')
    writeFileSync(join(folder, 'src/a b/node_modules/x.js'), comment('Not'))
    const first = await run(script, ['--folder', 'API 接口', 'src'])
    expect(first).toMatchObject({
      code: 1,
      err: expect.stringContaining('three.go: Line 1: the comment has no @title'),
    })
    expect(first.err).toContain('created 2, updated 0, unchanged 0, problems 1')
    expect(first.out.split('\n').sort()).toEqual(['', '-two.py: +1 ~0 =0', "a b/it's 订单.php: +1 ~0 =0"])
    expect(
      app.rows
        .all('page')
        .map((row) => row['page_title'])
        .sort(),
    ).toEqual(['One', 'Two'])
    const text = app.rows
      .all('page_content')
      .map((row) => row['page_content'])
      .join()
    expect(text).toContain('中文 & 100% + "q" <b>')
    expect(text).toContain('/x?a=1&b=%20+c')
    rmSync(join(folder, 'src/three.go'))
    expect(await run(script, ['src', '--folder', 'API 接口'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('created 0, updated 0, unchanged 2'),
    })
    expect(existsSync(join(folder, 'hacked'))).toBe(false)
  })

  test('docstead-dictionary.sh writes pages from SQL, in a file or from a pipe', async () => {
    const script = await download('docstead-dictionary.sh')
    const sql = "CREATE TABLE `a` (b int COMMENT '中文 100% +&');\nCREATE TABLE c (d int);\n"
    writeFileSync(join(folder, 'a b.sql'), sql)
    expect(await run(script, ['a b.sql', '--folder', 'D', '--dry-run'])).toMatchObject({
      code: 0,
      out: 'created\tD\ta\ncreated\tD\tc\n',
      err: expect.stringContaining('nothing was written'),
    })
    expect(app.rows.all('page')).toEqual([])
    expect((await run(script, ['-', '--title', 'T {table}'], { stdin: sql })).code).toBe(0)
    expect(app.rows.all('page').map((row) => row['page_title'])).toEqual(['T a', 'T c'])
    expect(
      app.rows
        .all('page_content')
        .map((row) => row['page_content'])
        .join(),
    ).toContain('中文 100% +&')
    expect(await run(script, ['-'], { stdin: "CREATE TABLE a (\n b int DEFAULT '" })).toMatchObject({
      code: 1,
      err: expect.stringContaining('Line 2 can’t be read'),
    })
  })

  test('a wrong token, an archived project and a foreign address end with one clear line', async () => {
    const other = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const script = await download('docstead-comments.sh')
    writeFileSync(join(folder, 'a.ts'), comment('One'))
    expect(await run(script, ['.'], { env: { DOCSTEAD_TOKEN: 'wrong' } })).toMatchObject({
      code: 1,
      err: expect.stringContaining('api_key and api_token don’t match'),
    })
    expect(await run(script, ['.', '--url', 'http://127.0.0.1:1'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be reached'),
    })
    expect(await run(script, ['.', '--url', elsewhere])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not a Docstead site'),
    })
    await app
      .as('owner')
      .item.archive({ item_id, password: '' })
      .catch(() => undefined)
    expect(app.rows.all('page')).toEqual([])
  })
})

test('served without a key to anybody, and with it only to those who manage the item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const get = async (path: string, as?: string) => {
    const response = await fetch(app.url + path, as ? { headers: { authorization: `Bearer ${app.token(as)}` } } : {})
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  for (const name of names) {
    const { status, headers, text } = await get(`/tools/${name}`)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toContain(name)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).toContain(app.url)
    expect(text).not.toMatch(/%[A-Z]+%/)
  }
  const path = `/tools/docstead-comments.sh?item_id=${item_id}`
  expect((await get(path, 'owner')).text).toContain('itemKeyMissing')
  const { api_token } = await app.as('owner').item.getKey({ item_id })
  expect((await get(path, 'owner')).text).toContain(`token='${api_token}'`)
  app.rows.newMember(item_id, 'editor', 'edit')
  for (const who of ['editor', 'stranger', undefined]) {
    const { text } = await get(path, who)
    expect(text).not.toContain(api_token)
    expect(text).toContain('error_name')
  }
  for (const wrong of [
    '/tools/docstead-other.sh',
    '/tools/x.sh',
    `${path}&name=evil`.replace('docstead-comments', 'docstead-x'),
  ])
    expect((await get(wrong, 'owner')).text).not.toContain(api_token)
})
