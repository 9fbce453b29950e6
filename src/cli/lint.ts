import { stat } from 'node:fs/promises'
import { lintSettings } from '#shared/api-doc/lint/rules.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { requireItem } from '#src/access/permissions.ts'
import { StartError } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { cliText, errorText } from '#src/core/i18n.ts'
import {
  type CheckedFinding,
  checkDescription,
  lintLevelTexts,
  readLintSettings,
} from '#src/features/api-health/index.ts'
import { writeItemDescription } from '#src/features/export/index.ts'
import { actingUser, itemNamed } from './acting-user.ts'
import { type Command, type Invocation, print, say, withDatabase } from './command.ts'
import { commandLineApp } from './command-line-app.ts'
import { readDescription, readWritten } from './read-description.ts'

/** The levels that `--fail-on` names, and those that count for it. */
const failing = { error: ['error'], warning: ['error', 'warning'] } as const

/** What is checked, and with which levels. */
interface Checked {
  root: UnknownObject
  settings: ReturnType<typeof lintSettings>
}

async function readFileNamed(call: Invocation, named: string): Promise<Checked> {
  return { root: await readDescription(call, named), settings: lintSettings() }
}

async function readItemNamed(call: Invocation, named: string): Promise<Checked> {
  const config = call.readConfig()
  return withDatabase(config, false, async ({ db }) => {
    const app = commandLineApp(config, db)
    const user = await actingUser(db, call.flags.get('as'))
    const visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '' }
    const item = await requireItem(app, visitor, (await itemNamed(db, named)).item_id, 'edit')
    const by = { app, user, visitor, item, ip: '' }
    const root = await readWritten((path) => writeItemDescription(by, path, { lang: call.lang, asImported: false }))
    return { root, settings: await readLintSettings(db, item.item_id) }
  })
}

function printFindings(findings: readonly CheckedFinding[], score: number, { lang }: Invocation): void {
  const levels = lintLevelTexts(lang)
  let before: string | undefined
  for (const { operation, level, text, rule } of findings) {
    if (operation !== before) print(`${before === undefined ? '' : '\n'}${operation || cliText(lang, 'diffWhole')}`)
    before = operation
    print(`  ${levels[level]}: ${text}`)
    print(`      ${rule}`)
  }
  const count = (level: string) => findings.filter((one) => one.level === level).length
  if (findings.length > 0) print('')
  const counts = { errors: count('error'), warnings: count('warning'), hints: count('hint') }
  print(cliText(lang, 'lintTotal', { score, ...counts }))
}

/** Checks an API description and says what it lacks. */
export const lintCommand: Command = {
  usage: 'lint SOURCE [--fail-on LEVEL] [--as NAME]',
  about: {
    en: 'Check an API description (file, folder, address or project); exit code 1 for --fail-on error or warning',
    zh: '检查 API 描述（文件、文件夹、网址或项目）；--fail-on 取 error 或 warning 时，发现此类问题则退出码为 1',
  },
  async run(call) {
    const { lang, json, flags, argument } = call
    const level = flags.get('fail-on')
    if (level !== undefined && !Object.hasOwn(failing, level))
      throw new StartError('diffBadLevel', { list: Object.keys(failing).join(', ') }, 2)
    try {
      const isFile = /^https?:\/\//i.test(argument) || (await stat(argument).catch(() => undefined)) !== undefined
      // a name with a dot or a slash is meant as a file: an address of a project has neither
      const read = isFile || /[/\\.]/.test(argument) ? readFileNamed : readItemNamed
      const { root, settings } = await read(call, argument)
      const { score, findings, isCut } = checkDescription(root, settings, lang)
      const sorted = findings.toSorted((one, other) =>
        one.operation < other.operation ? -1 : one.operation > other.operation ? 1 : 0,
      )
      if (json) print(JSON.stringify({ score, findings: sorted, is_cut: isCut }))
      else printFindings(sorted, score, call)
      const levels: readonly string[] = level === undefined ? [] : failing[level as keyof typeof failing]
      return findings.some((one) => levels.includes(one.level)) ? 1 : 0
    } catch (error) {
      // 1 says that something was found
      if (error instanceof StartError) throw new StartError(error.text, error.values, 2)
      if (!(error instanceof AppError)) throw error
      say(cliText(lang, 'refused', { message: errorText(lang, error.errorName, error.values) }))
      return 2
    }
  },
}
