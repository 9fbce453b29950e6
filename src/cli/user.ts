import { StartError } from '#src/core/config.ts'
import { cliText } from '#src/core/i18n.ts'
import {
  addAccount,
  findUserByName,
  listUsers,
  parseAccountName,
  setPassword,
  usernameKey,
} from '#src/features/user/index.ts'
import { type Arguments, readArguments, requireNoPositional, requirePositional } from './arguments.ts'
import { readCommandConfig, withDatabase } from './data.ts'
import { print, readPassword, say, type Terminal } from './terminal.ts'

/** `docstead user add|password|list`. */
export async function userCommand(words: readonly string[], terminal: Terminal): Promise<void> {
  const [action = '', ...rest] = words
  if (action === 'add')
    return add(readArguments(rest, { flags: ['name'], switches: ['admin', 'password-stdin'] }), terminal)
  if (action === 'password') return password(readArguments(rest, { switches: ['password-stdin'] }), terminal)
  if (action === 'list') return list(requireNoPositional(readArguments(rest, {})), terminal)
  throw new StartError('unknownCommand', { command: `user ${action}`.trim() }, 2)
}

async function add(args: Arguments, terminal: Terminal): Promise<void> {
  const username = requirePositional(args, 'user add NAME')
  const config = readCommandConfig(args, terminal)
  const typed = await readPassword(terminal, args.switches.has('password-stdin'))
  const groupid = args.switches.has('admin') ? 1 : 2
  const uid = await withDatabase(config, true, ({ db, now }) =>
    addAccount(
      { db, now },
      { username: parseAccountName(username), password: typed, name: args.flags.get('name'), groupid },
    ),
  )
  if (args.switches.has('json')) print(JSON.stringify({ uid, username, groupid }))
  else
    say(
      cliText(terminal.lang, 'userAdded', {
        name: username,
        role: cliText(terminal.lang, groupid === 1 ? 'roleAdmin' : 'roleUser'),
      }),
    )
}

async function password(args: Arguments, terminal: Terminal): Promise<void> {
  const name = requirePositional(args, 'user password NAME')
  const config = readCommandConfig(args, terminal)
  const typed = await readPassword(terminal, args.switches.has('password-stdin'))
  await withDatabase(config, false, async ({ db }) => {
    const user = await findUserByName(db, usernameKey(name))
    if (!user) throw new StartError('noSuchUser', { name })
    await setPassword({ db }, user.uid, user.username, typed)
  })
  say(cliText(terminal.lang, 'passwordChanged', { name }))
}

async function list(args: Arguments, terminal: Terminal): Promise<void> {
  const users = await withDatabase(readCommandConfig(args, terminal), false, ({ db }) => listUsers(db))
  if (args.switches.has('json')) return print(JSON.stringify(users))
  for (const user of users) {
    const role = cliText(terminal.lang, user.groupid === 1 ? 'roleAdmin' : 'roleUser')
    print([user.uid, user.username, role, user.name].join('\t'))
  }
}
