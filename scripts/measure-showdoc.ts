// Measures the import of a large ShowDoc site, with the build in dist: node scripts/measure-showdoc.ts [--pages 100000] [--versions 3]
// Writes a site with invented texts, imports it into a running server as an administrator does; requests for
// pages and saves go on all the time. Prints the time, the peak memory of the server and how long others waited.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    versions: { type: 'string', default: '3' },
    port: { type: 'string', default: '4998' },
  },
})
const pages = Number(values.pages)
const versions = Number(values.versions)
const items = Math.max(1, Math.ceil(pages / 1000))
const folder = mkdtempSync(join(tmpdir(), 'docstead-measure-'))

const words =
  'the order of each request contains a user token and 接口 returns JSON 参数 说明 with fields for address phone amount &amp; state &lt;b&gt; list of values that the service checks'.split(
    ' ',
  )

/** Some texts of 2.5 KB, which hardly repeat themselves. */
const texts = Array.from({ length: 400 }, (_, number) => {
  const lines: string[] = []
  let seed = number * 2_654_435_761 + 1
  for (let line = 0; line < 24; line++) {
    const parts: string[] = []
    for (let at = 0; at < 12; at++) {
      seed = (seed * 1_103_515 + 12_345) % 2_147_483_648
      parts.push(`${words[seed % words.length]}${seed % 97}`)
    }
    lines.push(`${line % 5 === 0 ? '- ' : ''}${parts.join(' ')}`)
  }
  return lines.join('\n')
})

const textOf = (number: number): string => `# Page ${number}\n${texts[number % texts.length]}`

const say = (text: string) => process.stderr.write(`${text}\n`)

/** Writes a site with the tables of ShowDoc 3. */
function writeSite(path: string): void {
  const sqlite = new Database(path)
  sqlite.pragma('journal_mode = OFF')
  sqlite.exec(`
    CREATE TABLE user (uid INTEGER PRIMARY KEY, username, groupid, name, password, salt, email, reg_time, last_login_time);
    CREATE TABLE item (item_id INTEGER PRIMARY KEY, item_name, item_description, uid, username, password, addtime, last_update_time, item_domain, item_type, is_archived, is_del);
    CREATE TABLE catalog (cat_id INTEGER PRIMARY KEY, cat_name, item_id, s_number, addtime, parent_cat_id, level);
    CREATE TABLE page (page_id INTEGER PRIMARY KEY, author_uid, author_username, item_id, cat_id, page_title, page_content, s_number, addtime, page_comments, is_del);
    CREATE TABLE page_history (page_history_id INTEGER PRIMARY KEY, page_id, author_uid, author_username, item_id, cat_id, page_title, page_content, s_number, addtime, page_comments);
    CREATE TABLE options (option_id INTEGER PRIMARY KEY, option_name, option_value);
    INSERT INTO options VALUES (1, 'db_version_num', '33');
    BEGIN`)
  const user = sqlite.prepare(
    "INSERT INTO user VALUES (?, ?, 2, '', 'a89da13684490eb9ec9e613f91d24d00', '', '', 1500000000, 0)",
  )
  for (let uid = 1; uid <= 100; uid++) user.run(uid, `user${uid}`)
  const item = sqlite.prepare("INSERT INTO item VALUES (?, ?, '', ?, '', '', ?, 0, '', 1, 0, 0)")
  const catalog = sqlite.prepare('INSERT INTO catalog VALUES (?, ?, ?, 99, 1500000000, 0, 2)')
  const page = sqlite.prepare("INSERT INTO page VALUES (?, 1, 'user1', ?, ?, ?, ?, 99, 1600000000, '', 0)")
  const version = sqlite.prepare(
    "INSERT INTO page_history (page_id, author_uid, author_username, item_id, cat_id, page_title, page_content, s_number, addtime, page_comments) VALUES (?, 1, 'user1', ?, ?, ?, ?, 99, 1590000000, '')",
  )
  for (let at = 0; at < items; at++) {
    const item_id = 1_000_000 + at * 1000
    item.run(item_id, `Item ${at}`, 1 + (at % 100), 1_500_000_000 + at)
    for (let below = 0; below < 20; below++) catalog.run(400_000_000 + at * 20 + below, `Folder ${below}`, item_id)
  }
  for (let at = 0; at < pages; at++) {
    const place = at % items
    const page_id = 100_000_000 + at
    const where = [1_000_000 + place * 1000, 400_000_000 + place * 20 + (at % 20), `Title of page ${at}`] as const
    page.run(page_id, ...where, textOf(at))
    for (let former = 0; former < versions; former++) version.run(page_id, ...where, textOf(at + former * 7))
  }
  sqlite.exec('COMMIT')
  sqlite.close()
}

const main = join(import.meta.dirname, '../dist/main.cjs')
const data = join(folder, 'data')
const run = (args: string[], input = ''): string =>
  execFileSync(process.execPath, [main, ...args, '--data', data], {
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  })

const base = `http://127.0.0.1:${values.port}`

async function call<T>(path: string, fields: Record<string, string>, token: string): Promise<T> {
  const response = await fetch(`${base}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams(fields),
  })
  const answer = (await response.json()) as { error_code: number; error_message?: string; data: T }
  if (answer.error_code !== 0) throw new Error(`${path}: ${answer.error_message}`)
  return answer.data
}

interface SiteJob {
  state: string
  percent: number
  error_message: string
}

async function ended(job_id: string, token: string): Promise<void> {
  for (;;) {
    const job = await call<SiteJob>('adminShowdoc/report', { job_id }, token)
    if (job.state === 'done') return
    if (job.state !== 'running') throw new Error(`${job.state}: ${job.error_message}`)
    await delay(500)
  }
}

const share = (list: readonly number[], part: number): number =>
  Math.round((list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0) * 10) / 10

const peakMb = (server: ChildProcess): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)

async function measure(): Promise<void> {
  const site = join(folder, 'Sqlite', 'showdoc.db.php')
  mkdirSync(join(folder, 'Sqlite'))
  writeSite(site)
  const siteMb = Math.round(statSync(site).size / 1e6)
  say(`a site of ${siteMb} MB`)
  run(['user', 'add', 'root', '--admin', '--password-stdin'], 'a good password 1')
  const token = run(['token', 'add', 'root']).trim()
  const server = spawn(
    process.execPath,
    [main, 'serve', '--data', data, '--port', values.port, '--host', '127.0.0.1'],
    {
      stdio: 'ignore',
    },
  )
  try {
    for (let tries = 0; ; tries++) {
      if (
        await fetch(`${base}/api/common/version`).then(
          () => true,
          () => false,
        )
      )
        break
      if (tries > 200 || server.exitCode !== null) throw new Error('the server did not start')
      await delay(100)
    }
    const { item_id } = await call<{ item_id: string }>(
      'item/add',
      { item_name: 'Ours', item_type: '1', password: '' },
      token,
    )
    const { page_id } = await call<{ page_id: string }>(
      'page/save',
      { item_id: String(item_id), page_title: 'Ours', page_content: 'text', cat_id: '0' },
      token,
    )
    const restMb = peakMb(server)
    const reads: number[] = []
    const saves: number[] = []
    let isDone = false
    const timed = async (list: number[], operation: () => Promise<unknown>) => {
      const startMs = performance.now()
      await operation()
      list.push(performance.now() - startMs)
    }
    const asking = (async () => {
      for (let number = 0; !isDone; number++) {
        const what = { item_id: String(item_id), page_id: String(page_id) }
        await timed(reads, () => call('page/info', what, token))
        await timed(reads, () => call('item/info', what, token))
        if (number % 10 === 0)
          await timed(saves, () =>
            call('page/save', { ...what, page_title: 'Ours', page_content: `text ${number}`, cat_id: '0' }, token),
          )
        await delay(20)
      }
    })()
    const checkMs = performance.now()
    const check = await call<{ job_id: string }>('adminShowdoc/checkPath', { path: folder }, token)
    await ended(check.job_id, token)
    const startMs = performance.now()
    say(`checked in ${Math.round((startMs - checkMs) / 100) / 10} s, peak ${peakMb(server)} MB`)
    const started = await call<{ job_id: string }>('adminShowdoc/start', { job_id: check.job_id }, token)
    await ended(started.job_id, token)
    const endMs = performance.now()
    isDone = true
    say(`imported in ${Math.round((endMs - startMs) / 100) / 10} s, peak ${peakMb(server)} MB`)
    await asking
    const all = [...reads, ...saves]
    process.stdout.write(
      `${JSON.stringify({
        pages,
        versions: pages * versions,
        site_mb: siteMb,
        check_s: Math.round((startMs - checkMs) / 100) / 10,
        import_s: Math.round((endMs - startMs) / 100) / 10,
        memory_mb: { before: restMb, peak: peakMb(server) },
        requests: all.length,
        all_ms: { p50: share(all, 0.5), p99: share(all, 0.99), max: share(all, 1) },
        reads_ms: { p50: share(reads, 0.5), p99: share(reads, 0.99), max: share(reads, 1) },
        saves_ms: { p50: share(saves, 0.5), p99: share(saves, 0.99), max: share(saves, 1) },
      })}\n`,
    )
  } finally {
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await new Promise((resolve) => server.once('exit', resolve))
    }
  }
}

try {
  await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
