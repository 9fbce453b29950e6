import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { ErrorName } from '#shared/contract/errors.ts'
import { importFormatNames, importFormats } from '#shared/import-formats.ts'
import type { User } from '#src/access/caller.ts'
import type { App } from '#src/core/app.ts'
import { StartError } from '#src/core/config.ts'
import { cliText, errorText, importReasonText } from '#src/core/i18n.ts'
import { commandLineActor } from '#src/features/audit/index.ts'
import { checkImport, startImport } from '#src/features/import/index.ts'
import { cancelJob, listOwnJobs, parseJobInput, stopJobs } from '#src/features/job/index.ts'
import { actingUser, itemNamed } from './acting-user.ts'
import { type Command, type Invocation, print, say, withDatabase } from './command.ts'
import { commandLineApp } from './command-line-app.ts'
import { readImportSource } from './import-source.ts'

/** The most lines of one kind that are printed for people; `--json` has all of them. */
const linesMost = 50
const progressMs = 1000

type Checked = Awaited<ReturnType<typeof checkImport>>

function sayLines<T>({ lang }: Invocation, list: readonly T[], line: (one: T) => string): void {
  for (const one of list.slice(0, linesMost)) say(line(one))
  if (list.length > linesMost) say(cliText(lang, 'importMore', { count: list.length - linesMost }))
}

/** Prints what an import would do. */
function sayReport(call: Invocation, { report }: Checked): void {
  const { lang } = call
  const { source, pages, catalogs, files, new_pages, replaced, unchanged, kept, missing } = report
  say(cliText(lang, 'importFound', { source: importFormats[source].label, pages, catalogs, files }))
  say(cliText(lang, 'importPlan', { added: new_pages, replaced: replaced.length, unchanged, missing: missing.length }))
  const nameOf = ({ path, page_title, call: operation }: (typeof missing)[number]) =>
    [path ? `${path} / ${page_title}` : page_title, ...(operation ? [operation] : [])].join(' · ')
  sayLines(call, report.added, (page) => cliText(lang, 'importAdded', { name: nameOf(page) }))
  sayLines(call, replaced, (page) => cliText(lang, 'importReplaced', { name: nameOf(page) }))
  if (kept > 0) say(cliText(lang, 'importKept', { count: kept }))
  sayLines(call, missing, (page) => cliText(lang, 'importMissing', { name: nameOf(page) }))
  const withReason = (text: 'importSkipped' | 'importNote') => (part: { name: string; reason: string }) =>
    cliText(lang, text, { name: part.name, reason: importReasonText(lang, part.reason) })
  sayLines(call, report.skipped, withReason('importSkipped'))
  sayLines(call, report.notes, withReason('importNote'))
}

/** Waits until a job has ended, and reports its progress to people. */
async function endOf(app: App, user: User, job_id: string, { lang, json }: Invocation) {
  const find = async () => (await listOwnJobs(app, user)).find((job) => job.job_id === job_id)
  const stop = () => stopJobs(app)
  process.once('SIGINT', stop)
  const timer = setInterval(() => {
    if (!json)
      void find().then((job) => job && say(cliText(lang, 'importProgress', { done: job.done, total: job.total })))
  }, progressMs)
  try {
    await Promise.all(app.background)
    return await find()
  } finally {
    clearInterval(timer)
    process.off('SIGINT', stop)
  }
}

/** Imports a file, a folder or an address into a project, whether a server is running or not. */
export const importCommand: Command = {
  usage: 'import FILE [--item ITEM] [--format F] [--as NAME] [--with-members] [--dry-run]',
  about: {
    en: 'Import a file, a folder or an address into a project',
    zh: '把文件、文件夹或网址导入项目',
  },
  async run(call) {
    const { argument, flags, switches, lang, json } = call
    const config = call.readConfig()
    const named = flags.get('item')
    if (named === undefined) throw new StartError('importItemMissing', {}, 2)
    const format = flags.get('format')
    if (format !== undefined && !importFormatNames.some((name) => name === format))
      throw new StartError('importFormatUnknown', { list: importFormatNames.join(', ') }, 2)
    const startedMs = performance.now()
    return withDatabase(config, false, async ({ db }) => {
      const app = commandLineApp(config, db)
      const user = await actingUser(db, flags.get('as'))
      const item = await itemNamed(db, named)
      const source = await readImportSource(config, argument)
      const path = app.files.incomingPath()
      writeFileSync(path, source.bytes, { mode: 0o600 })
      const visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '' }
      // on the server itself anyone can act as anybody: the log says that, and for whom
      const actor = { ...commandLineActor, username: `${commandLineActor.username} (${user.username})` }
      const received = { name: source.name, path, sizeBytes: source.bytes.length }
      const target = { item_id: item.item_id, lang, host: '', format }
      const checked = await checkImport(app, { user, visitor }, received, target).finally(() =>
        rm(path, { force: true }),
      )
      const { job_id } = checked
      const report = {
        ...checked.report,
        skipped: [...checked.report.skipped, ...source.links.map((name) => ({ name, reason: 'symlink' }))],
      }
      if (!json) sayReport(call, { ...checked, report })
      if (switches.has('dry-run')) {
        await cancelJob(app, user, job_id)
        if (json) print(JSON.stringify({ item_id: item.item_id, dry_run: true, report }))
        else say(cliText(lang, 'importDry'))
        return 0
      }
      await startImport(app, { user, visitor, actor }, job_id, { with_members: switches.has('with-members') })
      const job = await endOf(app, user, job_id, call)
      const isDone = job?.state === 'done'
      const seconds = Math.round((performance.now() - startedMs) / 100) / 10
      const message = job?.error_name ? errorText(lang, job.error_name as ErrorName, parseJobInput(job).values) : ''
      if (json)
        print(
          JSON.stringify({
            item_id: item.item_id,
            done: isDone,
            error_name: job?.error_name ?? '',
            error_message: message,
            report,
            seconds,
          }),
        )
      else if (isDone) say(cliText(lang, 'importDone', { name: item.item_name, pages: report.pages, seconds }))
      if (!isDone && !json) say(cliText(lang, 'importFailed', { message }))
      return isDone ? 0 : 1
    })
  },
}
