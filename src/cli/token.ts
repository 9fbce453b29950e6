import { StartError } from '#src/core/config.ts'
import { findUserByName, newToken, usernameKey } from '#src/features/user/index.ts'
import { readArguments, requirePositional } from './arguments.ts'
import { readCommandConfig, withDatabase } from './data.ts'
import { print, type Terminal } from './terminal.ts'

// Source: design 2, and security 3 for the maximum.
const daysDefault = 180

/** `docstead token add NAME [--days N]`: prints only a user_token on standard output. */
export async function tokenCommand(words: readonly string[], terminal: Terminal): Promise<void> {
  const [action = '', ...rest] = words
  if (action !== 'add') throw new StartError('unknownCommand', { command: `token ${action}`.trim() }, 2)
  const args = readArguments(rest, { flags: ['days'] })
  const name = requirePositional(args, 'token add NAME')
  const days = Number(args.flags.get('days') ?? daysDefault)
  if (!Number.isInteger(days) || days < 1 || days > daysDefault)
    throw new StartError('badNumber', { flag: '--days', min: 1, max: daysDefault }, 2)
  const token = await withDatabase(readCommandConfig(args, terminal), false, async ({ db, now }) => {
    const user = await findUserByName(db, usernameKey(name))
    if (!user) throw new StartError('noSuchUser', { name })
    return newToken({ now }, db, user.uid, { kind: 'access', name: 'command line', ip: '', agent: '', days })
  })
  print(args.switches.has('json') ? JSON.stringify({ user_token: token, days }) : token)
}
