import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { wholeResponseMaxBytes } from '#shared/contract/api-call-rules.ts'
import type { User } from '#src/access/caller.ts'
import { fail } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'

const keptMs = 10 * 60_000
const allMostBytes = 5 * wholeResponseMaxBytes

interface Entry {
  uid: number
  path: string
  sizeBytes: number
  timer: NodeJS.Timeout
}

// The responses are of this process alone: with several, a download goes to the one that has sent the request, or is
// gone. They are worth little, so nothing else keeps them.
const entries = new Map<string, Entry>()

async function remove(file_id: string): Promise<void> {
  const entry = entries.get(file_id)
  entries.delete(file_id)
  if (!entry) return
  clearTimeout(entry.timer)
  await rm(entry.path, { force: true })
}

/**
 * Keeps the file of a whole response for ten minutes, for the person who has sent the request. Each person has one: the
 * last. Returns its id.
 */
export async function keepResponseFile({ uid }: Pick<User, 'uid'>, path: string, sizeBytes: number): Promise<string> {
  const file_id = randomBytes(16).toString('hex')
  const timer = setTimeout(() => void remove(file_id), keptMs)
  timer.unref()
  for (const [id, entry] of entries) if (entry.uid === uid) await remove(id)
  entries.set(file_id, { uid, path, sizeBytes, timer })
  const total = () => [...entries.values()].reduce((sum, entry) => sum + entry.sizeBytes, 0)
  for (const id of entries.keys()) if (id !== file_id && total() > allMostBytes) await remove(id)
  return file_id
}

/** Returns the file of a whole response to the person who has sent the request. @throws {AppError} fileGone */
export function openResponseFile({ uid }: Pick<User, 'uid'>, file_id: string, name: string): FileResponse {
  const entry = entries.get(file_id)
  if (entry?.uid !== uid) return fail('fileGone')
  return {
    // whatever it is, it is nothing that this site shows
    type: 'application/octet-stream',
    sizeBytes: entry.sizeBytes,
    downloadAs: name,
    maxAge: 0,
    read: (range) => createReadStream(entry.path, range ?? {}),
  }
}

/** Writes a whole response to a file while it arrives. A disk that is full ends the file, not the request. */
export class WholeResponse {
  readonly #path: string
  #file: FileHandle | undefined
  #sizeBytes = 0
  #isBroken = false

  constructor(path: string) {
    this.#path = path
  }

  /** Adds bytes; false when no more are taken: there are too many, or the disk is full. */
  async add(bytes: Buffer): Promise<boolean> {
    if (this.#isBroken) return false
    this.#sizeBytes += bytes.length
    if (this.#sizeBytes > wholeResponseMaxBytes) this.#isBroken = true
    else {
      try {
        this.#file ??= await open(this.#path, 'wx', 0o600)
        await this.#file.writeFile(bytes)
      } catch {
        this.#isBroken = true
      }
    }
    return !this.#isBroken
  }

  /** Ends the file. Returns its path and size; undefined, and no file, unless all of the response is in it. */
  async end(isWhole: boolean): Promise<{ path: string; sizeBytes: number } | undefined> {
    await this.#file?.close()
    if (this.#file && isWhole && !this.#isBroken) return { path: this.#path, sizeBytes: this.#sizeBytes }
    await rm(this.#path, { force: true })
    return undefined
  }
}
