import { readFileSync } from 'node:fs'
import type { Sent } from '#build/bench/load.ts'
import { type Measured, measure, type Server, type Stream, warmUp } from '#build/bench/measure.ts'
import type { Options, PeerOptions } from '#build/bench/options.ts'
import { packaged, say, stopAll } from '#build/bench/processes.ts'
import { shown, table } from '#build/bench/report.ts'
import { owner, type Size } from '#build/bench/seed.ts'
import { captchaCode, formOf, idIn, pathOf, ShowDocClient, ShowDocError } from '#build/bench/showdoc-client.ts'
import { Site } from '#build/bench/site.ts'
import { commonWords, pageText, pageTitle } from '#build/bench/texts.ts'

/** What the benchmark has created on a server. */
export type Filled = { item_ids: number[]; pages: { item_id: number; page_id: number; number: number }[]; file: string }

/** A scenario with the measurements of both servers, by number of connections. */
type PeerRow = { name: string; ours: Measured[]; peer: Measured[] }

const atOnce = 4
const catalogEvery = 25
const fileBytes = 200_000
/** A page gets this many former versions, for `page/history`. */
const versions = 5
const historyPages = 5

/**
 * Fills a server through ShowDoc's calls: items with catalogs and pages, former versions of some, a file. What is
 * created is also added to `filled` at once, so that it can be removed when filling fails.
 */
export async function fill(client: ShowDocClient, size: Size, filled: Filled): Promise<void> {
  for (let at = 0; at < size.items; at++) {
    const item = { item_name: `Bench ${at} 项目`, item_type: 1, item_description: '' }
    const item_id = idIn(await client.call('item/add', item), 'item_id')
    filled.item_ids.push(item_id)
    const cat_ids = [0]
    for (let number = 0; number < size.pagesOfItem / catalogEvery; number++) {
      const cat = { item_id, cat_name: `目录 ${number}`, parent_cat_id: 0 }
      cat_ids.push(idIn(await client.call('catalog/save', cat), 'cat_id'))
    }
    let next = 0
    const worker = async () => {
      for (let own = next++; own < size.pagesOfItem; own = next++) {
        const number = at * size.pagesOfItem + own
        const cat_id = cat_ids[number % cat_ids.length] ?? 0
        const page = { item_id, page_id: 0, cat_id, page_title: pageTitle(number), page_content: pageText(number) }
        filled.pages.push({ item_id, page_id: idIn(await client.call('page/save', page), 'page_id'), number })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
  filled.pages.sort((one, other) => one.number - other.number)
  for (const { item_id, page_id, number } of filled.pages.slice(0, historyPages)) {
    for (let version = 1; version <= versions; version++) {
      const text = { page_title: pageTitle(number), page_content: pageText(number, version) }
      await client.call('page/save', { item_id, page_id, cat_id: 0, ...text })
    }
  }
  const [first] = filled.pages
  if (!first) throw new Error('no pages')
  const bytes = Buffer.from(pageText(1, 1, fileBytes)).subarray(0, fileBytes)
  const file = new File([bytes.toString('utf8').replaceAll('\uFFFD', '')], 'report.txt')
  filled.file = await client.attach({ item_id: first.item_id, page_id: first.page_id }, file)
}

/** Deletes the items that the benchmark has created. Returns how many are left because the server refused. */
export async function removeFilled(client: ShowDocClient, filled: Filled, password: string): Promise<number> {
  let left = 0
  for (const item_id of filled.item_ids) {
    await client.call('item/delete', { item_id, password }).catch((error: unknown) => {
      left++
      say(`item ${item_id} is left: ${error instanceof Error ? error.message : String(error)}`)
    })
  }
  return left
}

/** Returns the path that an address leads to in the end, with its query. @throws when it does not answer 200 there */
async function finalPath(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`status ${response.status} from ${url}`)
  const { pathname, search } = new URL(response.url)
  return pathname + search
}

/** The scenarios, in their order: those that change something come last. */
const scenarioNames = [
  'page/info',
  'item/info',
  'item/myList',
  'item/search',
  'page/history',
  'index page',
  'attachment',
  'page/save',
] as const

type ScenarioName = (typeof scenarioNames)[number]

const isGet = (name: ScenarioName): boolean => name === 'index page' || name === 'attachment'

/** Returns the requests of a scenario to a server that was filled. */
export async function requestsOf(name: ScenarioName, client: ShowDocClient, filled: Filled): Promise<Sent[]> {
  const { pages, item_ids } = filled
  const below = new URL(client.base).pathname.replace(/\/$/, '')
  const sent = (call: string, fields: Record<string, string | number>): Sent => ({
    path: below + pathOf(call),
    body: formOf(fields),
  })
  switch (name) {
    case 'page/info':
      return pages.map(({ page_id }) => sent(name, { page_id }))
    case 'item/info':
      return item_ids.map((item_id) => sent(name, { item_id }))
    case 'item/myList':
      return [sent(name, {})]
    case 'item/search':
      return item_ids.flatMap((item_id) => commonWords.map((keyword) => sent(name, { item_id, keyword })))
    case 'page/history':
      return pages.slice(0, historyPages).map(({ page_id }) => sent(name, { page_id }))
    case 'index page':
      return [{ path: await finalPath(`${client.base}/`, {}), body: '' }]
    case 'attachment':
      return [{ path: await finalPath(filled.file, client.headers), body: '' }]
    case 'page/save':
      return pages.map(({ item_id, page_id, number }) =>
        sent(name, { item_id, page_id, cat_id: 0, page_title: pageTitle(number), page_content: pageText(number, 9) }),
      )
  }
}

async function streamOf(name: ScenarioName, client: ShowDocClient, filled: Filled): Promise<Stream> {
  const headers: Record<string, string> = { ...client.headers, 'accept-encoding': 'identity' }
  if (!isGet(name)) headers['content-type'] = 'application/x-www-form-urlencoded'
  return { method: isGet(name) ? 'GET' : 'POST', headers, requests: await requestsOf(name, client, filled) }
}

const readSecret = (path: string | undefined): string =>
  path === undefined ? '' : readFileSync(path, 'utf8').replace(/\r?\n$/, '')

async function signIn({ url, user, tokenFile }: PeerOptions, password: string): Promise<ShowDocClient> {
  const client = new ShowDocClient(url, readSecret(tokenFile))
  if (tokenFile !== undefined) return client
  try {
    await client.signIn(user, password)
  } catch (error) {
    if (error instanceof ShowDocError && error.code === captchaCode)
      throw new Error(`${url} wants a captcha to sign in: sign in by hand, and give the token by --peer-token-file`)
    throw error
  }
  return client
}

/**
 * Measures the product and a peer in turn, both filled alike and both on ShowDoc's addresses. Removes what it created on
 * the peer, unless `keeps`.
 *
 * @throws when the peer cannot be reached, signed in to or filled
 */
export async function comparePeer(
  options: Options,
  peer: PeerOptions,
): Promise<{ rows: PeerRow[]; notMeasured: string[] }> {
  const [size] = options.sizes
  if (!size) throw new Error('no size')
  const password = readSecret(peer.passwordFile)
  const theirs = { client: await signIn(peer, password), filled: { item_ids: [], pages: [], file: '' } as Filled }
  const site = new Site()
  try {
    const running = await site.serve(packaged())
    const client = new ShowDocClient(running.origin, site.person(owner))
    const own = { client, filled: { item_ids: [], pages: [], file: '' } as Filled }
    for (const [name, server] of Object.entries({ 'this server': own, [peer.url]: theirs })) {
      say(`filling ${name}: ${size.items * size.pagesOfItem} pages in ${size.items} items`)
      await fill(server.client, size, server.filled)
    }
    const servers = {
      ours: { ...own, server: running as Server },
      peer: { ...theirs, server: { origin: new URL(peer.url).origin, pids: peer.pids } },
    }
    return await measureBoth(options, servers)
  } finally {
    await stopAll()
    site.remove()
    if (!peer.keeps) await removeFilled(theirs.client, theirs.filled, password)
  }
}

type Side = { client: ShowDocClient; filled: Filled; server: Server }

async function measureBoth(
  { only, connections, seconds }: Options,
  sides: { ours: Side; peer: Side },
): Promise<{ rows: PeerRow[]; notMeasured: string[] }> {
  const rows: PeerRow[] = []
  const notMeasured: string[] = []
  for (const name of scenarioNames.filter((one) => one.toLowerCase().includes(only))) {
    say(`measuring ${name}`)
    try {
      const streams = {
        ours: await streamOf(name, sides.ours.client, sides.ours.filled),
        peer: await streamOf(name, sides.peer.client, sides.peer.filled),
      }
      const row: PeerRow = { name, ours: [], peer: [] }
      for (const side of ['ours', 'peer'] as const) await warmUp(sides[side].server, streams[side], 2)
      for (const count of connections) {
        for (const side of ['ours', 'peer'] as const)
          row[side].push(await measure(sides[side].server, streams[side], { connections: count, seconds }))
      }
      rows.push(row)
    } catch (error) {
      notMeasured.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { rows, notMeasured }
}

const head = ['', 'connections', '', 'CPU us', 'requests/s', 'median ms', '95 % ms', '99 % ms', 'memory MB']

const cellsOf = ({ cpuUs, perSecond, p50, p95, p99, peakMb }: Measured): string[] => [
  ...[cpuUs, perSecond, p50, p95, p99].map(shown),
  peakMb === 0 ? '' : String(peakMb),
]

/** Formats the comparison for a terminal: at each number of connections a line of each server, and the peer's multiple. */
export function formatComparison(rows: readonly PeerRow[], notMeasured: readonly string[]): string {
  const lines = rows.flatMap(({ name, ours, peer }) =>
    ours.flatMap((own, place) => {
      const other = peer[place]
      if (!other) return []
      const times = (key: 'cpuUs' | 'perSecond' | 'p50' | 'p95' | 'p99') => shown(other[key] / own[key])
      const ratios = [times('cpuUs'), times('perSecond'), times('p50'), times('p95'), times('p99'), '']
      return [
        [place === 0 ? name : '', String(own.connections), 'ours', ...cellsOf(own)],
        ['', '', 'peer', ...cellsOf(other)],
        ['', '', 'peer / ours', ...ratios],
      ]
    }),
  )
  const text = rows.length > 0 ? table([head, ...lines]) : ''
  return text + notMeasured.map((line) => `could not be measured: ${line}\n`).join('')
}
