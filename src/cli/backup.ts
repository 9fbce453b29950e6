import { once } from 'node:events'
import { resolve } from 'node:path'
import { type Config, StartError } from '#src/core/config.ts'
import { giveToOwner } from '#src/core/folder-rights.ts'
import { cliText, type Lang } from '#src/core/i18n.ts'
import {
  type CheckedBackup,
  createBackup,
  createCheckedBackup,
  givePlaceToOwner,
  listAllBackups,
  openSource,
  placeNamed,
  placeOfSite,
  recordCommandLineBackup,
  recordCommandLineFailure,
  type Summary,
  verifySource,
} from '#src/features/backup/index.ts'
import { type Command, type Invocation, isFolder, print, requireFolderOf, say } from './command.ts'

const reportIntervalMs = 1000

/** Returns a function that reports progress to a person, once a second. */
export function progressOf({ lang, json }: Invocation, text: 'backupProgress' | 'backupVerifying' | 'restoreProgress') {
  let reportedMs = performance.now()
  return (done: number, total: number) => {
    if (json || performance.now() - reportedMs < reportIntervalMs) return
    reportedMs = performance.now()
    say(cliText(lang, text, { percent: Math.floor((done / total) * 100) }))
  }
}

/** Returns a moment in Unix seconds as people of the terminal read it, in its time zone. */
export const dateText = (seconds: number): string => {
  const local = new Date(seconds * 1000)
  const shifted = new Date(local.getTime() - local.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16).replace('T', ' ')
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1e5) / 10

function sayMissing(lang: Lang, { missing }: Summary): void {
  if (missing.length === 0) return
  const list = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ' …' : '')
  say(cliText(lang, 'backupMissingUploads', { count: missing.length, list }))
}

async function toStandardOutput(config: Config, call: Invocation): Promise<void> {
  const startedMs = performance.now()
  const { stdout } = process
  const sink = {
    async write(chunk: Uint8Array) {
      if (!stdout.write(chunk)) await once(stdout, 'drain')
    },
    close: async () => undefined,
    abort: async () => undefined,
  }
  const onProgress = progressOf(call, 'backupProgress')
  const { summary, bytes } = await createBackup(
    config.data,
    { sink, name: '-' },
    { onProgress, allow: config.outbound_allow },
  )
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10
  say(cliText(call.lang, 'backupStreamed', { ...summary.counts, mb: megabytes(bytes), seconds }))
  sayMissing(call.lang, summary)
}

const namesFolder = (path: string): boolean => /[\\/]$/.test(path) || isFolder(path)

/** Returns where the backup goes: the file that was named, the place of `--to`, or that of the site's schedule. */
async function targetOf(
  config: Config,
  { argument, flags }: Invocation,
): Promise<Parameters<typeof createCheckedBackup>[1]> {
  const to = flags.get('to')
  if (to !== undefined && argument !== '') throw new StartError('backupToBoth', {}, 2)
  if (argument !== '') {
    if (namesFolder(argument)) throw new StartError('notFile', { path: argument })
    requireFolderOf(argument)
    return { file: resolve(argument) }
  }
  if (to === undefined) return placeOfSite(config)
  if (!to.startsWith('s3://') && !namesFolder(to)) {
    requireFolderOf(to)
    return { file: resolve(to) }
  }
  // nothing in a place that was named for this backup alone is removed
  return placeNamed(to.startsWith('s3://') ? to : resolve(to), config)
}

function report({ lang, json }: Invocation, done: CheckedBackup, seconds: number): void {
  const { made, summary, removed, isShared, pages_read } = done
  const { counts, time, missing } = summary
  if (json) {
    const { name, bytes } = made
    print(
      JSON.stringify({ path: name, bytes, time, ...counts, pages_read, missing, removed, shared: isShared, seconds }),
    )
    return
  }
  say(cliText(lang, 'backupMade', { path: made.name, mb: megabytes(made.bytes), ...counts, seconds }))
  sayMissing(lang, summary)
  if (isShared) say(cliText(lang, 'backupPlaceShared', { path: made.name }))
  if (removed.length > 0) say(cliText(lang, 'backupRemovedOld', { list: removed.join(', ') }))
}

async function toTarget(config: Config, call: Invocation): Promise<void> {
  const startedMs = performance.now()
  const start_time = Math.floor(Date.now() / 1000)
  const target = await targetOf(config, call)
  const isOfSite = call.argument === '' && !call.flags.has('to')
  try {
    const done = await createCheckedBackup(config.data, target, {
      onProgress: progressOf(call, 'backupProgress'),
      allow: config.outbound_allow,
    })
    const times = { start_time, end_time: Math.floor(Date.now() / 1000) }
    if (isOfSite) await recordCommandLineBackup(config.data, done.made, times)
    report(call, done, Math.round((performance.now() - startedMs) / 100) / 10)
  } finally {
    if ('place' in target) givePlaceToOwner(target.place)
  }
}

const createCommand: Command = {
  usage: 'backup [FILE] [--to PLACE]',
  about: {
    en: 'Back up and verify: to FILE in an existing folder, to standard output (-), to a folder or s3://bucket/path, or to the place in the settings',
    zh: '备份并校验：到已有目录中的 FILE、标准输出（-）、目录或 s3://桶/路径，或站点设置的位置',
  },
  async run(call) {
    const config = call.readConfig()
    try {
      if (call.argument === '-' || call.flags.get('to') === '-') await toStandardOutput(config, call)
      else await toTarget(config, call)
    } catch (error) {
      // what was misused has begun nothing
      if (error instanceof StartError && error.exitCode === 1)
        await recordCommandLineFailure(config.data, error, Math.floor(Date.now() / 1000))
      throw error
    } finally {
      giveToOwner(config.data)
    }
  },
}

const verifyCommand: Command = {
  usage: 'backup verify FILE',
  about: { en: 'Read a whole backup and check it', zh: '完整读取并检查一个备份' },
  async run(call) {
    const { lang, json, argument } = call
    const source = await openSource(argument.startsWith('s3://') ? argument : resolve(argument), call.readConfig())
    const path = source.name
    const { summary, pages_read } = await verifySource(source, { onProgress: progressOf(call, 'backupVerifying') })
    const { time, product_version: version, schema, counts, missing } = summary
    if (json) print(JSON.stringify({ ok: true, path, time, version, schema, ...counts, pages_read, missing }))
    else {
      print(
        cliText(lang, 'backupVerified', { path, date: dateText(time), version, schema, ...counts, read: pages_read }),
      )
      sayMissing(lang, summary)
    }
  },
}

const listCommand: Command = {
  usage: 'backup list',
  about: {
    en: 'List the backups in the place in the settings, and the copies from before schema changes',
    zh: '列出站点位置的备份，以及结构变更前的副本',
  },
  async run({ lang, json, readConfig }) {
    const config = readConfig()
    const { place, isShared, backups, copies } = await listAllBackups(config)
    if (json) {
      print(JSON.stringify({ place, shared: isShared, backups, copies }))
      return
    }
    print(cliText(lang, backups.length > 0 ? 'backupListPlace' : 'backupNone', { path: place }))
    if (isShared) print(cliText(lang, 'backupPlaceShared', { path: place }))
    for (const { name, time, whole_bytes, verified, damaged } of backups) {
      const state = damaged
        ? cliText(lang, 'backupStateDamaged')
        : verified > 0
          ? cliText(lang, 'backupStateVerified', { date: dateText(verified) })
          : cliText(lang, 'backupStateUnverified')
      print(cliText(lang, 'backupLine', { name, date: dateText(time), mb: megabytes(whole_bytes), state }))
    }
    for (const { path, time, bytes } of copies) {
      const state = cliText(lang, 'backupStateMigration')
      print(cliText(lang, 'backupLine', { name: path, date: dateText(time), mb: megabytes(bytes), state }))
    }
  },
}

/** Makes, verifies and lists backups, whether a server is running or not. */
export const backupCommands: readonly Command[] = [createCommand, verifyCommand, listCommand]
