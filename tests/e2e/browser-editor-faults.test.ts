import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  createSite,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'
import { isRoot, newFolder, start } from './support/executable.ts'

/** The browser's error for a server that is down, or for a request that this test aborts. */
const noServer = /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_FAILED|ERR_SOCKET/

let site: Site
let item_id: number

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Weather', item_domain: 'weather' })
})

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the page, Markdown' })
const saved = (page: Page) => page.locator('[data-state=saved]').filter({ hasText: /^Saved \d/ })
const locked = (page: Page) => page.getByText('Locked by you', { exact: true })
const edit = (page_id: number) => `/page/edit/weather/${page_id}`
const stored = async (page_id: number) => (await site.admin.page.info({ page_id })).page_content

/** A page in the editor with text added at its end. */
async function writing(title: string, how: { token?: string; expects?: RegExp } = {}) {
  const page_id = await addPage(site.admin, item_id, title, 'calm')
  const page = await open(site.server, { at: edit(page_id), token: site.token, ...how })
  await expectVisible(locked(page))
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(' and storm')
  return { page, page_id }
}

describe('server failures', () => {
  test('saves the text after the server was killed during a save, and reports the failure until then', async () => {
    const { data } = site.server
    const port = Number(new URL(site.server.url).port)
    const { page, page_id } = await writing('Killed', { expects: noServer })
    const sent = page.waitForRequest(/api\/page\/save$/)
    process.kill(site.server.pid, 'SIGSTOP') // the server accepts the request and never gets to process it
    await page.keyboard.press('Control+s')
    await sent
    await expectVisible(page.getByText('Saving…').first())
    await site.server.kill9()
    await expectVisible(page.getByText(/^Not saved: the server didn’t respond\. Your text is safe on this device/))
    site = createSite(await start({ shared: true, data, port, args: ['--captcha', 'off'] }), site.token)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(saved(page))
    expect(await stored(page_id)).toBe('calm and storm')
    await expectHidden(page.getByText(/^Not saved/))
  })

  test('rejects a text of more than 5 MB with a clear message and keeps it', async () => {
    const { page, page_id } = await writing('Large')
    const large = 'x'.repeat(999).concat('\n\n').repeat(5_200)
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, large)
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText(/^Not saved: pages can be up to 5 MB\..* Your text is safe on this device/))
    expect(await stored(page_id)).toBe('calm')
    // it is offered again after the window was closed
    await page.reload()
    await expectVisible(page.getByText(/^A draft from/))
    await page.getByRole('button', { name: 'Restore' }).click()
    await expectVisible(page.getByText('The draft is in the editor. Save it when you’re done.'))
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText(/^Not saved: pages can be up to 5 MB\./))
  })
})

describe.skipIf(!isRoot)('disk failures', () => {
  const folder = join(newFolder({ shared: true }), 'small')
  let isMounted = false

  beforeAll(() => {
    mkdirSync(folder, { recursive: true })
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' })
      isMounted = true
    } catch {
      // a machine that allows no mounts cannot test this
    }
  })
  afterAll(() => {
    if (isMounted) execFileSync('umount', ['-l', folder])
  })

  test('reports a full disk and saves the text once there is space', async (context) => {
    if (!isMounted) return context.skip()
    const small = await newSite({ data: join(folder, 'data') })
    const id = await addItem(small.admin, { item_name: 'Small', item_domain: 'small' })
    const page_id = await addPage(small.admin, id, 'Small', 'calm')
    const page = await open(small.server, {
      at: `/page/edit/small/${page_id}`,
      token: small.token,
      expects: /507/,
    })
    await expectVisible(locked(page))
    const filler = join(folder, 'filler')
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText(` and storm ${'of many words '.repeat(60_000)}`)
    execFileSync('sh', ['-c', `dd if=/dev/zero of=${filler} bs=64k 2>/dev/null; true`])
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText(/disk.*Your text is safe on this device/i))
    execFileSync('rm', [filler])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(saved(page))
    expect((await small.admin.page.info({ page_id })).page_content).toMatch(/^calm and storm of many words/)
    await small.server.stop()
  })
})

describe('a window that closes', () => {
  test('recovers the text when the window was closed during a save', async () => {
    const { page, page_id } = await writing('Closed', { expects: noServer })
    await page.route('**/api/page/save', () => undefined) // never answered
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText('Saving…').first())
    const again = await open(site.server, { at: '/weather', token: site.token, sameProfileAs: page })
    await page.close({ runBeforeUnload: false })
    await again.goto(`${site.server.url}${edit(page_id)}`)
    await expectVisible(textOf(again))
    // the request may have completed: then the text is saved; else the lock and the draft are still there
    const goOn = again.getByRole('button', { name: 'Continue here' })
    const restore = again.getByRole('button', { name: 'Restore' })
    await expectVisible(goOn.or(restore).or(locked(again)).first())
    if (await goOn.isVisible()) await goOn.click()
    if (await restore.isVisible()) await restore.click()
    await eventually(() => textOf(again).innerText(), 'calm and storm')
    await again.keyboard.press('Control+s')
    await expectVisible(saved(again))
    expect(await stored(page_id)).toBe('calm and storm')
  })

  test('asks before a window with an unsaved text closes', async () => {
    const { page } = await writing('Asked')
    await expectVisible(page.getByText('Draft saved on this device'))
    const asked = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await eventually(() => textOf(page).innerText(), 'calm and storm')
  })
})
