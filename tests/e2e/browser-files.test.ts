import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  currentPath,
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
let page_id: number
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
  page_id = await addPage(site.admin, item_id, 'Create a user', 'Hello.')
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

  test('keeps filters in the address, shows where a file is used, and deletes it permanently', async () => {
    const { url } = await mo.client.attachment.attachmentUpload({
      page_id,
      file: new File([picture], 'used.png'),
    })
    await mo.client.page.save({ item_id, page_id, page_title: 'Create a user', page_content: `![](${url})` })
    const page = await open(site.server, { at: '/attachment/index', token: mo.token })
    await expectVisible(row(page, 'used.png').getByRole('link', { name: 'on 1 page' }))
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('USED')
    await eventually(() => currentPath(page), '/attachment/index?q=USED')
    await eventually(() => page.getByRole('row').count(), 2)
    await page.reload()
    await eventually(() => page.getByRole('row').count(), 2)
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('')
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Images')
    await eventually(() => currentPath(page), '/attachment/index?type=image')
    await page.getByRole('checkbox', { name: 'Only unused' }).check()
    await expectHidden(row(page, 'used.png'))
    await page.getByRole('checkbox', { name: 'Only unused' }).uncheck()
    await page.getByRole('button', { name: 'Grid' }).click()
    await eventually(() => currentPath(page), '/attachment/index?type=image&view=grid')

    await page.getByRole('button', { name: 'Actions for used.png' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete “used.png”?' })
    await expectVisible(question.getByText('It’s used on 1 page, which will show a missing image.'))
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectVisible(page.getByText('Deleted “used.png”'))
    await expectHidden(page.getByRole('button', { name: 'Actions for used.png' }))

    // several at once
    for (const name of ['spare-1.txt', 'spare-2.txt'])
      await mo.client.attachment.attachmentUpload({ file: new File(['x'], name) })
    await page.goto(`${site.server.url}/attachment/index?q=spare&unused=1`)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('alertdialog', { name: 'Delete 2 attachments?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expectVisible(page.getByText('Deleted 2 attachments'))
    await expectVisible(page.getByText('No matching attachments.'))
  }, 60_000)

  test('reports an upload that the network interrupts and retries it', async () => {
    const page = await open(site.server, { at: '/attachment/index', token: jo.token, expects: /ERR_INTERNET/ })
    await expectVisible(page.getByText('No attachments yet.'))
    await page.context().setOffline(true)
    await choose(page, given('later.txt', 'text'))
    const again = uploads(page).getByRole('button', { name: 'Try again' })
    await expectVisible(again)
    await page.context().setOffline(false)
    await again.click()
    await expectVisible(row(page, 'later.txt'))

    // an upload that hangs can be stopped
    await page.route('**/api/attachment/attachmentUpload', () => undefined)
    await choose(page, given('hangs.txt', 'text'))
    await expectVisible(uploads(page).getByText('hangs.txt'))
    await uploads(page).getByRole('button', { name: 'Cancel' }).click()
    await expectHidden(page.getByText('hangs.txt'))
  }, 60_000)

  test('asks a visitor to sign in', async () => {
    const page = await open(site.server, { at: '/attachment/index' })
    await eventually(() => currentPath(page), '/user/login?redirect=/attachment/index')
  })
})

describe('attachments of a page', () => {
  const openDrawer = async (page: Page) => {
    await page.getByRole('button', { name: 'More actions for this page' }).click()
    await page.getByRole('menuitem', { name: 'Attachments' }).click()
    const drawer = page.getByRole('dialog', { name: 'Attachments of this page' })
    await expectVisible(drawer)
    return drawer
  }

  test('lets an editor upload, choose existing files and remove them, and a reader only view them', async () => {
    const own = await addPage(site.admin, item_id, 'With files', 'Text.')
    const page = await open(site.server, { at: `/orders/${own}`, token: mo.token })
    const drawer = await openDrawer(page)
    await expectVisible(drawer.getByText('This page has no attachments.'))
    await drawer.locator('input[type=file]').setInputFiles(given('plan.txt', 'the plan'))
    await expectVisible(drawer.getByRole('button', { name: 'plan.txt', exact: true }))
    await drawer.getByRole('button', { name: 'Choose from my attachments' }).click()
    const hub = page.getByRole('dialog', { name: 'Choose from my attachments' })
    await hub.getByRole('checkbox', { name: 'red.png' }).check()
    await hub.getByRole('button', { name: 'Add to this page' }).click()
    await expectHidden(hub)
    await expectVisible(drawer.getByRole('button', { name: 'red.png', exact: true }))

    const reader = await open(site.server, { at: `/orders/${own}`, token: jo.token })
    const strip = reader.getByRole('region', { name: 'Attachments' })
    await expectVisible(strip.getByRole('link', { name: /plan\.txt/ }))
    expect(await strip.getByRole('button', { name: 'Manage' }).count()).toBe(0)
    const shown = await openDrawer(reader)
    await expectVisible(shown.getByRole('button', { name: 'plan.txt', exact: true }))
    expect(await shown.locator('input[type=file]').count()).toBe(0)
    await shown.getByRole('button', { name: 'Actions for plan.txt' }).click()
    await expectVisible(reader.getByRole('menuitem', { name: 'Copy link' }))
    expect(await reader.getByRole('menuitem', { name: 'Remove from this page' }).count()).toBe(0)

    await drawer.getByRole('button', { name: 'Actions for plan.txt' }).click()
    await page.getByRole('menuitem', { name: 'Remove from this page' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expectHidden(drawer.getByRole('button', { name: 'plan.txt', exact: true }))
  }, 90_000)

  test('draws some of 10,000 attachments at a time, under the page and in the drawer', async () => {
    const own = await addPage(site.admin, item_id, 'Full of files', 'Text.')
    const database = new Database(join(site.server.data, 'docstead.db'))
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)'
    database.exec(`${numbers} INSERT INTO upload_file
      (sign, display_name, file_type, file_size, stored_name, uid, item_id, addtime)
      SELECT 'full' || i, printf('full-%05d.txt', i), 'text/plain', 1, 'full' || i,
        (SELECT min(uid) FROM user), ${item_id}, i FROM n`)
    database.exec(`INSERT INTO file_page (file_id, page_id, item_id, addtime)
      SELECT file_id, ${own}, ${item_id}, addtime FROM upload_file WHERE sign LIKE 'full%'`)
    database.close()
    const page = await open(site.server, { at: `/orders/${own}`, token: mo.token })
    const strip = page.getByRole('region', { name: 'Attachments' })
    await expectVisible(strip.getByRole('link', { name: /full-10000\.txt/ }))
    expect(await strip.getByRole('listitem').count()).toBe(60)
    await strip.getByRole('button', { name: 'Show 60 more' }).click()
    await eventually(() => strip.getByRole('listitem').count(), 120)
    await strip.getByRole('button', { name: 'Manage' }).click()
    const drawer = page.getByRole('dialog', { name: 'Attachments of this page' })
    await expectVisible(drawer.getByText('1–50 of 10,000'))
    await drawer.getByRole('button', { name: 'Next page' }).click()
    await expectVisible(drawer.getByRole('button', { name: 'full-09950.txt', exact: true }))
  })
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

  test('opens the tab of an unread announcement and shows it as sanitized HTML', async () => {
    const message_content = '<h3>Maintenance</h3><p>From <b>08:00</b>, <a href="https://example.com">plan</a></p>'
    await site.admin.adminMessage.addAnnouncement({ message_content })
    await site.admin.adminMessage.addAnnouncement({ message_content: 'Second one' })
    const page = await open(site.server, { at: '/message/index', token: jo.token })
    await expectVisible(page.getByRole('tab', { name: 'Announcements', selected: true }))
    const rows = page.getByRole('list', { name: 'Announcements' })
    await rows.getByRole('button', { name: /^Maintenance From 08:00/ }).click()
    await expectVisible(rows.getByRole('link', { name: 'plan' }))
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await eventually(async () => (await jo.client.message.getUnread()).announce_count, 0)
    await page.getByRole('switch', { name: 'Unread only' }).check()
    await expectVisible(page.getByText('You’re all caught up.'))
    await eventually(() => currentPath(page), '/message/index?unread=1')
  }, 60_000)

  test('reports a server failure and tries again', async () => {
    const page = await open(site.server, { at: '/item/index', token: jo.token, expects: /ERR_FAILED/ })
    await expectVisible(page.getByRole('heading', { level: 1 }))
    await page.route('**/api/message/getRemindList', (route) => route.abort())
    await page.goto(`${site.server.url}/message/index?dtab=remindList`)
    await expectVisible(page.getByText('The messages could not be loaded.'))
    const again = page.getByRole('button', { name: 'Try again' })
    await expectVisible(again)
    await page.unroute('**/api/message/getRemindList')
    await again.click({ timeout: 3000 }).catch(() => undefined) // it may have loaded by itself
    await expectVisible(page.getByRole('list', { name: 'Updates' }))
  }, 60_000)
})
