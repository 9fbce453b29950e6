import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { root } from '#build/paths.ts'
import { publicLine, type SigningKey } from './release-signing.ts'

/*
 * Executables for the tests of updates. One is built, which trusts a key; the others are this one with a few bytes
 * changed in its main.cjs, so that another version costs no second build.
 */

/** Builds the executable of this machine at `path`, which trusts releases signed with `key`. */
export function buildTrusting(key: SigningKey, path: string): void {
  const keyFile = `${path}.pub`
  writeFileSync(keyFile, `untrusted comment: for tests\n${publicLine(key)}\n`)
  const args = [join(root, 'build/binary.ts'), '--update-key', keyFile, '--out', path]
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`no executable: ${run.stderr}`)
}

const frameMagic = 0xfd2fb528
const skippableMagic = 0x184d2a50

/** Returns the bytes of the zstd frame at a position. Source: RFC 8878, 3.1.1. */
function frameBytes(content: Buffer, from: number): number {
  const descriptor = content[from + 4] ?? 0
  const isSingle = (descriptor & 0x20) !== 0
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0
  let at = from + 5 + (isSingle ? 0 : 1) + dictionaryBytes + sizeBytes
  for (let isLast = false; !isLast; ) {
    const header = content.readUIntLE(at, 3)
    const isRepeated = ((header >> 1) & 3) === 1
    isLast = (header & 1) === 1
    at += 3 + (isRepeated ? 1 : header >> 3)
  }
  return at + ((descriptor & 4) !== 0 ? 4 : 0) - from
}

// Every start of the program, and nothing else, sets it; one that ends at the start has the second.
const mainMark = /process\.(?:umask\(63\)|exit\(3\) )/

/** Finds the compressed main.cjs: where it begins, the bytes that it may have, and its text. */
function findMain(content: Buffer): { from: number; room: number; text: string } {
  const magic = Buffer.alloc(4)
  magic.writeUInt32LE(frameMagic)
  for (let from = content.indexOf(magic); from >= 0; from = content.indexOf(magic, from + 4)) {
    try {
      const bytes = frameBytes(content, from)
      const text = zstdDecompressSync(content.subarray(from, from + bytes)).toString('latin1')
      if (!mainMark.test(text)) continue
      const hasPadding = content.readUInt32LE(from + bytes) === skippableMagic
      return { from, room: bytes + (hasPadding ? 8 + content.readUInt32LE(from + bytes + 4) : 0), text }
    } catch {
      // these four bytes began no frame
    }
  }
  throw new Error('main.cjs is not in the executable')
}

/** Compresses into at most `room` bytes, of which none or at least those of an empty skippable frame are left. */
function packInto(room: number, bytes: Buffer): Buffer {
  for (const level of [19, 22]) {
    const packed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } })
    const left = room - packed.length
    if (left === 0 || left >= 8) return packed
  }
  throw new Error(`the changed main.cjs does not fit into ${room} bytes`)
}

/** A change of main.cjs: what it finds, and what stands there instead. */
interface Change {
  pattern: RegExp
  replacement: (found: string) => string
}

function apply(text: string, { pattern, replacement }: Change): string {
  let count = 0
  const changed = text.replaceAll(pattern, (found) => {
    count++
    return replacement(found).padEnd(found.length)
  })
  if (count === 0) throw new Error(`${pattern} is not in the executable`)
  return changed
}

/**
 * Returns an executable with changes in its main.cjs; what becomes shorter is filled up with spaces. All at once, because
 * each time it takes seconds to find main.cjs and to compress it.
 */
export function changeExecutable(content: Buffer, ...changes: readonly Change[]): Buffer {
  const { from, room, text } = findMain(content)
  const changed = changes.reduce(apply, text)
  if (changed === text) return content
  const packed = packInto(room, Buffer.from(changed, 'latin1'))
  const left = room - packed.length
  const whole = Buffer.from(content)
  packed.copy(whole, from)
  if (left === 0) return whole
  whole.writeUInt32LE(skippableMagic, from + packed.length)
  whole.writeUInt32LE(left - 8, from + packed.length + 4)
  return whole
}

/** Gives an executable another version of the same length. */
export const setVersion = (version: string): Change => ({
  pattern: /\(\)=>"\d+\.\d+\.\d+"/g,
  replacement: () => `()=>"${version}"`,
})

/**
 * Gives an executable one migration more than the `count` that it has, which changes nothing: its schema is one higher.
 */
export const addMigration = (count: number): Change => ({
  pattern: new RegExp(`\\[[A-Za-z$_][\\w$]*(,[A-Za-z$_][\\w$]*){${count - 1}}\\](?=;u\\(\\)|;)`, 'g'),
  replacement: (found) => found.replace(/\]$/, ',async()=>{}]'),
})

/** Makes an executable end as soon as it is started. */
export const exitAtStart: Change = { pattern: /process\.umask\(63\)/g, replacement: () => 'process.exit(3)' }

/** Reads an executable. */
export const readContent = (path: string): Buffer => readFileSync(path)

/** Returns the schema number of an executable for this machine. */
export const schemaOf = (path: string): number =>
  (JSON.parse(execFileSync(path, ['version', '--json'], { encoding: 'utf8' })) as { schema: number }).schema
