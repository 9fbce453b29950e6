import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Zippable, zipSync } from 'fflate'
import { Manifest } from '#src/features/update/index.ts'
import { type SigningKey, signContent } from './release-signing.ts'

/** An executable of a release. */
export interface ReleaseExecutable {
  /** In Node's terms: `linux-x64`. */
  platform: string
  name: string
  content: Buffer
}

/** What a release says about itself, besides its files. */
export type ReleaseFacts = Omit<Manifest, 'format' | 'program' | 'files'>

/** Returns the manifest of a release as it is signed. @throws {z.ZodError} when a fact has not its form */
export function writeManifest(facts: ReleaseFacts, executables: readonly ReleaseExecutable[]): Buffer {
  const files = executables.map(({ platform, name, content }) => ({
    platform,
    name,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }))
  const manifest = Manifest.parse({ format: 1, program: 'docstead', ...facts, files })
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
}

// ZIP has no time before 1980; the same content gives the same bytes.
const zipTime = new Date(1980, 0, 2)

/** Returns a `.docstead-update` file: for a server without a connection. */
export function writeBundle(manifest: Buffer, signature: string, { name, content }: ReleaseExecutable): Buffer {
  const entries: Zippable = {
    'manifest.json': manifest,
    'manifest.json.minisig': Buffer.from(signature),
    [name]: content,
  }
  return Buffer.from(zipSync(entries, { level: 0, mtime: zipTime }))
}

/**
 * Writes a release into a folder that a web server can offer: the manifest, its signature, the executables, and a
 * `.docstead-update` file for each.
 */
export function writeRelease(
  folder: string,
  facts: ReleaseFacts,
  executables: readonly ReleaseExecutable[],
  key: SigningKey,
): void {
  mkdirSync(folder, { recursive: true })
  const manifest = writeManifest(facts, executables)
  const signature = signContent(manifest, key, `docstead ${facts.version}`)
  writeFileSync(join(folder, 'manifest.json'), manifest)
  writeFileSync(join(folder, 'manifest.json.minisig'), signature)
  for (const executable of executables) {
    writeFileSync(join(folder, executable.name), executable.content, { mode: 0o755 })
    const name = `${executable.name.replace(/\.exe$/, '')}.docstead-update`
    writeFileSync(join(folder, name), writeBundle(manifest, signature, executable))
  }
}

/** Reads an executable for a release. */
export const readExecutable = (platform: string, name: string, path: string): ReleaseExecutable => ({
  platform,
  name,
  content: readFileSync(path),
})
