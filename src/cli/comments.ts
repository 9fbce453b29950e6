import { type Dirent, statSync } from 'node:fs'
import { opendir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { StartError } from '#src/core/config.ts'
import { cliText } from '#src/core/i18n.ts'
import { isSourceFile, markedComment } from '#src/features/open-api/index.ts'
import { type Command, say } from './command.ts'
import { PagesReport, targetOptions, targetUsage, withPagesTarget } from './pages-target.ts'

// Larger files are data or generated, as in ShowDoc's script. Source: reference, formats 1.4.
const largestBytes = 1_000_000

// Code of others, and what tools write. Names that begin with a dot are skipped as well.
const skippedFolders = new Set(['node_modules', 'bower_components', 'vendor', '__pycache__', 'site-packages'])

const reportIntervalMs = 1000

/** What a folder holds: a source file, or a place that cannot be read. */
type Entry = { path: string; unreadable?: string }

/** Yields the source files below a folder in the order of their names, without following links. */
async function* sourceFiles(folder: string): AsyncGenerator<Entry> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(folder)) entries.push(entry)
  } catch (error) {
    yield { path: folder, unreadable: error instanceof Error ? error.message : String(error) }
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && !skippedFolders.has(entry.name)) yield* sourceFiles(path)
    } else if (entry.isFile() && isSourceFile(entry.name)) yield { path }
  }
}

/** Returns the text of a source file: UTF-8 or UTF-16, else GB 18030. Undefined for binary data. */
function decodeSource(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Writes pages from the comments of source files. */
export const commentsCommand: Command = {
  usage: `comments DIR ${targetUsage}`,
  moreOptions: targetOptions,
  about: { en: 'Create or update pages from the comments in source code', zh: '根据源代码注释写入页面' },
  async run(call) {
    const { argument: folder, lang } = call
    const found = statSync(folder, { throwIfNoEntry: false })
    if (!found) throw new StartError('sourceMissing', { path: folder })
    const files = found.isDirectory() ? sourceFiles(folder) : [{ path: folder } satisfies Entry]
    const report = new PagesReport(call)
    const counts = { files: 0, too_large: 0 }
    let saidMs = performance.now()
    await withPagesTarget(call, async (target) => {
      for await (const { path, unreadable } of files as AsyncIterable<Entry>) {
        const name = relative(found.isDirectory() ? folder : '.', path) || path
        const rejectFile = (detail: string) =>
          report.problem(name, {
            line: 0,
            error_name: 'unreadable',
            message: cliText(lang, 'sourceUnreadable', { detail }),
          })
        if (unreadable !== undefined) {
          rejectFile(unreadable)
          continue
        }
        counts.files++
        if (process.stderr.isTTY && performance.now() - saidMs > reportIntervalMs && !call.json) {
          saidMs = performance.now()
          say(
            cliText(lang, 'commentsReading', {
              files: counts.files,
              pages: Object.values(report.counts).reduce((a, b) => a + b),
            }),
          )
        }
        const bytes = await readSource(path).catch((error: unknown) => {
          rejectFile(error instanceof Error ? error.message : String(error))
          return undefined
        })
        if (bytes === 'tooLarge') counts.too_large++
        const content = Buffer.isBuffer(bytes) ? decodeSource(bytes) : undefined
        if (content === undefined || !markedComment.test(content)) continue
        report.add(
          name,
          await target.writeComments({ content, file_name: name, cat_name: call.option('folder') ?? '' }),
        )
      }
    })
    if (counts.too_large > 0 && !call.json)
      say(cliText(lang, 'sourcesTooLarge', { files: counts.too_large, mb: largestBytes / 1e6 }))
    return report.end(counts)
  },
}

const readSource = async (path: string): Promise<Buffer | 'tooLarge'> =>
  (await stat(path)).size > largestBytes ? 'tooLarge' : readFile(path)
