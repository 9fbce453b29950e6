import { captchaCommand } from '#src/cli/captcha.ts'
import { configCommand } from '#src/cli/config.ts'
import { doctorCommand } from '#src/cli/doctor.ts'
import { helpText } from '#src/cli/help.ts'
import { reindexCommand } from '#src/cli/reindex.ts'
import { serveCommand } from '#src/cli/serve.ts'
import { print, say, type Terminal } from '#src/cli/terminal.ts'
import { tokenCommand } from '#src/cli/token.ts'
import { userCommand } from '#src/cli/user.ts'
import { versionCommand } from '#src/cli/version.ts'
import { StartError } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { cliText, errorText, getTerminalLang } from '#src/core/i18n.ts'

type Command = (words: readonly string[], terminal: Terminal) => Promise<number | void> | number | void

const commands = new Map<string, Command>([
  ['serve', serveCommand],
  ['user', userCommand],
  ['token', tokenCommand],
  ['captcha', captchaCommand],
  ['config', configCommand],
  ['reindex', reindexCommand],
  ['doctor', doctorCommand],
  ['version', versionCommand],
  ['--version', versionCommand],
  ['help', (_, { lang }) => print(helpText(lang))],
  ['--help', (_, { lang }) => print(helpText(lang))],
])

/** Runs one command line. @returns the exit code: 0, 1 when something failed, 2 when it was misused */
async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const terminal: Terminal = { lang: getTerminalLang(env), env }
  const [name = 'help', ...words] = args
  try {
    const command = commands.get(name)
    if (!command) throw new StartError('unknownCommand', { command: name }, 2)
    return (await command(words, terminal)) ?? 0
  } catch (error) {
    if (error instanceof StartError) {
      say(error.line(terminal.lang))
      return error.exitCode
    }
    if (error instanceof AppError) {
      say(cliText(terminal.lang, 'refused', { message: errorText(terminal.lang, error.errorName, error.values) }))
      return 1
    }
    throw error
  }
}

// Files are accessible to their owner only, whatever umask the process was started with, including those that SQLite
// creates.
process.umask(0o077)

main(process.argv.slice(2), process.env).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exitCode = 1
  },
)
