import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Config,
  flagName,
  readConfig,
  readVariable,
  StartError,
  settingNames,
  variableName,
} from '#src/core/config.ts'
import {
  completeInterruptedRestore,
  hasDatabase,
  isEmptied,
  openDataFolder,
  prepareDataFolder,
  requireKinds,
  toStartError,
} from '#src/core/data-folder.ts'
import { readFollowRecord } from '#src/core/follow-record.ts'
import type { Lang } from '#src/core/i18n.ts'
import { mayRestoreCopy } from '#src/core/update-record.ts'
import type { Db } from '#src/db/database.ts'
import type { OpenDatabase } from '#src/db/engine.ts'

/** A command of the command line. `docstead help`, the README and the guide show what is declared here. */
export interface Command {
  /**
   * Its words, its one or two arguments in capitals, its options in brackets: `user add NAME [--admin] [--name TEXT]`. An argument in
   * brackets can be left out. Only these are accepted, with `--json`, `--config FILE` and the settings, which every command takes.
   */
  usage: string
  /** Further options, which the help lists on a line of their own. */
  moreOptions?: string
  about: Record<Lang, string>
  /** Runs the command. @returns the exit code; nothing for 0 */
  run(call: Invocation): Promise<number | void> | number | void
}

/** One run of a command: what was typed, and in what terminal. */
export interface Invocation {
  lang: Lang
  /** The argument that the usage has in capitals; '' when it has none, or it was left out. */
  argument: string
  /** The second argument that the usage has in capitals; '' when it has none. */
  second: string
  /** Options with a value, without their dashes. */
  flags: ReadonlyMap<string, string>
  /** Options without a value, without their dashes. */
  switches: ReadonlySet<string>
  /** Whether the output is for programs. */
  json: boolean
  /**
   * Returns an option that is not a setting: its flag, else its environment variable `DOCSTEAD_...`, else the file that
   * `DOCSTEAD_..._FILE` names. @throws {StartError} configUnreadable
   */
  option(name: string): string | undefined
  /** Reads the configuration. @throws {StartError} see readConfig */
  readConfig(): Config
}

/** Returns the words that select a command: `user add`. */
export const commandWords = ({ usage }: Command): string[] => (/^[a-z]+( [a-z]+)?/.exec(usage)?.[0] ?? '').split(' ')

/**
 * Parses what follows the words of a command. `--flag value` and `--flag=value` are the same; everything after `--` is
 * positional.
 *
 * @throws {StartError} unknownFlag, flagNeedsValue, nameMissing, unknownCommand
 */
export function parseInvocation(
  { usage, moreOptions = '' }: Command,
  args: string[],
  lang: Lang,
  env: NodeJS.ProcessEnv,
): Invocation {
  const own = [...`${usage} ${moreOptions}`.matchAll(/\[--([a-z-]+)( [^\]]+)?\]/g)].map(
    ([, name = '', value]) => [name, { type: value ? 'string' : 'boolean' }] as const,
  )
  const shared = [...settingNames.map(flagName), 'config'].map((name) => [name, { type: 'string' }] as const)
  const options = new Map([...own, ...shared, ['json', { type: 'boolean' }] as const])
  const { tokens, positionals } = parseArgs({
    args,
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const flags = new Map<string, string>()
  const switches = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const flag = args[token.index] ?? ''
    const type = token.rawName.startsWith('--') ? options.get(token.name)?.type : undefined
    if (type === 'boolean' && token.value === undefined) switches.add(token.name)
    else if (type !== 'string') throw new StartError('unknownFlag', { flag }, 2)
    else if (token.value === undefined) throw new StartError('flagNeedsValue', { flag }, 2)
    else flags.set(token.name, token.value)
  }
  const [what = ''] = usage.split(' [')
  const canTakeOne = / \[[A-Z]+\]/.test(usage)
  const takesOne = / [A-Z]+$/.test(what) || (canTakeOne && positionals.length > 0)
  const takesTwo = / [A-Z]+ [A-Z]+$/.test(what)
  const given = takesOne ? positionals : ['', ...positionals]
  const [argument, second, extra] = takesTwo ? given : [given[0], '', given[1]]
  if (argument === undefined || second === undefined) throw new StartError('nameMissing', { what }, 2)
  if (extra !== undefined) throw new StartError('unknownCommand', { command: extra }, 2)
  return {
    lang,
    argument,
    second,
    flags,
    switches,
    json: switches.has('json'),
    option: (name) => flags.get(name) ?? readVariable(variableName(name.replaceAll('-', '_')), env),
    readConfig: () => readConfig(flags, env),
  }
}

/** Writes a line to standard output, for programs to read. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Writes a line to standard error, for people to read. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Whether a path is a folder; false for what is missing, and for what this user may not look at. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/**
 * Requires the folder that a file is written into: one that is created by mistake hides a mistyped path, or a disk that is
 * not mounted.
 *
 * @throws {StartError} targetFolderMissing
 */
export function requireFolderOf(file: string): void {
  const folder = dirname(resolve(file))
  if (!isFolder(folder)) throw new StartError('targetFolderMissing', { path: folder })
}

/**
 * Runs an operation on the database of the data folder, whether a server is running or not.
 *
 * @param create create the database when there is none, as `user add` does
 * @throws {StartError} dataMissing, notFolder, notFile, and those of opening
 */
export async function withDatabase<T>(
  config: Config,
  create: boolean,
  operation: (at: { db: Db; open: OpenDatabase; now(): Date }) => Promise<T>,
): Promise<T> {
  requireKinds(config.data)
  completeInterruptedRestore(config.data)
  // what this command writes would be lost when the update is undone
  if (mayRestoreCopy(config.data)) throw new StartError('updateUnsettled', { path: config.data })
  const following = readFollowRecord(config.data)
  if (following) throw new StartError('followServe', { path: config.data, url: following.url })
  if (!create && !hasDatabase(config.data) && !isEmptied(config.data))
    throw new StartError('dataMissing', { path: config.data })
  prepareDataFolder(config.data)
  const { open } = await openDataFolder(config.data)
  try {
    return await operation({ db: open.db, open, now: () => new Date() })
  } catch (error) {
    throw toStartError(error, config.data) ?? error
  } finally {
    await open.close()
  }
}
