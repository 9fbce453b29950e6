import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { administrator, cli, isRoot, newAdministrator, newFolder, nobody, start, until } from './support/executable.ts'

/** Expects a start to exit soon, with one line that names `things` and no stack trace. Source: security P21. */
async function expectRefused(args: string[], things: (string | number)[], how: Parameters<typeof cli>[1] = {}) {
  const done = await cli(['serve', '--port', '0', ...args], how)
  expect(done.code, done.stderr).toBeGreaterThan(0)
  expect(done.ms).toBeLessThan(10_000)
  expect(done.stdout).toBe('')
  expect(done.stderr).toMatch(/^[^\n]+\n$/)
  expect(done.stderr).not.toMatch(/\bat .*:\d+:\d+|Error:/)
  for (const thing of things) expect(done.stderr).toContain(String(thing))
  return done
}

async function takenPort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  return (other.address() as AddressInfo).port
}

const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('a start that fails exits soon and says why', () => {
  test('the port is in use', async () => {
    const port = await takenPort()
    const data = join(newFolder(), 'data')
    await expectRefused(['--data', data, '--port', String(port)], [port, '127.0.0.1', '--port'])
    // the lock on the folder is released
    const started = await start({ data })
    expect(started.setupCode).toBeDefined()
  })

  test('the machine has no such address', async () => {
    await expectRefused(['--data', newFolder(), '--host', '192.0.2.1'], ['192.0.2.1', '--host'])
  })

  test('the data folder is in use: names the process that holds it', async () => {
    const first = await start()
    await expectRefused(['--data', first.data], [first.data, first.pid, first.url])
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
    expect((await first.stop()).code).toBe(0)
    expect((await start({ data: first.data })).pid).not.toBe(first.pid)
  })

  test('the data folder belongs to another user', async () => {
    const folder = newFolder(nobody)
    const data = join(folder, 'data')
    mkdirSync(data)
    // for root a folder of root; for others one with their own write permission removed
    chmodSync(data, isRoot ? 0o755 : 0o500)
    await expectRefused(['--data', data], [data, 'EACCES'], nobody)
    await expectRefused(['--data', join(data, 'deeper')], [join(data, 'deeper'), 'EACCES'], nobody)
    chmodSync(data, 0o700)
  })

  test.runIf(isRoot)('the uploads folder belongs to another user', async () => {
    const data = newFolder(nobody)
    mkdirSync(join(data, 'uploads'), { mode: 0o755 })
    await expectRefused(['--data', data], [join(data, 'uploads'), 'EACCES'], nobody)
  })

  test.runIf(isRoot)('the database belongs to another user and cannot be written', async () => {
    const data = newFolder()
    expect(
      (await cli(['user', 'add', 'me', '--password-stdin', '--data', data], { stdin: 'four old bridges' })).code,
    ).toBe(0)
    chmodSync(data, 0o777)
    for (const name of readdirSync(data))
      chmodSync(join(data, name), statSync(join(data, name)).isDirectory() ? 0o777 : 0o444)
    await expectRefused(['--data', data], [join(data, 'docstead.db')], nobody)
  })

  // usage.test has the other usage errors, obstacles.test what else may be wrong with a folder or a configuration file
  test('an option that does not exist is a usage error', async () => {
    const done = await cli(['serve', '--prot', '1'], { cwd: newFolder() })
    expect(done).toMatchObject({ code: 2, stdout: '' })
    expect(done.stderr).toMatch(/^[^\n]+\n$/)
    expect(done.stderr).toContain('--prot')
  })

  test('the error is in Chinese in a Chinese terminal', async () => {
    const port = await takenPort()
    const args = ['--data', newFolder(), '--port', String(port)]
    await expectRefused(args, [port, '已被占用'], { env: { LANG: 'zh_CN.UTF-8' } })
  })
})

describe('a damaged database is reported and left unchanged', () => {
  let whole: Buffer
  /** Where the first page of each table lies in the file. */
  let offsets: Record<'user' | 'page_comment', number>

  beforeAll(async () => {
    const server = await start()
    const client = server.client(await newAdministrator(server))
    const { item_id } = await client.item.add({ item_name: 'Kept' })
    for (let number = 0; number < 60; number++)
      await client.page.save({ item_id, page_title: `Page ${number}`, page_content: `number ${number} `.repeat(500) })
    await server.stop()
    const path = join(server.data, 'docstead.db')
    whole = readFileSync(path)
    const file = new Database(path, { readonly: true })
    const rootOf = file.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck()
    const offsetOf = (table: string) => ((rootOf.get(table) as number) - 1) * 4096
    offsets = { user: offsetOf('user'), page_comment: offsetOf('page_comment') }
    file.close()
  })

  /** A used data folder, with this content as its database. */
  function usedFolder(database: Buffer): { data: string; path: string } {
    const data = newFolder()
    mkdirSync(join(data, 'uploads', 'incoming'), { recursive: true })
    const path = join(data, 'docstead.db')
    writeFileSync(path, database)
    return { data, path }
  }

  const garbage = (from: number, bytes: number): Buffer => {
    const damaged = Buffer.from(whole)
    damaged.fill('damaged ', from, from + bytes)
    return damaged
  }

  test('the intact one starts, so the following ones are rejected for their damage', async () => {
    const { data } = usedFolder(whole)
    const started = await start({ data })
    expect(started.setupCode).toBeUndefined()
  })

  // damaged-database.test has the other kinds of damage
  test('a table that the start reads', async () => {
    const { data, path } = usedFolder(garbage(offsets.user, 4096))
    const before = sumOf(path)
    const done = await expectRefused(['--data', data], [path, 'damaged'])
    expect(done.code).toBe(1)
    expect(sumOf(path)).toBe(before)
    // the other commands do not change it either
    const list = await cli(['user', 'list', '--data', data])
    if (list.code !== 0) expect(list.stderr).toMatch(/^[^\n]+\n$/)
    expect((await cli(['doctor', '--data', data])).code).toBe(1)
    expect(sumOf(path)).toBe(before)
  })

  test('a table that the start does not read: the check in the background finds it', async () => {
    const { data, path } = usedFolder(garbage(offsets.page_comment, 4096))
    const before = sumOf(path)
    const done = await cli(['serve', '--port', '0', '--data', data, '--log-format', 'json'])
    expect(done).toMatchObject({ code: 1, stdout: '' })
    expect(done.ms).toBeLessThan(10_000)
    expect(done.stderr).not.toMatch(/\bat .*:\d+:\d+|Error:/)
    const lines = done.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; msg: string })
    const texts = (level: number) => lines.filter((line) => line.level === level).map((line) => line.msg)
    expect(texts(50)).toEqual([
      expect.stringMatching(/^The database [^ ]+ is damaged \(.+\)\. The check after the start found it/),
    ])
    expect(texts(50)[0]).toContain(path)
    // it listened before the check ended, and stopped in an orderly way
    const order = lines.flatMap(({ msg }) => /is ready at|is damaged|^Stopping|^Stopped/.exec(msg)?.[0] ?? [])
    expect(order).toEqual(['is ready at', 'is damaged', 'Stopping', 'Stopped'])
    expect(sumOf(path)).toBe(before)
    expect(readdirSync(data).filter((name) => /-wal$|-shm$|run\.json/.test(name))).toEqual([])
    expect((await cli(['doctor', '--data', data])).code).toBe(1)
    expect(sumOf(path)).toBe(before)
  })

  test('the check does not delay the end of the server', async () => {
    const { data } = usedFolder(whole)
    const server = await start({ data })
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(server.log()).not.toMatch(/damaged|couldn’t be checked/)
    expect(readdirSync(data).filter((name) => /-wal$|-shm$|run\.json/.test(name))).toEqual([])
  })

  test('an empty file becomes a new database only in an unused folder', async () => {
    const data = newFolder()
    writeFileSync(join(data, 'docstead.db'), '')
    const first = await start({ data })
    expect(first.setupCode).toBeDefined()
    await newAdministrator(first)
    await first.kill9()
    truncateSync(join(data, 'docstead.db'))
    await expectRefused(['--data', data], ['damaged'])
    expect(statSync(join(data, 'docstead.db')).size).toBe(0)
  })
})

describe.runIf(process.platform !== 'win32')('only its owner can access the data folder', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  /** What the group or others may do with anything in a folder. */
  const openIn = (data: string): string[] =>
    readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(data, name)).mode & 0o077)

  /** Runs with another umask than that of the tests. */
  async function withUmask<T>(umask: number, run: () => Promise<T>): Promise<T> {
    const former = process.umask(umask)
    try {
      return await run()
    } finally {
      process.umask(former)
    }
  }

  test('with any umask, only the owner can access what a server creates', async () => {
    const data = newFolder()
    const server = await withUmask(0, () => start({ data }))
    const client = server.client(await newAdministrator(server))
    const { item_id } = await client.item.add({ item_name: 'Files' })
    const { page_id } = await client.page.save({ item_id, page_title: 'P', page_content: 'x' })
    await client.attachment.attachmentUpload({ item_id, page_id, file: new File(['some text'], 'note.txt') })
    const names = readdirSync(data, { recursive: true, encoding: 'utf8' })
    expect(names).toEqual(expect.arrayContaining(['docstead.db', 'docstead.db-wal', 'docstead.db-shm', 'run.lock']))
    expect(names.some((name) => /^uploads.[0-9a-f]{2}.[0-9a-f]{32}$/.test(name))).toBe(true)
    expect(openIn(data)).toEqual([])
    expect((await server.stop()).code).toBe(0)
    expect(openIn(data)).toEqual([])
  })

  test('reports a folder that others can read, at start and by doctor, and makes its own files private', async () => {
    const first = await start()
    await newAdministrator(first)
    await first.stop()
    const { data } = first
    chmodSync(data, 0o755)
    for (const name of ['docstead.db', 'run.lock']) chmodSync(join(data, name), 0o644)
    chmodSync(join(data, 'uploads'), 0o755)
    mkdirSync(join(data, 'backups'), { mode: 0o755 })
    const copy = join(data, 'backups', 'before-schema-2-x.db')
    writeFileSync(copy, 'copy', { mode: 0o644 })
    writeFileSync(join(data, 'config.json'), '{}', { mode: 0o644 })

    const before = await cli(['doctor', '--data', data])
    expect(before.code).toBe(1)
    for (const command of [`chmod 700 ${data}`, `chmod 600 ${join(data, 'docstead.db')}`, `chmod 600 ${copy}`])
      expect(before.stdout).toContain(command)

    const second = await start({ data, args: ['--log-format', 'json'] })
    const log = await until('the words of the start', () => /[^]*ready at[^\n]*\n/.exec(second.log())?.[0])
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; msg: string })
    const warnings = lines.filter((line) => line.level === 40).map((line) => line.msg)
    expect(warnings).toEqual([
      `Other users of this machine can reach ${data} (mode 755). To keep it to yourself: chmod 700 ${data}`,
    ])
    expect(lines.find((line) => line.msg.includes('narrowed'))?.msg).toContain(join(data, 'docstead.db'))
    // the folder and the user's own file are unchanged
    expect([modeOf(data), modeOf(join(data, 'config.json'))]).toEqual(['755', '644'])
    expect(openIn(data)).toEqual(['config.json'])
    const after = await cli(['doctor', '--json', '--data', data])
    const checks = (JSON.parse(after.stdout) as { checks: { name: string; status: string; paste: string }[] }).checks
    expect(checks.filter((one) => one.name === 'rights')).toMatchObject([
      { status: 'error', paste: `chmod 700 ${data}` },
    ])
    await second.stop()
    chmodSync(data, 0o700)
    expect((await cli(['doctor', '--data', data])).code).toBe(0)
    const third = await start({ data })
    await until('the words of the start', () => third.log().includes('ready at'))
    expect(third.log()).not.toContain('chmod')
  })
})

describe('the first start', () => {
  test('prints the address and a setup code, and keeps everything in the data folder, for its owner only', async () => {
    const server = await start({ args: ['--log-format', 'json'] })
    const lines = server
      .log()
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(lines.some((line) => line.includes(server.url))).toBe(true)
    expect(lines.filter((line) => line.includes(`${server.url}/setup`))).toEqual([
      expect.stringContaining(server.setupCode ?? 'no code'),
    ])
    expect(server.output()).toBe('')
    expect(statSync(server.data).mode & 0o077).toBe(0)
    for (const name of ['docstead.db', 'docstead.db-wal', 'run.json'])
      expect([name, statSync(join(server.data, name)).mode & 0o077]).toEqual([name, 0])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('the setup code creates the first administrator once', async () => {
    const server = await start()
    const { username, password } = administrator
    const make = (setup_code: string) => server.client().setup.create({ setup_code, username, password })
    await expect(make('AAAA-AAAA-AAAA')).rejects.toMatchObject({ errorName: 'setupCodeWrong' })
    await expect(make('')).rejects.toMatchObject({ errorName: 'setupCodeWrong' })
    const code = server.setupCode ?? ''
    const made = await make(code.toLowerCase().replaceAll('-', ' '))
    expect(await server.client(made.user_token).user.info()).toMatchObject({ username, groupid: '1' })
    await expect(make(code)).rejects.toMatchObject({ errorName: 'setupDone' })
    const file = new Database(join(server.data, 'docstead.db'), { readonly: true })
    const stored = file.prepare('SELECT password FROM user').pluck().all()
    file.close()
    // tests of the server hash at less cost. Source: security 3, Passwords
    expect(stored).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/)])
    expect((await server.client().common.homePageSetting()).setup_needed).toBe(false)
  })

  test('of many who use the code at once, one becomes the administrator', async () => {
    const server = await start()
    const setup_code = server.setupCode ?? ''
    const tries = Array.from({ length: 6 }, (_, at) =>
      server.client().setup.create({ setup_code, username: `chief-${at}`, password: administrator.password }),
    )
    const ended = await Promise.allSettled(tries)
    expect(ended.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    const { stdout } = await cli(['user', 'list', '--json', '--data', server.data])
    expect(JSON.parse(stdout)).toHaveLength(1)
  })

  test('a start without an administrator prints a new code; one with an administrator prints none', async () => {
    const first = await start()
    await first.stop()
    const second = await start({ data: first.data })
    expect(second.setupCode).toBeDefined()
    expect(second.setupCode).not.toBe(first.setupCode)
    const attempt = { setup_code: first.setupCode ?? '', ...administrator }
    await expect(second.client().setup.create(attempt)).rejects.toMatchObject({ errorName: 'setupCodeWrong' })
    await newAdministrator(second)
    await second.stop()
    const third = await start({ data: first.data })
    expect(third.setupCode).toBeUndefined()
    expect(third.log()).not.toMatch(/setup/i)
  })

  test('warns of addresses in the settings to which it may not connect, without what is secret in them', async () => {
    const webhooks = [{ name: 'CI', url: 'https://192.168.9.9/hook?key=untold', secret: 'at least 16 characters' }]
    const env = { DOCSTEAD_SMTP_HOST: '10.1.2.3', DOCSTEAD_WEBHOOKS: JSON.stringify(webhooks) }
    const server = await start({ env })
    const line = (setting: string, host: string) => `The setting ${setting} leads to ${host}, an internal network`
    await until('both warnings', () => server.log().includes(line('webhooks (CI)', '192.168.9.9')))
    expect(server.log()).toContain(line('smtp_host', '10.1.2.3'))
    expect(server.log()).not.toContain('untold')
    const allowed = await start({ env: { ...env, DOCSTEAD_OUTBOUND_ALLOW: '10.0.0.0/8,192.168.0.0/16' } })
    expect(await fetch(allowed.url).then(({ status }) => status)).toBe(200)
    expect(allowed.log()).not.toContain('leads to')
  })

  test.each(['admin_second_step', 'invite_new_accounts', 'digest_time', 'notice_text', 'login_secret_key'])(
    'a bad %s ends the start with 2 and one line that says what it can be',
    async (name) => {
      const folder = newFolder()
      writeFileSync(join(folder, 'config.json'), JSON.stringify({ [name]: 'untold' }))
      const { code, stderr } = await expectRefused(
        ['--data', folder],
        [name, join(folder, 'config.json'), 'Description'],
      )
      expect(code).toBe(2)
      if (name === 'login_secret_key') expect(stderr).not.toContain('untold')
    },
  )

  test('uses Chinese in a Chinese terminal', async () => {
    const server = await start({ env: { LANG: 'zh_CN.UTF-8' } })
    expect(server.log()).toContain('安装码')
    expect(server.setupCode).toBeDefined()
  })

  test.runIf(isRoot)('needs no more than an ordinary user and a folder', async () => {
    const server = await start(nobody)
    expect(statSync(join(server.data, 'docstead.db')).uid).toBe(65_534)
    expect((await server.stop()).code).toBe(0)
  })
})
