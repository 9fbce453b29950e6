import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '#build/paths.ts'
import { migrations } from '#migrations/index.ts'
import { serveReleases } from '#tests/support/release-server.ts'
import { type ReleaseExecutable, type ReleaseFacts, writeRelease } from '../../../scripts/release-files.ts'
import { readSigningKey, type SigningKey } from '../../../scripts/release-signing.ts'
import { buildTrusting, readContent, withFurtherMigration, withVersion } from '../../../scripts/update-executables.ts'
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

/** Version 0.1.0, with a schema that is one lower than that of version 0.2.0; both trust the key. */
interface Versions {
  key: SigningKey
  first: string
  next: Buffer
}

let prepared: Versions | undefined

/** An executable that trusts a key, and the key: built once for the executable under test. */
function builtOnce(): { key: SigningKey; built: string } {
  const { mtimeMs, size } = statSync(executable)
  const folder = join(root, 'test-results', 'update-executable')
  const built = join(folder, `${mtimeMs}-${size}`)
  const keyFile = `${built}.pem`
  if (!existsSync(keyFile)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    buildTrusting(readSigningKey(pem), built)
    writeFileSync(keyFile, pem)
  }
  return { key: readSigningKey(readFileSync(keyFile, 'utf8')), built }
}

/** Makes the versions that the tests install; for `beforeAll`. */
export function prepareVersions(): Versions {
  const { key, built } = builtOnce()
  const content = readContent(built)
  const shelf = newFolder({ shared: true })
  const first = join(shelf, 'first')
  writeFileSync(first, withVersion(content, '0.1.0'), { mode: 0o755 })
  chmodSync(shelf, 0o755)
  prepared = { key, first, next: withFurtherMigration(withVersion(content, '0.2.0'), schema - 1) }
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

/** A place with version 0.1.0 and its data, and a web server with a release. */
export async function install(content = versions().next, signer: SigningKey = versions().key) {
  const folder = newFolder()
  const [bin, web, data] = ['bin', 'web', 'data'].map((name) => join(folder, name)) as [string, string, string]
  mkdirSync(bin)
  const file = join(bin, 'docstead')
  copyFileSync(versions().first, file)
  const released: ReleaseExecutable = { platform, name: 'docstead-0.2.0', content }
  writeRelease(web, facts, [released], signer)
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
