// `npm run bench`: how much work a request costs, beside the plainest server over the same database in the same run. The
// ratio of the two is the figure, because machines differ. `-- --seconds N` measures longer, `--connections N` at more.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { Load, LoadResult } from '#build/bench-load.ts'
import { dist, root } from '#build/paths.ts'
import type { WebManifest } from '#build/web.ts'
import { createClient } from '#contract/client.ts'
import type { Contract } from '#contract/index.ts'

const run = promisify(execFile)

/** Pages of the large item, and how many small items stand beside it. */
const seeded = { pages: 200, items: 49 }
/** How many seconds each server warms up before it is measured. */
const warmUpSeconds = 1.5

type Case = Pick<Load, 'path' | 'method' | 'headers' | 'bodies'> & {
  name: string
  /** The most CPU per request that we allow, as a multiple of the plain server's. Source: performance 4. */
  target: number
}

type Measured = { cpuUs: number; perSecond: number; p50: number; p99: number; failures: number }

const say = (text: string) => process.stderr.write(`bench: ${text}\n`)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

async function untilAnswering(url: string, everyMs = 20): Promise<void> {
  for (let tries = 0; tries < 10_000 / everyMs; tries++) {
    const up = await fetch(url).then(
      () => true,
      () => false,
    )
    if (up) return
    await new Promise((done) => setTimeout(done, everyMs))
  }
  throw new Error(`no answer from ${url}`)
}

/** CPU time that a process has used so far, in ms. Source: /proc/PID/stat, in ticks of 10 ms. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const residentMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)

const words = '接口 数据 字典 用户 登录 返回 参数 说明 token page item request response status field value'.split(' ')

/** A page of `kilobytes`, Chinese and English mixed; the same for the same number. */
function textOf(number: number, kilobytes: number): string {
  let text = `## 接口 ${number}\n\n| name | type | 说明 |\n|---|---|---|\n`
  for (let at = number; text.length < kilobytes * 600; at++) {
    text += `| ${words[at % words.length]}_${at} | string | ${words[(at * 7) % words.length]}${words[(at * 3) % words.length]} |\n`
  }
  return text
}

/** Runs the command line on the data folder while the server runs; gives its standard output. */
function docstead(data: string, args: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, 'main.cjs'), ...args, '--data', data], {
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`docstead ${args.join(' ')}: ${stderr.trim()}`)
  return stdout.trim()
}

/** Fills the site through its own API, as a person's program would. */
async function seed(origin: string, token: string): Promise<{ item_id: number; pages: number[] }> {
  const client = createClient<Contract>({ base: origin, headers: () => ({ Authorization: `Bearer ${token}` }) })
  const { item_id } = await client.item.add({ item_name: 'Bench' })
  const pages: number[] = []
  for (let number = 0; number < seeded.pages; number++) {
    const text = textOf(number, 2 + (number % 19))
    const saved = await client.page.save({ item_id, page_id: 0, page_title: `Page ${number} 页面`, page_content: text })
    pages.push(Number(saved.page_id))
  }
  for (let number = 0; number < seeded.items; number++) await client.item.add({ item_name: `Item ${number}` })
  return { item_id, pages }
}

async function load(request: Load): Promise<LoadResult> {
  const { stdout } = await run(process.execPath, [join(root, 'build', 'bench-load.ts'), JSON.stringify(request)], {
    maxBuffer: 1e6,
  })
  return JSON.parse(stdout) as LoadResult
}

async function measure(server: ChildProcess, request: Load): Promise<Measured> {
  const pid = server.pid ?? 0
  await load({ ...request, seconds: warmUpSeconds })
  const before = cpuMsOf(pid)
  const result = await load(request)
  const cpuUs = ((cpuMsOf(pid) - before) * 1000) / result.requests
  const { p50, p99, failures } = result
  return { cpuUs, perSecond: result.requests / result.seconds, p50, p99, failures }
}

function casesOf(seed: { item_id: number; pages: number[] }, token: string, asset: string): Case[] {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` }
  const call = (name: string, target: number, bodies: string[]): Case => ({
    name,
    target,
    path: `/api/${name}`,
    method: 'POST',
    headers,
    bodies,
  })
  return [
    call(
      'page/info',
      1.5,
      seed.pages.map((id) => `page_id=${id}`),
    ),
    call('item/info', 1.2, [`item_id=${seed.item_id}`]),
    call('item/myList', 1.5, ['']),
    {
      name: 'static file',
      target: 1.3,
      path: `/${asset}`,
      method: 'GET',
      headers: { 'accept-encoding': 'br' },
      bodies: [''],
    },
  ]
}

/** What both servers answer must be the same page, or the ratio says nothing. */
async function requireSamePage(origins: string[], page_id: number, token: string): Promise<void> {
  const texts = await Promise.all(
    origins.map(async (origin) => {
      const body = new URLSearchParams({ page_id: String(page_id) })
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${origin}/api/page/info`, { method: 'POST', headers, body })
      return ((await answer.json()) as { data?: { page_content?: string } }).data?.page_content
    }),
  )
  if (!texts[0] || texts.some((text) => text !== texts[0])) throw new Error('page/info: the two servers do not agree')
}

type Figure = { name: string; value: number; target: number; unit: string }

/** How often the executable is started to find out how long that takes. */
const starts = 5
/** How long it is left alone before its memory is read, in ms. */
const idleMs = 5000

/** Start, memory and size of the executable on an empty data folder; nothing when there is none. Targets: performance 4, issue. */
async function measureExecutable(): Promise<Figure[]> {
  const executable = join(dist, 'docstead')
  if (!existsSync(executable)) return []
  say('measuring the executable')
  const times: number[] = []
  let idleMb = 0
  for (let turn = 0; turn < starts; turn++) {
    const data = mkdtempSync(join(tmpdir(), 'docstead-bench-'))
    const port = await freePort()
    const startedMs = performance.now()
    const child = spawn(executable, ['serve', '--data', data, '--port', String(port), '--log-level', 'error'])
    const ended = once(child, 'exit')
    try {
      await untilAnswering(`http://127.0.0.1:${port}/healthz`, 5)
      times.push(performance.now() - startedMs)
      if (turn === starts - 1) {
        await new Promise((done) => setTimeout(done, idleMs))
        idleMb = residentMb(child.pid ?? 0)
      }
    } finally {
      child.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    }
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(starts / 2)] ?? 0
  return [
    { name: 'start to first answer', value: Math.round(median), target: 500, unit: 'ms' },
    { name: 'memory when idle', value: idleMb, target: 90, unit: 'MB' },
    { name: 'executable', value: Math.round(statSync(executable).size / 1e5) / 10, target: 120, unit: 'MB' },
  ]
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '4' }, connections: { type: 'string', default: '16' } },
  })
  if (process.platform !== 'linux') throw new Error('the benchmark reads CPU time from /proc, which only Linux has')
  const data = mkdtempSync(join(tmpdir(), 'docstead-bench-'))
  const servers: ChildProcess[] = []
  const start = (args: string[]) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: root })
    servers.push(child)
    return child
  }
  try {
    const [port, plainPort] = [await freePort(), await freePort()]
    const [origin, plainOrigin] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${plainPort}`]
    const ours = start([
      join(dist, 'main.cjs'),
      'serve',
      '--data',
      data,
      '--port',
      String(port),
      '--log-level',
      'error',
    ])
    await untilAnswering(`${origin}/healthz`)
    const idleMb = residentMb(ours.pid ?? 0)
    docstead(data, ['user', 'add', 'bench', '--admin', '--password-stdin'], 'a long bench password\n')
    const token = docstead(data, ['token', 'add', 'bench'])
    say(`seeding ${seeded.pages} pages and ${seeded.items} items`)
    const filled = await seed(origin, token)

    const { entry } = JSON.parse(readFileSync(join(dist, 'web', 'manifest.json'), 'utf8')) as WebManifest
    const packed = join(dist, 'web', `${entry.js}.br`)
    const webFile = existsSync(packed) ? packed : join(dist, 'web', entry.js)
    const plain = start([join(root, 'build', 'bench-plain.ts'), join(data, 'docstead.db'), webFile, String(plainPort)])
    await untilAnswering(plainOrigin)
    await requireSamePage([origin, plainOrigin], filled.pages[7] ?? 0, token)

    const [connections, seconds] = [Number(values.connections), Number(values.seconds)]
    const rows = []
    for (const { name, target, ...request } of casesOf(filled, token, entry.js)) {
      say(`measuring ${name}`)
      const common = { ...request, connections, seconds }
      const reference = await measure(plain, { ...common, origin: plainOrigin })
      const measured = await measure(ours, { ...common, origin })
      const ratio = measured.cpuUs / reference.cpuUs
      rows.push({ name, target, ratio, met: ratio <= target && measured.failures === 0, measured, plain: reference })
    }
    const memory = { idleMb, loadedMb: residentMb(ours.pid ?? 0) }
    // alone on the machine, as far as we can see to it
    await stopAll(servers)
    const figures = await measureExecutable()
    report(rows, memory, connections, figures)
    mkdirSync(join(root, 'test-results'), { recursive: true })
    const facts = { node: process.version, connections, seconds, memory, figures, rows }
    writeFileSync(join(root, 'test-results', 'bench.json'), `${JSON.stringify(facts, null, 2)}\n`)
  } finally {
    await stopAll(servers)
    rmSync(data, { recursive: true, force: true })
  }
}

async function stopAll(servers: ChildProcess[]): Promise<void> {
  const running = servers.filter((server) => server.exitCode === null && server.signalCode === null)
  const ended = running.map((server) => once(server, 'exit'))
  for (const server of running) server.kill('SIGTERM')
  await Promise.all(ended)
}

type Row = { name: string; target: number; ratio: number; met: boolean; measured: Measured; plain: Measured }

function report(
  rows: Row[],
  memory: { idleMb: number; loadedMb: number },
  connections: number,
  figures: Figure[],
): void {
  const line = (...cells: string[]) =>
    process.stdout.write(`${cells.map((cell, at) => (at === 0 ? cell.padEnd(14) : cell.padStart(13))).join('')}\n`)
  line('', 'CPU us', 'plain us', 'ratio', 'target', '', 'requests/s', 'p50 ms', 'p99 ms', 'failures')
  for (const { name, target, ratio, met, measured, plain } of rows) {
    const numbers = [measured.perSecond.toFixed(0), measured.p50.toFixed(1), measured.p99.toFixed(1)]
    const verdict = met ? 'met' : 'NOT MET'
    line(
      name,
      measured.cpuUs.toFixed(0),
      plain.cpuUs.toFixed(0),
      ratio.toFixed(2),
      target.toFixed(1),
      verdict,
      ...numbers,
      String(measured.failures),
    )
  }
  process.stdout.write(
    `${connections} connections; memory ${memory.idleMb} MB idle, ${memory.loadedMb} MB after the load\n`,
  )
  for (const { name, value, target, unit } of figures) {
    const verdict = value <= target ? 'met' : 'NOT MET'
    process.stdout.write(`${name}: ${value} ${unit}, target ${target}: ${verdict}\n`)
  }
}

try {
  await main()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
