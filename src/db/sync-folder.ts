import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'

// Errors of systems that cannot flush a folder; nothing more can be done then.
const isUnsupported = (error: unknown): boolean =>
  ['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES'].includes((error as { code?: string }).code ?? '')

/**
 * Flushes a folder to the disk, so that a file that was created or renamed in it keeps its name through a power cut.
 * Source: fsync(2), "calling fsync() does not necessarily ensure that the entry in the directory has also reached
 * disk".
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

/** The synchronous version, for startup. */
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
