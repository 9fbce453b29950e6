import { statfsSync } from 'node:fs'

/**
 * The folder of the file system in memory, for data that need not outlive a test: each commit waits for the disk, and
 * memory answers at once. Undefined where there is none, or a small one as in some containers.
 */
export function memoryFolder(): string | undefined {
  const path = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize > 4e9 ? path : undefined
  } catch {
    return undefined // another system
  }
}
