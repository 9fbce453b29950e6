import { StartError } from '#src/core/config.ts'
import { findCaptcha } from '#src/features/captcha/index.ts'
import { readArguments, requirePositional } from './arguments.ts'
import { readCommandConfig, withDatabase } from './data.ts'
import { print, type Terminal } from './terminal.ts'

/** `docstead captcha ID`: prints the solution of a pending captcha, for scripts on the server itself. */
export async function captchaCommand(words: readonly string[], terminal: Terminal): Promise<void> {
  const args = readArguments(words, {})
  const id = requirePositional(args, 'captcha ID')
  const row = await withDatabase(readCommandConfig(args, terminal), false, ({ db, now }) =>
    findCaptcha(db, id, Math.floor(now().getTime() / 1000)),
  )
  if (!row) throw new StartError('noSuchCaptcha', { id })
  print(args.switches.has('json') ? JSON.stringify({ captcha: row.captcha }) : row.captcha)
}
