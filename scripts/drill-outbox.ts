/**
 * Queues messages for a webhook and kills the server that sends them with `kill -9`, again and again:
 *
 *     npm run build && node scripts/drill-outbox.ts [--deliveries 10000] [--crashes 100] [--seed 1] [--data FOLDER]
 *
 * The receiver does what the guide says: it notes the id of each message and drops a repetition. Ends with 1 when a
 * message is lost, when one that was confirmed on the disk is sent again, or when two ids have the same message.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { lockDataFolder, openDataFolder, prepareDataFolder } from '#src/core/data-folder.ts'
import { transact } from '#src/db/database.ts'
import { queueItemEvent } from '#src/features/webhook/index.ts'
import { randomFrom } from './drill-random.ts'

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '10000' },
    crashes: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
  },
})
const deliveries = Number(values.deliveries)
const crashes = Number(values.crashes)
const random = randomFrom(Number(values.seed))
const folder = mkdtempSync(join(values.data ?? tmpdir(), 'docstead-drill-outbox-'))
const data = join(folder, 'data')

/** The ids that arrived, with the message that each had. */
const arrived = new Map<string, string>()
/** Ids that are `done` on the disk after a crash. */
const confirmed = new Set<string>()
/** When the answer to each id had been given to the system, by `performance.now()`. */
const answeredAt = new Map<string, number>()
let killedAt = 0
let repeats = 0
/** Repetitions of messages that the receiver had not answered yet: no order of writes can avoid them. */
let unanswered = 0
/** How long before the kill the other repetitions had been answered, in ms. */
const answeredBefore: number[] = []
const sentAgain: string[] = []
let onRequest: () => void = () => undefined

const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const id = String(request.headers['webhook-id'])
    const { data: facts } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { data: { summary: string } }
    if (confirmed.has(id)) sentAgain.push(id)
    if (arrived.has(id)) {
      repeats++
      const at = answeredAt.get(id)
      if (at === undefined || at >= killedAt) unanswered++
      else answeredBefore.push(killedAt - at)
    } else arrived.set(id, facts.summary)
    onRequest()
    setTimeout(() => response.end('ok', () => answeredAt.set(id, performance.now())), random() * 4)
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`

/** Fills the data folder: a project, its webhook, and the messages. */
async function fill(): Promise<void> {
  prepareDataFolder(data)
  const lock = lockDataFolder(data)
  const { open } = await openDataFolder(data)
  const now = Math.floor(Date.now() / 1000)
  try {
    const { sqlite, db } = open
    const uid = sqlite
      .prepare("INSERT INTO user (username, username_key, password, groupid, reg_time) VALUES ('a', 'a', '', 1, ?)")
      .run(now).lastInsertRowid
    const item_id = Number(
      sqlite.prepare("INSERT INTO item (item_name, uid, addtime) VALUES ('Shop', ?, ?)").run(uid, now).lastInsertRowid,
    )
    sqlite
      .prepare(
        "INSERT INTO webhook (scope, scope_id, uid, format, url, events, lang, addtime) VALUES ('item', ?, ?, 'json', ?, 'project.changed', 'en', ?)",
      )
      .run(item_id, uid, url, now)
    await transact(db, async (tx) => {
      for (let nth = 0; nth < deliveries; nth++)
        await queueItemEvent(tx, 'project.changed', { uid: Number(uid), item_id, summary: `message ${nth}`, time: now })
    })
  } finally {
    await open.close()
    lock.release()
  }
}

/** Waits for less than the whole milliseconds of timers, which would let kills and answers come in one step. */
async function waitExactly(ms: number): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until) await nextTurn()
}

function startServer(): ChildProcess {
  const main = join(import.meta.dirname, '../dist/main.cjs')
  return spawn(process.execPath, [main, 'serve', '--data', data, '--port', '0'], {
    env: { ...process.env, DOCSTEAD_OUTBOUND_ALLOW: '127.0.0.0/8', DOCSTEAD_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

const ended = (server: ChildProcess) => new Promise<void>((resolve) => server.once('exit', () => resolve()))

/** Reads where the messages stand. */
function readStates(): Map<string, string> {
  const database = new Database(join(data, 'docstead.db'))
  try {
    const rows = database.prepare('SELECT delivery_id, status FROM outbox').all() as {
      delivery_id: string
      status: string
    }[]
    return new Map(rows.map((row) => [row.delivery_id, row.status]))
  } finally {
    database.close()
  }
}

const started = Date.now()
await fill()
for (let crash = 0; crash < crashes; crash++) {
  // so many that the crashes are spread over all messages
  const most = Math.max(2, Math.floor((2 * (deliveries - arrived.size)) / (crashes - crash + 1)))
  let left = 1 + Math.floor(random() * most)
  const server = startServer()
  const end = ended(server)
  const enough = new Promise<void>((resolve) => {
    onRequest = () => {
      if (--left === 0) resolve()
    }
  })
  await Promise.race([enough, wait(60_000)])
  await waitExactly(random() * 8)
  killedAt = performance.now()
  server.kill('SIGKILL')
  await end
  onRequest = () => undefined
  for (const [id, status] of readStates()) if (status === 'done') confirmed.add(id)
}
const last = startServer()
const lastEnd = ended(last)
while ([...readStates().values()].some((status) => status !== 'done')) {
  await wait(200)
  if (Date.now() - started > 3_600_000) break
}
last.kill('SIGTERM')
await lastEnd
receiver.closeAllConnections()
receiver.close()

const lost = [...readStates()].filter(([id, status]) => status !== 'done' || !arrived.has(id))
const messages = new Set(arrived.values()).size
process.stdout.write(
  `${deliveries} messages, ${crashes} kills, ${Math.round((Date.now() - started) / 1000)} s: ${arrived.size} arrived, ${messages} different, ${lost.length} lost, ` +
    `${repeats} repeated with the same id after a kill before their confirmation was written (${unanswered} of them had no answer yet, the others had one ${answeredBefore
      .sort((a, b) => a - b)
      .map((ms) => ms.toFixed(1))
      .join(', ')} ms before the kill), ${sentAgain.length} sent again after it\n`,
)
rmSync(folder, { recursive: true, force: true })
const isGood = lost.length === 0 && sentAgain.length === 0 && arrived.size === deliveries && messages === deliveries
process.exitCode = isGood ? 0 : 1
