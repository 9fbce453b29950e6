import type { StartError } from '#src/core/config.ts'
import { cliText, type Lang } from '#src/core/i18n.ts'
import { createLog, type Log } from '#src/core/log.ts'
import { webFolder } from '#src/core/paths.ts'
import { versionText } from '#src/core/version.ts'
import type { Command } from './command.ts'
import { isChecked, type StartFacts, startServer } from './start-server.ts'

/** Logs what this start found and did: an unclean shutdown, a migration, leftover files. */
function logStart(log: Log, lang: Lang, data: string, { ready, lock, leftovers, jobs }: StartFacts): void {
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
}

/** Runs until SIGTERM or SIGINT, or until the database turns out to be damaged, then lets running requests end. */
export const serveCommand: Command = {
  usage: 'serve [--port 4999] [--host 127.0.0.1] ...',
  about: { en: 'Run the site; takes any setting below', zh: '运行站点；可带下列任意设置' },
  async run({ lang, readConfig }) {
    const config = readConfig()
    const log = createLog(config)
    let isRecovered = false
    let needsSetup = false
    const { app, address, checked, stop } = await startServer(config, log, webFolder(), (facts) => {
      logStart(log, lang, config.data, facts)
      isRecovered = facts.lock.unclean !== undefined && isChecked(facts.ready)
      needsSetup = facts.needsSetup
    })
    log.info(cliText(lang, 'listening', { version: versionText, address }))
    if (needsSetup) log.info(cliText(lang, 'setupCode', { address, code: app.setupCode.make() }))

    const damage = await new Promise<StartError | undefined>((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(undefined))
      void checked.then((result) => {
        if (result.outcome === 'damaged') resolve(result.error)
        else if (result.outcome === 'failed') log.warn({ err: result.error }, cliText(lang, 'notChecked'))
        else if (result.outcome === 'intact' && isRecovered) log.info(cliText(lang, 'recoveredChecked'))
      })
    })
    if (damage) log.error(damage.line(lang))
    log.info(cliText(lang, 'stopping'))
    await stop()
    log.info(cliText(lang, 'stopped'))
    return damage?.exitCode ?? 0
  },
}
