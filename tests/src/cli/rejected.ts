import { captchaCommand } from '#src/cli/captcha.ts'
import { configCommand } from '#src/cli/config.ts'
import { doctorCommand } from '#src/cli/doctor.ts'
import { reindexCommand } from '#src/cli/reindex.ts'
import { serveCommand } from '#src/cli/serve.ts'
import type { Terminal } from '#src/cli/terminal.ts'
import { tokenCommand } from '#src/cli/token.ts'
import { userCommand } from '#src/cli/user.ts'
import { versionCommand } from '#src/cli/version.ts'
import { StartError } from '#src/core/config.ts'

const commands: Record<string, (words: readonly string[], terminal: Terminal) => unknown> = {
  captcha: captchaCommand,
  config: configCommand,
  doctor: doctorCommand,
  reindex: reindexCommand,
  serve: serveCommand,
  token: tokenCommand,
  user: userCommand,
  version: versionCommand,
}

/** Runs a command line that is rejected. Returns its exit code, and its line for the terminal. */
export async function rejected([name = '', ...words]: string[], env: NodeJS.ProcessEnv = {}) {
  try {
    await commands[name]?.(words, { lang: 'en', env })
  } catch (error) {
    if (error instanceof StartError) return { code: error.exitCode, line: error.line('en') }
    throw error
  }
  throw new Error('the command is not rejected')
}
