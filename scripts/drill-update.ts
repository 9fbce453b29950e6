/**
 * Kills updates with `kill -9` at random moments, round after round, and checks that the next start works, as the old
 * version or as the new one, with every page that was acknowledged:
 *
 *     node scripts/drill-update.ts [--rounds 100] [--seed 1] [--first 0]
 *
 * It builds one executable in a temporary folder and takes about four seconds a round. Half of the rounds kill at a random
 * moment; the others just before a step of the server, in turn before each change of a file or folder that a first round
 * without a kill has collected. `--first` is
 * the step to begin with. It prints one line a round, and ends with 1 when anything was lost or a start failed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Client, createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { randomFrom } from './drill-random.ts'
import { writeBundle, writeManifest } from './release-files.ts'
import { newSigningKey, signContent } from './release-signing.ts'
import {
  addMigration,
  buildTrusting,
  changeExecutable,
  readContent,
  schemaOf,
  setVersion,
} from './update-executables.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
  },
})

const random = randomFrom(Number(values.seed))

const folder = mkdtempSync(join(tmpdir(), 'docstead-drill-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const key = newSigningKey()
const built = join(folder, 'built')
buildTrusting(key, built)
const schema = schemaOf(built)
const content = readContent(built)
const first = join(folder, 'first')
writeFileSync(first, changeExecutable(content, setVersion('0.1.0')), { mode: 0o755 })
const executable = {
  platform: `${process.platform}-${process.arch}`,
  name: 'docstead-0.2.0',
  content: changeExecutable(content, setVersion('0.2.0'), addMigration(schema)),
}
const manifest = writeManifest(
  {
    version: '0.2.0',
    commit: 'drill',
    date: '2025-01-01T00:00:00Z',
    schema: schema + 1,
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
async function startServer(
  file: string,
  data: string,
  port: number,
  env: Record<string, string> = {},
): Promise<ChildProcess | undefined> {
  const args = ['serve', '--data', data, '--port', String(port)]
  const child = spawn(file, args, { stdio: 'ignore', env: { ...process.env, ...env } })
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
  if (child.exitCode !== null || child.signalCode !== null) return
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

const hooked = { NODE_OPTIONS: `--require ${join(import.meta.dirname, 'kill-at-step.cjs')}`, DRILL_ONLY: 'serve' }

/** A data folder of the first version with a page and a release that waits to be installed; each round gets a copy. */
async function prepare() {
  const data = join(folder, 'template')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const password = 'plenty of horses 7'
  const added = spawn(first, ['user', 'add', 'admin', '--admin', '--password-stdin', '--data', data])
  added.stdin.end(`${password}\n`)
  await once(added, 'exit')
  const server = await startServer(first, data, port)
  if (!server) throw new Error('the first version does not start')
  const { user_token } = await createClient<Contract>({ base: url }).user.login({ username: 'admin', password })
  const client = createClient<Contract>({ base: url, headers: () => ({ authorization: `Bearer ${user_token}` }) })
  const { item_id } = await client.item.add({ item_name: 'Drill' })
  const { page_id } = await client.page.save({ item_id, page_title: 'Page', page_content: 'save 0' })
  await client.adminUpdate.upload({ file: bundle })
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
  return { data, user_token, item_id: String(item_id), page_id: String(page_id) }
}

/** Copies a data folder; what an update only reads is linked. */
function copyData(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !path.includes('/update/') })
  for (const name of readdirSync(join(from, 'update'))) linkSync(join(from, 'update', name), join(to, 'update', name))
}

type Template = Awaited<ReturnType<typeof prepare>>
/** A step and at which of its occurrences; undefined for a random moment. */
type Step = { step: string; nth: number } | undefined

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split('\n').filter(Boolean)

/** Updates without a kill. Returns the steps that only an update makes, with how often. */
async function collectSteps(template: Template): Promise<[string, number][]> {
  const log = join(folder, 'steps.txt')
  const place = mkdtempSync(join(folder, 'round-'))
  const [bin, data] = [join(place, 'bin'), join(place, 'data')]
  mkdirSync(bin)
  linkSync(first, join(bin, 'docstead'))
  copyData(template.data, data)
  const port = await freePort()
  const server = await startServer(join(bin, 'docstead'), data, port, { ...hooked, DRILL_LOG: log })
  if (!server) throw new Error('the first version does not start')
  const headers = () => ({ authorization: `Bearer ${template.user_token}` })
  const client = createClient<Contract>({ base: `http://127.0.0.1:${port}`, headers })
  const before = new Set(linesOf(log))
  await client.adminUpdate.updateFiles()
  while (readPhase(data) !== 'ended') await delay(50)
  await kill(server)
  rmSync(place, { recursive: true, force: true })
  const counts = new Map<string, number>()
  for (const name of linesOf(log)) if (!before.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
}

/** Waits until the server has ended, or its update. */
async function untilEnded(server: ChildProcess, data: string): Promise<void> {
  const endsMs = Date.now() + startMs
  while (server.exitCode === null && server.signalCode === null && Date.now() < endsMs) {
    if (readPhase(data) === 'ended') return delay(random() * 500)
    await delay(5)
  }
}

async function runRound(round: number, template: Template, step: Step): Promise<boolean> {
  const place = mkdtempSync(join(folder, 'round-'))
  const [bin, data] = [join(place, 'bin'), join(place, 'data')]
  mkdirSync(bin)
  const file = join(bin, 'docstead')
  linkSync(first, file)
  copyData(template.data, data)
  const port = await freePort()
  const env = step ? { ...hooked, DRILL_STEP: step.step, DRILL_NTH: String(step.nth) } : {}
  const server = await startServer(file, data, port, env)
  if (!server) throw new Error('the first version does not start')
  const { user_token, item_id, page_id } = template
  const headers = () => ({ authorization: `Bearer ${user_token}` })
  const client = createClient<Contract>({ base: `http://127.0.0.1:${port}`, headers })
  const saving = saveUntilGone(client, item_id, page_id)
  client.adminUpdate.updateFiles().catch(() => undefined)
  if (step) await untilEnded(server, data)
  else {
    // half of them in the second in which the server restarts
    const isLate = random() < 0.5
    if (isLate) while (readPhase(data) === 'before' && server.exitCode === null) await delay(2)
    await delay(random() * (isLate ? 2500 : 4000))
  }
  const phase = `${readPhase(data)}${step ? `, before ${step.step} (${step.nth})` : ''}`
  const hasKilledItself = server.signalCode === 'SIGKILL'
  if (!hasKilledItself) await kill(server)
  if (hasKilledItself) met.add(step?.step ?? '')
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

const template = await prepare()
const steps = await collectSteps(template)
const met = new Set<string>()
let bad = 0
let isStopping = false
process.once('SIGTERM', () => {
  isStopping = true
})
let done = 0
for (let round = 1; round <= Number(values.rounds) && !isStopping; round++) {
  const [name = '', count = 1] = steps[(Number(values.first) + (round >> 1)) % steps.length] ?? []
  const step = round % 2 === 0 ? undefined : { step: name, nth: 1 + Math.floor(random() * count) }
  const isGood = await runRound(round, template, step)
  // what stops the drill may stop its servers too
  if (isStopping) break
  done++
  if (!isGood) bad++
}
process.stdout.write(`${done} rounds, before ${met.size} of ${steps.length} steps, ${bad} bad\n`)
process.exit(bad === 0 ? 0 : 1)
