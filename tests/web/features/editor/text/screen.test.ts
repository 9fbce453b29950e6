import { beforeAll, describe, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'
import { readText, sourceText, typeText } from '#tests/web/support/source-text.ts'

const browser = openBrowser()
const password = 'plenty of horses 7'
let item_id: number

const as = (username: string) => browser.app.as(username)

beforeAll(async () => {
  await browser.app.newUser('owner', { password })
  item_id = await addItem(as('owner'), { item_name: 'Papers', item_domain: 'papers' })
  browser.app.rows.newMember(item_id, 'lee', 'edit')
})

const saved = (page: Screen) => page.locator('[data-state=saved]').filter({ hasText: /^Saved \d/ })
const locked = (page: Screen) => page.getByText('Locked by you', { exact: true })
const edit = (page_id: number) => `/page/edit/papers/${page_id}`

const newPage = (title: string, text = 'text') => addPage(as('owner'), item_id, title, text)
const stored = async (page_id: number) => (await as('owner').page.info({ page_id })).page_content
const draftOf = (page_id: number) => as('owner').page.draft({ item_id, page_id })
const isLocked = async (page_id: number) => (await as('lee').page.isLock({ item_id, page_id })).lock
const idOf = (page: Screen) => Number(/papers\/(\d+)/.exec(page.path)?.[1])

/** Opens the menu next to Save and chooses an entry. */
const choose = async (page: Screen, entry: string | RegExp) => {
  await page.getByRole('button', { name: 'More save options' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Opens a page in the editor, and writes at its end. */
async function writing(title: string, { as: username = 'owner', text = 'calm', more = ' and storm' } = {}) {
  const page_id = await newPage(title, text)
  const page = openAs(browser, username, edit(page_id))
  await expectVisible(locked(page))
  await typeText(page, more)
  return { page, page_id }
}

describe('the editor frame', () => {
  test('says why nobody can edit, instead of asking its owner for the right', async () => {
    const client_id = await addItem(as('owner'), { item_name: 'Client', item_domain: 'fromclient', item_type: 3 })
    const client = openAs(browser, 'owner', `/page/edit/${client_id}/0`)
    await expectVisible(client.getByText('Pages in this project are edited in the API client. Here they’re read-only.'))
    const old_id = await addItem(as('owner'), { item_name: 'Old', item_domain: 'oldpapers' })
    await as('owner').item.archive({ item_id: old_id, password })
    const archived = openAs(browser, 'owner', `/page/edit/${old_id}/0`)
    await expectVisible(archived.getByText('This project is archived and read-only.'))
  })

  test('saves a new page with its sort number and address, and returns to the previous page on leaving', async () => {
    const page = openAs(browser, 'owner', '/page/edit/papers/0')
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
    await eventually(() => page.getByRole('button', { name: /^History/ }).isDisabled(), true)
    await typeText(page, 'one line')
    await page.keyboard.press('Control+s')
    await expectVisible(saved(page))
    await eventually(() => page.path, /^\/page\/edit\/papers\/[1-9]\d*/)
    const page_id = idOf(page)
    expect(await as('owner').page.info({ page_id })).toMatchObject({ s_number: '3', page_content: 'one line' })
    await page.getByRole('button', { name: 'Back' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Plan' }))
    await eventually(() => page.path, `/papers/${page_id}`)
  })

  test('releases and acquires the lock by hand', async () => {
    const page_id = await newPage('By hand')
    const page = openAs(browser, 'owner', edit(page_id))
    await expectVisible(locked(page))
    await choose(page, 'Unlock page')
    await expectVisible(page.getByText('Not locked'))
    expect(await isLocked(page_id)).toBe(0)
    await choose(page, 'Lock page')
    await expectVisible(locked(page))
    expect(await isLocked(page_id)).toBe(1)
  })
})

test('saves a new page, notifies a user with a remark, and preselects that user the next time', async () => {
  const page = openAs(browser, 'owner', '/page/edit/papers/0')
  await page.getByRole('textbox', { name: 'Title' }).fill('News')
  await typeText(page, 'what is new')
  await page.keyboard.press('Control+Shift+s')
  const dialog = page.getByRole('dialog', { name: 'Save and notify' })
  await dialog.getByRole('textbox', { name: /^What changed/ }).fill('The first words')
  await dialog.getByRole('combobox', { name: 'People' }).fill('lee')
  await expectVisible(page.getByRole('option', { name: /lee/ }))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save and notify 1' }).click()
  await expectVisible(page.getByText('Saved. 1 person notified'))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'News' }))
  const { list } = await as('lee').message.getRemindList({})
  expect(list[0]).toMatchObject({ message_content: 'The first words', page_data: { page_title: 'News' } })
  const page_id = idOf(page)

  const other = openAs(browser, 'lee', '/message/index?dtab=remindList')
  await expectVisible(other.getByText('The first words'))

  const again = openAs(browser, 'owner', edit(page_id))
  await expectVisible(locked(again))
  await choose(again, /^Save and notify/)
  await expectVisible(dialog.getByRole('button', { name: 'Save and notify 1' }))
  await dialog
    .getByRole('button', { name: /Remove lee|lee/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(again.getByText('Saved. No one was notified'))
  expect((await as('owner').page.history({ page_id }))[0]).toMatchObject({ page_comments: 'The first words' })
  expect((await as('lee').message.getRemindList({})).total).toBe(1)
})

describe('the lock', () => {
  test('of another user is named to those who may edit, and reading is the first choice; strangers may not edit', async () => {
    const page_id = await newPage('Busy')
    const stranger = openAs(browser, 'sam', edit(page_id))
    await expectVisible(stranger.getByText('You can’t edit pages in this project. Ask its owner for edit access.'))
    await as('owner').page.setLock({ item_id, page_id })
    const page = openAs(browser, 'lee', edit(page_id))
    await expectVisible(page.getByRole('dialog', { name: 'owner is editing this page' }))
    await page.keyboard.press('Enter')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Busy' }))
    await as('owner').page.setLock({ item_id, page_id, lock_to: 1000 })
    await page.keyboard.press('e')
    await expectVisible(locked(page))
  })

  test('goes with the written text to the user who requests it', async () => {
    const { page, page_id } = await writing('Handed over', { more: ' of the holder' })
    await as('lee').page.askLock({ item_id, page_id })
    page.returnAfter(60_000)
    await expectVisible(page.getByText('lee wants to edit this page.'))
    await page.getByRole('button', { name: 'Save and hand over' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Handed over' }))
    expect(await stored(page_id)).toBe('calm of the holder')
    await eventually(() => isLocked(page_id), 0)
  })

  test('comes with the newest text to the user who has requested it', async () => {
    const page_id = await newPage('Asked for')
    await as('owner').page.setLock({ item_id, page_id })
    const page = openAs(browser, 'lee', edit(page_id))
    const dialog = page.getByRole('dialog', { name: 'owner is editing this page' })
    await expectVisible(dialog.getByText(/^owner has been editing this page since \d\d:\d\d/))
    expect(await dialog.getByRole('button', { name: 'Edit anyway', exact: true }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Ask to edit' }).click()
    await expectVisible(dialog.getByText(/^owner has been asked to hand over the page/))
    expect(await as('owner').page.isLock({ item_id, page_id })).toMatchObject({ asked_by: 'lee' })
    await as('owner').page.save({ item_id, page_id, page_title: 'Asked for', page_content: 'text of the holder' })
    await as('owner').page.setLock({ item_id, page_id, lock_to: 1000 })
    page.returnAfter(60_000)
    await expectHidden(dialog)
    await expectVisible(locked(page))
    await eventually(() => readText(page), 'text of the holder')
  })

  test('is taken over by an item manager', async () => {
    const page_id = await newPage('Managed')
    await as('lee').page.setLock({ item_id, page_id })
    const page = openAs(browser, 'owner', edit(page_id))
    await page
      .getByRole('dialog', { name: 'lee is editing this page' })
      .getByRole('button', { name: 'Edit anyway' })
      .click()
    await expectVisible(locked(page))
    expect(await as('lee').page.isLock({ item_id, page_id })).toMatchObject({ lock: 1, is_cur_user: 0 })
  })

  test('that was taken over is reported; the text is kept for merging and saved once the page is free', async () => {
    const { page, page_id } = await writing('Taken', { as: 'lee', text: 'text', more: ' of lee' })
    const isOver = page.getByText(/^owner is editing this page now\. Your text is kept here/)
    await as('owner').page.setLock({ item_id, page_id, take_over: true })
    page.returnAfter(60_000)
    await expectVisible(isOver)
    expect(await readText(page)).toBe('text of lee')
    await page.keyboard.press('Control+s')
    const both = page.getByRole('dialog', { name: 'owner is editing this page' })
    await expectVisible(both.getByText(/^Your text isn’t on the page yet/))
    await both.getByRole('button', { name: 'Apply to editor' }).click()
    await expectHidden(both)
    await expectVisible(isOver)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await readText(page)).toBe('text of lee')
    await as('owner').page.setLock({ item_id, page_id, lock_to: 1000 })
    page.returnAfter(60_000)
    await expectVisible(locked(page))
    await page.keyboard.press('Control+s')
    await expectVisible(saved(page))
    expect(await stored(page_id)).toBe('text of lee')
  })

  test('of a new page is kept on a quick return and released after leaving', async () => {
    const page = openAs(browser, 'owner', '/page/edit/papers/0')
    await page.getByRole('textbox', { name: 'Title' }).fill('Fleeting')
    await typeText(page, 'one line')
    const taking = browser.hold('page/setLock')
    await page.keyboard.press('Control+s')
    await expectVisible(saved(page))
    await eventually(() => page.path, /^\/page\/edit\/papers\/[1-9]\d*/)
    const page_id = idOf(page)
    await page.getByRole('button', { name: 'Back' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Fleeting' }))
    await page.keyboard.press('e')
    taking.release()
    await expectVisible(sourceText(page))
    await expectVisible(locked(page))
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Back' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Fleeting' }))
    await eventually(() => isLocked(page_id), 0)
  })
})

describe('two texts', () => {
  test('saved at the same time stand next to each other, and neither is lost', async () => {
    const { page, page_id } = await writing('Shared', { text: 'one\n\ntwo\n\nthree', more: ' of mine' })
    const theirs = 'one\n\ntwo\n\nthree of theirs'
    await as('owner').page.save({ item_id, page_id, page_title: 'Shared', page_content: theirs })
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Someone else saved this page' })
    await eventually(() => dialog.textContent(), /three of theirs/)
    expect(await dialog.textContent()).toContain('three of mine')
    // nothing chosen yet: both are unchanged
    expect(await stored(page_id)).toBe(theirs)
    await dialog.getByRole('button', { name: 'Save result' }).click()
    await expectVisible(dialog.getByText(/Resolve all conflicts first/))
    await dialog.getByRole('button', { name: 'Use mine' }).click()
    await dialog.getByRole('button', { name: 'Save result' }).click()
    await expectHidden(dialog)
    await expectVisible(saved(page))
    expect(await stored(page_id)).toBe('one\n\ntwo\n\nthree of mine')
    const versions = await as('owner').page.history({ page_id })
    expect(versions.map(({ page_content }) => page_content)).toContain(theirs)
  })

  test('of two people are merged one by one, by keyboard', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `Line ${at} stands.`)
    const change = (word: string, places: readonly number[]) =>
      lines.map((line, at) => (places.includes(at) ? line.replace('stands', word) : line)).join('\n')
    const page_id = await newPage('Both', lines.join('\n'))
    const page = openAs(browser, 'owner', edit(page_id))
    await expectVisible(locked(page))
    await typeText(page, change('is mine', [3, 10, 25]), { instead: true })
    const page_content = change('is theirs', [10, 18, 25])
    await as('owner').page.save({ item_id, page_id, page_title: 'Both', page_content })
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Someone else saved this page' })
    await expectVisible(dialog.getByText(/changed the same lines in 2 places/))
    // the words that differ are marked, not only the lines
    await expectVisible(dialog.locator('mark').filter({ hasText: 'theirs' }).first())
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
    expect(await stored(page_id)).toBe(wanted.join('\n'))
  })

  test('of two computers: what was typed on the other one is offered with its differences', async () => {
    const { page_id } = await writing('Travelling', { text: 'the saved text', more: ' and an hour of work' })
    await eventually(() => draftOf(page_id), expect.objectContaining({ base_version: '1' }))
    // another computer shares nothing but the account, and the window on the first one is still open
    await openAs(browser, 'owner', '/prices').idle()
    await browser.emptyStorage()
    await as('owner').page.setLock({ item_id, page_id })
    const page = openAs(browser, 'owner', edit(page_id))
    await page.getByRole('button', { name: 'Continue here' }).click()
    await expectVisible(page.getByText(/^A draft from .* on the server differs from this page\.$/))
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('dialog', { name: 'Draft and page' }).getByRole('button', { name: 'Apply to editor' }).click()
    await eventually(() => readText(page), 'the saved text and an hour of work')
    await page.keyboard.press('Control+s')
    await expectVisible(saved(page))
    await eventually(() => draftOf(page_id), [])
  })

  test('a former version is restored from the editor at once, and Undo brings the text back', async () => {
    const page_id = await newPage('Former', 'the first text')
    await as('owner').page.save({ item_id, page_id, page_title: 'Former', page_content: 'the second text' })
    const page = openAs(browser, 'owner', edit(page_id))
    await expectVisible(locked(page))
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await page.getByRole('button', { name: /^owner.*\d\d:\d\d/ }).click()
    const preview = page.getByRole('dialog', { name: 'Former' })
    await preview.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await eventually(() => readText(page), 'the first text')
    await eventually(() => stored(page_id), 'the first text')
    await expectVisible(saved(page))
    await sourceText(page).press('Control+z')
    await eventually(() => readText(page), 'the second text')
    await page.keyboard.press('Control+s')
    await eventually(() => stored(page_id), 'the second text')
  })
})

test('a save that completes after leaving the editor with a draft does not navigate', async () => {
  const { page, page_id } = await writing('To Ann')
  await page.getByRole('button', { name: 'Back' }).click()
  const question = page.getByRole('dialog', { name: 'Save before leaving?' })
  const saving = browser.hold('page/save')
  await question.getByRole('button', { name: 'Save' }).click()
  await saving.carriedOut
  await question.getByRole('button', { name: 'Keep draft' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'To Ann' }))
  const { path } = page
  saving.release()
  await page.idle()
  expect(page.path).toBe(path)
  expect(await stored(page_id)).toBe('calm and storm')
})

describe('a save that fails', () => {
  test('says why in the current language', async () => {
    const reason = 'This folder no longer exists. Choose another.'
    const { page } = await writing('Two languages')
    browser.intercept('page/save', async () =>
      Response.json({ error_code: 10101, error_message: reason, error_name: 'catalogGone', request_id: 'r1' }),
    )
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText(`Not saved. ${reason}`))
    browser.storeElsewhere('docstead.lang', 'zh')
    await expectVisible(page.getByText('未保存。该目录已不存在，请选择其他目录。'))
    expect(await page.getByText(reason).count()).toBe(0)
  })

  test('does not create a new page twice when the response was lost', async () => {
    const page = openAs(browser, 'owner', '/page/edit/papers/0')
    await page.getByRole('textbox', { name: 'Title' }).fill('Once')
    await typeText(page, 'only once')
    browser.lose('page/save')
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText(/^Not saved: the server didn’t respond\./))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(saved(page))
    await eventually(() => page.path, /^\/page\/edit\/papers\/[1-9]\d*/)
    const pages = await as('owner').catalog.getPagesBycat({ item_id, cat_id: 0 })
    expect(pages.filter(({ page_title }) => page_title === 'Once')).toHaveLength(1)
  })

  test('reports a proxy with a smaller limit, and a server draft only when it is the current text', async () => {
    const page_id = await newPage('Proxied', 'calm')
    const page = openAs(browser, 'owner', edit(page_id))
    await expectVisible(locked(page))
    const kept = browser.hold('page/saveDraft')
    await typeText(page, ' and storm')
    await kept.carriedOut
    expect(await draftOf(page_id)).toMatchObject({ page_content: 'calm and storm' })
    const refusal = () => new Response('<h1>413</h1>', { status: 413 })
    browser.answers = (path) => (/^page\/save(Draft)?$/.test(path) ? refusal() : undefined)
    await typeText(page, ', and more than the proxy lets through')
    kept.release() // the response comes after more was typed
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText('Not saved. This is too large to send. Your text is safe on this device.'))
    await expectVisible(page.getByRole('button', { name: 'Not saved — retry' }))
    expect(await draftOf(page_id)).toMatchObject({ page_content: 'calm and storm' })
  })

  test('succeeds after the user whose session has ended signs in over the page', async () => {
    await browser.app.newUser('kit', { password })
    browser.app.rows.newMember(item_id, 'kit', 'edit')
    const { page, page_id } = await writing('Session', { as: 'kit' })
    browser.signOut()
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Username or email' }).fill('kit')
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expectHidden(dialog)
    await expectVisible(
      page.getByText(/^Not saved: your session has ended\. Sign in again, then save\. Your text is safe/),
    )
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(saved(page))
    expect(await stored(page_id)).toBe('calm and storm')
  })

  test('keeps the text of a user who lost the right to edit', async () => {
    browser.app.rows.newMember(item_id, 'ray', 'edit')
    const { page, page_id } = await writing('Right', { as: 'ray' })
    const ray = (await as('owner').member.getList({ item_id })).find(({ username }) => username === 'ray')
    await as('owner').member.delete({ item_id, item_member_id: Number(ray?.item_member_id) })
    await page.keyboard.press('Control+s')
    await expectVisible(
      page.getByText(/^Not saved: you no longer have permission to edit this page\. Your text is safe on this device/),
    )
    await page.getByRole('button', { name: 'Copy text' }).click()
    await expectVisible(page.getByText('Text copied'))
    expect(await navigator.clipboard.readText()).toBe('calm and storm')
    expect(await stored(page_id)).toBe('calm')
  })

  test('saves a page that was deleted in the meantime as a new one', async () => {
    const { page, page_id } = await writing('Deleted', { as: 'lee' })
    // deleted although it is locked: its lock has expired for a moment
    await as('lee').page.setLock({ item_id, page_id, lock_to: 1000 })
    await as('owner').page.delete({ page_id })
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText(/^Not saved: this page has been deleted or moved\. Your text is safe/))
    await page.getByRole('button', { name: 'Save as new page' }).click()
    await expectVisible(saved(page))
    await eventually(() => page.path === edit(page_id), false)
    expect(await stored(idOf(page))).toBe('calm and storm')
  })

  test('reports an item that was archived or deleted in the meantime and keeps the text', async () => {
    const other = await addItem(as('owner'), { item_name: 'Closing', item_domain: 'closing' })
    const page_id = await addPage(as('owner'), other, 'Last', 'calm')
    const page = openAs(browser, 'owner', `/page/edit/closing/${page_id}`)
    await expectVisible(locked(page))
    await typeText(page, ' and storm')
    await as('owner').item.archive({ item_id: other, password })
    await page.keyboard.press('Control+s')
    await expectVisible(
      page.getByText(/^Not saved: this project has been archived and is read-only\. Your text is safe/),
    )
    await as('owner').item.delete({ item_id: other, password })
    await page.keyboard.press('Control+s')
    await expectVisible(
      page.getByText(/^Not saved: you no longer have permission to edit this page\. Your text is safe/),
    )
    expect(await readText(page)).toBe('calm and storm')
  })
})
