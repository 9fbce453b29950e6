/**
 * Kills backups, restores and migrations with `kill -9`, round after round, and checks after each that nothing is lost and
 * everything can be started:
 *
 *     npm run drill -- [--kind backup,restore,migration] [--rounds 50] [--seed 1] [--data FOLDER]
 *
 * Half of the rounds kill at a random moment. The others kill just before a step, in turn before each: every change of a
 * file or folder that the command makes has a name, which a first run without a kill collects
 * (`scripts/kill-at-step.cjs`). Ends with 1 at the first loss. `scripts/drill-update.ts` does the same to updates.
 */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { lockDataFolder, openDataFolder, prepareDataFolder } from '#src/core/data-folder.ts'
import { applyMigrations, openDatabase, schemaNumber } from '#src/db/engine.ts'
import { createBackup, verifyBackup } from '#src/features/backup/index.ts'
import { randomFrom } from './drill-random.ts'

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'backup,restore,migration' },
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1')
const random = randomFrom(Number(values.seed))
const randomUpTo = (most: number): number => random() * most

// ends after the round that is running, with the numbers so far
let isStopping = false
process.once('SIGTERM', () => {
  isStopping = true
})

const folder = mkdtempSync(join(values.data ?? tmpdir(), 'docstead-drill-'))
const data = join(folder, 'data')
const place = join(folder, 'place')
const main = join(import.meta.dirname, '../dist/main.cjs')
const hook = join(import.meta.dirname, 'kill-at-step.cjs')
// small, so that a round takes half a second, and yet of many steps
const pages = 300
const uploads = 40
const uploadBytes = 20_000

type Opened = Awaited<ReturnType<typeof openDataFolder>>['open']

/** Opens the data folder as a start does, under its lock. */
async function withData<T>(at: string, operation: (open: Opened) => T | Promise<T>): Promise<T> {
  prepareDataFolder(at)
  const lock = lockDataFolder(at)
  try {
    const { open } = await openDataFolder(at)
    try {
      return await operation(open)
    } finally {
      await open.close()
    }
  } finally {
    lock.release()
  }
}

const hashOf = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')

/** Writes a state: every page has its mark in the title, and the uploads are its own. */
function writeState({ sqlite }: Pick<Opened, 'sqlite'>, mark: string): void {
  sqlite.transaction(() => {
    sqlite.exec('DELETE FROM upload_file; DELETE FROM page; DELETE FROM item; DELETE FROM user')
    const user = sqlite.prepare(
      "INSERT INTO user (username, username_key, name, password, groupid, reg_time) VALUES ('a', 'a', 'a', '', 1, 1)",
    )
    const uid = user.run().lastInsertRowid
    const item = sqlite.prepare("INSERT INTO item (item_name, uid, password, addtime) VALUES ('i', ?, '', 1)")
    const item_id = item.run(uid).lastInsertRowid
    const page = sqlite.prepare(
      "INSERT INTO page (item_id, page_title, author_uid, author_username, addtime, page_addtime) VALUES (?, ?, ?, 'a', 1, 1)",
    )
    const content = sqlite.prepare('INSERT INTO page_content (page_id, page_content) VALUES (?, ?)')
    for (let number = 0; number < pages; number++) {
      const { lastInsertRowid } = page.run(item_id, mark, uid)
      content.run(lastInsertRowid, `${mark} ${number}\n`.repeat(100))
    }
    const upload = sqlite.prepare(
      "INSERT INTO upload_file (sign, display_name, file_type, file_size, stored_name, uid, addtime) VALUES (?, ?, 'a/b', ?, ?, ?, 1)",
    )
    for (let number = 0; number < uploads; number++) {
      const bytes = randomBytes(uploadBytes)
      const name = randomBytes(16).toString('hex')
      mkdirSync(join(data, 'uploads', name.slice(0, 2)), { recursive: true })
      writeFileSync(join(data, 'uploads', name.slice(0, 2), name), bytes)
      // the name that people see is its hash
      upload.run(randomBytes(16).toString('hex'), hashOf(bytes), uploadBytes, name, uid)
    }
  })()
}

/** Reads which state a data folder is in. @throws when it is none as a whole */
function readState({ sqlite }: Pick<Opened, 'sqlite'>, at: string): string {
  if (sqlite.pragma('integrity_check', { simple: true }) !== 'ok') throw new Error('the database is damaged')
  const marks = sqlite.prepare('SELECT page_title, count(*) AS count FROM page GROUP BY page_title').all() as {
    page_title: string
    count: number
  }[]
  const [first] = marks
  if (marks.length !== 1 || first?.count !== pages) throw new Error(`pages: ${JSON.stringify(marks)}`)
  const files = sqlite.prepare('SELECT stored_name, display_name FROM upload_file').all() as {
    stored_name: string
    display_name: string
  }[]
  if (files.length !== uploads) throw new Error(`${files.length} uploads`)
  for (const { stored_name, display_name } of files) {
    const bytes = readFileSync(join(at, 'uploads', stored_name.slice(0, 2), stored_name))
    if (hashOf(bytes) !== display_name) throw new Error(`upload ${stored_name} is damaged`)
  }
  return first.page_title
}

/** When a command is killed: at a moment in ms, or before the `nth` occurrence of a step. */
type Moment = { ms: number } | { step: string; nth: number }

/** Runs a command and kills it. Returns its exit code, null when it was killed, and how long it ran. */
async function runKilled(
  args: readonly string[],
  moment: Moment | undefined,
  log?: string,
): Promise<{ code: number | null; ms: number }> {
  const startedMs = performance.now()
  const env = {
    ...process.env,
    ...(log !== undefined && { DRILL_LOG: log }),
    ...(moment && 'step' in moment && { DRILL_STEP: moment.step, DRILL_NTH: String(moment.nth) }),
  }
  const child = spawn(process.execPath, ['--require', hook, main, ...args, '--data', data], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const timer = moment && 'ms' in moment ? setTimeout(() => child.kill('SIGKILL'), moment.ms) : undefined
  const code = await ended
  clearTimeout(timer)
  if (code !== null && code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`)
  return { code, ms: performance.now() - startedMs }
}

/** When the rounds of a kind kill, and how many did. */
class Moments {
  readonly #steps: [string, number][]
  readonly #startMs: number
  #endMs: number
  readonly #met = new Set<string>()
  #nextStep = 0
  done = 0
  killed = 0
  byStep = 0

  private constructor(steps: [string, number][], startMs: number, endMs: number) {
    this.#steps = steps
    this.#startMs = startMs
    this.#endMs = endMs
  }

  /** Runs a command to its end, to see its steps and how long it takes. */
  static async of(args: readonly string[]): Promise<Moments> {
    const log = join(folder, 'steps.txt')
    rmSync(log, { force: true })
    const idle = await runKilled(['version'], undefined)
    const { ms } = await runKilled(args, undefined, log)
    const counts = new Map<string, number>()
    for (const name of readFileSync(log, 'utf8').trim().split('\n')) counts.set(name, (counts.get(name) ?? 0) + 1)
    // before the program itself has begun, there is nothing to lose
    return new Moments([...counts], idle.ms * 0.8, ms * 1.1)
  }

  next(round: number): Moment {
    if (round % 2 === 0) return { ms: this.#startMs + randomUpTo(this.#endMs - this.#startMs) }
    const [step, count] = this.#steps[this.#nextStep++ % this.#steps.length] ?? ['', 1]
    return { step, nth: 1 + Math.floor(randomUpTo(count)) }
  }

  note(moment: Moment, { code, ms }: { code: number | null; ms: number }): void {
    this.done++
    // a machine that is busier at one time than at another: the moments follow how long the command takes now
    if (code !== null && 'ms' in moment) this.#endMs = (this.#endMs + ms) / 2
    if (code !== null) return
    this.killed++
    if (!('step' in moment)) return
    this.byStep++
    this.#met.add(moment.step)
  }

  toString(): string {
    return `${this.done} rounds, ${this.killed} killed (${this.byStep} before a step: ${this.#met.size} of ${this.#steps.length} different ones)`
  }
}

const say = (text: string) => process.stdout.write(`${text}, 0 lost, 0 unstartable\n`)

/** Kills backups of a folder that is being written to. */
async function drillBackups(): Promise<void> {
  await withData(data, (open) => writeState(open, 'start'))
  const args = ['backup', '--to', `${place}/`]
  await runKilled(args, undefined)
  // with an upload that the place does not have yet, each time
  const addUpload = ({ sqlite }: Opened) => {
    const bytes = randomBytes(uploadBytes)
    const name = randomBytes(16).toString('hex')
    mkdirSync(join(data, 'uploads', name.slice(0, 2)), { recursive: true })
    writeFileSync(join(data, 'uploads', name.slice(0, 2), name), bytes)
    sqlite
      .prepare(
        'UPDATE upload_file SET stored_name = ?, display_name = ? WHERE file_id = (SELECT min(file_id) + ? FROM upload_file)',
      )
      .run(name, hashOf(bytes), Math.floor(randomUpTo(uploads)))
  }
  await withData(data, addUpload)
  const moments = await Moments.of(args)
  for (let round = 0; round < rounds && !isStopping; round++) {
    const moment = moments.next(round)
    await withData(data, async (open) => {
      addUpload(open)
      let number = 0
      let isDone = false
      const writing = (async () => {
        while (!isDone) {
          open.sqlite.prepare('UPDATE page SET page_title = ?').run(`written ${round} ${++number}`)
          await wait(5)
        }
      })()
      const ended = await runKilled(args, moment)
      isDone = true
      await writing
      moments.note(moment, ended)
      const found = readState(open, data)
      if (found !== `written ${round} ${number}`) throw new Error(`round ${round}: ${found} is not the last save`)
    })
    const made = readdirSync(place)
      .filter((name) => name.endsWith('.tar'))
      .toSorted()
    const newest = made.at(-1)
    if (newest) await verifyBackup(join(place, newest))
    for (const name of made.slice(0, -2))
      for (const end of ['', '.json']) rmSync(join(place, name + end), { force: true })
  }
  await runKilled(args, undefined)
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(work|held)-/.test(name))
  if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
  say(`backup: ${moments}`)
}

const formersIn = (): string[] => readdirSync(data).filter((name) => name.startsWith('before-restore-'))

/** Kills restores. */
async function drillRestores(): Promise<void> {
  const files = new Map<string, string>()
  for (const mark of ['first', 'second']) {
    await withData(data, (open) => writeState(open, mark))
    files.set(mark, join(folder, `${mark}.tar`))
    await createBackup(data, { file: join(folder, `${mark}.tar`) })
  }
  const argsFor = (mark: string) => ['restore', files.get(mark) ?? '']
  const removeFormers = () => {
    for (const name of formersIn()) rmSync(join(data, name), { recursive: true })
  }
  const moments = await Moments.of(argsFor('first'))
  removeFormers()
  let state = 'first'
  let restored = 0
  for (let round = 0; round < rounds && !isStopping; round++) {
    const other = state === 'first' ? 'second' : 'first'
    const moment = moments.next(round)
    const ended = await runKilled(argsFor(other), moment)
    const { code } = ended
    moments.note(moment, ended)
    const found = await withData(data, (open) => readState(open, data))
    if (found !== state && found !== other) throw new Error(`round ${round}: ${found}`)
    if (code === 0 && found !== other) throw new Error(`round ${round}: restored, and yet ${found}`)
    const formers = formersIn()
    if (found === other) {
      if (code === null) restored++
      if (formers.length !== 1) throw new Error(`round ${round}: ${formers.length} former folders`)
    }
    for (const name of formers) {
      const former = await withData(join(data, name), (open) => readState(open, join(data, name)))
      if (former !== state) throw new Error(`round ${round}: the former folder has ${former}`)
    }
    removeFormers()
    const left = readdirSync(data).filter((name) => /^\.restore|^restore\.json/.test(name))
    if (left.length > 0) throw new Error(`round ${round}: left behind: ${left.join(', ')}`)
    state = found
  }
  say(`restore: ${moments}, ${restored} of them completed by the next start`)
}

/** Opens a copy of a database, without changing the file. */
function readCopy<T>(path: string, operation: (sqlite: Database.Database) => T): T {
  const sqlite = new Database(path, { readonly: true })
  try {
    return operation(sqlite)
  } finally {
    sqlite.close()
  }
}

/** Kills commands that migrate the database of an older version. */
async function drillMigrations(): Promise<void> {
  const older = join(folder, 'older.db')
  // the schema before the last two migrations, so that one of them alone would show
  const schema = schemaNumber - 2
  const open = openDatabase(older)
  await applyMigrations(open, 0, schema)
  mkdirSync(join(data, 'uploads'), { recursive: true })
  for (const name of readdirSync(join(data, 'uploads'))) rmSync(join(data, 'uploads', name), { recursive: true })
  writeState(open, 'older')
  open.sqlite.pragma('wal_checkpoint(TRUNCATE)')
  await open.close()
  const backups = join(data, 'backups')
  const database = join(data, 'docstead.db')
  const begin = () => {
    for (const end of ['-wal', '-shm']) rmSync(database + end, { force: true })
    cpSync(older, database)
    if (existsSync(backups)) for (const name of readdirSync(backups)) rmSync(join(backups, name), { recursive: true })
  }
  const args = ['user', 'list']
  begin()
  const moments = await Moments.of(args)
  let completed = 0
  for (let round = 0; round < rounds && !isStopping; round++) {
    begin()
    const moment = moments.next(round)
    const ended = await runKilled(args, moment)
    const { code } = ended
    moments.note(moment, ended)
    const copies = existsSync(backups) ? readdirSync(backups).filter((name) => /^before-schema-.*\.db$/.test(name)) : []
    for (const name of copies)
      readCopy(join(backups, name), (sqlite) => {
        if (sqlite.pragma('user_version', { simple: true }) !== schema)
          throw new Error(`round ${round}: the copy has another schema`)
        if (readState({ sqlite }, data) !== 'older') throw new Error(`round ${round}: the copy is not whole`)
      })
    const found = readCopy(database, (sqlite) => sqlite.pragma('user_version', { simple: true }) as number)
    if (found !== schema && found !== schemaNumber) throw new Error(`round ${round}: schema ${found}`)
    if (found !== schema && copies.length === 0) throw new Error(`round ${round}: migrated without a copy`)
    if (code === null && found !== schema) completed++
    await withData(data, (ready) => {
      if (readState(ready, data) !== 'older') throw new Error(`round ${round}: something is lost`)
      if (ready.sqlite.pragma('user_version', { simple: true }) !== schemaNumber)
        throw new Error(`round ${round}: not migrated`)
    })
  }
  say(`migration: ${moments}, ${completed} of them after it was done`)
}

const kinds = { backup: drillBackups, restore: drillRestores, migration: drillMigrations }

try {
  if (!existsSync(main)) throw new Error('dist/main.cjs is missing: run it with npm run drill')
  mkdirSync(place)
  for (const kind of values.kind.split(',')) {
    const drill = kinds[kind as keyof typeof kinds]
    if (isStopping) break
    if (!drill) throw new Error(`--kind takes ${Object.keys(kinds).join(', ')}`)
    await drill()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
