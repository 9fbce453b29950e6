import { Worker } from 'node:worker_threads'
import { StartError } from '#src/core/config.ts'
import { workerPath } from '#src/core/worker-entry.ts'
import type { LiveDatabase, LiveSchemaResponse, LiveSchemaWorkerData } from './live-schema-message.ts'

/** Whether a text is the address of a database. */
export const isDatabaseAddress = (text: string): boolean => /^(?:mysql|mariadb|postgres|postgresql):\/\//i.test(text)

const encryptions: Record<string, LiveDatabase['encryption']> = {
  disable: 'off',
  require: 'unverified',
  'verify-full': 'verified',
}

const isThisMachine = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)

/**
 * Parses the address of a database: `postgres://user@host:5432/name?sslmode=verify-full`. Without `sslmode`, another
 * machine must present a certificate that fits its name: the password is sent to it.
 *
 * @param password is used when the address has none
 * @throws {StartError} databaseAddressBad
 */
export function parseDatabaseAddress(
  address: string,
  given: { password: string; ca: string; timeoutMs: number },
): LiveDatabase {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const database = url ? decodeURIComponent(url.pathname.slice(1)) : ''
  const mode = url?.searchParams.get('sslmode') ?? (isThisMachine(url?.hostname ?? '') ? 'disable' : 'verify-full')
  const encryption = Object.hasOwn(encryptions, mode) ? encryptions[mode] : undefined
  if (!url || database === '' || url.hostname === '' || !encryption) throw new StartError('databaseAddressBad', {}, 2)
  const kind = url.protocol.startsWith('postgres') ? 'postgres' : 'mysql'
  return {
    kind,
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(url.port) || (kind === 'mysql' ? 3306 : 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password) || given.password,
    database,
    encryption,
    ca: given.ca,
    timeoutMs: given.timeoutMs,
  }
}

/**
 * Reads the tables of a live database as SQL, in a worker: its client libraries are loaded for nothing else.
 *
 * @throws {StartError} databaseFailed, databaseUnencrypted
 */
export async function readLiveSchema(database: LiveDatabase): Promise<string> {
  const workerData: LiveSchemaWorkerData = { docsteadWorker: 'live-schema', ...database }
  const entry = workerPath('live-schema-worker', () => new URL('./live-schema-worker.ts', import.meta.url))
  const worker = new Worker(entry, { workerData, env: {}, execArgv: [] })
  const { host, port } = database
  try {
    const response = await new Promise<LiveSchemaResponse>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject)
      worker.once('exit', (code) => reject(new Error(`The worker ended with ${code}`)))
    })
    if ('sql' in response) return response.sql
    const detail = database.password === '' ? response.failed : response.failed.replaceAll(database.password, '***')
    if (/certificate|SSL|TLS|altname/i.test(`${detail} ${response.code}`))
      throw new StartError('databaseUnencrypted', { host, port, detail })
    throw new StartError('databaseFailed', { host, port, detail })
  } finally {
    await worker.terminate()
  }
}
