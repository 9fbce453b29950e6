import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  eventually,
  expectVisible,
  idle,
  newSite,
  open as openPage,
  resultsFolder,
  type Site,
} from './support/browser.ts'

/** Tolerance factor on the targets for a busy machine. */
const patience = 3

interface Figure {
  value: number
  target: number
  unit: 'ms' | 'bytes' | 'rows'
}

/** Opens each page in a new browser profile, without any cache. */
const open: typeof openPage = (server, options) => openPage(server, { ...options, newProfile: true })

const figures: Record<string, Figure> = {}
let site: Site
let item_id: number

beforeAll(async () => {
  site = await newSite({ inMemory: false })
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

/** A text of this many bytes, with headings, paragraphs, tables and code. */
function textOf(bytes: number): string {
  let text = ''
  for (let at = 0; Buffer.byteLength(text) < bytes; at++) {
    text += `## Part ${at}\n\n${paragraph.repeat(3)}| a | b |\n|---|---|\n| ${at} | 说明 |\n\n\`\`\`js\nconst part = ${at}\n\`\`\`\n\n`
  }
  return text
}

/** Records in the page when the first words of a document and the first row of the tree appear. */
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

/** ms from the start of the navigation to readable text with the bundle in the cache: the median of several visits. */
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
])('%s is readable soon', async (name, bytes, target) => {
  const page_id = await addPage(site.admin, item_id, name, textOf(bytes))
  const ms = note(`${name}: ms until it can be read`, await msToText(page_id), target, 'ms')
  expect(ms).toBeLessThan(target * patience)
})

test('the tree of 5,000 pages is usable soon after the response, and renders few rows', async () => {
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

/** ms from the last server response until `wanted` is on screen: the median of several visits. */
async function msFromAnswer(at: string, wanted: string): Promise<number> {
  const page = await open(site.server, { token: site.token, at })
  await page.addInitScript((selector) => {
    const there: number[] = []
    Object.assign(window, { there })
    new MutationObserver(() => {
      if (there.length === 0 && document.querySelector(selector)) there.push(performance.now())
    }).observe(document, { childList: true, subtree: true })
  }, wanted)
  const times: number[] = []
  for (let visit = 0; visit < 6; visit++) {
    await page.goto(`${site.server.url}${at}`)
    await page.locator(wanted).first().waitFor()
    times.push(
      await page.evaluate(() => {
        const [there = Number.NaN] = (window as unknown as { there: number[] }).there
        const answers = performance
          .getEntriesByType('resource')
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .filter(({ name, responseEnd }) => name.includes('/api/') && responseEnd < there)
        return there - Math.max(...answers.map(({ responseEnd }) => responseEnd))
      }),
    )
  }
  return medianOf(times.slice(1))
}

test.each([
  ['the settings of an item', () => `/item/setting/${item_id}`, '#main form'],
  ['the messages', () => '/message/index', '#main [data-size="32"]'],
  ['the teams', () => '/team/index', '#main [data-size="32"]'],
])('%s are shown soon after the last response', async (name, at, wanted) => {
  const ms = note(`${name}: ms from the last answer`, await msFromAnswer(at(), wanted), 60, 'ms')
  expect(ms).toBeLessThan(60 * patience)
})

/** Records the time from each click and key to the next paint, in ms; times under 16 ms are not reported. */
const watchDeeds = (page: Page) =>
  page.evaluate(() => {
    const actions: number[] = []
    Object.assign(window, { actions })
    const noted = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) actions.push(entry.duration)
    })
    noted.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

/** The longest time from any of `actions` to the next paint, in ms; 16 when all were faster. */
async function msToDraw(page: Page, actions: (() => Promise<unknown>)[]): Promise<number> {
  await watchDeeds(page)
  for (const action of actions) {
    await action()
    await idle(page, 100)
  }
  const times = await page.evaluate(() => (window as unknown as { actions: number[] }).actions)
  return Math.max(16, ...times)
}

test('the tree of 5,000 pages responds at once', async () => {
  const items = await site.admin.item.myList()
  const large = items.find(({ item_name }) => item_name === 'blob')?.item_id ?? ''
  const page = await open(site.server, { token: site.token, at: `/${large}` })
  const part = page.getByRole('treeitem', { name: 'Part 0', exact: true })
  await part.waitFor()
  const longest = await msToDraw(page, [
    () => part.click(),
    () => page.keyboard.press('ArrowDown'),
    () => page.keyboard.press('End'),
    () => page.keyboard.press('Home'),
    () => page.getByRole('treeitem', { name: 'Part 1', exact: true }).click(),
    () => page.getByRole('treeitem', { name: 'Part 0', exact: true }).click(),
    () => page.getByPlaceholder('Filter pages').click(),
    () => page.keyboard.type('Page 49', { delay: 120 }),
  ])
  const ms = note('5,000 pages: ms from a action in the tree to the next drawing, at most', longest, 100, 'ms')
  expect(ms).toBeLessThan(100 * patience)
})

test('the list of 500 items responds at once', async () => {
  const { client, token } = await site.newAccount('collector')
  for (let at = 0; at < 500; at += 1)
    await addItem(client, { item_name: `Item ${at}`, item_description: `What is in number ${at}` })
  const page = await open(site.server, { token, at: '/item/index' })
  await page
    .getByRole('link', { name: /^Item \d+$/ })
    .first()
    .waitFor()
  const longest = await msToDraw(page, [
    () => page.getByRole('button', { name: 'List', exact: true }).click(),
    () => page.getByRole('button', { name: 'Cards', exact: true }).click(),
    () =>
      page
        .getByRole('button', { name: /^Menu of Item/ })
        .first()
        .click(),
    () => page.keyboard.press('Escape'),
    () => page.getByPlaceholder('Search projects and pages').click(),
    () => page.keyboard.type('number 49', { delay: 120 }),
    () => page.getByPlaceholder('Search projects and pages').fill(''),
  ])
  const ms = note('500 items: ms from a action in the list to the next drawing, at most', longest, 100, 'ms')
  expect(ms).toBeLessThan(100 * patience)
})

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the page, Markdown' })

/** Records the time from each key until its result is painted, in ms. */
const watchKeys = (page: Page) =>
  page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    const onKey = () => {
      const pressed = performance.now()
      // a task after the next frame: the character has been painted
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - pressed)))
    }
    window.addEventListener('keydown', onKey, { capture: true })
  })

const timesOf = (page: Page) => page.evaluate(() => (window as unknown as { times: number[] }).times)

test.each([
  ['5 KB', 5_000, 20],
  ['500 KB', 500_000, 30],
  ['2 MB', 2_000_000, 50],
])(
  'a key shows its character soon in the source of a page of %s',
  async (name, bytes, target) => {
    const page_id = await addPage(site.admin, item_id, `To write, ${name}`, textOf(bytes))
    const page = await open(site.server, { token: site.token, at: `/page/edit/figures/${page_id}` })
    await editor(page).click()
    await idle(page, 400) // until the text is parsed
    await watchKeys(page)
    await page.keyboard.type('forty letters of somebody who writes fast', { delay: 60 })
    await expectVisible(page.getByText(/^(Draft saved|Not saved yet)$/).first())
    const times = await timesOf(page)
    expect(times.length).toBeGreaterThan(35)
    const ms = note(`${name} in the editor: ms from key to letter, median`, medianOf(times), target, 'ms')
    expect(ms).toBeLessThan(target * patience)
  },
  120_000,
)

test('the source of a page opens soon with the bundle in the cache', async () => {
  const page_id = await addPage(site.admin, item_id, 'To open', textOf(5_000))
  const page = await open(site.server, { token: site.token, at: `/page/edit/figures/${page_id}?mode=source` })
  await editor(page).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  const times: number[] = []
  for (let visit = 0; visit < 5; visit++) {
    await page.getByRole('heading', { level: 1, name: 'To open' }).waitFor()
    await idle(page, 100)
    times.push(
      await page.evaluate(async () => {
        const pressed = performance.now()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', code: 'KeyE', bubbles: true }))
        while (!document.querySelector('.cm-content .cm-line')) await new Promise(requestAnimationFrame)
        return performance.now() - pressed
      }),
    )
    await page.getByRole('button', { name: 'Back' }).click()
  }
  const ms = note('source mode: ms until it opens', medianOf(times), 250, 'ms')
  expect(ms).toBeLessThan(250 * patience)
})

/** Records the time from each click on Save until 'Saved' is painted, in ms. */
const watchSaves = (page: Page) =>
  page.evaluate(() => {
    const saves: number[] = []
    Object.assign(window, { saves })
    let clicked = 0
    const note = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button')?.textContent === 'Save') clicked = performance.now()
    }
    window.addEventListener('click', note, { capture: true })
    new MutationObserver(() => {
      if (clicked === 0 || !document.querySelector('[data-state=saved]')) return
      const from = clicked
      clicked = 0
      // a task after the next frame: the status has been painted
      requestAnimationFrame(() => setTimeout(() => saves.push(performance.now() - from)))
    }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
  })

const savesOf = (page: Page) => page.evaluate(() => (window as unknown as { saves: number[] }).saves)

test.each([
  ['50 KB', 'source', '.cm-content'],
  ['50 KB in visual mode', 'visual', '.ProseMirror p'],
])('a page of %s shows Saved soon after the click', async (name, mode, words) => {
  const page_id = await addPage(site.admin, item_id, 'To save', textOf(50_000))
  const page = await open(site.server, { token: site.token, at: `/page/edit/figures/${page_id}?mode=${mode}` })
  await expectVisible(page.getByText('Locked by you', { exact: true }))
  await watchSaves(page)
  for (let round = 0; round < 7; round++) {
    await page.locator(words).first().click()
    await page.keyboard.insertText(`round ${round} `)
    await idle(page, 400) // until preview and drafts are done with it
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => (await savesOf(page)).length, round + 1)
  }
  const ms = medianOf(await savesOf(page))
  note(`${name}: ms from the click on Save until Saved is painted, median`, ms, 100, 'ms')
  expect(ms).toBeLessThan(100 * patience)
})

test.each([
  ['50 KB', 50_000, 1000],
  ['200 KB', 200_000, 2000],
])(
  'the visual mode of a page of %s opens soon with the bundle in the cache, and a key shows its character',
  async (name, bytes, target) => {
    const page_id = await addPage(site.admin, item_id, `Seen, ${name}`, textOf(bytes))
    const page = await open(site.server, { token: site.token, at: `/page/edit/figures/${page_id}?mode=visual` })
    await page.evaluate(() => localStorage.setItem('docstead.editor.mode', '"visual"'))
    await page.reload()
    const text = page.locator('.ProseMirror')
    const times: number[] = []
    for (let visit = 0; visit < 3; visit++) {
      await text.locator('h2').first().waitFor()
      await page.getByRole('button', { name: 'Back' }).click()
      await page.getByRole('heading', { level: 1, name: `Seen, ${name}` }).waitFor()
      await idle(page, 200)
      times.push(
        await page.evaluate(async () => {
          const pressed = performance.now()
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', code: 'KeyE', bubbles: true }))
          while (!document.querySelector('.ProseMirror h2')) await new Promise(requestAnimationFrame)
          // a task after the next frame: the text has been painted
          await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
          return performance.now() - pressed
        }),
      )
    }
    await text.locator('p').nth(4).click()
    await expectVisible(page.getByText('Locked by you', { exact: true }))
    await watchKeys(page)
    await page.keyboard.type('forty letters of somebody who writes fast', { delay: 60 })
    const opened = note(`${name} in visual mode: ms until it opens, median`, medianOf(times), target, 'ms')
    const keys = note(`${name} in visual mode: ms from key to letter, median`, medianOf(await timesOf(page)), 30, 'ms')
    expect(opened).toBeLessThan(target * patience)
    expect(keys).toBeLessThan(30 * patience)
  },
)

test('the preview follows an edit of a page of 500 KB, and typing does not wait for it', async () => {
  const page_id = await addPage(site.admin, item_id, 'To preview', textOf(500_000))
  const page = await open(site.server, { token: site.token, at: `/page/edit/figures/${page_id}` })
  await page.evaluate(() => localStorage.setItem('docstead.editor.preview-on', 'true'))
  await page.reload()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expectVisible(preview.locator('h2').first())
  await editor(page).click()
  await idle(page, 2000) // until all of it is rendered
  const line = page.locator('.cm-line').filter({ hasText: 'Orders are placed' }).first()
  await line.click()
  await watchKeys(page)
  const times: number[] = []
  for (const word of ['zebra', 'yacht', 'xylophone', 'walrus', 'violin']) {
    await page.keyboard.type(word, { delay: 60 })
    times.push(
      await page.evaluate(async (text) => {
        const typed = performance.now()
        const shows = () => document.querySelector('section .md-body')?.textContent?.includes(text)
        while (!shows() && performance.now() - typed < 5000) await new Promise((done) => setTimeout(done, 5))
        return performance.now() - typed
      }, word),
    )
    await idle(page, 200)
  }
  const ms = note('500 KB in the editor: ms from an edit to its preview, median', medianOf(times), 300, 'ms')
  const keys = note('500 KB with preview: ms from key to letter, median', medianOf(await timesOf(page)), 30, 'ms')
  expect(ms).toBeLessThan(300 * patience)
  expect(keys).toBeLessThan(30 * patience)
})

test('comparing versions of a page of 5 MB never blocks the window for long, and renders few rows', async () => {
  const lines = Array.from({ length: 95_000 }, (_, at) => `Line ${at}: the quick brown fox jumps over ${at % 997} dogs`)
  const changed = lines.map((line, at) => (at % 100 === 0 ? line.replace('quick', 'slow') : line))
  const page_title = 'Long'
  const page_id = await addPage(site.admin, item_id, page_title, lines.join('\n'))
  await site.admin.page.save({ item_id, page_id, page_title, page_content: changed.join('\n') })
  const [version] = await site.admin.page.history({ page_id })
  const page = await open(site.server, { token: site.token })
  await page.addInitScript(() => {
    const kept: number[] = []
    Object.assign(window, { longTasks: kept })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) kept.push(duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(`${site.server.url}/page/diff/${page_id}/${version?.page_history_id}`)
  await expectVisible(page.getByText('950 lines added · 950 removed'))
  await page.keyboard.press('p')
  await expectVisible(page.getByText('Change 950 of 950', { exact: true }).first())
  const last = page.locator('[data-row]').filter({ hasText: 'Line 94900: the slow' }).first()
  await expectVisible(last)
  await eventually(async () => {
    const { y } = (await last.boundingBox()) ?? { y: -1 }
    return y > 0 && y < 800
  }, true)
  const rows = note('comparison of 5 MB: rows', await page.locator('[data-row]').count(), 500, 'rows')
  expect(rows).toBeLessThan(500)
  // only the main thread's own work, including parsing a response of 10 MB; the comparison itself takes longer
  const tasks = await page.evaluate(() => Reflect.get(window, 'longTasks') as number[])
  const longest = note('comparison of 5 MB: longest the page stood still, ms', Math.max(0, ...tasks), 1000, 'ms')
  expect(longest).toBeLessThan(1000)
})

test('the first visit loads few bytes of scripts and styles, brotli-compressed, only from this server', async () => {
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
  // compressing small files saves nothing
  expect(files.filter((file) => file.encoding !== 'br' && file.bytes > 1500)).toEqual([])
  note('first visit: bytes of scripts and styles', bytes, 186_000, 'bytes')
  expect(bytes, JSON.stringify(files)).toBeLessThan(186_000)
})

test('the first visit of an imported API page stays small until nothing follows, data and headers included', async () => {
  const order = { type: 'object', properties: { id: { type: 'string' }, total: { type: 'number' } }, required: ['id'] }
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } }
  const description = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/orders': {
        post: {
          summary: 'Create an order',
          requestBody: body,
          responses: { 201: { description: 'Created', ...body } },
        },
      },
    },
    components: { schemas: { Order: order } },
  }
  const file = new File([JSON.stringify(description)], 'orders.json', { type: 'application/json' })
  const { item_id: orders } = await site.admin.import.auto({ file })
  await site.admin.item.update({ item_id: orders, item_name: 'Orders', visibility: 'public' })
  const { menu } = await site.admin.item.info({ item_id: orders })
  const pages = [...menu.pages, ...menu.catalogs.flatMap((catalog) => catalog.pages)]
  const operation = pages.find(({ page_title }) => page_title === 'Create an order')
  const page = await open(site.server)
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(`${site.server.url}/${orders}/${operation?.page_id}`)
  // colours come last: nothing is drawn without them
  await page.locator('.hljs-attr').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(bytes).toBeGreaterThan(200_000)
  expect(note('first visit of an API page: bytes in all', bytes, 243_000, 'bytes')).toBeLessThan(243_000)
})
