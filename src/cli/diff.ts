import { stat } from 'node:fs/promises'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { requireItem } from '#src/access/permissions.ts'
import { StartError } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { cliText, errorText } from '#src/core/i18n.ts'
import { type ComparedChange, compareApis, levelTexts } from '#src/features/api-diff/index.ts'
import { writeItemDescription } from '#src/features/export/index.ts'
import { actingUser, itemNamed } from './acting-user.ts'
import { type Command, type Invocation, print, say, withDatabase } from './command.ts'
import { commandLineApp } from './command-line-app.ts'
import { readDescription, readWritten } from './read-description.ts'

/** The levels that `--fail-on` names, and those that count for it. */
const failing = { breaking: ['breaking'], warning: ['breaking', 'warning'] } as const

/** The only version of a project that can be named: as the last import of each description left it. */
const importedVersion = 'import'

/** @throws {StartError} diffNoVersion, importNoItem, and those of the database */
async function readItemNamed(call: Invocation, named: string): Promise<UnknownObject> {
  const [, name = '', version] = /^([^@]*)(?:@(.*))?$/.exec(named) ?? []
  if (version !== undefined && version !== importedVersion) throw new StartError('diffNoVersion', { version }, 2)
  const config = call.readConfig()
  return withDatabase(config, false, async ({ db }) => {
    const app = commandLineApp(config, db)
    const user = await actingUser(db, call.flags.get('as'))
    const visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '' }
    const item = await requireItem(app, visitor, (await itemNamed(db, name)).item_id, 'edit')
    const asImported = version === importedVersion
    return readWritten((path) =>
      writeItemDescription({ app, user, visitor, item, ip: '' }, path, { lang: call.lang, asImported }),
    )
  })
}

async function readSide(call: Invocation, named: string): Promise<UnknownObject> {
  const isFile = /^https?:\/\//i.test(named) || (await stat(named).catch(() => undefined)) !== undefined
  // a name with a dot or a slash is meant as a file: an address of a project has neither
  return isFile || /[/\\.]/.test(named.replace(/@.*$/, '')) ? readDescription(call, named) : readItemNamed(call, named)
}

/** Prints the changes for people, by operation. */
function printChanges(changes: readonly ComparedChange[], { lang }: Invocation): void {
  const levels = levelTexts(lang)
  let before: string | undefined
  for (const { operation, level, text, kind, path } of changes) {
    if (operation !== before) print(`${before === undefined ? '' : '\n'}${operation || cliText(lang, 'diffWhole')}`)
    before = operation
    print(`  ${levels[level]}: ${text}`)
    print(`      ${kind}${path === '' ? '' : `  ${path}`}`)
  }
  const count = (level: string) => changes.filter((one) => one.level === level).length
  const counts = { breaking: count('breaking'), warnings: count('warning'), infos: count('info') }
  if (changes.length > 0) print('')
  print(changes.length === 0 ? cliText(lang, 'diffNone') : cliText(lang, 'diffTotal', counts))
}

/** Compares two API descriptions and says what breaks clients. */
export const diffCommand: Command = {
  usage: 'diff OLD NEW [--fail-on LEVEL] [--as NAME]',
  about: {
    en: 'Compare two API descriptions (file, folder, address, project, or project@import); exit code 1 for --fail-on breaking or warning',
    zh: '比较两份 API 描述（文件、文件夹、网址、项目或 项目@import）；--fail-on 取 breaking 或 warning 时，发现此类变更则退出码为 1',
  },
  async run(call) {
    const { lang, json, flags } = call
    const level = flags.get('fail-on')
    if (level !== undefined && !Object.hasOwn(failing, level))
      throw new StartError('diffBadLevel', { list: Object.keys(failing).join(', ') }, 2)
    try {
      const [old, now] = [await readSide(call, call.argument), await readSide(call, call.second)]
      const changes = compareApis(old, now, { lang, at: new Date() })
      if (json) print(JSON.stringify(changes))
      else printChanges(changes, call)
      const levels: readonly string[] = level === undefined ? [] : failing[level as keyof typeof failing]
      return changes.some((one) => levels.includes(one.level)) ? 1 : 0
    } catch (error) {
      // 1 says that something was found
      if (error instanceof StartError) throw new StartError(error.text, error.values, 2)
      if (!(error instanceof AppError)) throw error
      say(cliText(lang, 'refused', { message: errorText(lang, error.errorName, error.values) }))
      return 2
    }
  },
}
