import { chmodSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
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
  'uploads',
  'backups',
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
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (!['EPERM', 'EACCES', 'EROFS', 'ENOENT'].includes(code)) throw error
    }
  }
  return { closed, open: findOpenPaths(data) }
}

function giveTo(path: string, uid: number, gid: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (found.uid !== uid) lchownSync(path, uid, gid)
  if (found.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), uid, gid)
}

/** Gives what root has created in a data folder to its owner, whom the server runs as; does nothing for other users. */
export function giveToOwner(data: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(data)
  for (const name of ownNames) if (name !== 'uploads') giveTo(join(data, name), uid, gid)
}
