import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  nextSecond,
  open,
  type Site,
} from './support/browser.ts'
import { setAppearance } from './support/screens.ts'

let site: Site
let item_id: number
/** May edit the item. */
let mo: Awaited<ReturnType<Site['newAccount']>>
/** May read it. */
let jo: Awaited<ReturnType<Site['newAccount']>>

// A red square that a browser can draw.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEUlEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC',
  'base64',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')

const given = (name: string, content: string | Buffer, mimeType = 'application/octet-stream') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

/** Half a second of silence. */
function silence(): Buffer {
  const sound = Buffer.alloc(44 + 4000, 128)
  sound.write('RIFF', 0)
  sound.writeUInt32LE(4036, 4)
  sound.write('WAVEfmt ', 8)
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(8000, 24)
  sound.writeUInt32LE(8000, 28)
  sound.writeUInt16LE(1, 32)
  sound.writeUInt16LE(8, 34)
  sound.write('data', 36)
  sound.writeUInt32LE(4000, 40)
  return sound
}

beforeAll(async () => {
  site = await newSite()
  ;[mo, jo] = [await site.newAccount('mo'), await site.newAccount('jo')]
  item_id = await addItem(site.admin, { item_name: 'Orders API', item_domain: 'orders', password: 'come in' })
  await site.admin.member.save({ item_id, username: 'mo', member_group_id: 1 })
  await site.admin.member.save({ item_id, username: 'jo', member_group_id: 0 })
})

const choose = (page: Page, ...files: ReturnType<typeof given>[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ has: page.getByText(name) })
const preview = (page: Page, name: string) => page.getByRole('dialog', { name })

describe('my attachments', () => {
  test('uploads files, rejects bad ones with the reason, and previews each by its kind', async () => {
    const page = await open(site.server, { at: '/attachment/index', token: mo.token })
    await expectVisible(page.getByText('No attachments yet.'))
    await expectVisible(page.getByText('Up to 4 MB per file.', { exact: false }))
    await choose(
      page,
      given('red.png', picture),
      given('notes.md', '# 你好\nline two'),
      given('paper.pdf', pdf),
      given('call.wav', silence()),
      given('trick.php', '<?php'),
      given('tool.exe', 'MZ'),
      given('large.txt', 'x'.repeat(4 * 1024 * 1024 + 1)),
      given('empty.txt', ''),
    )
    const refused = (name: string) => uploads(page).getByRole('listitem').filter({ hasText: name })
    await expectVisible(refused('trick.php').getByText('can’t be uploaded', { exact: false }))
    await expectVisible(refused('tool.exe').getByText('This file type isn’t allowed.', { exact: false }))
    await expectVisible(refused('large.txt').getByText('larger than 4 MB', { exact: false }))
    await expectVisible(refused('empty.txt').getByText('The file is empty.'))
    await setAppearance(page, { lang: 'zh', theme: 'light', width: 1280 })
    const failed = page.getByRole('listitem').filter({ hasText: 'tool.exe' })
    await expectVisible(failed.getByText('不支持此类型的文件', { exact: false }))
    await setAppearance(page, { lang: 'en', theme: 'light', width: 1280 })
    expect(await uploads(page).getByRole('button', { name: 'Try again' }).count()).toBe(0)
    for (const name of ['red.png', 'notes.md', 'paper.pdf', 'call.wav']) await expectVisible(row(page, name))
    await eventually(() => page.getByRole('row').count(), 5)

    // with the keyboard alone; the focus returns
    const name = page.getByRole('button', { name: 'notes.md', exact: true })
    await name.focus()
    await page.keyboard.press('Enter')
    await expectVisible(preview(page, 'notes.md').getByText('# 你好'))
    await page.keyboard.press('Escape')
    await expectHidden(preview(page, 'notes.md'))
    expect(await name.evaluate((button) => button === document.activeElement)).toBe(true)

    await page.getByRole('button', { name: 'red.png', exact: true }).click()
    const drawn = preview(page, 'red.png').getByRole('img', { name: 'red.png' })
    await eventually(() => drawn.evaluate((img) => (img as HTMLImageElement).naturalWidth), 10)
    // to the next file in the list, by keyboard
    await page.keyboard.press('ArrowLeft')
    await expectHidden(drawn)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'call.wav', exact: true }).click()
    const sound = preview(page, 'call.wav').locator('audio')
    await eventually(() => sound.evaluate((audio) => Math.round((audio as HTMLAudioElement).duration * 10)), 5)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'paper.pdf', exact: true }).click()
    const link = preview(page, 'paper.pdf').getByRole('link', { name: 'Open PDF' })
    // headless Chromium has no viewer for it and downloads what a browser with windows shows
    const shown = page
      .waitForEvent('popup')
      .then((tab) => eventually(() => tab.evaluate<string>('document.contentType'), 'application/pdf'))
    const kept = page.waitForEvent('download').then((file) => expect(file.suggestedFilename()).toMatch(/\.pdf$/))
    await Promise.all([Promise.any([shown, kept]), link.click()])
  }, 90_000)
})

describe('messages', () => {
  const notify = (title: string, id: number, notify_content = '') =>
    mo.client.page.save({
      item_id,
      page_id: id,
      page_title: title,
      page_content: `Text at ${notify_content || 'some time'}.`,
      is_notify: 1,
      notify_content,
    })
  const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

  test('shows news in the bell, the title and a notice, and marks opened ones as read in all tabs', async () => {
    const pages = [await addPage(site.admin, item_id, 'First'), await addPage(site.admin, item_id, 'Second')]
    const { uid } = await jo.client.user.info()
    for (const id of pages) await site.admin.subscription.savePage({ page_id: id, uids: uid })
    // the version before a change is identified by its second
    await nextSecond()
    await notify('First', pages[0] ?? 0, 'added error 409')
    await notify('Second', pages[1] ?? 0)
    const page = await open(site.server, { at: '/item/index', token: jo.token })
    await expectVisible(bell(page, 'Messages, 2 unread'))
    await eventually(() => page.title(), /^\(2\) /)
    await expectVisible(page.getByRole('status').filter({ hasText: 'mo updated Second' }))
    await page.getByRole('button', { name: 'Close notification' }).click()
    await expectVisible(bell(page, 'Messages, 1 unread'))

    const tab = await open(site.server, { at: '/message/index', sameProfileAs: page })
    const list = tab.getByRole('list', { name: 'Updates' })
    const first = list.getByRole('listitem').filter({ hasText: 'First' })
    await expectVisible(first.getByText('added error 409'))
    await expectVisible(first.getByText('New', { exact: true }))
    expect(
      await list.getByRole('listitem').filter({ hasText: 'Second' }).getByText('New', { exact: true }).count(),
    ).toBe(0)
    await expectVisible(bell(page, 'Messages, none unread'))
    await eventually(() => page.title(), /^Projects/)
    // it stays marked as new until the user leaves the page
    await expectVisible(first.getByText('New', { exact: true }))
    expect(await first.getByRole('link', { name: 'See changes' }).getAttribute('href')).toMatch(
      new RegExp(`^/page/diff/${pages[0]}/\\d+$`),
    )
    await tab.getByRole('button', { name: 'Remove the message “First”' }).click()
    await expectHidden(first)
    await tab.getByRole('button', { name: 'Undo' }).click()
    await expectVisible(first)

    await page.bringToFront()
    await bell(page, 'Messages, none unread').click()
    const window = page.getByRole('dialog', { name: 'Messages' })
    await expectVisible(window.getByText('mo updated Second'))
    await page.keyboard.press('Escape')
    await expectHidden(window)
    expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toMatch(/^Messages/)
  }, 90_000)

  test('opens the bell at the first press, however early', async () => {
    const page = await open(site.server, { at: '/item/index', token: jo.token })
    await bell(page, /^Messages/).click()
    await expectVisible(page.getByRole('dialog', { name: 'Messages' }))
  })
})
