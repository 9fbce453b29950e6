import { itemTypes } from '#shared/item-types.ts'
import type { Lang } from '#src/core/i18n.ts'
import { rejectImport } from './import-error.ts'
import { PlanTree } from './plan-tree.ts'
import type { FilePlan } from './plan-types.ts'
import { decodeText } from './text.ts'
import type { ZipArchive, ZipEntry } from './zip.ts'

/** Sorts digits as numbers and Chinese by pronunciation, as file managers do. */
const collator = new Intl.Collator('zh', { numeric: true })

/**
 * Returns the plan of an archive of Markdown files: folders become catalogs, files become pages titled by their names.
 * The item is named after the archive. In each folder the readme or index page comes first, followed by the others in
 * natural order.
 *
 * @throws {ImportError} empty when there is no Markdown in it; damaged, tooLarge
 */
export function planMarkdown(archive: ZipArchive, fileName: string, lang: Lang): FilePlan {
  const tree = new PlanTree(lang)
  const files = archive.entries.filter((entry) => /\.(md|markdown)$/i.test(entry.name))
  if (files.length === 0) rejectImport('empty')
  for (const entry of files.map(partsOf).toSorted(byPlace)) addFile(archive, tree, entry)
  if (tree.pages.length + tree.catalogs.length === 0) rejectImport('empty', tree.skipped[0]?.name)

  return {
    source: 'markdown',
    item: {
      item_name: tree.itemName(fileName.replace(/\.zip$/i, '')),
      item_description: '',
      item_type: itemTypes.regular.numbers[0],
      password: '',
      isPrivate: true,
    },
    catalogs: tree.catalogs,
    pages: tree.pages,
    skipped: tree.skipped,
    notes: tree.notes,
    files: [],
  }
}

interface PlacedFile {
  entry: ZipEntry
  folders: string[]
  title: string
}

function partsOf(entry: ZipEntry): PlacedFile {
  const parts = entry.name.split('/')
  return { entry, folders: parts.slice(0, -1), title: (parts.at(-1) ?? '').replace(/\.(md|markdown)$/i, '') }
}

/** Sorts a folder's own pages before its subfolders. */
function byPlace(a: PlacedFile, b: PlacedFile): number {
  const shared = Math.min(a.folders.length, b.folders.length)
  for (let level = 0; level < shared; level += 1) {
    const order = compareNames(a.folders[level] ?? '', b.folders[level] ?? '')
    if (order !== 0) return order
  }
  return a.folders.length - b.folders.length || rank(a) - rank(b) || compareNames(a.title, b.title)
}

/** Compares names; never 0 for two different names, because a folder's files must stay together. */
function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b))
}

function rank({ title }: PlacedFile): number {
  if (/^readme$/i.test(title)) return 0
  return /^index$/i.test(title) ? 1 : 2
}

function addFile(archive: ZipArchive, tree: PlanTree, { entry, folders, title }: PlacedFile): void {
  const decoded = decodeText(archive.read(entry))
  if (!decoded) return tree.skip(entry.name, 'notText')
  if (decoded.encoding === 'gb18030' || decoded.encoding === 'big5') tree.note(entry.name, 'encodingGuessed')
  const path = folders.map((folder) => tree.catalogName(folder))
  tree.addPage(path, { page_title: title, page_content: decoded.text })
}
