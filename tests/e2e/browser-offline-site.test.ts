import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipSync } from 'fflate'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SiteArchive } from '#src/features/export/site/archive.ts'
import type { SiteBranch, SiteEntry, SiteFrame } from '#src/features/export/worker-message.ts'
import { browser } from './support/browser.ts'

// The site is opened from a folder: every request must stay in it, and the console must stay empty.

const corpus = join(import.meta.dirname, '../corpus')
let folder: string
const contexts: BrowserContext[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docstead-offline-'))
  const guide: SiteBranch = { title: 'Guides 指南', nodes: [] }
  const interfaces: SiteBranch = { title: 'API 接口', nodes: [] }
  const texts: string[] = []
  const entry = (title: string, path: string, text: string): SiteEntry => {
    texts.push(text)
    return { page_id: texts.length, title, path }
  }
  const first = entry(
    'Start',
    'Start.html',
    '# Start\n\nGo to [the interfaces](/1/3#no) or <script>document.title = "run"</script> read.\n\n![far](https://far.test/x.png)\n\n$$\\sum_{i=1}^n i$$',
  )
  const names = readdirSync(corpus).filter((name) => name.endsWith('.md'))
  for (const name of names.filter((one) => one.startsWith('guide')))
    guide.nodes.push(
      entry(name.slice(0, -3), `Guides-指南/${name.slice(0, -3)}.html`, readFileSync(join(corpus, name), 'utf8')),
    )
  for (const name of names.filter((one) => !one.startsWith('guide')))
    interfaces.nodes.push(
      entry(name.slice(0, -3), `API-接口/${name.slice(0, -3)}.html`, readFileSync(join(corpus, name), 'utf8')),
    )
  const frame: SiteFrame = {
    kind: 'site',
    title: 'Our documents',
    description: 'All that we know',
    nodes: [first, guide, interfaces],
    globals: {},
    item_type: 1,
    site_url: '',
    base_address: '',
    lang: 'en',
  }
  const path = join(folder, 'site.zip')
  const site = new SiteArchive(path, frame)
  for (const [number, text] of texts.entries()) await site.add({ sitePage: { number, text, files: [], attached: [] } })
  site.finish()
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(path)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
})

afterAll(async () => {
  await Promise.all(contexts.map((context) => context.close()))
  rmSync(folder, { recursive: true, force: true })
})

interface Opened {
  page: Page
  /** Addresses outside of the folder, and messages in the console. */
  problems: string[]
}

async function openSite(
  path: string,
  options: Parameters<Awaited<ReturnType<typeof browser>>['newContext']>[0] = {},
): Promise<Opened> {
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 }, ...options })
  contexts.push(context)
  const page = await context.newPage()
  const problems: string[] = []
  const inside = pathToFileURL(folder).href
  page.on('request', (request) => {
    if (!request.url().startsWith(inside)) problems.push(request.url())
  })
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(pathToFileURL(join(folder, path)).href)
  return { page, problems }
}

test('a site in a folder is searched in both languages, changes its theme and leads from page to page', async () => {
  const { page, problems } = await openSite('index.html')
  await page.getByRole('link', { name: 'Start', exact: true }).first().click()
  await page.locator('math').waitFor()
  expect(await page.title()).toBe('Start · Our documents')

  const field = page.getByRole('searchbox')
  await field.fill('仓库')
  const hit = page.locator('.hits li a').filter({ hasText: 'api-warehouse-zh' })
  await hit.waitFor()
  expect(await page.locator('.hits mark').first().textContent()).toBe('仓库')
  await field.fill('warehouse STATUS')
  await page.locator('.hits li a').filter({ hasText: 'api-warehouse-en' }).first().waitFor()
  await field.fill('zqxj')
  await page.getByText('Nothing found.').waitFor()
  await field.fill('')
  await page.locator('.hits').waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Dark theme' }).click()
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await colour()).toBe('rgb(20, 24, 31)')
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('button', { name: '浅色主题' }).waitFor()

  const tree = page.getByRole('tree')
  await tree.locator('[tabindex="0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL(/guide-0-en\.html$/)
  expect(await page.locator('[role=tree] [aria-current]').textContent()).toBe('guide-0-en')
  expect(await colour()).toBe('rgb(20, 24, 31)')
  await page.locator('.outline a').nth(2).click()
  const anchor = decodeURIComponent(new URL(page.url()).hash.slice(1))
  expect(await page.evaluate((id) => document.getElementById(id)?.tagName, anchor)).toMatch(/^H\d$/)
  await page.locator('.steps .next').click()
  await page.waitForURL(/guide-1-en\.html$/)
  expect(problems).toEqual([])
})

test('a site is read on a phone and without scripts, and hostile pages run nothing', async () => {
  const phone = await openSite('Start.html', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await phone.page.getByRole('button', { name: 'Pages' }).click()
  await phone.page.getByRole('treeitem', { name: 'API 接口' }).click()
  await phone.page.getByRole('treeitem', { name: 'api-order-zh' }).click()
  await phone.page.waitForURL(/api-order-zh\.html$/)
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  for (const name of readdirSync(join(folder, 'API-接口')).filter((one) => one.startsWith('hostile'))) {
    const hostile = await openSite(`API-接口/${name}`)
    await hostile.page.locator('[role=tree]').waitFor()
    expect([name, ...hostile.problems]).toEqual([name])
    await hostile.page.context().close()
  }
  const plain = await openSite('Start.html', { javaScriptEnabled: false })
  expect(await plain.page.locator('article').innerText()).toContain('read.')
  await plain.page.locator('.steps .next').click()
  await plain.page.waitForURL(/guide-0-en\.html$/)
  expect(await plain.page.locator('[data-tree] a').count()).toBeGreaterThan(3)
  expect([...phone.problems, ...plain.problems]).toEqual([])
})
