import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type ExportFormatName, exportFormatNames } from '#shared/export-formats.ts'
import { requireItem } from '#src/access/permissions.ts'
import { StartError } from '#src/core/config.ts'
import { isDiskFull } from '#src/core/data-folder.ts'
import { newStoredName } from '#src/core/files.ts'
import { type CliText, cliText } from '#src/core/i18n.ts'
import { syncFolder } from '#src/db/sync-folder.ts'
import { type ExportNote, exportToFile } from '#src/features/export/index.ts'
import { actingUser, itemNamed } from './acting-user.ts'
import { type Command, type Invocation, print, requireFolderOf, say, withDatabase } from './command.ts'
import { commandLineApp } from './command-line-app.ts'

const progressMs = 1000

const noteTexts: Record<ExportNote['reason'], CliText> = {
  glyphs: 'exportNote_glyphs',
  source: 'exportNote_source',
  notApi: 'exportNote_notApi',
  duplicate: 'exportNote_duplicate',
  renamed: 'exportNote_renamed',
  notSheet: 'exportNote_notSheet',
  cut: 'exportNote_cut',
  formula: 'exportNote_formula',
  missing: 'exportNote_missing',
}

/** The most notes that are printed for people; `--json` has all of them. */
const notesMost = 50

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).search + new URL(text).hash === ''

/** What the options of the command say. @throws {StartError} exportFormatUnknown, exportOutMissing, exportPartBoth, exportBadId, exportBadAddress */
function readOptions({ flags }: Invocation) {
  const format = flags.get('format')
  if (format === undefined || !exportFormatNames.some((name) => name === format))
    throw new StartError('exportFormatUnknown', { list: exportFormatNames.join(', ') }, 2)
  const out = flags.get('out')
  if (out === undefined || out === '') throw new StartError('exportOutMissing', {}, 2)
  const [page, catalog] = [flags.get('page'), flags.get('catalog')]
  if (page !== undefined && catalog !== undefined) throw new StartError('exportPartBoth', {}, 2)
  const idOf = (name: 'page' | 'catalog', value: string | undefined): number => {
    if (value === undefined) return 0
    if (!/^[1-9]\d{0,15}$/.test(value)) throw new StartError('exportBadId', { name }, 2)
    return Number(value)
  }
  const base_address = flags.get('base-url') ?? ''
  if (base_address !== '' && !isWebAddress(base_address)) throw new StartError('exportBadAddress', {}, 2)
  return {
    format: format as ExportFormatName,
    out,
    scope: { page_id: idOf('page', page), cat_id: idOf('catalog', catalog), base_address },
  }
}

/** @throws {StartError} exportOutFolder, targetFolderMissing */
async function requireFile(out: string): Promise<void> {
  if ((await stat(out).catch(() => undefined))?.isDirectory()) throw new StartError('exportOutFolder', { path: out }, 2)
  requireFolderOf(out)
}

/** Puts a finished file in its place, where it is whole or not at all. */
async function putInPlace(from: string, out: string): Promise<void> {
  const handle = await open(from, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(from, out)
  await syncFolder(dirname(out))
}

async function sendToStandardOutput(path: string): Promise<void> {
  const { stdout } = process
  for await (const chunk of createReadStream(path)) if (!stdout.write(chunk as Buffer)) await once(stdout, 'drain')
}

/** Returns an error that names a file which cannot be written; others as they are. */
function writeErrorOf(error: unknown, path: string): unknown {
  const { code } = error as { code?: string }
  if (isDiskFull(error)) return new StartError('exportDiskFull', { path })
  return code !== undefined && /^E[A-Z]+$/.test(code) ? new StartError('exportUnwritable', { path, code }) : error
}

/** Exports a project, a folder or a page to a file, whether a server is running or not. */
export const exportCommand: Command = {
  usage: 'export ITEM [--format F] [--page ID] [--catalog ID] [--as NAME] [--out FILE]',
  moreOptions: '[--base-url URL]',
  about: {
    en: `Export a project, or a folder or page of it, to FILE in an existing folder or standard output (-): ${exportFormatNames.join(', ')}`,
    zh: `把项目或其中的目录、页面导出到已有目录中的 FILE 或标准输出（-）：${exportFormatNames.join('、')}`,
  },
  async run(call) {
    const { argument, flags, lang, json } = call
    const config = call.readConfig()
    const { format, out, scope } = readOptions(call)
    const isPiped = out === '-'
    if (!isPiped) await requireFile(out)
    const startedMs = performance.now()
    return withDatabase(config, false, async ({ db }) => {
      const app = commandLineApp(config, db)
      const user = await actingUser(db, flags.get('as'))
      const visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '' }
      const item = await requireItem(app, visitor, (await itemNamed(db, argument)).item_id, 'edit')
      const target = resolve(out)
      const path = isPiped ? app.files.incomingPath() : join(dirname(target), `.${basename(target)}.${newStoredName()}`)
      const stopping = new AbortController()
      const stop = () => stopping.abort(new StartError('exportStopped'))
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
      let reportedMs = performance.now()
      const onPage = (done: number, total: number) => {
        if (json || performance.now() - reportedMs < progressMs) return
        reportedMs = performance.now()
        say(cliText(lang, 'importProgress', { done, total }))
      }
      try {
        const by = { app, user, item, visitor, ip: '' }
        const made = await exportToFile(by, { format, scope, lang }, path, {
          onPage,
          signal: stopping.signal,
        }).catch((error: unknown) => Promise.reject(writeErrorOf(error, out)))
        const { size: bytes } = await stat(path)
        if (isPiped) await sendToStandardOutput(path)
        else await putInPlace(path, target).catch((error: unknown) => Promise.reject(writeErrorOf(error, out)))
        const seconds = Math.round((performance.now() - startedMs) / 100) / 10
        const report = {
          item_id: item.item_id,
          path: out,
          format,
          bytes,
          pages: made.pages,
          notes: made.notes,
          seconds,
        }
        if (json && !isPiped) print(JSON.stringify(report))
        else if (json) say(JSON.stringify(report))
        else {
          for (const note of made.notes.slice(0, notesMost))
            say(
              cliText(lang, noteTexts[note.reason], {
                page: note.page_title,
                detail: note.detail,
              }),
            )
          if (made.notes.length > notesMost) say(cliText(lang, 'importMore', { count: made.notes.length - notesMost }))
          const mb = Math.ceil(bytes / 1e5) / 10
          say(cliText(lang, 'exportDone', { name: made.title, pages: made.pages, path: out, mb, seconds }))
        }
        return 0
      } finally {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
        await rm(path, { force: true })
      }
    })
  },
}
