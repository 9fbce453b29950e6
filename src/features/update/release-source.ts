import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Unzip, type UnzipFile, UnzipPassThrough } from 'fflate'
import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { OutboundError, type OutboundResponse, safeFetch } from '#src/core/safe-fetch.ts'
import { syncFolder } from '#src/db/sync-folder.ts'
import { chooseRelease, type Manifest, type Release, readManifest } from './manifest.ts'
import { requireSpace, toWriteError } from './space.ts'

/** What an update needs of the app. */
export type UpdateSite = Pick<App, 'config' | 'installation' | 'now'>

/** Reports how many bytes of how many have arrived. */
type ReportBytes = (received: number, total: number) => void

const manifestName = 'manifest.json'
const signatureName = 'manifest.json.minisig'
const manifestMaxBytes = 100_000
const signatureMaxBytes = 2_000
// A slow line needs an hour for a release; silence ends it sooner.
const downloadMs = 3600_000

/** The folder of a data folder where releases arrive. */
export const releaseFolder = (data: string): string => join(data, 'update')

const codeOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? ''

const certificateDates = ['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']

/** Converts the failure of a request to an error that says what to do. */
function toFetchError(error: unknown, address: string, now: Date): unknown {
  if (!(error instanceof OutboundError)) return error
  const detail = codeOf(error.cause) || error.reason
  if (certificateDates.includes(detail))
    return new AppError('updateCertificateDate', { address, now: now.toUTCString() })
  if (error.reason === 'notAllowed') return new AppError('updateNotAllowed', { address })
  if (error.reason === 'tooLarge') return new AppError('updateDamaged')
  return new AppError('updateUnreachable', { address, detail })
}

/** Requests a file of the update address. @throws {AppError} updateUnreachable, updateNotAllowed, updateNotFound */
async function request(site: UpdateSite, name: string, mostBytes: number): Promise<OutboundResponse> {
  const address = `${site.config.update_url}/${name}`
  const limits = { connectMs: 5_000, totalMs: 30_000, answerBytes: mostBytes }
  try {
    const answer = await safeFetch({ allow: site.config.outbound_allow, limits }, address, { streamMs: downloadMs })
    if (answer.status === 200) return answer
    answer.body.destroy()
    return fail('updateNotFound', { address, status: answer.status })
  } catch (error) {
    throw toFetchError(error, address, site.now())
  }
}

async function fetchBytes(site: UpdateSite, name: string, mostBytes: number): Promise<Buffer> {
  const { body } = await request(site, name, mostBytes)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body) chunks.push(chunk as Buffer)
  } catch (error) {
    throw toFetchError(error, `${site.config.update_url}/${name}`, site.now())
  }
  return Buffer.concat(chunks)
}

interface SignedManifest {
  content: Buffer
  signature: Buffer
  manifest: Manifest
}

/**
 * Asks the configured address for the newest release.
 *
 * @throws {AppError} updateNotConfigured, those of the request, and those of `readManifest`
 */
export async function fetchManifest(site: UpdateSite): Promise<SignedManifest> {
  if (site.config.update_url === '') fail('updateNotConfigured')
  if (site.installation.releaseKeys.length === 0) fail('updateNoKey')
  const content = await fetchBytes(site, manifestName, manifestMaxBytes)
  const signature = await fetchBytes(site, signatureName, signatureMaxBytes)
  return {
    content,
    signature,
    manifest: readManifest(content, signature.toString('utf8'), site.installation, site.now()),
  }
}

/** The executable of a release while it arrives: written, counted and hashed. */
async function writeExecutable(
  path: string,
  { file }: Release,
  chunks: AsyncIterable<Buffer>,
  report: ReportBytes,
): Promise<void> {
  const hash = createHash('sha256')
  const handle = await open(path, 'w', 0o600)
  let received = 0
  try {
    for await (const chunk of chunks) {
      received += chunk.length
      if (received > file.size) fail('updateDamaged')
      hash.update(chunk)
      await handle.writeFile(chunk)
      report(received, file.size)
    }
    if (received < file.size) fail('updateCut')
    if (hash.digest('hex') !== file.sha256) fail('updateDamaged')
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeWhole(path: string, content: Buffer): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Puts a release into the folder of releases, the manifest last: without it, nothing there counts. What fails leaves the
 * folder empty.
 */
async function store(
  site: UpdateSite,
  { content, signature }: SignedManifest,
  release: Release,
  chunks: AsyncIterable<Buffer>,
  report: ReportBytes,
): Promise<void> {
  const folder = releaseFolder(site.config.data)
  try {
    await clearReleases(site.config.data)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    requireSpace(folder, release.file.size)
    const path = join(folder, release.file.name)
    await writeExecutable(path, release, chunks, report)
    await chmod(path, 0o700)
    await writeWhole(join(folder, signatureName), signature)
    await writeWhole(join(folder, `${manifestName}.new`), content)
    await syncFolder(folder)
    await rename(join(folder, `${manifestName}.new`), join(folder, manifestName))
    await syncFolder(folder)
  } catch (error) {
    await clearReleases(site.config.data).catch(() => undefined)
    throw toWriteError(error, folder)
  }
}

/** Removes what is in the folder of releases. */
async function clearReleases(data: string): Promise<void> {
  const folder = releaseFolder(data)
  const names = await readdir(folder).catch(() => [])
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

async function* bodyOf(site: UpdateSite, name: string, size: number): AsyncGenerator<Buffer> {
  const { body } = await request(site, name, size)
  try {
    for await (const chunk of body) yield chunk as Buffer
  } catch (error) {
    if (error instanceof OutboundError && error.reason === 'unreachable') fail('updateCut')
    throw toFetchError(error, `${site.config.update_url}/${name}`, site.now())
  }
}

/**
 * Downloads the newest release of the configured address into the data folder and verifies it.
 *
 * @throws {AppError} those of `fetchManifest` and `chooseRelease`, updateCut, updateDamaged, updateNoSpace
 */
export async function downloadRelease(site: UpdateSite, report: ReportBytes): Promise<Release> {
  const signed = await fetchManifest(site)
  const release = chooseRelease(signed.manifest, site.installation)
  const { name, size } = release.file
  await store(site, signed, release, bodyOf(site, name, size), report)
  return release
}

interface Entry {
  name: string
  chunks: AsyncIterable<Buffer>
}

// Larger pieces would keep the event loop busy, smaller ones cost more.
const readBytes = 256 * 1024

/** Reads the entries of an archive without compression, one after the other, in the order of the file. */
async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const source = createReadStream(path, { highWaterMark: readBytes })
  const unzip = new Unzip()
  unzip.register(UnzipPassThrough)
  const found: { file: UnzipFile; pieces: Buffer[]; isOver: boolean }[] = []
  let failure: unknown
  unzip.onfile = (file) => {
    const entry = { file, pieces: [] as Buffer[], isOver: false }
    found.push(entry)
    file.ondata = (error, data, final) => {
      if (error) failure ??= error
      else entry.pieces.push(Buffer.from(data))
      entry.isOver ||= final
    }
    file.start()
  }
  let isEnd = false
  const input = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const readMore = async () => {
    const { value, done } = await input.next()
    try {
      unzip.push(done ? new Uint8Array() : value, Boolean(done))
    } catch (error) {
      failure ??= error
    }
    isEnd = Boolean(done)
    if (failure !== undefined) fail('updateNoBundle')
  }
  try {
    for (;;) {
      while (found.length === 0 && !isEnd) await readMore()
      const [entry] = found
      if (!entry) return
      yield {
        name: entry.file.name,
        chunks: (async function* () {
          for (;;) {
            yield* entry.pieces.splice(0)
            if (entry.isOver) return
            if (isEnd) fail('updateCut')
            await readMore()
          }
        })(),
      }
      found.shift()
    }
  } finally {
    source.destroy()
  }
}

async function smallEntry(entries: AsyncGenerator<Entry>, name: string, mostBytes: number): Promise<Buffer> {
  const { value: entry } = await entries.next()
  if (entry?.name !== name) return fail('updateNoBundle')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of (entry as Entry).chunks) {
    bytes += chunk.length
    if (bytes > mostBytes) fail('updateNoBundle')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Takes a release from a `.docstead-update` file into the data folder and verifies it. Such a file is a ZIP archive
 * without compression of `manifest.json`, `manifest.json.minisig` and one executable, in this order.
 *
 * @throws {AppError} updateNoBundle, those of `readManifest` and `chooseRelease`, updateCut, updateDamaged,
 *   updateNoSpace
 */
export async function unpackRelease(site: UpdateSite, path: string, report: ReportBytes): Promise<Release> {
  const entries = entriesOf(path)
  try {
    const content = await smallEntry(entries, manifestName, manifestMaxBytes)
    const signature = await smallEntry(entries, signatureName, signatureMaxBytes)
    const manifest = readManifest(content, signature.toString('utf8'), site.installation, site.now())
    const { value: entry } = await entries.next()
    const other = manifest.files.find(({ name }) => name === entry?.name)
    if (!entry || !other) return fail('updateNoBundle')
    if (other.platform !== site.installation.platform)
      fail('updateOtherPlatform', { platform: other.platform, own: site.installation.platform })
    const release = chooseRelease(manifest, site.installation)
    await store(site, { content, signature, manifest }, release, entry.chunks, report)
    return release
  } finally {
    await entries.return(undefined)
  }
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1_000_000 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** A verified release in the data folder. */
export interface PreparedRelease extends Release {
  path: string
}

/**
 * Returns the release that waits in the data folder; undefined when there is none. Its signature is verified again, its
 * executable is not: the step that copies it verifies the copy.
 *
 * @throws {AppError} those of `readManifest` and `chooseRelease`
 */
export function readPrepared({ config, installation, now }: UpdateSite): PreparedRelease | undefined {
  const folder = releaseFolder(config.data)
  if (!existsSync(join(folder, manifestName))) return undefined
  const content = readFileSync(join(folder, manifestName))
  const manifest = readManifest(content, readFileSync(join(folder, signatureName), 'utf8'), installation, now())
  const release = chooseRelease(manifest, installation)
  const path = join(folder, basename(release.file.name))
  return existsSync(path) ? { ...release, path } : undefined
}
