// Kills backups and restores at random moments, and checks after each that nothing is lost and everything can be started.
//   npm run drill -- --rounds 50
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { lockDataFolder, openDataFolder, prepareDataFolder } from '#src/core/data-folder.ts'
import { createBackup, verifyBackup } from '#src/features/backup/index.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' }, data: { type: 'string' } } })
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1')

const folder = mkdtempSync(join(values.data ?? tmpdir(), 'docstead-drill-'))
const data = join(folder, 'data')
const place = join(folder, 'place')
const main = join(import.meta.dirname, '../dist/main.cjs')
const pages = 2000
const uploads = 300
const uploadBytes = 40_000

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
function writeState({ sqlite }: Opened, mark: string): void {
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
function readState({ sqlite }: Opened, at: string): string {
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

/** Runs a command and kills it after `killMs`. Returns its exit code; null when it was killed. */
async function runKilled(args: string[], killMs: number | undefined): Promise<{ code: number | null; ms: number }> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, [main, ...args, '--data', data], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const timer = killMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killMs)
  const code = await ended
  clearTimeout(timer)
  if (code !== null && code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`)
  return { code, ms: performance.now() - startedMs }
}

const randomUpTo = (most: number): number => Math.random() * most

/** Kills backups of a folder that is being written to. Returns how many were killed. */
async function drillBackups(): Promise<number> {
  const { ms } = await runKilled(['backup', '--to', `${place}/`], undefined)
  let killed = 0
  for (let round = 0; round < rounds; round++) {
    await withData(data, async (open) => {
      let number = 0
      let isDone = false
      const writing = (async () => {
        while (!isDone) {
          open.sqlite.prepare('UPDATE page SET page_title = ?').run(`written ${round} ${++number}`)
          await wait(5)
        }
      })()
      const { code } = await runKilled(['backup', '--to', `${place}/`], randomUpTo(ms * 1.2))
      isDone = true
      await writing
      if (code === null) killed++
      const found = readState(open, data)
      if (found !== `written ${round} ${number}`) throw new Error(`round ${round}: ${found} is not the last save`)
    })
    const made = readdirSync(place)
      .filter((name) => name.endsWith('.tar'))
      .toSorted()
    const newest = made.at(-1)
    if (newest) await verifyBackup(join(place, newest))
    for (const name of made.slice(0, -2)) rmSync(join(place, name))
  }
  await runKilled(['backup', '--to', `${place}/`], undefined)
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(work|held)-/.test(name))
  if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
  return killed
}

const formersIn = (): string[] => readdirSync(data).filter((name) => name.startsWith('before-restore-'))

/** Kills restores. Returns how many were killed, and how many of them had restored. */
async function drillRestores(): Promise<{ killed: number; restored: number }> {
  const files = new Map<string, string>()
  for (const mark of ['first', 'second']) {
    await withData(data, (open) => writeState(open, mark))
    files.set(mark, join(folder, `${mark}.tar`))
    await createBackup(data, { file: join(folder, `${mark}.tar`) })
  }
  const { ms } = await runKilled(['restore', files.get('first') ?? ''], undefined)
  for (const name of formersIn()) rmSync(join(data, name), { recursive: true })
  let state = 'first'
  let killed = 0
  let restored = 0
  for (let round = 0; round < rounds; round++) {
    const other = state === 'first' ? 'second' : 'first'
    // the exchange itself takes a few milliseconds at the end: half of the kills aim at it
    const killMs = round % 2 === 0 ? randomUpTo(ms * 1.1) : ms * (0.8 + randomUpTo(0.3))
    const { code } = await runKilled(['restore', files.get(other) ?? ''], killMs)
    if (code === null) killed++
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
      rmSync(join(data, name), { recursive: true })
    }
    const left = readdirSync(data).filter((name) => /^\.restore|^restore\.json/.test(name))
    if (left.length > 0) throw new Error(`round ${round}: left behind: ${left.join(', ')}`)
    state = found
  }
  return { killed, restored }
}

try {
  if (!existsSync(main)) throw new Error('dist/main.cjs is missing: run it with npm run drill')
  await withData(data, (open) => writeState(open, 'start'))
  mkdirSync(place)
  const backups = await drillBackups()
  process.stdout.write(`backup: ${rounds} rounds, ${backups} killed, 0 lost, 0 unstartable\n`)
  const { killed, restored } = await drillRestores()
  process.stdout.write(
    `restore: ${rounds} rounds, ${killed} killed (${restored} of them completed by the next start), 0 lost, 0 unstartable\n`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
