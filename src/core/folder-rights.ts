import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lchownSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

/** A file or folder of the data folder that other users of the machine can access. */
export interface OpenPath {
  path: string
  /** As `chmod` takes it: `755`. */
  mode: string
  /** The shell command that restricts it. */
  command: string
}

// What Docstead itself creates in a data folder. The contents of its folders are protected by the folders; copies of
// the database are checked as well, because they may be moved elsewhere with their mode.
const ownNames = [
  'docstead.db',
  'docstead.db-wal',
  'docstead.db-shm',
  'docstead.db-journal',
  'run.lock',
  'run.json',
  'update.json',
  'update',
  'follow.json',
  'follow-progress.json',
  '.follow',
  'uploads',
  'backups',
  'import',
  '.native',
]

/** Returns a path as a shell takes it: quoted when it needs to be. */
export const shellQuoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`

function openPathOf(path: string): OpenPath | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (process.platform === 'win32' || !found || (found.mode & 0o077) === 0) return undefined
  const closed = found.isDirectory() ? '700' : '600'
  return { path, mode: (found.mode & 0o777).toString(8), command: `chmod ${closed} ${shellQuoted(path)}` }
}

function ownPaths(data: string): string[] {
  const backups = join(data, 'backups')
  const isFolder = statSync(backups, { throwIfNoEntry: false })?.isDirectory()
  const copies = isFolder ? readdirSync(backups).filter((name) => name.startsWith('before-')) : []
  return [...ownNames.map((name) => join(data, name)), ...copies.map((name) => join(backups, name))]
}

/**
 * Finds what other users can access: the data folder first, then what Docstead created in it. Always empty on Windows.
 */
export function findOpenPaths(data: string): OpenPath[] {
  const folder = openPathOf(data)
  return folder ? [folder, ...ownPaths(data).flatMap((path) => openPathOf(path) ?? [])] : []
}

const refusals = ['EPERM', 'EACCES', 'EROFS', 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL']

// Files of other users, those that are gone or were exchanged in the meantime, and disks that know no owners.
const isRefused = (error: unknown): boolean => refusals.includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Restricts what Docstead created in a data folder to its own user. The folder itself may be open on purpose, for
 * example for backups by another user, and is not changed.
 *
 * @returns what was restricted, and what is still open: the folder, or files of other users
 */
export function closeOwnPaths(data: string): { closed: string[]; open: OpenPath[] } {
  const closed: string[] = []
  for (const path of ownPaths(data)) {
    if (!openPathOf(path)) continue
    try {
      chmodSync(path, statSync(path).mode & 0o700)
      closed.push(path)
    } catch (error) {
      if (!isRefused(error)) throw error
    }
  }
  return { closed, open: findOpenPaths(data) }
}

const restoreName = /^(config\.json|restore\.json(\.new)?|before-restore-.*|\.restore-.*)$/

const isOwnName = (name: string): boolean => ownNames.includes(name) || restoreName.test(name)

function giveTo(path: string, owner: Stats): void {
  try {
    const found = lstatSync(path)
    if (found.isDirectory()) {
      const handle = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
      giveEntries(handle, path, () => true, owner)
    }
    // a file with a second name may be one of root from elsewhere
    const isAlone = found.isDirectory() || found.nlink === 1
    if (found.uid === 0 && isAlone) lchownSync(path, owner.uid, owner.gid)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

/** Closes `handle`, the open folder. */
function giveEntries(handle: number, path: string, isGiven: (name: string) => boolean, owner: Stats): void {
  try {
    // through the handle, where the system has that: the owner may have put a link in the folder's place
    const held = `/proc/self/fd/${handle}`
    const folder = existsSync(held) ? held : path
    for (const name of readdirSync(folder)) if (isGiven(name)) giveTo(join(folder, name), owner)
  } finally {
    closeSync(handle)
  }
}

/**
 * Gives what root has created in a folder to its owner, whom the server runs as; does nothing for other users. Follows
 * no links, and leaves what belongs to anybody else.
 *
 * @param isGiven which files and folders in it, with all that they contain; those of a data folder when left out
 */
export function giveToOwner(data: string, isGiven: (name: string) => boolean = isOwnName): void {
  if (process.getuid?.() !== 0 || !existsSync(data)) return
  const handle = openSync(data, constants.O_RDONLY | constants.O_DIRECTORY)
  const owner = fstatSync(handle)
  if (owner.uid === 0) closeSync(handle)
  else giveEntries(handle, data, isGiven, owner)
}

/** Removes what a killed process left behind; what root left takes room, but must not keep others from starting. */
export function removeLeftover(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}
