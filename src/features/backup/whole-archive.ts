import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { ArchiveWriter, entriesOf } from './archive.ts'
import { type ArchiveFile, entryNames, Head, type Manifest, storedNameOf, sumsOf } from './format.ts'
import { type Place, type PlacedBackup, readManifest, sourceIn } from './place.ts'
import type { Sink } from './streams.ts'

/** A backup of a place as one whole file: with its uploads inside. */
interface WholeArchive {
  bytes: number
  /** Returns the bytes `start` to `end`, both inclusive. Damage ends the stream with an error. */
  read(range?: { start: number; end: number }): Readable
}

const textOf = (value: unknown): string => `${JSON.stringify(value, undefined, 1)}\n`

const entryBytes = (size: number): number => 512 + Math.ceil(size / 512) * 512 + (size > 8_589_934_591 ? 1024 : 0)

const fileOf = (name: string, text: string): ArchiveFile => ({
  name,
  size: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
})

/** Returns a backup of a place as one whole file. */
export async function wholeArchive(place: Place, backup: PlacedBackup): Promise<WholeArchive> {
  const placed = await readManifest(place, backup)
  const head = Head.parse({ ...placed, uploads: 'inside' })
  const others = placed.files.filter(({ name }) => name !== entryNames.head)
  const files = [fileOf(entryNames.head, textOf(head)), ...others]
  const manifest: Manifest = { ...placed, ...head, files }
  const own = fileOf(entryNames.manifest, textOf(manifest))
  const sums = fileOf(entryNames.sums, sumsOf([...files, own]))
  const bytes = [...files, own, sums].reduce((sum, { size }) => sum + entryBytes(size), 0) + 1024
  return {
    bytes,
    read({ start, end } = { start: 0, end: bytes - 1 }) {
      const stream = new PassThrough({ highWaterMark: 1024 * 1024 })
      void writeWhole({ place, name: backup.name, head, manifest }, sliceInto(stream, start, end)).catch(
        (error: unknown) => stream.destroy(error as Error),
      )
      return stream
    },
  }
}

/** Returns a sink that passes on the bytes `start` to `end`. */
function sliceInto(stream: PassThrough, start: number, end: number): Sink {
  let at = 0
  return {
    async write(chunk) {
      if (stream.destroyed) throw new Error('nobody reads on')
      const from = Math.max(0, start - at)
      const to = Math.min(chunk.length, end + 1 - at)
      at += chunk.length
      if (from < to && !stream.write(chunk.subarray(from, to)))
        await new Promise<void>((resolve) => {
          const go = () => {
            stream.off('drain', go).off('close', go)
            resolve()
          }
          stream.on('drain', go).on('close', go)
        })
    },
    async close() {
      stream.end()
    },
    async abort() {
      stream.destroy()
    },
  }
}

async function writeWhole(
  of: { place: Place; name: string; head: Head; manifest: Manifest },
  sink: Sink,
): Promise<void> {
  const { place, name, head, manifest } = of
  const source = sourceIn(place, name)
  const expected = new Map(manifest.files.map((file) => [file.name, file]))
  const writer = new ArchiveWriter(sink, head.time)
  const requireSame = (file: ArchiveFile) => {
    if (file.sha256 !== expected.get(file.name)?.sha256) throw new Error(`${file.name} is damaged`)
  }
  try {
    requireSame(await writer.addText(entryNames.head, textOf(head)))
    for await (const { entry } of entriesOf(source)) {
      const file = entry && expected.get(entry.header.name)
      if (entry && file) requireSame(await writer.add(file.name, file.size, entry.body))
      // what follows are the lists, which are written again
      else if (entry) break
    }
    const written = new Set(writer.files.map((file) => file.name))
    for (const file of manifest.files) {
      const stored = storedNameOf(file.name)
      if (!stored || written.has(file.name)) continue
      const chunks = await source.readUpload(stored)
      if (!chunks) throw new Error(`${file.name} is missing`)
      requireSame(await writer.add(file.name, file.size, chunks))
    }
    await writer.finish(manifest)
  } catch (error) {
    await writer.abort(error)
    throw error
  }
}
