import { resolve } from 'node:path'
import { cliText } from '#src/core/i18n.ts'
import { openSource, restoreBackup } from '#src/features/backup/index.ts'
import { dateText, progressOf } from './backup.ts'
import { type Command, print, say } from './command.ts'

/** Restores a backup into a data folder that no server uses. */
export const restoreCommand: Command = {
  usage: 'restore FILE [--dry-run]',
  about: {
    en: 'Restore a backup after checking all of it; the previous data stays next to it',
    zh: '完整检查后恢复备份；原有数据保留在旁边',
  },
  async run(call) {
    const { lang, json, argument, switches } = call
    const config = call.readConfig()
    const isDryRun = switches.has('dry-run')
    const source = await openSource(argument.startsWith('s3://') ? argument : resolve(argument), config)
    const onProgress = progressOf(call, isDryRun ? 'backupVerifying' : 'restoreProgress')
    const { summary, pages_read, former } = await restoreBackup(source, config.data, { isDryRun, onProgress })
    const { counts, time } = summary
    if (json) {
      print(
        JSON.stringify({ restored: !isDryRun, data: config.data, former: former ?? '', time, ...counts, pages_read }),
      )
      return
    }
    if (isDryRun) {
      say(cliText(lang, 'restoreDryRun', { path: source.name, data: config.data }))
      return
    }
    say(cliText(lang, 'restoreDone', { data: config.data, date: dateText(time), ...counts }))
    say(cliText(lang, 'restoreSignIn'))
    if (former !== undefined) say(cliText(lang, 'restoreFormer', { path: former }))
  },
}
