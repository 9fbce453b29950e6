import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '#build/paths.ts'
import { migrations } from '#migrations/index.ts'
import { serveReleases } from '#tests/support/release-server.ts'
import { type ReleaseExecutable, type ReleaseFacts, writeRelease } from '../../../scripts/release-files.ts'
import { readSigningKey, type SigningKey } from '../../../scripts/release-signing.ts'
import {
  addMigration,
  buildTrusting,
  changeExecutable,
  readContent,
  setVersion,
} from '../../../scripts/update-executables.ts'
import { executable, newAdministrator, newFolder, type RunningExecutable, start, until } from './executable.ts'

/** The schema number of the newest version. */
export const schema = migrations.length + 1
const platform = `${process.platform}-${process.arch}`
const facts: ReleaseFacts = {
  version: '0.2.0',
  commit: 'abc1234',
  date: '2025-01-02T03:04:05Z',
  schema,
  least_schema: 1,
  least_version: '0.0.1',
  notes: '- Faster',
}

const released = (content: Buffer): ReleaseExecutable => ({ platform, name: 'docstead-0.2.0', content })

/**
 * Version 0.1.0, with a schema that is one lower than that of version 0.2.0; both trust the key. Their files are linked to,
 * never changed.
 */
interface Versions {
  key: SigningKey
  first: string
  next: string
  /** A folder with a release of version 0.2.0. */
  release: string
}

let prepared: Versions | undefined

/** The folder of the executables that are made from the one under test, and the key that they trust: made once for it. */
function makeOnce(): { key: SigningKey; folder: string } {
  const { mtimeMs, size } = statSync(executable)
  const all = join(root, 'test-results', 'update-executables')
  const folder = join(all, `${mtimeMs}-${size}`)
  const keyFile = join(folder, 'key.pem')
  if (!existsSync(folder)) {
    rmSync(all, { recursive: true, force: true })
    const fresh = `${folder}.fresh`
    mkdirSync(fresh, { recursive: true })
    const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    writeFileSync(join(fresh, 'key.pem'), pem)
    buildTrusting(readSigningKey(pem), join(fresh, 'built'))
    const content = readContent(join(fresh, 'built'))
    const mode = 0o755
    writeFileSync(join(fresh, 'first'), changeExecutable(content, setVersion('0.1.0')), { mode })
    const next = changeExecutable(content, setVersion('0.2.0'), addMigration(schema - 1))
    writeFileSync(join(fresh, 'next'), next, { mode })
    writeRelease(join(fresh, 'release'), facts, [released(next)], readSigningKey(pem))
    renameSync(fresh, folder)
  }
  return { key: readSigningKey(readFileSync(keyFile, 'utf8')), folder }
}

/** Makes the versions that the tests install; for `beforeAll`. */
export function prepareVersions(): Versions {
  const { key, folder } = makeOnce()
  const [first, next, release] = ['first', 'next', 'release'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  prepared = { key, first, next, release }
  return prepared
}

/** The versions of `prepareVersions`. */
export const versions = (): Versions => {
  if (!prepared) throw new Error('prepareVersions comes first')
  return prepared
}

// a new version listens where the former one did
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

// what is larger is an executable
const smallBytes = 100_000

/** Puts a file of the prepared ones at another path: a large one costs nothing, a small one may be changed there. */
function place(from: string, to: string): void {
  if (statSync(from).size < smallBytes) return copyFileSync(from, to)
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to) // another file system
  }
}

/**
 * A place with version 0.1.0 and its data, and a web server with a release: the prepared one, or one with other content or
 * another signature.
 */
export async function install(other?: { content: Buffer; signer?: SigningKey }) {
  const folder = newFolder()
  const [bin, web, data] = ['bin', 'web', 'data'].map((name) => join(folder, name)) as [string, string, string]
  for (const one of [bin, web]) mkdirSync(one)
  const file = join(bin, 'docstead')
  place(versions().first, file)
  const { key, release } = versions()
  if (other) writeRelease(web, facts, [released(other.content)], other.signer ?? key)
  else for (const name of readdirSync(release)) place(join(release, name), join(web, name))
  const releases = await serveReleases(web)
  const port = await freePort()
  const args = ['--update-url', releases.url, '--outbound-allow', '127.0.0.0/8']
  return { bin, web, data, file, releases, args, port, bundle: join(web, 'docstead-0.2.0.docstead-update') }
}

/** Starts the server of such a place with an administrator and a page. */
export async function startWithPage(place: { data: string; file: string; args: string[]; port: number }) {
  const server = await start(place)
  const token = await newAdministrator(server)
  const client = server.client(token)
  const { item_id } = await client.item.add({ item_name: 'Kept' })
  const { page_id } = await client.page.save({ item_id, page_title: 'Kept', page_content: 'the words' })
  return { server, token, client, item_id, page_id: Number(page_id) }
}

type Admin = ReturnType<RunningExecutable['client']>

/** Waits until an update has ended, with either version answering. */
export const lastUpdate = (client: Admin) =>
  until('the end of the update', async () => {
    const state = await client.adminUpdate.state().catch(() => undefined)
    return state?.step === '' && state.last ? { ...state.last, version: state.version } : undefined
  })

/** The text of a page. */
export const textOf = async (client: Admin, page_id: number) => (await client.page.info({ page_id })).page_content
/** The newest actions in the audit log. */
export const auditActions = async (client: Admin) =>
  (await client.adminAudit.getList({ page: 1, count: 50 })).list.map(({ action }) => action)
