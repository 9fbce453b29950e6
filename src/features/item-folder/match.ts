import { type Disk, folderOf, hashOf, type Listing, nameOf } from './disk.ts'
import type { FolderState, PageEntry } from './state.ts'

/** Files in the folder that may be pages. */
const isPageFile = (path: string): boolean => /\.(md|json)$/i.test(path)

/** Files with the server's text of a conflict, also those that a later one has replaced. */
const isConflictFile = (path: string): boolean => /\.server(_\d+)?\.[^./]+$/i.test(path)

/** What is in the folder, compared with its state. */
export interface LocalFiles {
  listing: Listing
  /** The hash of each file that is known or may be a page. */
  hashes: Map<string, string>
  /** Where the file of a page is now; pages without a file are missing. */
  pages: Map<number, string>
  /** Where the folder of a catalog is now, when it was renamed or moved. */
  folders: Map<number, string>
  /** Files that may be new pages. */
  fresh: string[]
}

/** Chooses among files with the same bytes: one of the same name, else the first. */
const chosen = (candidates: readonly string[], { path }: PageEntry): string | undefined =>
  candidates.find((one) => nameOf(one) === nameOf(path)) ?? candidates[0]

/** Compares the folder with its state: which files are known, moved, missing or new. */
export async function matchFiles(disk: Disk, state: FolderState): Promise<LocalFiles> {
  const listing = await disk.list()
  // a person who has removed the server's text has read it
  for (const page of state.pages.values())
    if (page.conflict && !listing.files.has(page.conflict.path)) delete page.conflict
  const known = new Set([...state.files.values()].map((one) => one.path))
  const conflicts = new Set([...state.pages.values()].flatMap((one) => one.conflict?.path ?? []))
  const hashes = new Map<string, string>()
  for (const path of listing.files) {
    if (!isPageFile(path) && !known.has(path)) continue
    const bytes = await disk.read(path)
    if (bytes) hashes.set(path, hashOf(bytes))
  }
  const pages = new Map<number, string>()
  const missing: PageEntry[] = []
  for (const page of state.pages.values()) {
    if (hashes.has(page.path)) pages.set(page.page_id, page.path)
    else missing.push(page)
  }
  const taken = new Set([...pages.values(), ...known, ...conflicts])
  const free = new Set(
    [...hashes.keys()].filter((path) => isPageFile(path) && !isConflictFile(path) && !taken.has(path)),
  )
  const byHash = Map.groupBy(free, (path) => hashes.get(path))
  const take = (page: PageEntry, path: string) => {
    pages.set(page.page_id, path)
    free.delete(path)
  }
  for (const page of missing) {
    const path = chosen(
      (byHash.get(page.hash) ?? []).filter((one) => free.has(one)),
      page,
    )
    if (path !== undefined) take(page, path)
  }
  const folders = renamedFolders(state, listing, pages)
  for (const page of missing) {
    const folder = folders.get(page.cat_id)
    const path = folder === undefined ? '' : `${folder}/${nameOf(page.path)}`
    if (!pages.has(page.page_id) && free.has(path)) take(page, path)
  }
  return { listing, hashes, pages, folders, fresh: [...free].toSorted() }
}

/** Finds the folders of catalogs that have another path now: where the pages directly in them are. */
function renamedFolders(state: FolderState, listing: Listing, pages: ReadonlyMap<number, string>): Map<number, string> {
  const folders = new Map<number, string>()
  const used = new Set([...state.catalogs.values()].map((one) => one.path))
  const deepest = [...state.catalogs.values()].toSorted((one, other) => other.path.length - one.path.length)
  for (const catalog of deepest) {
    if (listing.folders.has(catalog.path)) continue
    const inPages = [...state.pages.values()].flatMap((page) => {
      const now = pages.get(page.page_id)
      return page.cat_id === catalog.cat_id && now !== undefined && nameOf(now) === nameOf(page.path)
        ? folderOf(now)
        : []
    })
    const inFolders = [...state.catalogs.values()].flatMap((below) => {
      const now = folders.get(below.cat_id)
      return below.parent === catalog.cat_id && now !== undefined && nameOf(now) === nameOf(below.path)
        ? folderOf(now)
        : []
    })
    const now = new Set([...inPages, ...inFolders])
    const [only = ''] = now
    if (now.size !== 1 || only === '' || used.has(only)) continue
    folders.set(catalog.cat_id, only)
    used.add(only)
  }
  return folders
}
