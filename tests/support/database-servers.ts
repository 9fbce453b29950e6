import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProgram } from '#build/debian.ts'

/** A database server of a test, with an empty database. */
export interface DatabaseServer {
  /** The address of the database, with user and password. */
  address: string
  stop(): Promise<void>
}

const password = 'a good password'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

/** The user that a server runs as: none of them starts as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** Starts a server in a folder of its own, which goes with it. */
async function start(
  prepare: (folder: string, user: { uid?: number; gid?: number }) => { program: string; args: string[] },
  isReady: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-database-'))
  const user = unprivileged()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid)
  let server: ChildProcess | undefined
  let output = ''
  const stop = async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server?.once('exit', resolve))
      server.kill('SIGQUIT')
      const timer = setTimeout(() => server?.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(timer)
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { program, args } = prepare(folder, user)
    server = spawn(program, args, { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (piece) => (output += String(piece)))
    const end = performance.now() + 30_000
    for (;;) {
      const error = await isReady().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (error === undefined) return stop
      if (server.exitCode !== null || performance.now() > end)
        throw new Error(`${program} did not start: ${output.slice(-2000)}`, { cause: error })
      await delay(50)
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts PostgreSQL; undefined where it is not installed. */
export async function startPostgres(): Promise<DatabaseServer | undefined> {
  const initdb = findProgram('initdb') ?? globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().at(-1)
  if (initdb === undefined) return undefined
  const { default: pg } = await import('pg')
  const port = await freePort()
  const addressOf = (name: string) => `postgres://tester:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`
  const stop = await start(
    (folder, user) => {
      const data = join(folder, 'data')
      const secret = join(folder, 'password')
      writeFileSync(secret, password, { mode: 0o644 })
      const auth = ['--username=tester', '--auth=scram-sha-256', `--pwfile=${secret}`]
      const args = ['-D', data, ...auth, '--no-sync', '--encoding=UTF8', '--locale=C']
      execFileSync(initdb, args, { ...user, cwd: folder, stdio: 'pipe' })
      const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', `port=${port}`]
      return {
        program: initdb.replace(/initdb$/, 'postgres'),
        args: ['-D', data, ...options.flatMap((one) => ['-c', one])],
      }
    },
    async () => {
      const client = new pg.Client(addressOf('postgres'))
      client.on('error', () => undefined)
      await client.connect()
      await client.query('CREATE DATABASE shop').finally(() => client.end())
    },
  )
  return { address: addressOf('shop'), stop }
}

/** Starts MariaDB; undefined where it is not installed. */
export async function startMariadb(): Promise<DatabaseServer | undefined> {
  const [server, install] = [findProgram('mariadbd'), findProgram('mariadb-install-db')]
  if (server === undefined || install === undefined) return undefined
  const { createConnection } = await import('mysql2/promise')
  const port = await freePort()
  const address = `mysql://tester:${encodeURIComponent(password)}@127.0.0.1:${port}/shop`
  const stop = await start(
    (folder, user) => {
      const data = join(folder, 'data')
      mkdirSync(data)
      if (user.uid !== undefined) chownSync(data, user.uid, user.gid ?? user.uid)
      const log = ['--innodb-log-file-size=8M', '--innodb-buffer-pool-size=16M']
      const installed = [
        '--no-defaults',
        `--datadir=${data}`,
        '--skip-test-db',
        '--auth-root-authentication-method=normal',
      ]
      execFileSync(install, [...installed, ...log], { ...user, cwd: folder, stdio: 'pipe' })
      const first = join(folder, 'first.sql')
      writeFileSync(
        first,
        `CREATE DATABASE shop CHARACTER SET utf8mb4;\nCREATE USER tester@'127.0.0.1' IDENTIFIED BY '${password}';\nGRANT ALL ON shop.* TO tester@'127.0.0.1';\n`,
        { mode: 0o644 },
      )
      const own = [`--socket=${join(folder, 'socket')}`, `--pid-file=${join(folder, 'pid')}`, `--init-file=${first}`]
      const where = [`--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve']
      return { program: server, args: ['--no-defaults', `--datadir=${data}`, ...own, ...where, ...log] }
    },
    async () => {
      const connection = await createConnection(address)
      await connection.end()
    },
  )
  return { address, stop }
}
