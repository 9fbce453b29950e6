import { spawn } from 'node:child_process'
import { type Config, StartError } from '#src/core/config.ts'
import { AppError, errorNameOf } from '#src/core/errors.ts'
import { type CliText, cliText, errorText, type Lang } from '#src/core/i18n.ts'
import { thisInstallation } from '#src/core/installation.ts'
import { createLog, type Log } from '#src/core/log.ts'
import { webFolder } from '#src/core/paths.ts'
import type { UpdateRecord } from '#src/core/update-record.ts'
import { versionText } from '#src/core/version.ts'
import { findRejectedAddresses } from '#src/features/health/index.ts'
import { install, takeBackFailedStart } from '#src/features/update/index.ts'
import type { Command, Invocation } from './command.ts'
import { isChecked, type RunningServer, type StartFacts, startServer } from './start-server.ts'

const outcomeTexts = {
  installed: 'updateInstalled',
  rolledBack: 'updateRolledBack',
  undone: 'updateUndone',
  rejected: 'updateRejected',
} as const satisfies Record<NonNullable<UpdateRecord['outcome']>, CliText>

/** Returns the line about an update that has ended. */
export function outcomeLine(lang: Lang, { outcome = 'undone', from, to, error, is_wanted }: UpdateRecord): string {
  if (is_wanted) return cliText(lang, 'updateWentBack', { from: to, to: from })
  const reason = error ? errorText(lang, errorNameOf(error.name), error.values) : ''
  return cliText(lang, outcomeTexts[outcome], { from, to, reason })
}

/** Logs what this start found and did: an unclean shutdown, a migration, leftover files, an update. */
function logStart(log: Log, lang: Lang, data: string, { ready, lock, leftovers, jobs, update }: StartFacts): void {
  if (lock.unclean) {
    log.warn(cliText(lang, 'recovered', { pid: lock.unclean.pid, wal: ready.walBytes }))
    if (isChecked(ready)) log.info(cliText(lang, 'checking'))
  }
  const { from, to, snapshot } = ready.migrated
  if (from === 0) log.info(cliText(lang, 'created', { path: data }))
  else if (to > from) log.info(cliText(lang, 'migrated', { from, to }))
  if (snapshot) log.info(cliText(lang, 'snapshotted', { path: snapshot }))
  const { closed, open } = ready.rights
  if (closed.length > 0) log.info(cliText(lang, 'rightsClosed', { list: closed.join(', ') }))
  for (const { path, mode, command } of open) log.warn(cliText(lang, 'rightsOpen', { path, mode, command }))
  if (leftovers > 0) log.info(cliText(lang, 'leftovers', { count: leftovers }))
  if (jobs > 0) log.warn(cliText(lang, 'jobsFailed', { count: jobs }))
  if (update) log[update.outcome === 'installed' ? 'info' : 'warn'](outcomeLine(lang, update))
}

/** Warns of the addresses in the settings to which the server may not connect; the start does not wait for their names. */
async function warnOfRejected(config: Config, log: Log, lang: Lang): Promise<void> {
  for (const { where, host } of await findRejectedAddresses(config, { allow: config.outbound_allow }))
    log.warn(cliText(lang, 'outboundRejected', { where, host }))
}

const stopSignals = ['SIGTERM', 'SIGINT'] as const

/** Why a server stops. */
type Ending = { damage: StartError } | { between: () => Promise<string> } | Record<never, never>

/** Waits until the server is to stop: a signal, damage, or an update that is ready. */
function waitForEnding({ app, checked }: RunningServer, onChecked: (intact: boolean, error?: unknown) => void) {
  return new Promise<Ending>((resolve) => {
    for (const signal of stopSignals) process.once(signal, () => resolve({}))
    app.requestRestart = (between) => resolve({ between })
    // `docstead update` asks for it
    if (process.platform !== 'win32') {
      process.on('SIGUSR2', () => {
        install(app, { uid: 0, username: '', ip: '' }).catch((error: unknown) => {
          const text = error instanceof AppError ? errorText(app.config.language, error.errorName, error.values) : ''
          app.log.error(error instanceof AppError ? {} : { err: error }, text || 'an update failed')
        })
      })
    }
    void checked.then((result) => {
      if (result.outcome === 'damaged') resolve({ damage: result.error })
      else if (result.outcome === 'failed') onChecked(false, result.error)
      else if (result.outcome === 'intact') onChecked(true)
    })
  })
}

/**
 * Starts the server. When it is the new version of an update that could not start, the former one is put back.
 *
 * @returns the path of the former version instead, to continue as
 */
async function startOrTakeBack(
  config: Config,
  log: Log,
  onStart: (facts: StartFacts) => void,
): Promise<RunningServer | string> {
  try {
    return await startServer(config, log, webFolder(), onStart)
  } catch (error) {
    // another server uses the folder: nothing of it may be touched
    if (error instanceof StartError && error.text === 'dataInUse') throw error
    const record = takeBackFailedStart(config.data, thisInstallation(), error)
    if (!record) throw error
    log.error({ err: error }, 'the new version could not start')
    return record.executable
  }
}

/**
 * Continues as another executable with the same arguments: the same process, so that a service manager, a container and
 * a terminal notice nothing. Where the system cannot replace a process, as on Windows, this one starts the other and
 * ends with it.
 *
 * @returns the exit code of the other executable; where the process is replaced, it never returns
 */
async function continueAs(executable: string, args: readonly string[], log: Log): Promise<number> {
  // what is written in batches would be lost
  await new Promise<void>((resolve) => log.flush(() => resolve()))
  if (process.execve && process.platform !== 'win32')
    return process.execve(executable, [executable, ...args], process.env)
  const child = spawn(executable, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * Runs until SIGTERM or SIGINT, or until the database turns out to be damaged, then lets running requests end.
 *
 * @param args the command line with which another version continues after an update
 * @returns the exit code
 */
export async function serve({ lang, readConfig }: Invocation, args: readonly string[]): Promise<number> {
  const config = readConfig()
  const log = createLog(config)
  let isRecovered = false
  let needsSetup = false
  const server = await startOrTakeBack(config, log, (facts) => {
    logStart(log, lang, config.data, facts)
    isRecovered = facts.lock.unclean !== undefined && isChecked(facts.ready)
    needsSetup = facts.needsSetup
  })
  if (typeof server === 'string') return continueAs(server, args, log)
  const { app, address, stop } = server
  log.info(cliText(lang, 'listening', { version: versionText, address }))
  void warnOfRejected(config, log, lang)
  if (needsSetup) log.info(cliText(lang, 'setupCode', { address, code: app.setupCode.make() }))

  const ending = await waitForEnding(server, (isIntact, error) => {
    if (!isIntact) log.warn({ err: error }, cliText(lang, 'notChecked'))
    else if (isRecovered) log.info(cliText(lang, 'recoveredChecked'))
  })
  if ('damage' in ending) log.error(ending.damage.line(lang))
  log.info(cliText(lang, 'stopping'))
  let isStopped = false
  if ('between' in ending)
    for (const signal of stopSignals)
      process.once(signal, () => {
        isStopped = true
      })
  await stop()
  if ('between' in ending) {
    const executable = await ending.between()
    if (!isStopped) return continueAs(executable, args, log)
  }
  log.info(cliText(lang, 'stopped'))
  return 'damage' in ending ? ending.damage.exitCode : 0
}

/** Runs the site. */
export const serveCommand: Command = {
  usage: 'serve [--port 4999] [--host 127.0.0.1] ...',
  about: {
    en: 'Run the site; takes every setting that “docstead help” lists',
    zh: '运行站点；可带“docstead help”列出的全部设置',
  },
  run: (call) => serve(call, process.argv.slice(2)),
}
