import { planOfMarkdown } from './markdown-archive.ts'
import type { ImportPlan } from './plan-shape.ts'
import { refuse } from './refused.ts'
import { planOfItemFile } from './showdoc.ts'
import { openZip, type ZipArchive, type ZipEntry } from './zip.ts'

/** A file that a person wants to import. */
export interface ImportFile {
  /** The sender's name for it; a new item from plain Markdown is named after it. */
  name: string
  bytes: Uint8Array
}

/**
 * What importing an archive would write. Reads and checks everything, writes nothing, and takes the time it takes: the
 * server runs it in a worker (`readImportInWorker`).
 *
 * An archive is an item file with copies of its pages for people (`info.json`, else `prefix_info.json`, at the root or
 * in the one folder that holds everything, as repacking makes it), or else a tree of Markdown files, whose folders all
 * become catalogs.
 *
 * @throws {ImportRefused} for every file that is refused as a whole
 */
export function readImport(file: ImportFile): ImportPlan {
  const archive = openZip(file.bytes)
  const itemFile = findItemFile(archive)
  const plan = itemFile && planOfItemFile(archive.read(itemFile), itemFile.name, archive.budget)
  if (plan) return withOthers(plan, archive.others)

  const hasMarkdown = archive.entries.some((entry) => !isJson(entry))
  if (itemFile && !hasMarkdown) refuse('badJson', itemFile.name)
  return withOthers(planOfMarkdown(archive, file.name), [
    ...archive.entries.filter(isJson).map((entry) => entry.name),
    ...archive.others,
  ])
}

const isJson = (entry: ZipEntry) => /\.json$/i.test(entry.name)

function findItemFile({ entries, others }: ZipArchive): ZipEntry | undefined {
  const tops = new Set([...entries.map((entry) => entry.name), ...others].map((name) => name.split('/')[0] ?? ''))
  const [top] = tops
  const folders = tops.size === 1 ? ['', `${top}/`] : ['']
  return folders
    .flatMap((folder) => [`${folder}info.json`, `${folder}prefix_info.json`])
    .map((name) => entries.find((entry) => entry.name === name))
    .find((entry) => entry !== undefined)
}

function withOthers(plan: ImportPlan, others: string[]): ImportPlan {
  const skipped = others.map((name) => ({ name, reason: 'notMarkdown' as const }))
  return { ...plan, skipped: [...plan.skipped, ...skipped] }
}
