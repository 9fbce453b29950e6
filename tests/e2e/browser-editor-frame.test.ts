import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addItem, addPage, addressOf, becomes, gone, newSite, open, type Site, seen } from './support/browser.ts'
import { wear } from './support/look.ts'

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

/** Writes at the end of the text. */
const write = async (page: Page, text: string) => {
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(text)
}

/** Opens the menu beside Save and chooses an entry. */
const choose = async (page: Page, entry: string | RegExp) => {
  await page.getByRole('button', { name: 'More ways to save' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

describe('the frame', () => {
  test('a new page is written, gets its place and its address, and is left as one came', async () => {
    const page = await open(site.server, { at: '/page/edit/papers/0', token: site.token })
    await page.getByRole('textbox', { name: 'Title' }).fill('Plan')
    await page.getByRole('button', { name: /^Catalog: / }).click()
    await page.getByRole('menuitem', { name: 'Sort number: 99…' }).click()
    const order = page.getByRole('dialog', { name: 'Sort number' })
    await order.getByRole('textbox', { name: 'Sort number' }).fill('first')
    await page.keyboard.press('Enter')
    await seen(order.getByText('Type a whole number.'))
    await order.getByRole('textbox', { name: 'Sort number' }).fill('3')
    await page.keyboard.press('Enter')
    await gone(order)
    // what belongs to a page waits for its first save
    await becomes(() => page.getByRole('button', { name: /^History/ }).isDisabled(), true)
    await write(page, 'one line')
    await page.keyboard.press('Control+s')
    await seen(saved(page))
    await becomes(() => addressOf(page), /^\/page\/edit\/papers\/[1-9]\d*/)
    const page_id = Number(/papers\/(\d+)/.exec(addressOf(page))?.[1])
    expect(await site.admin.page.info({ page_id })).toMatchObject({ s_number: '3', page_content: 'one line' })
    await page.getByRole('button', { name: 'Back' }).click()
    await seen(page.getByRole('heading', { level: 1, name: 'Plan' }))
    await becomes(() => addressOf(page), `/papers/${page_id}`)
  })

  test('closing comes back to the place in the page that one read', async () => {
    const text = Array.from({ length: 120 }, (_, at) => `Paragraph ${at} of a long page.`).join('\n\n')
    const page_id = await addPage(site.admin, item_id, 'Long', text)
    const page = await open(site.server, { at: `/papers/${page_id}`, token: site.token })
    await seen(page.getByText('Paragraph 0 of'))
    await page.evaluate('window.scrollTo(0, 1500)')
    await page.waitForTimeout(200)
    await page.keyboard.press('e')
    await seen(textOf(page))
    await page.getByRole('button', { name: 'Back' }).click()
    await seen(page.getByText('Paragraph 0 of'))
    await becomes(() => page.evaluate('Math.round(window.scrollY / 100)'), 15)
  })

  test('the lock is given up and taken by hand', async () => {
    const page_id = await addPage(site.admin, item_id, 'By hand', 'text')
    const page = await open(site.server, { at: edit(page_id), token: site.token })
    await seen(locked(page))
    await choose(page, 'Unlock the page')
    await seen(page.getByText('Not locked'))
    expect(await lee.client.page.isLock({ item_id, page_id })).toMatchObject({ lock: 0 })
    await choose(page, 'Lock the page')
    await seen(locked(page))
    expect(await lee.client.page.isLock({ item_id, page_id })).toMatchObject({ lock: 1 })
  })
})

describe('telling others', () => {
  test('a page that was never saved is saved, somebody is told with a remark, and stands there the next time', async () => {
    const page = await open(site.server, { at: '/page/edit/papers/0', token: site.token })
    await page.getByRole('textbox', { name: 'Title' }).fill('News')
    await write(page, 'what is new')
    await page.keyboard.press('Control+Shift+s')
    const dialog = page.getByRole('dialog', { name: 'Save and notify' })
    await dialog.getByRole('textbox', { name: /^What changed/ }).fill('The first words')
    await dialog.getByRole('combobox', { name: 'People' }).fill('lee')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Save and notify 1' }).click()
    await seen(page.getByText('Saved; 1 person is told'))
    await seen(page.getByRole('heading', { level: 1, name: 'News' }))
    const { list } = await lee.client.message.getRemindList({})
    expect(list[0]).toMatchObject({ message_content: 'The first words', page_data: { page_title: 'News' } })

    const other = await open(site.server, { at: '/message/index?dtab=remindList', token: lee.token })
    await seen(other.getByText('The first words'))

    await page.keyboard.press('e')
    await seen(textOf(page))
    await choose(page, /^Save and notify/)
    await seen(dialog.getByRole('button', { name: 'Save and notify 1' }))
    await dialog
      .getByRole('button', { name: /Remove lee|lee/ })
      .first()
      .click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await seen(page.getByText('Saved; nobody is told'))
    const page_id = Number(list[0]?.page_data?.page_id)
    const remark = (await site.admin.page.history({ page_id }))[0]
    expect(remark).toMatchObject({ page_comments: 'The first words' })
    expect((await lee.client.message.getRemindList({})).total).toBe(1)
  })
})

describe('the lock', () => {
  test('who asks for a page is heard, and gets it with what was written', async () => {
    const page_id = await addPage(site.admin, item_id, 'Handed', 'text')
    const holder = await open(site.server, { at: edit(page_id), token: site.token })
    await seen(locked(holder))
    await write(holder, ' of the holder')
    const asker = await open(site.server, { at: edit(page_id), token: lee.token })
    const dialog = asker.getByRole('dialog', { name: 'admin is editing this page' })
    await seen(dialog.getByText(/^admin has been editing this page since \d\d:\d\d/))
    expect(await dialog.getByRole('button', { name: 'Take over', exact: true }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Ask to take over' }).click()
    await seen(dialog.getByText(/^admin is asked to hand the page over/))
    await seen(holder.getByText('lee asks to edit this page.'))
    await holder.getByRole('button', { name: 'Save and hand over' }).click()
    await seen(holder.getByRole('heading', { level: 1, name: 'Handed' }))
    await gone(dialog)
    await seen(locked(asker))
    await becomes(() => textOf(asker).innerText(), 'text of the holder')
  })

  test('who manages the item takes over; the other is told, and keeps the text until both are merged', async () => {
    const page_id = await addPage(site.admin, item_id, 'Taken', 'text')
    const writer = await open(site.server, { at: edit(page_id), token: lee.token })
    await seen(locked(writer))
    await write(writer, ' of lee')
    const manager = await open(site.server, { at: edit(page_id), token: site.token })
    await manager.getByRole('dialog').getByRole('button', { name: 'Take over' }).click()
    await seen(locked(manager))
    await seen(writer.getByText(/^admin is editing this page now\. Your text stays here/))
    expect(await textOf(writer).innerText()).toBe('text of lee')
    await writer.keyboard.press('Control+s')
    const both = writer.getByRole('dialog', { name: 'admin is editing this page' })
    await seen(both.getByText(/^Your text is not on the page yet/))
    await both.getByRole('button', { name: 'Put into the editor' }).click()
    await gone(both)
    await seen(writer.getByText(/^admin is editing this page now\. Your text stays here/))
    expect(await writer.getByRole('alert').count()).toBe(0)
    expect(await textOf(writer).innerText()).toBe('text of lee')
    await manager.getByRole('button', { name: 'Back' }).click()
    await seen(manager.getByRole('heading', { level: 1, name: 'Taken' }))
    // the lock comes back by itself once it is free
    await seen(locked(writer))
    await writer.keyboard.press('Control+s')
    await seen(saved(writer))
    expect(await site.admin.page.info({ page_id })).toMatchObject({ page_content: 'text of lee' })
  })

  test('who wants to be told hears of it wherever they are', async () => {
    const page_id = await addPage(site.admin, item_id, 'Awaited', 'text')
    const holder = await open(site.server, { at: edit(page_id), token: site.token })
    await seen(locked(holder))
    const waiting = await open(site.server, { at: edit(page_id), token: lee.token })
    await waiting.getByRole('button', { name: 'Tell me when free' }).click()
    await seen(waiting.getByRole('heading', { level: 1, name: 'Awaited' }))
    await holder.getByRole('button', { name: 'Back' }).click()
    await seen(waiting.getByText('“Awaited” is free now.').first())
    await wear(waiting, { lang: 'zh', theme: 'light', width: 1280 })
    await seen(waiting.getByText('“Awaited”现在可以编辑了。').first())
    await waiting.getByRole('status').getByRole('button', { name: '编辑' }).click()
    await wear(waiting, { lang: 'en', theme: 'light', width: 1280 })
    await seen(locked(waiting))
  })

  test('a new page that one leaves and comes back to at once is no other window’s, and free when one has gone', async () => {
    const page = await open(site.server, { at: '/page/edit/papers/0', token: site.token })
    await page.route('**/api/page/setLock', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.getByRole('textbox', { name: 'Title' }).fill('Fleeting')
    await write(page, 'one line')
    await page.keyboard.press('Control+s')
    await seen(saved(page))
    await becomes(() => addressOf(page), /^\/page\/edit\/papers\/[1-9]\d*/)
    const page_id = Number(/papers\/(\d+)/.exec(addressOf(page))?.[1])
    await page.getByRole('button', { name: 'Back' }).click()
    await seen(page.getByRole('heading', { level: 1, name: 'Fleeting' }))
    await page.keyboard.press('e')
    await seen(textOf(page))
    await seen(locked(page))
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Back' }).click()
    await seen(page.getByRole('heading', { level: 1, name: 'Fleeting' }))
    await becomes(async () => (await lee.client.page.isLock({ item_id, page_id })).lock, 0)
  })

  test('two windows of one person: the one that was left says so, and loses nothing', async () => {
    const page_id = await addPage(site.admin, item_id, 'Twice', 'text')
    const first = await open(site.server, { at: edit(page_id), token: site.token })
    await seen(locked(first))
    await write(first, ' of the first window')
    await seen(first.getByText('Draft kept on this computer'))
    const second = await open(site.server, { at: edit(page_id), token: site.token, beside: first })
    await second.getByRole('button', { name: 'Go on here' }).click()
    await seen(first.getByText(/^You went on in another window\./))
    // what the first one has not saved is offered in the second
    await seen(second.getByText(/^A draft from/))
    await second.getByRole('button', { name: 'Discard' }).click()
    await write(second, ' of the second window')
    await second.keyboard.press('Control+s')
    await seen(saved(second))
    // the window that is left closes without taking the lock along
    expect(await textOf(first).innerText()).toBe('text of the first window')
    await first.bringToFront()
    await first.keyboard.press('Control+s')
    const dialog = first.getByRole('dialog', { name: 'Saved by others meanwhile' })
    await seen(dialog.getByText('text of the second window').first())
  })
})

describe('two texts', () => {
  test('what two people changed is brought together place by place, by keyboard', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `Line ${at} stands.`)
    const page_id = await addPage(site.admin, item_id, 'Both', lines.join('\n'))
    const page = await open(site.server, { at: edit(page_id), token: site.token })
    await seen(locked(page))
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
    const dialog = page.getByRole('dialog', { name: 'Saved by others meanwhile' })
    await seen(dialog.getByText(/changed the same lines in 2 places/))
    // the words that differ are marked, not the lines alone
    await seen(dialog.locator('mark', { hasText: 'theirs' }).first())
    await seen(dialog.getByText('Place 1 of 2'))
    await page.keyboard.press('Alt+PageDown')
    await seen(dialog.getByText('Place 2 of 2'))
    await page.keyboard.press('Alt+PageUp')
    await seen(dialog.getByText('Place 1 of 2'))
    await page.keyboard.press('Alt+1')
    await seen(dialog.getByText('Place 1 of 1'))
    await page.keyboard.press('Alt+2')
    await seen(dialog.getByText('Every place is decided.'))
    await dialog.getByRole('button', { name: 'Save result' }).click()
    await gone(dialog)
    await seen(saved(page))
    const wanted = lines.map((line, at) => {
      if (at === 3 || at === 25) return line.replace('stands', 'is mine')
      return at === 10 || at === 18 ? line.replace('stands', 'is theirs') : line
    })
    expect((await site.admin.page.info({ page_id })).page_content).toBe(wanted.join('\n'))
  })

  test('what was typed on another computer is offered here, with what differs', async () => {
    const page_id = await addPage(site.admin, item_id, 'Travelling', 'the saved text')
    const first = await open(site.server, { at: edit(page_id), token: site.token })
    await write(first, ' and an hour of work')
    await becomes(() => site.admin.page.draft({ item_id, page_id }), expect.objectContaining({ base_version: '1' }))
    // another profile of the browser shares nothing but the account
    const second = await open(site.server, { at: edit(page_id), token: site.token })
    await second.getByRole('button', { name: 'Go on here' }).click()
    await seen(second.getByText(/^A draft from .*, kept on the server, differs from this page\.$/))
    await second.getByRole('button', { name: 'Compare' }).click()
    const dialog = second.getByRole('dialog', { name: 'Draft and page' })
    await dialog.getByRole('button', { name: 'Put into the editor' }).click()
    await becomes(() => textOf(second).innerText(), 'the saved text and an hour of work')
    await second.keyboard.press('Control+s')
    await seen(saved(second))
    await becomes(() => site.admin.page.draft({ item_id, page_id }), [])
  })

  test('a former version is restored from the editor, at once, and Undo brings the text back', async () => {
    const page_id = await addPage(site.admin, item_id, 'Former', 'the first text')
    await site.admin.page.save({ item_id, page_id, page_title: 'Former', page_content: 'the second text' })
    const page = await open(site.server, { at: edit(page_id), token: site.token })
    await seen(locked(page))
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await page.getByRole('button', { name: /^admin.*\d\d:\d\d/ }).click()
    const preview = page.getByRole('dialog', { name: 'Former' })
    await preview.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await becomes(() => textOf(page).innerText(), 'the first text')
    await becomes(async () => (await site.admin.page.info({ page_id })).page_content, 'the first text')
    await seen(saved(page))
    await textOf(page).click()
    await page.keyboard.press('Control+z')
    await becomes(() => textOf(page).innerText(), 'the second text')
    await page.keyboard.press('Control+s')
    await becomes(async () => (await site.admin.page.info({ page_id })).page_content, 'the second text')
  })
})
