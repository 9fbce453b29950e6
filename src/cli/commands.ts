import { readFileSync } from 'node:fs'
import { flagName, StartError, settingNames, settings, variableName } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { cliText, errorText, getTerminalLang, type Lang } from '#src/core/i18n.ts'
import { operationGuide } from '#src/core/paths.ts'
import { backupCommands } from './backup.ts'
import { captchaCommand } from './captcha.ts'
import { type Command, commandWords, parseInvocation, print, say } from './command.ts'
import { commentsCommand } from './comments.ts'
import { configCommand } from './config.ts'
import { dictionaryCommand } from './dictionary.ts'
import { diffCommand } from './diff.ts'
import { doctorCommand } from './doctor.ts'
import { exportCommand } from './export.ts'
import { standbyCommands } from './follow.ts'
import { importCommand } from './import.ts'
import { importShowdocCommand } from './import-showdoc.ts'
import { lintCommand } from './lint.ts'
import { pullCommand } from './pull.ts'
import { pushCommand } from './push.ts'
import { reindexCommand } from './reindex.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { storageCommands } from './storage.ts'
import { tokenCommand } from './token.ts'
import { trialCommand } from './trial.ts'
import { updateCommand } from './update.ts'
import { userCommands } from './user.ts'
import { versionCommand } from './version.ts'

/** All commands, in the order of the help. */
const commands: readonly Command[] = [
  serveCommand,
  ...userCommands,
  tokenCommand,
  captchaCommand,
  commentsCommand,
  dictionaryCommand,
  configCommand,
  reindexCommand,
  importCommand,
  importShowdocCommand,
  exportCommand,
  diffCommand,
  lintCommand,
  pullCommand,
  pushCommand,
  ...backupCommands,
  restoreCommand,
  ...storageCommands,
  ...standbyCommands,
  doctorCommand,
  updateCommand,
  trialCommand,
  versionCommand,
]

const headings = {
  en: [
    'Commands (all take --data; add --json for machine-readable output):',
    'Settings (flag, environment variable, configuration file key):',
    'docstead help guide: how to install, back up, restore, update and go back to an earlier version, step by step',
  ],
  zh: [
    '命令（均可使用 --data；程序读取结果时可加 --json）：',
    '设置（命令行参数、环境变量、配置文件的键）：',
    'docstead help guide：如何安装、备份、恢复、更新和退回原版本，逐步说明',
  ],
} as const

// The descriptions are below each other.
const widestUsage = 94
const widestWord = Math.max(...commands.map(({ usage }) => (usage.split(' ')[0] ?? '').length))
const widestFlag = Math.max(...settingNames.map((name) => flagName(name).length))
const widestVariable = Math.max(...settingNames.map((name) => variableName(name).length))

/** Returns what `docstead help` prints. */
export function helpText(lang: Lang): string {
  const usages = commands.map(({ usage, moreOptions, about }) => {
    const [word = '', ...rest] = usage.split(' ')
    const line = `docstead ${word.padEnd(widestWord)} ${rest.join(' ')}`.padEnd(widestUsage) + about[lang]
    return moreOptions === undefined ? line : `${line}\n${' '.repeat('docstead  '.length + widestWord)}${moreOptions}`
  })
  const lines = settingNames.map(
    (name) =>
      `--${flagName(name).padEnd(widestFlag)} ${variableName(name).padEnd(widestVariable)} ${settings[name].about[lang]}`,
  )
  const [all, set, guide] = headings[lang]
  return `${guide}\n\n${all}\n\n${usages.join('\n')}\n\n${set}\n\n${lines.join('\n')}`
}

/** Prints the guide, or the usage of the commands that begin with a word. @throws {StartError} unknownCommand */
function printHelp([first = '']: readonly string[], lang: Lang): number {
  if (first === 'guide') {
    print(readFileSync(operationGuide(lang), 'utf8').trim())
    return 0
  }
  const named = commands.filter((one) => commandWords(one)[0] === first)
  if (named.length === 0) throw new StartError('unknownCommand', { command: first }, 2)
  for (const { usage, moreOptions = '', about } of named)
    print(`docstead ${`${usage} ${moreOptions}`.trim()}\n  ${about[lang]}`)
  return 0
}

/** Returns the command that the words select, and the words after it. @throws {StartError} unknownCommand */
function selectCommand([first = '', ...words]: readonly string[]): [Command, string[]] {
  const named = commands.filter((one) => commandWords(one)[0] === first)
  const withAction = named.find((command) => commandWords(command)[1] === (words[0] ?? ''))
  if (withAction) return [withAction, words.slice(1)]
  const plain = named.find((command) => commandWords(command)[1] === undefined)
  if (plain) return [plain, words]
  const action = words[0]?.startsWith('-') ? '' : (words[0] ?? '')
  throw new StartError('unknownCommand', { command: named.length > 0 ? `${first} ${action}`.trim() : first }, 2)
}

const isHelpFlag = (word: string | undefined): boolean => word === '--help' || word === '-h'

/** Runs one command line. @returns the exit code: 0, 1 when something failed, 2 when it was misused */
export async function runCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const lang = getTerminalLang(env)
  const [name = 'help', ...words] = args
  try {
    if (name === 'help' || isHelpFlag(name)) {
      if (name === 'help' && words.length > 0) return printHelp(words, lang)
      print(helpText(lang))
      return 0
    }
    if (isHelpFlag(words.at(-1))) return printHelp([name], lang)
    const [command, rest] = selectCommand([name === '--version' ? 'version' : name, ...words])
    return (await command.run(parseInvocation(command, rest, lang, env))) ?? 0
  } catch (error) {
    if (error instanceof StartError) {
      say(error.line(lang))
      return error.exitCode
    }
    if (error instanceof AppError) {
      say(cliText(lang, 'refused', { message: errorText(lang, error.errorName, error.values) }))
      return 1
    }
    throw error
  }
}
