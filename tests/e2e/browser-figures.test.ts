import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem, addPage, newSite, open, resultsFolder, type Site, seen } from './support/browser.ts'

/** How many times the target a busy machine may take. */
const patience = 3

interface Figure {
  value: number
  target: number
  unit: 'ms' | 'bytes' | 'rows'
}

const figures: Record<string, Figure> = {}
let site: Site
let item_id: number

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Figures', item_domain: 'figures' })
})

afterAll(() => {
  writeFileSync(join(resultsFolder(), 'figures.json'), `${JSON.stringify(figures, null, 2)}\n`)
})

const note = (name: string, value: number, target: number, unit: Figure['unit']): number => {
  figures[name] = { value: Math.round(value), target, unit }
  return value
}

const medianOf = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const paragraph =
  'Orders are placed with **one call** and paid with another; see [the errors](#errors) for what may go wrong.\n' +
  '下单与支付是两个接口，错误码见下表，`status` 字段说明当前状态。\n\n'

/** A text of this many bytes, of headings, paragraphs, tables and code. */
function textOf(bytes: number): string {
  let text = ''
  for (let at = 0; Buffer.byteLength(text) < bytes; at++) {
    text += `## Part ${at}\n\n${paragraph.repeat(3)}| a | b |\n|---|---|\n| ${at} | 说明 |\n\n\`\`\`js\nconst part = ${at}\n\`\`\`\n\n`
  }
  return text
}

/** Notes in the page when the first words of a document stood there, and when a line of the tree did. */
const watchFirst = (page: Page) =>
  page.addInitScript(() => {
    const first: Record<string, number> = {}
    Object.assign(window, { first })
    new MutationObserver(() => {
      if (!first['text'] && document.querySelector('.md-body h2, .md-body p')) first['text'] = performance.now()
      if (!first['tree'] && document.querySelector('[role=treeitem]')) first['tree'] = performance.now()
    }).observe(document, { childList: true, subtree: true })
  })

const firstOf = (page: Page, what: 'text' | 'tree') =>
  page.evaluate((name) => (window as unknown as { first: Record<string, number> }).first[name] ?? Number.NaN, what)

/** ms from the start of the navigation to words that can be read, the bundle in the cache: the median of some visits. */
async function msToText(page_id: number): Promise<number> {
  const page = await open(site.server, { token: site.token, at: `/figures/${page_id}` })
  await watchFirst(page)
  const times: number[] = []
  for (let visit = 0; visit < 6; visit++) {
    await page.goto(`${site.server.url}/figures/${page_id}`)
    await page.locator('.md-body h2').first().waitFor()
    times.push(await firstOf(page, 'text'))
  }
  return medianOf(times.slice(1))
}

test.each([
  ['a page of 5 KB', 5_000, 150],
  ['a page of 500 KB', 500_000, 1000],
])('%s can be read soon', async (name, bytes, target) => {
  const page_id = await addPage(site.admin, item_id, name, textOf(bytes))
  const ms = note(`${name}: ms until it can be read`, await msToText(page_id), target, 'ms')
  expect(ms).toBeLessThan(target * patience)
})

test('the tree of 5,000 pages can be used soon after the answer, and draws few lines', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 4990 }, (_, at) => [`Part ${at % 5}/Page ${at}.md`, new TextEncoder().encode(`Text ${at}`)]),
  )
  const file = new Blob([Buffer.from(zipSync(files, { level: 0 }))])
  const { item_id: large } = await site.admin.import.auto({ file })
  const page = await open(site.server, { token: site.token })
  await watchFirst(page)
  await page.goto(`${site.server.url}/${large}`)
  await page.getByRole('treeitem', { name: 'Part 0', exact: true }).waitFor()
  const answered = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .find(({ name }) => name.endsWith('/api/item/info'))?.responseEnd ?? Number.NaN,
  )
  const ms = note('5,000 pages: ms from the answer to the tree', (await firstOf(page, 'tree')) - answered, 300, 'ms')
  expect(ms).toBeGreaterThan(0)
  expect(ms).toBeLessThan(300 * patience)
  const rows = note('5,000 pages: lines drawn', await page.getByRole('treeitem').count(), 60, 'rows')
  expect(rows).toBeLessThan(60)
})

test('a key shows its letter soon in a page of 500 KB', async () => {
  const page_id = await addPage(site.admin, item_id, 'To write', textOf(500_000))
  const page = await open(site.server, { token: site.token, at: `/page/edit/figures/${page_id}` })
  const text = page.getByRole('textbox', { name: 'Text of the page, Markdown' })
  await text.click()
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    const onKey = () => {
      const pressed = performance.now()
      // a task after the next frame: the letter has been painted
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - pressed)))
    }
    window.addEventListener('keydown', onKey, { capture: true })
  })
  await page.keyboard.type('forty letters of somebody who writes fast', { delay: 60 })
  await seen(page.getByText(/^(Draft kept|Not saved yet)$/).first())
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times)
  expect(times.length).toBeGreaterThan(35)
  const ms = note('500 KB in the editor: ms from key to letter, median', medianOf(times), 50, 'ms')
  expect(ms).toBeLessThan(50 * patience)
})

test('the first visit of a page loads few bytes of scripts and styles, packed with brotli, and nothing from elsewhere', async () => {
  const page_id = await addPage(site.admin, item_id, 'Small', 'Some **words** and a [link](#x).')
  const page = await open(site.server)
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const loaded = new Map<string, { url: string; encoding: string; bytes: number }>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' && type !== 'Stylesheet') return
    const encoding = new Headers(response.headers).get('content-encoding') ?? ''
    loaded.set(requestId, { url: response.url, encoding, bytes: 0 })
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const file = loaded.get(requestId)
    if (file) file.bytes += encodedDataLength
  })
  await page.goto(`${site.server.url}/figures/${page_id}`)
  await page.locator('.md-body p').waitFor()
  await page.waitForLoadState('networkidle')
  const files = [...loaded.values()]
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0)
  // far less would mean that something was not counted
  expect(bytes).toBeGreaterThan(50_000)
  // what is small already gains nothing
  expect(files.filter((file) => file.encoding !== 'br' && file.bytes > 1500)).toEqual([])
  note('first visit: bytes of scripts and styles', bytes, 200_000, 'bytes')
  expect(bytes, JSON.stringify(files)).toBeLessThan(200_000)
})
