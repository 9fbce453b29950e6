import { openSync, readSync, statSync } from 'node:fs'

const descriptors = new Map<string, number>()

/**
 * Returns a descriptor for reading a database file next to SQLite. It is never closed: closing any descriptor of a file
 * gives up the locks that SQLite has on it in this process. Source: SQLite, How To Corrupt, 2.2, "Posix advisory locks
 * canceled by a separate thread doing close()".
 */
export function rawDescriptor(path: string): number {
  const { dev, ino } = statSync(path, { bigint: true })
  // while it is open, no other file gets the same number
  const key = `${dev}:${ino}`
  const known = descriptors.get(key)
  if (known !== undefined) return known
  const made = openSync(path, 'r')
  descriptors.set(key, made)
  return made
}

/** Reads up to `length` bytes at a position; the result is shorter at the end of the file. */
export function readAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const count = readSync(descriptor, bytes, done, length - done, position + done)
    if (count === 0) break
    done += count
  }
  return bytes.subarray(0, done)
}
