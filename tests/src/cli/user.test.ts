import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runCommand } from './run-command.ts'

const oneLine = /^[^\n]+\n$/
const password = 'nine blue lanterns'

// beside a server that runs; process-cli has commands that are processes of their own
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ shared: true })
  await app.newUser('admin', { groupid: 1 })
})

const beside = (args: string[], stdin = '') => runCommand([...args, '--data', app.data], { stdin })

let people = 0
async function newPerson(): Promise<string> {
  const name = `person-${++people}`
  expect((await beside(['user', 'add', name, '--password-stdin'], `${password}\n`)).code).toBe(0)
  return name
}

const signIn = async (username: string, typed: string): Promise<string> =>
  (await app.visitor.user.loginByVerify({ username, password: typed })).user_token

const infoOf = (token: string) => app.call('user/info', {}, { headers: { authorization: `Bearer ${token}` } })

test('--admin and --name take effect, and --json prints the created account', async () => {
  const { code, stdout, stderr } = await beside(
    ['user', 'add', 'chief', '--admin', '--name=Chief Wang', '--password-stdin', '--json'],
    password,
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const made = JSON.parse(stdout) as { uid: number }
  expect(made).toEqual({ uid: expect.any(Number), username: 'chief', groupid: 1 })
  const users = JSON.parse((await beside(['user', 'list', '--json'])).stdout) as { uid: number }[]
  expect(users.find((one) => one.uid === made.uid)).toMatchObject({ username: 'chief', name: 'Chief Wang', groupid: 1 })
})

test('the list has one line of fields per user, without secrets', async () => {
  const name = await newPerson()
  const { code, stdout, stderr } = await beside(['user', 'list'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.split('\n').find((line) => line.includes(name))).toMatch(/^\d+\t[^\t]+\t[^\t]+\t/)
  expect(stdout + (await beside(['user', 'list', '--json'])).stdout).not.toMatch(/argon2|\$m=|password/i)
})

test('a new password ends the sessions of that user only', async () => {
  const name = await newPerson()
  const token = (await beside(['token', 'add', name])).stdout.trim()
  expect((await infoOf(token)).json).toMatchObject({ error_code: 0 })
  const changed = await beside(['user', 'password', name, '--password-stdin'], 'another nine lanterns\n')
  expect(changed).toMatchObject({ code: 0, stdout: '' })
  expect(changed.stderr).toMatch(oneLine)
  expect((await infoOf(token)).json).toMatchObject({ error_name: 'notLoggedIn' })
  await expect(signIn(name, password)).rejects.toMatchObject({ errorName: 'loginWrong' })
  expect(await signIn(name, 'another nine lanterns')).not.toBe('')
  await app.as('admin').user.info()
})

test.each([
  ['a name that is taken', ['user', 'add', 'admin', '--password-stdin'], password, 'taken'],
  ['the same name in capitals', ['user', 'add', 'ADMIN', '--password-stdin'], password, 'taken'],
  ['a name with a blank', ['user', 'add', 'a b', '--password-stdin'], password, '2 to 50'],
  ['a short password', ['user', 'add', 'short', '--password-stdin'], 'abc', '8'],
  ['a second step of nobody', ['user', 'unlock', 'ghost'], '', 'ghost'],
  ['a password for nobody', ['user', 'password', 'ghost', '--password-stdin'], password, 'ghost'],
  ['a token for nobody', ['token', 'add', 'ghost'], '', 'ghost'],
  ['no such captcha', ['captcha', 'ffff'], '', 'ffff'],
])('%s: code 1 and one line', async (_, args, stdin, named) => {
  const { code, stdout, stderr } = await beside(args, stdin)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(oneLine)
  expect(stderr).toContain(named)
})

test.each([
  ['no password to read', ['user', 'add', 'silent', '--password-stdin']],
  ['no terminal to ask at', ['user', 'add', 'silent']],
])('%s: code 2 and one line', async (_, args) => {
  const { code, stdout, stderr } = await beside(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(oneLine)
  expect(stderr).toContain('--password-stdin')
})

test.each<[NodeJS.ProcessEnv, string]>([
  [{ LANG: 'zh_CN.UTF-8' }, '没有用户“ghost”'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'zh_CN.UTF-8' }, '没有用户“ghost”'],
  [{ LANG: 'de_DE.UTF-8' }, 'no user “ghost”'],
  [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, 'no user “ghost”'],
])('errors are in the language of the terminal: %j', async (env, said) => {
  const done = await runCommand(['token', 'add', 'ghost', '--data', app.data], { env })
  expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining(said) })
})
