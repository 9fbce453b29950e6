import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  frames,
  newSite,
  open,
  type Site,
} from './support/browser.ts'
import { setAppearance } from './support/screens.ts'

let site: Site
let item_id: number
let lee: Awaited<ReturnType<Site['newAccount']>>

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Papers', item_domain: 'papers' })
  lee = await site.newAccount('lee')
  await site.admin.member.save({ item_id, username: 'lee', member_group_id: 1 })
})

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the page, Markdown' })
const saved = (page: Page) => page.locator('[data-state=saved]').filter({ hasText: /^Saved \d/ })
const locked = (page: Page) => page.getByText('Locked by you', { exact: true })
const edit = (page_id: number) => `/page/edit/papers/${page_id}`

/** Types at the end of the text. */
const write = async (page: Page, text: string) => {
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(text)
}

/** Opens the menu next to Save and chooses an entry. */
const choose = async (page: Page, entry: string | RegExp) => {
  await page.getByRole('button', { name: 'More save options' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

describe('the editor frame', () => {
  test('saves a new page with its sort number and address, and returns to the previous page on leaving', async () => {
    const page = await open(site.server, { at: '/page/edit/papers/0', token: site.token })
    await page.getByRole('textbox', { name: 'Title' }).fill('Plan')
    await page.getByRole('button', { name: /^Folder: / }).click()
    await page.getByRole('menuitem', { name: 'Sort number: 99…' }).click()
    const order = page.getByRole('dialog', { name: 'Sort number' })
    await order.getByRole('textbox', { name: 'Sort number' }).fill('first')
    await page.keyboard.press('Enter')
    await expectVisible(order.getByText('Enter a whole number.'))
    await order.getByRole('textbox', { name: 'Sort number' }).fill('3')
    await page.keyboard.press('Enter')
    await expectHidden(order)
    // actions on a saved page are disabled until the first save
    await eventually(() => page.getByRole('button', { name: /^History/ }).isDisabled(), true)
    await write(page, 'one line')
    await page.keyboard.press('Control+s')
    await expectVisible(saved(page))
    await eventually(() => currentPath(page), /^\/page\/edit\/papers\/[1-9]\d*/)
    const page_id = Number(/papers\/(\d+)/.exec(currentPath(page))?.[1])
    expect(await site.admin.page.info({ page_id })).toMatchObject({ s_number: '3', page_content: 'one line' })
    await page.getByRole('button', { name: 'Back' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Plan' }))
    await eventually(() => currentPath(page), `/papers/${page_id}`)
  })

  test('returns to the reading position on closing', async () => {
    const text = Array.from({ length: 120 }, (_, at) => `Paragraph ${at} of a long page.`).join('\n\n')
    const page_id = await addPage(site.admin, item_id, 'Long', text)
    const page = await open(site.server, { at: `/papers/${page_id}`, token: site.token })
    await expectVisible(page.getByText('Paragraph 0 of'))
    await page.evaluate('window.scrollTo(0, 1500)')
    await frames(page)
    await page.keyboard.press('e')
    await expectVisible(textOf(page))
    await page.getByRole('button', { name: 'Back' }).click()
    await expectVisible(page.getByText('Paragraph 0 of'))
    await eventually(() => page.evaluate('Math.round(window.scrollY / 100)'), 15)
  })

  test('releases and acquires the lock by hand', async () => {
    const page_id = await addPage(site.admin, item_id, 'By hand', 'text')
    const page = await open(site.server, { at: edit(page_id), token: site.token })
    await expectVisible(locked(page))
    await choose(page, 'Unlock page')
    await expectVisible(page.getByText('Not locked'))
    expect(await lee.client.page.isLock({ item_id, page_id })).toMatchObject({ lock: 0 })
    await choose(page, 'Lock page')
    await expectVisible(locked(page))
    expect(await lee.client.page.isLock({ item_id, page_id })).toMatchObject({ lock: 1 })
  })
})

describe('save and notify', () => {
  test('saves a new page, notifies a user with a remark, and preselects that user the next time', async () => {
    const page = await open(site.server, { at: '/page/edit/papers/0', token: site.token })
    await page.getByRole('textbox', { name: 'Title' }).fill('News')
    await write(page, 'what is new')
    await page.keyboard.press('Control+Shift+s')
    const dialog = page.getByRole('dialog', { name: 'Save and notify' })
    await dialog.getByRole('textbox', { name: /^What changed/ }).fill('The first words')
    await dialog.getByRole('combobox', { name: 'People' }).fill('lee')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Save and notify 1' }).click()
    await expectVisible(page.getByText('Saved. 1 person notified'))
    await expectVisible(page.getByRole('heading', { level: 1, name: 'News' }))
    const { list } = await lee.client.message.getRemindList({})
    expect(list[0]).toMatchObject({ message_content: 'The first words', page_data: { page_title: 'News' } })

    const other = await open(site.server, { at: '/message/index?dtab=remindList', token: lee.token })
    await expectVisible(other.getByText('The first words'))

    await page.keyboard.press('e')
    await expectVisible(textOf(page))
    await choose(page, /^Save and notify/)
    await expectVisible(dialog.getByRole('button', { name: 'Save and notify 1' }))
    await dialog
      .getByRole('button', { name: /Remove lee|lee/ })
      .first()
      .click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expectVisible(page.getByText('Saved. No one was notified'))
    const page_id = Number(list[0]?.page_data?.page_id)
    const remark = (await site.admin.page.history({ page_id }))[0]
    expect(remark).toMatchObject({ page_comments: 'The first words' })
    expect((await lee.client.message.getRemindList({})).total).toBe(1)
  })
})

describe('the lock', () => {
  test('passes the lock and the written text to the user who requests it', async () => {
    const page_id = await addPage(site.admin, item_id, 'Handed', 'text')
    const holder = await open(site.server, { at: edit(page_id), token: site.token })
    await expectVisible(locked(holder))
    await write(holder, ' of the holder')
    const asker = await open(site.server, { at: edit(page_id), token: lee.token })
    const dialog = asker.getByRole('dialog', { name: 'admin is editing this page' })
    await expectVisible(dialog.getByText(/^admin has been editing this page since \d\d:\d\d/))
    expect(await dialog.getByRole('button', { name: 'Edit anyway', exact: true }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Ask to edit' }).click()
    await expectVisible(dialog.getByText(/^admin has been asked to hand over the page/))
    await expectVisible(holder.getByText('lee wants to edit this page.'))
    await holder.getByRole('button', { name: 'Save and hand over' }).click()
    await expectVisible(holder.getByRole('heading', { level: 1, name: 'Handed' }))
    await expectHidden(dialog)
    await expectVisible(locked(asker))
    await eventually(() => textOf(asker).innerText(), 'text of the holder')
  })

  test('lets an item manager take over; the other user is notified and keeps the text for merging', async () => {
    const page_id = await addPage(site.admin, item_id, 'Taken', 'text')
    const writer = await open(site.server, { at: edit(page_id), token: lee.token })
    await expectVisible(locked(writer))
    await write(writer, ' of lee')
    const manager = await open(site.server, { at: edit(page_id), token: site.token })
    await manager.getByRole('dialog').getByRole('button', { name: 'Edit anyway' }).click()
    await expectVisible(locked(manager))
    await expectVisible(writer.getByText(/^admin is editing this page now\. Your text is kept here/))
    expect(await textOf(writer).innerText()).toBe('text of lee')
    await writer.keyboard.press('Control+s')
    const both = writer.getByRole('dialog', { name: 'admin is editing this page' })
    await expectVisible(both.getByText(/^Your text isn’t on the page yet/))
    await both.getByRole('button', { name: 'Apply to editor' }).click()
    await expectHidden(both)
    await expectVisible(writer.getByText(/^admin is editing this page now\. Your text is kept here/))
    expect(await writer.getByRole('alert').count()).toBe(0)
    expect(await textOf(writer).innerText()).toBe('text of lee')
    await manager.getByRole('button', { name: 'Back' }).click()
    await expectVisible(manager.getByRole('heading', { level: 1, name: 'Taken' }))
    // the lock is acquired again by itself once it is free
    await expectVisible(locked(writer))
    await writer.keyboard.press('Control+s')
    await expectVisible(saved(writer))
    expect(await site.admin.page.info({ page_id })).toMatchObject({ page_content: 'text of lee' })
  })

  test('notifies a waiting user wherever they are once the page is free', async () => {
    const page_id = await addPage(site.admin, item_id, 'Awaited', 'text')
    const holder = await open(site.server, { at: edit(page_id), token: site.token })
    await expectVisible(locked(holder))
    const waiting = await open(site.server, { at: edit(page_id), token: lee.token })
    await waiting.getByRole('button', { name: 'Notify me when free' }).click()
    await expectVisible(waiting.getByRole('heading', { level: 1, name: 'Awaited' }))
    await holder.getByRole('button', { name: 'Back' }).click()
    await expectVisible(waiting.getByText('“Awaited” is free now.').first())
    await setAppearance(waiting, { lang: 'zh', theme: 'light', width: 1280 })
    await expectVisible(waiting.getByText('“Awaited”现在可以编辑了。').first())
    await waiting.getByRole('status').getByRole('button', { name: '编辑' }).click()
    await setAppearance(waiting, { lang: 'en', theme: 'light', width: 1280 })
    await expectVisible(locked(waiting))
  })

  test('keeps the lock of a new page on a quick return and releases it after leaving', async () => {
    const page = await open(site.server, { at: '/page/edit/papers/0', token: site.token })
    await page.route('**/api/page/setLock', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.getByRole('textbox', { name: 'Title' }).fill('Fleeting')
    await write(page, 'one line')
    await page.keyboard.press('Control+s')
    await expectVisible(saved(page))
    await eventually(() => currentPath(page), /^\/page\/edit\/papers\/[1-9]\d*/)
    const page_id = Number(/papers\/(\d+)/.exec(currentPath(page))?.[1])
    await page.getByRole('button', { name: 'Back' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Fleeting' }))
    await page.keyboard.press('e')
    await expectVisible(textOf(page))
    await expectVisible(locked(page))
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Back' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Fleeting' }))
    await eventually(async () => (await lee.client.page.isLock({ item_id, page_id })).lock, 0)
  })

  test('reports to the first of a user’s two windows that editing continued in the other, without loss', async () => {
    const page_id = await addPage(site.admin, item_id, 'Twice', 'text')
    const first = await open(site.server, { at: edit(page_id), token: site.token })
    await expectVisible(locked(first))
    await write(first, ' of the first window')
    await expectVisible(first.getByText('Draft saved on this device'))
    const second = await open(site.server, { at: edit(page_id), token: site.token, sameProfileAs: first })
    await second.getByRole('button', { name: 'Continue here' }).click()
    await expectVisible(first.getByText(/^You continued in another window\./))
    // the unsaved text of the first window is offered in the second
    await expectVisible(second.getByText(/^A draft from/))
    await second.getByRole('button', { name: 'Discard' }).click()
    await write(second, ' of the second window')
    await second.keyboard.press('Control+s')
    await expectVisible(saved(second))
    // the first window closes without releasing the lock
    expect(await textOf(first).innerText()).toBe('text of the first window')
    await first.bringToFront()
    await first.keyboard.press('Control+s')
    const dialog = first.getByRole('dialog', { name: 'Someone else saved this page' })
    await expectVisible(dialog.getByText('text of the second window').first())
  })
})

describe('two texts', () => {
  test('merges the changes of two people one by one, by keyboard', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `Line ${at} stands.`)
    const page_id = await addPage(site.admin, item_id, 'Both', lines.join('\n'))
    const page = await open(site.server, { at: edit(page_id), token: site.token })
    await expectVisible(locked(page))
    const change = (word: string, places: readonly number[]) =>
      lines.map((line, at) => (places.includes(at) ? line.replace('stands', word) : line)).join('\n')
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(change('is mine', [3, 10, 25]))
    await site.admin.page.save({
      item_id,
      page_id,
      page_title: 'Both',
      page_content: change('is theirs', [10, 18, 25]),
    })
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Someone else saved this page' })
    await expectVisible(dialog.getByText(/changed the same lines in 2 places/))
    // the words that differ are marked, not only the lines
    await expectVisible(dialog.locator('mark', { hasText: 'theirs' }).first())
    await expectVisible(dialog.getByText('Conflict 1 of 2'))
    await page.keyboard.press('Alt+PageDown')
    await expectVisible(dialog.getByText('Conflict 2 of 2'))
    await page.keyboard.press('Alt+PageUp')
    await expectVisible(dialog.getByText('Conflict 1 of 2'))
    await page.keyboard.press('Alt+1')
    await expectVisible(dialog.getByText('Conflict 1 of 1'))
    await page.keyboard.press('Alt+2')
    await expectVisible(dialog.getByText('All conflicts resolved.'))
    await dialog.getByRole('button', { name: 'Save result' }).click()
    await expectHidden(dialog)
    await expectVisible(saved(page))
    const wanted = lines.map((line, at) => {
      if (at === 3 || at === 25) return line.replace('stands', 'is mine')
      return at === 10 || at === 18 ? line.replace('stands', 'is theirs') : line
    })
    expect((await site.admin.page.info({ page_id })).page_content).toBe(wanted.join('\n'))
  })

  test('offers text that was typed on another computer with its differences', async () => {
    const page_id = await addPage(site.admin, item_id, 'Travelling', 'the saved text')
    const first = await open(site.server, { at: edit(page_id), token: site.token })
    await write(first, ' and an hour of work')
    await eventually(() => site.admin.page.draft({ item_id, page_id }), expect.objectContaining({ base_version: '1' }))
    // another browser profile shares nothing but the account
    const second = await open(site.server, { at: edit(page_id), token: site.token })
    await second.getByRole('button', { name: 'Continue here' }).click()
    await expectVisible(second.getByText(/^A draft from .* on the server differs from this page\.$/))
    await second.getByRole('button', { name: 'Compare' }).click()
    const dialog = second.getByRole('dialog', { name: 'Draft and page' })
    await dialog.getByRole('button', { name: 'Apply to editor' }).click()
    await eventually(() => textOf(second).innerText(), 'the saved text and an hour of work')
    await second.keyboard.press('Control+s')
    await expectVisible(saved(second))
    await eventually(() => site.admin.page.draft({ item_id, page_id }), [])
  })

  test('restores a former version from the editor at once, and Undo brings the text back', async () => {
    const page_id = await addPage(site.admin, item_id, 'Former', 'the first text')
    await site.admin.page.save({ item_id, page_id, page_title: 'Former', page_content: 'the second text' })
    const page = await open(site.server, { at: edit(page_id), token: site.token })
    await expectVisible(locked(page))
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await page.getByRole('button', { name: /^admin.*\d\d:\d\d/ }).click()
    const preview = page.getByRole('dialog', { name: 'Former' })
    await preview.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await eventually(() => textOf(page).innerText(), 'the first text')
    await eventually(async () => (await site.admin.page.info({ page_id })).page_content, 'the first text')
    await expectVisible(saved(page))
    await textOf(page).click()
    await page.keyboard.press('Control+z')
    await eventually(() => textOf(page).innerText(), 'the second text')
    await page.keyboard.press('Control+s')
    await eventually(async () => (await site.admin.page.info({ page_id })).page_content, 'the second text')
  })
})
