import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'

// What systems answer that cannot flush a folder; there is nothing more to do then.
const isUnsupported = (error: unknown): boolean =>
  ['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES'].includes((error as { code?: string }).code ?? '')

/**
 * Flushes a folder to the disk: a file that was made or renamed in it keeps its name through a power cut.
 * Source: fsync(2), "calling fsync() does not necessarily ensure that the entry in the directory has also reached disk".
 */
export async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!isUnsupported(error)) throw error
  }
}

/** The same while a start waits for it. */
export function syncFolderNow(path: string): void {
  try {
    const handle = openSync(path, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    if (!isUnsupported(error)) throw error
  }
}
