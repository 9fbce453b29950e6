import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { nowSeconds } from '#src/core/app.ts'
import { StartError } from '#src/core/config.ts'
import { cliText, type Lang } from '#src/core/i18n.ts'
import { commandLineActor, recordAudit } from '#src/features/audit/index.ts'
import { resetSecondStep } from '#src/features/two-step/index.ts'
import {
  addAccount,
  findUserByName,
  listUsers,
  parseAccountName,
  setPassword,
  usernameKey,
} from '#src/features/user/index.ts'
import { type Command, type Invocation, print, say, withDatabase } from './command.ts'

function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const lines = createInterface({ input: process.stdin, terminal: true, output: undefined })
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      lines.close()
      process.stderr.write('\n')
      resolve(line)
    })
  })
}

/**
 * Reads a password: from standard input with `--password-stdin`, otherwise prompts for it twice, hidden.
 *
 * @throws {StartError} noPassword
 */
async function readPassword({ lang, switches }: Invocation): Promise<string> {
  if (switches.has('password-stdin')) {
    const piped = (await buffer(process.stdin)).toString('utf8').replace(/\r?\n$/, '')
    if (piped === '') throw new StartError('noPassword', {}, 2)
    return piped
  }
  if (!process.stdin.isTTY) throw new StartError('noPassword', {}, 2)
  const first = await ask(cliText(lang, 'askPassword'))
  const second = await ask(cliText(lang, 'askPasswordAgain'))
  if (first === '' || first !== second) throw new StartError('noPassword', {}, 2)
  return first
}

const roleLabel = (lang: Lang, groupid: number) => cliText(lang, groupid === 1 ? 'roleAdmin' : 'roleUser')

const add: Command = {
  usage: 'user add NAME [--admin] [--name TEXT] [--password-stdin]',
  about: { en: 'Create an account', zh: '新建账号' },
  async run(call) {
    const { argument: username, flags, switches, lang } = call
    const config = call.readConfig()
    const password = await readPassword(call)
    const groupid = switches.has('admin') ? 1 : 2
    const uid = await withDatabase(config, true, async ({ db, now }) => {
      const account = { username: parseAccountName(username), password, name: flags.get('name'), groupid } as const
      const added = await addAccount({ db, now }, account)
      const detail = groupid === 1 ? `${username}, administrator` : username
      const entry = { ...commandLineActor, action: 'userAdded', object_type: 'user', object_id: added, detail } as const
      await recordAudit(db, entry, nowSeconds({ now }))
      return added
    })
    if (call.json) print(JSON.stringify({ uid, username, groupid }))
    else say(cliText(lang, 'userAdded', { name: username, role: roleLabel(lang, groupid) }))
  },
}

const changePassword: Command = {
  usage: 'user password NAME [--password-stdin]',
  about: { en: 'Set a new password for an account', zh: '为账号设置新密码' },
  async run(call) {
    const name = call.argument
    const config = call.readConfig()
    const password = await readPassword(call)
    await withDatabase(config, false, async ({ db, now }) => {
      const user = await findUserByName(db, usernameKey(name))
      if (!user) throw new StartError('noSuchUser', { name })
      await setPassword({ config, db, now }, user, password, { change: 'passwordSet' })
      const object = { object_type: 'user', object_id: user.uid, detail: user.username } as const
      await recordAudit(db, { ...commandLineActor, action: 'passwordSet', ...object }, nowSeconds({ now }))
    })
    say(cliText(call.lang, 'passwordChanged', { name }))
  },
}

const unlock: Command = {
  usage: 'user unlock NAME',
  about: {
    en: 'Remove the second step of an account whose owner is locked out',
    zh: '移除账号的两步验证，供无法登录者使用',
  },
  async run({ argument: name, lang, readConfig }) {
    const config = readConfig()
    await withDatabase(config, false, async ({ db, now }) => {
      const user = await findUserByName(db, usernameKey(name))
      if (!user) throw new StartError('noSuchUser', { name })
      await resetSecondStep({ config, db, now }, commandLineActor, user.uid)
    })
    say(cliText(lang, 'secondStepRemoved', { name }))
  },
}

const list: Command = {
  usage: 'user list',
  about: { en: 'List all accounts', zh: '列出全部账号' },
  async run({ lang, json, readConfig }) {
    const users = await withDatabase(readConfig(), false, ({ db }) => listUsers(db))
    if (json) return print(JSON.stringify(users))
    for (const user of users) print([user.uid, user.username, roleLabel(lang, user.groupid), user.name].join('\t'))
  },
}

/** Manage accounts. */
export const userCommands: readonly Command[] = [add, changePassword, unlock, list]
