import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { nowSeconds } from '#src/core/app.ts'
import { StartError } from '#src/core/config.ts'
import { discardDataFolder, lockDataFolder, prepareDataFolder } from '#src/core/data-folder.ts'
import { giveToOwner } from '#src/core/folder-rights.ts'
import { cliText } from '#src/core/i18n.ts'
import { commandLineActor, recordAudit } from '#src/features/audit/index.ts'
import { createCheckedBackup, placeOfSite, recordCommandLineBackup } from '#src/features/backup/index.ts'
import { importSite, locateSite, reportLines } from '#src/features/showdoc-import/index.ts'
import { type Command, type Invocation, print, say, withDatabase } from './command.ts'

const reportIntervalMs = 1000

/** Returns a function that reports progress to a person, once a second. */
function progress({ lang, json }: Invocation, text: 'showdocReading' | 'showdocBackup') {
  let reportedMs = performance.now()
  return (percent: number) => {
    if (json || performance.now() - reportedMs < reportIntervalMs) return
    reportedMs = performance.now()
    say(cliText(lang, text, { percent: Math.floor(percent) }))
  }
}

/** Imports a whole ShowDoc site, whether a server is running or not. */
export const importShowdocCommand: Command = {
  usage: 'import showdoc DB [--uploads DIR] [--dry-run] [--zone ZONE] [--join] [--newer]',
  about: {
    en: 'Import a whole ShowDoc site from its folder or its database (SQLite or .sql dump)',
    zh: '从 ShowDoc 的目录或数据库（SQLite 或 .sql 转储）迁入整个站点',
  },
  async run(call) {
    const { lang, json, argument, flags, switches } = call
    const config = call.readConfig()
    const startedMs = performance.now()
    const place = locateSite(argument)
    const given = flags.get('uploads')
    if (given !== undefined && !statSync(given, { throwIfNoEntry: false })?.isDirectory())
      throw new StartError('showdocNoUploads', { path: given })
    const isDry = switches.has('dry-run')
    const isLeftAsItWas = isDry && !existsSync(config.data)
    if (isLeftAsItWas) prepareDataFolder(config.data)
    const lock = isLeftAsItWas ? lockDataFolder(config.data) : undefined
    try {
      await withDatabase(config, true, async ({ db, now }) => {
        let backup = ''
        if (!isDry) {
          const start_time = nowSeconds({ now })
          const onProgress = progress(call, 'showdocBackup')
          const done = await createCheckedBackup(config.data, await placeOfSite(config), {
            onProgress: (at, total) => onProgress((at / total) * 100),
            allow: config.outbound_allow,
          })
          await recordCommandLineBackup(config.data, done.made, { start_time, end_time: nowSeconds({ now }) })
          backup = done.made.name
          if (!json) say(cliText(lang, 'showdocBackedUp', { path: backup }))
        }
        const report = await importSite(
          {
            data: config.data,
            source: place.source,
            uploads: given === undefined ? place.uploads : resolve(given),
            time_zone: flags.get('zone') ?? 'Asia/Shanghai',
            join_users: switches.has('join'),
            allow_newer: switches.has('newer'),
            is_dry: isDry,
            job_id: undefined,
          },
          progress(call, 'showdocReading'),
        )
        if (!isDry)
          await recordAudit(
            db,
            { ...commandLineActor, action: 'showdocImported', detail: report.source.address },
            nowSeconds({ now }),
          )
        const seconds = Math.round((performance.now() - startedMs) / 100) / 10
        if (json) {
          print(JSON.stringify({ ...report, written: !isDry, backup, seconds }))
          return
        }
        for (const line of reportLines(report, lang)) print(line)
        print('')
        say(isDry ? cliText(lang, 'showdocDry') : cliText(lang, 'showdocDone', { seconds }))
      })
    } finally {
      if (lock) {
        discardDataFolder(config.data)
        lock.release()
      } else giveToOwner(config.data)
    }
  },
}
