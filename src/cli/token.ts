import { nowSeconds } from '#src/core/app.ts'
import { StartError } from '#src/core/config.ts'
import { commandLineActor, recordAudit } from '#src/features/audit/index.ts'
import { findUserByName, newToken, usernameKey } from '#src/features/user/index.ts'
import { type Command, print, withDatabase } from './command.ts'

// Source: design 2, and security 3 for the maximum.
const daysDefault = 180

/** Creates an access token; standard output holds only the token. */
export const tokenCommand: Command = {
  usage: `token add NAME [--days ${daysDefault}]`,
  about: { en: 'Create an access token for scripts', zh: '为脚本生成令牌' },
  async run({ argument: name, flags, json, readConfig }) {
    const days = Number(flags.get('days') ?? daysDefault)
    if (!Number.isInteger(days) || days < 1 || days > daysDefault)
      throw new StartError('badNumber', { flag: '--days', min: 1, max: daysDefault }, 2)
    const token = await withDatabase(readConfig(), false, async ({ db, now }) => {
      const user = await findUserByName(db, usernameKey(name))
      if (!user) throw new StartError('noSuchUser', { name })
      const made = await newToken({ now }, db, user.uid, {
        kind: 'access',
        name: 'command line',
        ip: '',
        agent: '',
        days,
      })
      const object = { object_type: 'user', object_id: user.uid, detail: user.username } as const
      await recordAudit(db, { ...commandLineActor, action: 'tokenMade', ...object }, nowSeconds({ now }))
      return made
    })
    print(json ? JSON.stringify({ user_token: token, days }) : token)
  },
}
