import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { settingNames, variableName } from '#src/core/config.ts'
import type { HealthReport } from '#src/features/health/index.ts'
import { cli, executable, newAdministrator, newFolder, type RunningExecutable, start } from './support/executable.ts'

/** One line for a user, without a stack trace. */
const oneLine = /^[^\n]+\n$/
const password = 'nine blue lanterns'

let server: RunningExecutable

beforeAll(async () => {
  server = await start({ shared: true })
  await newAdministrator(server)
})

/** Runs a command on the data folder of the running server. */
const beside = (args: string[], stdin = '') => cli([...args, '--data', server.data], { stdin })

let people = 0
async function newPerson(...flags: string[]): Promise<string> {
  const name = `person-${++people}`
  expect((await beside(['user', 'add', name, '--password-stdin', ...flags], `${password}\n`)).code).toBe(0)
  return name
}

async function newCaptcha(): Promise<string> {
  return (await server.client().common.createCaptcha()).captcha_id
}

async function signIn(username: string, typed: string): Promise<string> {
  const captcha_id = await newCaptcha()
  const captcha = (await beside(['captcha', captcha_id])).stdout.trim()
  return (await server.client().user.loginByVerify({ username, password: typed, captcha, captcha_id })).user_token
}

describe('help and version', () => {
  test.each([[[]], [['help']], [['--help']]])('%j lists every command and every setting', async (args) => {
    const { code, stdout, stderr } = await cli(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const command of ['serve', 'user', 'token', 'captcha', 'config', 'doctor', 'version'])
      expect(stdout).toMatch(new RegExp(`^docstead ${command}( |$)`, 'm'))
    for (const name of settingNames) expect(stdout).toContain(variableName(name))
  })

  test('says nothing when the reader of its output has enough', async () => {
    const child = spawn(executable, ['config', 'print', '--data', newFolder()], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const ended = once(child, 'close')
    expect(await text(child.stderr)).toBe('')
    expect(await ended).toEqual([0, null])
  })

  test('the version shows number, commit, date, platform and schema', async () => {
    expect((await cli(['version'])).stdout).toMatch(
      /^docstead \d+\.\d+\.\d+ \(commit \S+, .*, \w+-\w+, schema \d+\)\n$/,
    )
    const { code, stdout, stderr } = await cli(['--version', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: expect.any(String),
      date: expect.any(String),
      platform: `${process.platform}-${process.arch}`,
      schema: expect.any(Number),
      update_keys: [],
    })
  })
})

describe('accounts, with a running server', () => {
  test('an added user can sign in at once, and the message goes to stderr only', async () => {
    const { code, stdout, stderr } = await beside(['user', 'add', 'mei', '--password-stdin'], `${password}\n`)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain('mei')
    const token = await signIn('mei', password)
    expect(await server.client(token).user.info()).toMatchObject({ username: 'mei', groupid: '2' })
  })

  test('a token is the only text on standard output and signs in', async () => {
    const name = await newPerson()
    const { code, stdout, stderr } = await beside(['token', 'add', name])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^[0-9a-f]{64}\n$/)
    expect(await server.client(stdout.trim()).user.info()).toMatchObject({ username: name })
    const json = await beside(['token', 'add', name, '--days', '3', '--json'])
    expect(JSON.parse(json.stdout)).toEqual({ user_token: expect.stringMatching(/^[0-9a-f]{64}$/), days: 3 })
  })

  test('a captcha can be read on the server until it has been tried', async () => {
    const captcha_id = await newCaptcha()
    const plain = await beside(['captcha', captcha_id])
    expect(plain).toMatchObject({ code: 0, stderr: '' })
    expect(plain.stdout).toMatch(/^[A-Z2-9]{5}\n$/)
    const json = await beside(['captcha', captcha_id, '--json'])
    expect(JSON.parse(json.stdout)).toEqual({ captcha: plain.stdout.trim() })
    const wrong = { username: 'nobody', password: 'x', captcha: 'wrong', captcha_id }
    await expect(server.client().user.loginByVerify(wrong)).rejects.toMatchObject({ errorName: 'captchaWrong' })
    expect(await beside(['captcha', captcha_id])).toMatchObject({ code: 1, stdout: '' })
  })
})

describe('a command that fails', () => {
  // user.test has the other failures, usage.test the usage errors
  test.each([
    [1, ['token', 'add', 'ghost'], 'ghost'],
    [2, ['user', 'add', 'silent', '--password-stdin'], '--password-stdin'],
  ])('code %i and one line', async (wanted, args, named) => {
    const { code, stdout, stderr } = await beside(args)
    expect({ code, stdout }).toEqual({ code: wanted, stdout: '' })
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(named)
  })

  test('reindex rebuilds the search index while the server runs', async () => {
    const { code, stdout, stderr } = await beside(['reindex', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('rror') })
    expect(JSON.parse(stdout)).toEqual({ pages: expect.any(Number), seconds: expect.any(Number) })
  })

  test('errors and help are in Chinese in a Chinese terminal', async () => {
    const args = ['token', 'add', 'ghost', '--data', server.data]
    const env = { LANG: 'zh_CN.UTF-8' }
    expect(await cli(args, { env })).toMatchObject({ code: 1, stderr: expect.stringContaining('没有用户“ghost”') })
    expect((await cli(['help'], { env })).stdout).toContain('命令')
  })
})

test('an administrator can be added before the first start, and then no setup code is printed', async () => {
  const data = join(newFolder(), 'data')
  const made = await cli(['user', 'add', 'first', '--admin', '--password-stdin', '--data', data], { stdin: password })
  expect(made.code).toBe(0)
  const started = await start({ data })
  expect(started.setupCode).toBeUndefined()
  expect((await cli(['token', 'add', 'first', '--data', data])).stdout).toMatch(/^[0-9a-f]{64}\n$/)
})

describe('settings', () => {
  interface Row {
    name: string
    value: unknown
    origin: string
  }
  async function printed(args: string[], env: Record<string, string> = {}, cwd?: string): Promise<Map<string, Row>> {
    const { code, stdout, stderr } = await cli(['config', 'print', '--json', ...args], { env, ...(cwd ? { cwd } : {}) })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return new Map((JSON.parse(stdout) as Row[]).map((row) => [row.name, row]))
  }

  test('config print shows every setting, its value and its origin', async () => {
    const folder = newFolder()
    const rows = await printed([], {}, folder)
    expect([...rows.keys()]).toEqual(settingNames)
    for (const row of rows.values()) expect(row.origin).toBe('default')
    expect(rows.get('port')?.value).toBe(4999)
    expect(rows.get('host')?.value).toBe('127.0.0.1')
    expect(rows.get('data')?.value).toBe(join(folder, 'data'))
    const { stdout } = await cli(['config', 'print'])
    expect(stdout.trimEnd().split('\n')).toHaveLength(settingNames.length)
    expect(stdout).toMatch(/^port +4999 {2}\(default\)$/m)
  })

  test('the server applies a configuration file', async () => {
    const data = newFolder()
    writeFileSync(join(data, 'config.json'), JSON.stringify({ base_path: '/docs', captcha: 'off', log_level: 'warn' }))
    const started = await start({ data })
    expect(started.url).toMatch(/\/docs$/)
    expect((await started.client().common.homePageSetting()).captcha).toBe('off')
    expect(started.log()).toBe('')
  })
})

describe('doctor', () => {
  const examined = async (data: string, ...args: string[]) => {
    const { code, stdout, stderr } = await cli(['doctor', '--json', '--data', data, ...args])
    const { ok, status, checks } = JSON.parse(stdout) as { ok: boolean; status: string; checks: HealthReport[] }
    return { code, stderr, ok, status, checks: new Map(checks.map((one) => [one.name, one])) }
  }

  test('reports a running site with an administrator as healthy', async () => {
    const { code, stderr, ok, checks } = await examined(server.data)
    expect({ code, stderr, ok }).toEqual({ code: 0, stderr: '', ok: true })
    expect(checks.get('server')).toMatchObject({ status: 'ok', finding: `Responds at ${server.url}.` })
    expect(checks.get('administrators')?.status).not.toBe('error')
    const plain = await cli(['doctor', '--data', server.data])
    expect(plain).toMatchObject({ code: 0, stderr: '' })
    expect(plain.stdout).toContain('Everything is in order.')
    const chinese = await cli(['doctor', '--data', server.data], { env: { LANG: 'zh_CN.UTF-8' } })
    expect(chinese.stdout).toContain('一切正常')
  })

  test('--server only reports whether the server responds', async () => {
    expect((await cli(['doctor', '--server', '--data', server.data])).code).toBe(0)
    const other = await start()
    await other.stop()
    expect((await cli(['doctor', '--server', '--data', other.data])).code).toBe(1)
  })

  test('reports a missing administrator, and a killed server that does not respond', async () => {
    const other = await start()
    const before = await examined(other.data)
    expect({ code: before.code, ok: before.ok, status: before.status }).toEqual({ code: 1, ok: false, status: 'error' })
    expect(before.checks.get('administrators')).toMatchObject({
      status: 'error',
      advice: expect.stringContaining('/setup'),
      paste: 'docstead user add NAME --admin',
    })
    expect(before.checks.get('server')?.status).toBe('ok')
    await other.kill9()
    const after = await examined(other.data)
    expect(after.code).toBe(1)
    expect(after.checks.get('server')).toMatchObject({
      status: 'error',
      finding: expect.stringContaining(String(other.pid)),
    })
  })
})

describe('import showdoc', () => {
  const site = join(import.meta.dirname, '../fixtures/showdoc-site')

  test('moves a site in beside a running server; a dry run writes nothing', async () => {
    const own = await start()
    await newAdministrator(own)
    const run = (...flags: string[]) => cli(['import', 'showdoc', site, '--data', own.data, ...flags])
    const dry = await run('--dry-run', '--json')
    expect({ code: dry.code, stderr: dry.stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(dry.stdout)).toMatchObject({
      written: false,
      backup: '',
      source: { form: 'sqlite', version: 33 },
    })
    const { code, stdout, stderr } = await run()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Pages +49 +0 +0 +0$/m)
    expect(stderr).toMatch(/Backup made and verified: .*\n(?:Reading… .*\n)*Imported in .* s\.\n$/)
    expect(await own.client().item.info({ item_id: 'gardenapi' })).toMatchObject({ item_id: '16360' })
    expect(JSON.parse((await run('--json')).stdout)).toMatchObject({ written: true, source: { is_known: true } })
    // nor does one for a site that does not exist yet
    const none = join(newFolder(), 'none')
    expect((await cli(['import', 'showdoc', site, '--data', none, '--dry-run'])).code).toBe(0)
    expect(existsSync(none)).toBe(false)
  })

  test('needs no server, and says in one line what is wrong', async () => {
    const data = newFolder()
    const bad = await cli(['import', 'showdoc', join(data, 'none'), '--data', data])
    expect(bad.code).toBe(1)
    expect(bad.stderr).toMatch(oneLine)
    expect((await cli(['import', 'showdoc', site, '--data', data])).code).toBe(0)
    expect((await cli(['user', 'list', '--data', data])).stdout).toContain('liwei')
  })
})
