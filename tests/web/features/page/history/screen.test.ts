import { beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
let item_id: number

const owner = () => browser.app.as('owner')

beforeAll(async () => {
  item_id = await browser.app.rows.newItem({ item_name: 'Orders API', item_domain: 'orders' })
  browser.app.rows.newMember(item_id, 'mo', 'edit')
})

/** Creates a page that was saved with these texts, one after the other. */
async function withVersions(page_title: string, ...texts: string[]): Promise<number> {
  const page_id = browser.app.rows.newPage(item_id, page_title, { page_content: texts[0] ?? '' })
  for (const page_content of texts.slice(1)) await owner().page.save({ item_id, page_id, page_title, page_content })
  return page_id
}

const textOf = async (page_id: number) => (await owner().page.info({ page_id })).page_content
const versionsOf = async (page_id: number) =>
  (await owner().page.history({ page_id })).map(({ page_history_id }) => page_history_id)
const drawer = (page: Screen) => page.getByRole('dialog', { name: 'History' })
const reported = (page: Screen, text: string) => expectVisible(page.getByText(text, { exact: true }).first())

async function openHistory(page: Screen, title: string): Promise<void> {
  await expectVisible(page.getByRole('heading', { level: 1, name: title }))
  await page.getByRole('button', { name: 'More actions for this page' }).click()
  await page.getByRole('menuitem', { name: /^History/ }).click()
  await expectVisible(drawer(page))
}

test('opens the drawer, adds a remark, previews and restores a version and undoes it', async () => {
  const page_id = await withVersions('Create a user', 'one\ntwo', 'one\ntwo\nthree', 'one\n2\nthree')
  const page = openAs(browser, 'owner', `/orders/${page_id}`)
  await openHistory(page, 'Create a user')
  const versions = drawer(page).getByRole('listitem')
  await eventually(() => versions.count(), 3)
  await expectVisible(drawer(page).getByText('Keeps the last 20 versions.'))
  await expectVisible(versions.first().getByText('Current'))
  await eventually(() => versions.first().textContent(), /\+1 −1/)
  await eventually(() => versions.nth(1).textContent(), /\+1 −0/)

  await versions
    .nth(1)
    .getByRole('button', { name: /^Actions for/ })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Add note' }).press('Enter')
  const note = page.getByRole('textbox', { name: /^Note on the version/ })
  await note.fill('before the rename')
  browser.unreachable.add('page/updateHistoryComments')
  await note.press('Enter')
  // an unsaved remark stays in its field
  await expectVisible(page.getByText('The server isn’t responding. Check your connection, then try again.'))
  await eventually(() => note.getAttribute('readonly'), null)
  browser.unreachable.clear()
  await note.press('Enter')
  await expectVisible(versions.nth(1).getByText('before the rename'))
  expect((await owner().page.history({ page_id }))[0]?.page_comments).toBe('before the rename')

  await versions
    .nth(1)
    .getByRole('button', { name: /Preview$/ })
    .press('Enter')
  const preview = page.getByRole('dialog', { name: 'Create a user' })
  await expectVisible(preview.getByText('two'))
  await preview.getByRole('button', { name: 'Restore this version' }).press('Enter')
  const question = page.getByRole('alertdialog')
  const warning =
    'This replaces the current text right away. The replaced text stays in the history, so nothing is lost.'
  await expectVisible(question.getByText(warning))
  await eventually(() => page.focused(), 'Cancel')
  await question.getByRole('button', { name: 'Restore' }).press('Enter')
  await expectHidden(drawer(page))
  await eventually(() => textOf(page_id), 'one\ntwo\nthree')
  await expectVisible(page.locator('.md-body').getByText('two'))
  expect((await owner().page.info({ page_id })).page_comments).toMatch(/^Version from .* restored$/)

  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => textOf(page_id), 'one\n2\nthree')
  await expectHidden(page.locator('.md-body').getByText('two'))
  expect(await versionsOf(page_id)).toHaveLength(4)
})

test('compares two selected versions with the older one on the left', async () => {
  const page_id = await withVersions('Two of three', 'a', 'b', 'c')
  const [newer, older] = await versionsOf(page_id)
  const page = openAs(browser, 'mo', `/orders/${page_id}`)
  await openHistory(page, 'Two of three')
  await drawer(page).getByRole('button', { name: 'Compare two versions' }).click()
  const boxes = drawer(page).getByRole('checkbox')
  await eventually(async () => (await boxes.count()) > 1, true)
  for (let at = 0; at < (await boxes.count()); at += 1) await boxes.nth(at).check()
  await drawer(page).getByRole('button', { name: 'Compare', exact: true }).click()
  expect(page.opened).toEqual([`/page/diff/${page_id}/${older}?with=${newer}`])
  await reported(openAs(browser, 'mo', page.opened[0] ?? ''), '1 line added · 1 removed')
})

test('lets an editor restore, but reports it and changes nothing while another user is editing', async () => {
  const page_id = await withVersions('Locked', 'old', 'new')
  await owner().page.setLock({ page_id, item_id })
  const [version] = await versionsOf(page_id)
  const page = openAs(browser, 'mo', `/page/diff/${page_id}/${version}`)
  await page.getByRole('button', { name: 'Restore this version' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Restore' }).click()
  await expectVisible(question.getByRole('alert'))
  expect(await textOf(page_id)).toBe('new')
  await owner().page.setLock({ page_id, item_id, lock_to: 1000 })
  await question.getByRole('button', { name: 'Restore' }).click()
  await eventually(() => page.path, `/orders/${page_id}`)
  await expectVisible(page.locator('.md-body').getByText('old'))
  expect(await textOf(page_id)).toBe('old')
})

test('gives a reader no history and a read-only comparison', async () => {
  const page_id = await withVersions('For readers', 'old', 'new')
  const [version] = await versionsOf(page_id)
  const page = openAs(browser, undefined, `/orders/${page_id}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'For readers' }))
  await page.getByRole('button', { name: 'More actions for this page' }).click()
  await expectVisible(page.getByRole('menuitem', { name: /^Print/ }))
  expect(await page.getByRole('menuitem', { name: /^History/ }).count()).toBe(0)
  await page.goto(`/page/diff/${page_id}/${version}`)
  await reported(page, '1 line added · 1 removed')
  await expectVisible(page.getByRole('button', { name: 'Copy old text' }))
  expect(await page.getByRole('button', { name: 'Restore this version' }).count()).toBe(0)
})

test('shows a message for missing versions and for pages without access', async () => {
  const page_id = await withVersions('Gone versions', 'old', 'new')
  const hidden = await browser.app.rows.newItem({ item_name: 'Hidden', password: 'come in' })
  const secret = browser.app.rows.newPage(hidden, 'Secret', { page_content: 'old' })
  await owner().page.save({ item_id: hidden, page_id: secret, page_title: 'Secret', page_content: 'new' })
  const [version] = await versionsOf(secret)
  const page = openAs(browser, 'mo', `/page/diff/${page_id}/${version}`)
  await expectVisible(page.getByText('This version is no longer available, or the page no longer exists.'))
  await page.goto(`/page/diff/${secret}/${version}`)
  await expectVisible(page.getByText('The versions could not be loaded.'))
  expect(await page.getByRole('main').getByText('old').count()).toBe(0)
  await page.goto('/page/diff/x/y')
  await expectVisible(page.getByText('This version is no longer available, or the page no longer exists.'))
})

test('switches versions in place and reports equal texts', async () => {
  const page_id = await withVersions('Chosen', 'a', 'b', 'a')
  const [second, first] = await versionsOf(page_id)
  const page = openAs(browser, 'mo', `/page/diff/${page_id}/${second}`)
  await reported(page, '1 line added · 1 removed')
  await page.getByRole('combobox', { name: 'Older version' }).selectOption(String(first))
  await expectVisible(page.getByText('Both versions have the same text.'))
  expect(await page.getByRole('button', { name: 'Restore this version' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Newer version' }).selectOption(String(second))
  await reported(page, '1 line added · 1 removed')
  expect(page.path).toBe(`/page/diff/${page_id}/${first}?with=${second}`)
})

test('steps through changes, unfolds lines, and keeps the view settings in the address, by keyboard', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at + 1} of the page.`)
  const before = [...lines(40), 'POST /v1/user', ...lines(30), 'The end.']
  const after = [...lines(40), 'POST /v1/users', '', ...lines(30), 'The  end.']
  const page_id = await withVersions('Compared', before.join('\n'), after.join('\n'))
  const [version] = await versionsOf(page_id)
  const page = openAs(browser, 'mo', `/page/diff/${page_id}/${version}`)
  const rowWith = (text: string) => page.locator('[data-row]').filter({ hasText: text })
  await reported(page, '3 lines added · 2 removed')
  const changed = page.locator('[data-row] span').filter({ hasText: /^users$/ })
  expect(await changed.count()).toBe(1)
  await page.keyboard.press('n')
  await reported(page, 'Change 1 of 2')
  await expectVisible(page.locator('[data-row][data-current]').filter({ hasText: '/v1/users' }))
  await page.keyboard.press('n')
  await reported(page, 'Change 2 of 2')
  await page.keyboard.press('p')
  await reported(page, 'Change 1 of 2')

  expect(await rowWith('Line 20 of').count()).toBe(0)
  await page.getByRole('button', { name: '⋯ Show 37 unchanged lines' }).press('Enter')
  await expectVisible(rowWith('Line 20 of').first())

  await page.getByRole('switch', { name: 'Ignore spaces' }).press('Space')
  await reported(page, '2 lines added · 1 removed')
  await page.getByRole('switch', { name: 'Side by side' }).press('Space')
  await eventually(() => page.path, `/page/diff/${page_id}/${version}?space=1&unified=1`)
  expect(await rowWith('/v1/user').count()).toBe(2)
  await page.reload()
  await reported(page, '2 lines added · 1 removed')
  await page.getByRole('tab', { name: 'Rendered' }).click()
  await expectVisible(page.locator('[data-changed=new]').filter({ hasText: '/v1/users' }))
  await expectVisible(page.getByRole('group', { name: 'Removed' }).first())
})
