/**
 * Kills updates with `kill -9` at random moments, round after round, and checks that the next start works, as the old
 * version or as the new one, with every page that was acknowledged:
 *
 *     node scripts/drill-update.ts [--rounds 100] [--seed 1]
 *
 * It builds one executable in a temporary folder and takes about six seconds a round. It prints one line a round, and
 * ends with 1 when anything was lost or a start failed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Client, createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { writeBundle, writeManifest } from './release-files.ts'
import { newSigningKey, signContent } from './release-signing.ts'
import { buildTrusting, readContent, schemaOf, withoutLastMigration, withVersion } from './update-executables.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})

// Mulberry32: the same seed gives the same moments.
let state = Number(values.seed)
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), state | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

const folder = mkdtempSync(join(tmpdir(), 'docstead-drill-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const key = newSigningKey()
const built = join(folder, 'built')
buildTrusting(key, built)
const schema = schemaOf(built)
const content = readContent(built)
const first = join(folder, 'first')
writeFileSync(first, withoutLastMigration(withVersion(content, '0.1.0'), schema), { mode: 0o755 })
const executable = {
  platform: `${process.platform}-${process.arch}`,
  name: 'docstead-0.2.0',
  content: withVersion(content, '0.2.0'),
}
const manifest = writeManifest(
  {
    version: '0.2.0',
    commit: 'drill',
    date: '2025-01-01T00:00:00Z',
    schema,
    least_schema: 1,
    least_version: '0.0.1',
    notes: '',
  },
  [executable],
)
const bundle = new Blob([
  new Uint8Array(writeBundle(manifest, signContent(manifest, key, 'docstead 0.2.0'), executable)),
])

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const startMs = 30_000

/** Starts the executable and waits until it answers. Returns undefined when it does not. */
async function startServer(file: string, data: string, port: number): Promise<ChildProcess | undefined> {
  const child = spawn(file, ['serve', '--data', data, '--port', String(port)], { stdio: 'ignore' })
  const endsMs = Date.now() + startMs
  while (Date.now() < endsMs && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return child
    await delay(50)
  }
  child.kill('SIGKILL')
  return undefined
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Saves one page after the other until the server is gone. Returns the last number that was acknowledged. */
async function saveUntilGone(client: Client<Contract>, item_id: string, page_id: string): Promise<number> {
  for (let number = 1; ; number++) {
    try {
      await client.page.save({ item_id, page_id, page_title: 'Page', page_content: `save ${number}` })
    } catch {
      return number - 1
    }
    await delay(10)
  }
}

const readPhase = (data: string): string => {
  try {
    const { phase, copy } = JSON.parse(readFileSync(join(data, 'update.json'), 'utf8')) as {
      phase: string
      copy?: string
    }
    return copy === undefined ? phase : `${phase} with a copy`
  } catch {
    return 'before'
  }
}

async function runRound(round: number): Promise<boolean> {
  const place = mkdtempSync(join(folder, 'round-'))
  const [bin, data] = [join(place, 'bin'), join(place, 'data')]
  mkdirSync(bin)
  const file = join(bin, 'docstead')
  linkSync(first, file)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const password = 'plenty of horses 7'
  const added = spawn(file, ['user', 'add', 'admin', '--admin', '--password-stdin', '--data', data])
  added.stdin.end(`${password}\n`)
  await once(added, 'exit')
  const server = await startServer(file, data, port)
  if (!server) throw new Error('the first version does not start')
  const { user_token } = await createClient<Contract>({ base: url }).user.login({ username: 'admin', password })
  const client = createClient<Contract>({ base: url, headers: () => ({ authorization: `Bearer ${user_token}` }) })
  const { item_id } = await client.item.add({ item_name: 'Drill' })
  const { page_id } = await client.page.save({ item_id, page_title: 'Page', page_content: 'save 0' })
  await client.adminUpdate.upload({ file: bundle })
  const saving = saveUntilGone(client, String(item_id), String(page_id))
  client.adminUpdate.updateFiles().catch(() => undefined)
  // half of them in the second in which the server restarts
  const isLate = random() < 0.5
  if (isLate) while (readPhase(data) === 'before' && server.exitCode === null) await delay(2)
  await delay(random() * (isLate ? 2500 : 4000))
  const phase = readPhase(data)
  await kill(server)
  const acknowledged = await saving
  const again = await startServer(file, data, port)
  if (!again) {
    process.stdout.write(`round ${round}: killed ${phase}: DOES NOT START\n`)
    return false
  }
  const { page_content } = await client.page.info({ page_id })
  const { version } = await client.common.version()
  const { is_current } = await client.update.checkDb()
  await kill(again)
  const saved = Number(/\d+/.exec(page_content)?.[0])
  const left = existsSync(join(bin, 'docstead.new'))
  // a save that was not acknowledged may have been committed
  const isGood = saved >= acknowledged && saved <= acknowledged + 1 && is_current
  process.stdout.write(
    `round ${round}: killed ${phase}: version ${version}, ${saved} of ${acknowledged} saves${left ? ', staged file left' : ''}${isGood ? '' : ' LOST'}\n`,
  )
  rmSync(place, { recursive: true, force: true })
  return isGood
}

let bad = 0
for (let round = 1; round <= Number(values.rounds); round++) if (!(await runRound(round))) bad++
process.stdout.write(`${values.rounds} rounds, ${bad} bad\n`)
process.exit(bad === 0 ? 0 : 1)
