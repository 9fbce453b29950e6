import { z } from 'zod'
import { StartError } from '#src/core/config.ts'
import { type Disk, hashOf, nameOf, stateFolder } from './disk.ts'

// A folder may come from somebody else: nothing in it may name a path that a pull does not make, such as `.git`.
const Path = z.string().refine((path) => path.split('/').every((part) => /^[^.\\\0][^\\\0]*$/.test(part)))
const Count = z.int().nonnegative()

const PageEntry = z.object({
  page_id: z.int().positive(),
  cat_id: Count,
  title: z.string(),
  path: Path,
  /** The position among its siblings, on the server. */
  order: z.number(),
  version: Count,
  /** When the server saved it last, Unix seconds. */
  saved: Count,
  /** Whether no later save can have the same second. */
  settled: z.boolean(),
  /** The hash of the file as it comes from this version. */
  hash: z.string(),
  /** The addresses that were replaced: as the file has them, and as the server has them. */
  links: z.array(z.tuple([z.string(), z.string()])),
  /** The signs of the files in its list of attachments. */
  attached: z.array(z.string()),
  /** Whether links lead to new pages that had no number when it was sent. */
  pending: z.boolean().optional(),
  /** The file with the server's text, while both have changed. */
  conflict: z.object({ path: Path, hash: z.string() }).optional(),
})
/** A page as it was pulled or pushed last. */
export type PageEntry = z.output<typeof PageEntry>

const CatalogEntry = z.object({
  cat_id: z.int().positive(),
  parent: Count,
  name: z.string(),
  path: Path,
  order: z.number(),
})
type CatalogEntry = z.output<typeof CatalogEntry>

const FileEntry = z.object({ sign: z.string(), path: Path, hash: z.string() })
/** An image or attachment. */
export type FileEntry = z.output<typeof FileEntry>

const State = z.object({
  format: z.literal('docstead-folder'),
  version: z.literal(1),
  /** The address of the site; '' for the data folder of this machine. */
  site: z.string(),
  item_id: z.int().positive(),
  item_name: z.string(),
  catalogs: z.array(CatalogEntry),
  pages: z.array(PageEntry),
  files: z.array(FileEntry),
})

const Line = z.union([
  // a page as it is once a file has these bytes; without one, as the server has answered
  z.object({ page: PageEntry, written: z.object({ path: Path, hash: z.string() }).optional() }),
  z.object({ file: FileEntry }),
  z.object({ catalog: CatalogEntry }),
  z.object({ gone: z.int() }),
  z.object({ moved: z.int(), to: Path }),
])
type Line = z.output<typeof Line>

/** The state of a folder: which item it has, and how each page was when it was the same here and on the server. */
export interface FolderState {
  site: string
  item_id: number
  item_name: string
  catalogs: Map<number, CatalogEntry>
  pages: Map<number, PageEntry>
  files: Map<string, FileEntry>
}

const stateName = 'state.json'
const journalName = 'journal.jsonl'
const statePath = `${stateFolder}/${stateName}`
const journalPath = `${stateFolder}/${journalName}`

/** The prefix of files that are on their way from one path to another. */
export const movingPrefix = 'moving-'

const byKey = <K, T>(list: readonly T[], keyOf: (one: T) => K) => new Map(list.map((one) => [keyOf(one), one]))

/** Whether a folder was made by a pull. */
export const isItemFolder = async (disk: Disk): Promise<boolean> => (await disk.read(statePath)) !== undefined

/**
 * Reads the state, with what an interrupted run has left.
 *
 * @returns undefined when the folder has none
 * @throws {StartError} folderStateBad
 */
export async function readState(disk: Disk): Promise<FolderState | undefined> {
  const bytes = await disk.read(statePath)
  if (!bytes) return undefined
  let parsed: z.output<typeof State>
  try {
    parsed = State.parse(JSON.parse(bytes.toString()))
  } catch {
    throw new StartError('folderStateBad', { path: statePath })
  }
  const { site, item_id, item_name } = parsed
  const state: FolderState = {
    site,
    item_id,
    item_name,
    catalogs: byKey(parsed.catalogs, (one) => one.cat_id),
    pages: byKey(parsed.pages, (one) => one.page_id),
    files: byKey(parsed.files, (one) => one.sign),
  }
  await replay(disk, state)
  return state
}

function* linesOf(journal: string): Generator<Line> {
  for (const line of journal.split('\n')) {
    let parsed: unknown
    try {
      parsed = JSON.parse(line)
    } catch {
      continue // the last line of a killed run
    }
    const read = Line.safeParse(parsed)
    if (read.success) yield read.data
  }
}

async function replay(disk: Disk, state: FolderState): Promise<void> {
  for (const name of await disk.stateNames('new-')) await disk.remove(`${stateFolder}/${name}`)
  const journal = await disk.read(journalPath)
  for (const line of linesOf(journal?.toString() ?? '')) {
    if ('page' in line) {
      const { page, written } = line
      const file = written && (await disk.read(written.path))
      if (!written || (file && hashOf(file) === written.hash)) state.pages.set(page.page_id, page)
    } else if ('file' in line) state.files.set(line.file.sign, line.file)
    else if ('catalog' in line) state.catalogs.set(line.catalog.cat_id, line.catalog)
    else if ('gone' in line) state.pages.delete(line.gone)
    else {
      const page = state.pages.get(line.moved)
      if (page && !(await disk.read(page.path)) && (await disk.read(line.to))) page.path = line.to
    }
  }
  for (const name of await disk.stateNames(movingPrefix)) {
    const page = state.pages.get(Number(name.slice(movingPrefix.length)))
    const path = page && !(await disk.read(page.path)) ? page.path : nameOf(page?.path ?? `${name}.md`)
    if (await disk.read(path)) continue
    await disk.move(`${stateFolder}/${name}`, path)
  }
}

/** Writes the state as a whole, and forgets the journal, which is in it. */
export async function writeState(disk: Disk, state: FolderState): Promise<void> {
  const { site, item_id, item_name } = state
  const listOf = <T>(map: Map<unknown, T>, keyOf: (one: T) => string | number) =>
    [...map.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const written: z.input<typeof State> = {
    format: 'docstead-folder',
    version: 1,
    site,
    item_id,
    item_name,
    catalogs: listOf(state.catalogs, (one) => one.cat_id),
    pages: listOf(state.pages, (one) => one.page_id),
    files: listOf(state.files, (one) => one.path),
  }
  await disk.write(statePath, Buffer.from(`${JSON.stringify(written, null, 1)}\n`))
  await disk.remove(journalPath)
}

/** Notes what is about to be written, or what the server has answered. */
export class Journal {
  readonly #disk: Disk

  constructor(disk: Disk) {
    this.#disk = disk
  }

  add(...lines: Line[]): Promise<void> {
    return this.#disk.append(journalName, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
}
