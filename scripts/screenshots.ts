/**
 * Takes the screenshots of the product for the start page, in both languages and themes, from a running site:
 *
 *     node scripts/screenshots.ts http://127.0.0.1:4999 TOKEN
 *
 * It creates two items there and leaves them: use a test site, and the token of an account on it.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '#build/chromium.ts'
import { createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { samples } from './screenshot-samples.ts'

const folder = fileURLToPath(new URL('../web/app/home/images/', import.meta.url))
const size = { width: 1280, height: 800 }
const quality = 0.86
const mostBytes = 120_000

const [site = '', token = ''] = process.argv.slice(2)
if (!site || !token) throw new Error('usage: node scripts/screenshots.ts ADDRESS TOKEN')
const client = createClient<Contract>({ base: site, headers: () => ({ Authorization: `Bearer ${token}` }) })

/** Creates the sample item of one language. @returns its id and that of the page to show */
async function makeItem({ item_name, item_description, catalogs }: (typeof samples)['en']) {
  const { item_id } = await client.item.add({ item_name, item_description, item_type: 1, is_private: 0 })
  let shown = ''
  for (const { cat_name, pages } of catalogs) {
    const cat_id = cat_name ? await client.catalog.save({ item_id, cat_name, cat_id: 0, parent_cat_id: 0 }) : 0
    for (const { page_title, page_content, isShown } of pages) {
      const { page_id } = await client.page.save({ item_id, cat_id, page_id: 0, page_title, page_content })
      if (isShown) shown = String(page_id)
    }
  }
  return { item_id, shown }
}

/** Takes a screenshot of a page as WebP, which the browser itself encodes. */
async function shoot(page: Page): Promise<Buffer> {
  const png = await page.screenshot({ animations: 'disabled' })
  const packer = await page.context().newPage()
  // as text: code in the browser has other globals than this file
  const text = await packer.evaluate<string>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', ${quality})
  })()`)
  await packer.close()
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
}

async function draw(browser: Browser, lang: 'en' | 'zh', colorScheme: 'light' | 'dark', paths: Record<string, string>) {
  const context = await browser.newContext({
    locale: lang === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme,
    viewport: size,
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'docstead_session', value: token, domain: new URL(site).hostname, path: '/' }])
  for (const [name, path] of Object.entries(paths)) {
    const page = await context.newPage()
    await page.goto(site + path)
    await page.locator('h1, .cm-content').first().waitFor()
    await page.waitForTimeout(2500) // for content that renders later: diagrams, menus, the preview
    const bytes = await shoot(page)
    const file = `${name}-${lang}-${colorScheme}.webp`
    if (bytes.byteLength > mostBytes) throw new Error(`${file} has ${bytes.byteLength} bytes`)
    await writeFile(join(folder, file), bytes)
    console.log(`${file}: ${Math.round(bytes.byteLength / 1024)} KB`)
    await page.close()
  }
  await context.close()
}

const browser = await chromium.launch({ executablePath: await ensureChromium(console.log), args: ['--no-sandbox'] })
for (const lang of ['en', 'zh'] as const) {
  const { item_id, shown } = await makeItem(samples[lang])
  const paths = { reading: `/${item_id}/${shown}`, writing: `/page/edit/${item_id}/${shown}` }
  for (const theme of ['light', 'dark'] as const) await draw(browser, lang, theme, paths)
}
await browser.close()
