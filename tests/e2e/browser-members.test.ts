import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addCatalog,
  addItem,
  addPage,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'

type Account = Awaited<ReturnType<Site['newAccount']>>

let site: Site
/** Owns the items and teams; not the site's administrator. */
let ann: Account
let mo: Account
let jo: Account

beforeAll(async () => {
  site = await newSite()
  ann = await site.newAccount('ann')
  mo = await site.newAccount('mo')
  jo = await site.newAccount('jo')
  await site.newAccount('王小明')
})

async function newItem(item_name: string, password?: string) {
  const item_id = await addItem(ann.client, { item_name, ...(password && { password }) })
  const users = await addCatalog(ann.client, item_id, 'Users')
  const payments = await addCatalog(ann.client, item_id, 'Payments')
  await addPage(ann.client, item_id, 'Welcome')
  await addPage(ann.client, item_id, 'Create a user', '', users)
  await addPage(ann.client, item_id, 'Refund', '', payments)
  return { item_id, users, payments }
}

const newTeam = async (team_name: string, ...names: string[]): Promise<string> => {
  const { id } = await ann.client.team.save({ team_name })
  if (names.length > 0) await ann.client.teamMember.save({ team_id: id, member_username: names.join(',') })
  return id
}

const members = (who: Account, item_id: number, part = 'people', expects?: RegExp) =>
  open(site.server, {
    token: who.token,
    at: `/item/setting/${item_id}?tab=members&part=${part}`,
    ...(expects && { expects }),
  })

const rolesOf = async (item_id: number) =>
  Object.fromEntries((await ann.client.member.getList({ item_id })).map((one) => [one.username, one.member_group_id]))

const focused = (locator: Locator) =>
  eventually(() => locator.evaluate((node) => node === document.activeElement), true)
const said = (page: Page, text: string | RegExp) => expectVisible(page.getByText(text).first())

test('adds people by keyboard alone: picked from the list, with a role and a catalog', async () => {
  const { item_id, users } = await newItem('By keyboard')
  const page = await members(ann, item_id)
  await page.getByRole('button', { name: 'Add people' }).focus()
  await page.keyboard.press('Enter')
  const box = page.getByRole('combobox', { name: 'People' })
  await focused(box)
  await page.keyboard.type('mo')
  await expectVisible(page.getByRole('option', { name: 'mo' }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('王')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('button', { name: 'Remove 王小明' }))
  await expectHidden(page.getByRole('option')) // the list would cover the permissions
  await page.keyboard.type('jo')
  await expectVisible(page.getByRole('option', { name: 'jo' }))
  await page.keyboard.press('Escape') // closes the list, not the dialog
  await expectVisible(page.getByRole('dialog', { name: 'Add people' }))
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp') // from edit to read
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await focused(page.getByRole('menuitemcheckbox', { name: 'All folders', checked: true }))
  await page.keyboard.press('ArrowDown')
  await focused(page.getByRole('menuitemcheckbox', { name: 'Users', checked: false }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await focused(page.getByRole('button', { name: 'Folders' }))
  await page.keyboard.press('Control+Enter')
  await said(page, '2 people added')
  expect(await ann.client.member.getList({ item_id })).toMatchObject([
    { username: 'mo', member_group_id: '0', cat_ids: String(users) },
    { username: '王小明', member_group_id: '0', cat_ids: String(users) },
  ])
  await focused(page.getByRole('button', { name: 'Add people' }))
  await page.close()
})

test('adds the known names of a pasted list and reports the others at the field', async () => {
  const { item_id } = await newItem('Pasted')
  const page = await members(ann, item_id)
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await said(page, 'Choose at least one person.')
  await page.getByRole('combobox', { name: 'People' }).evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'mo\nghost, ann; JO')
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expectVisible(page.getByText('user not found'))
  await expectVisible(page.getByRole('button', { name: 'Remove jo' }))
  await page.getByRole('button', { name: 'Add 2 people' }).click()
  await said(page, 'No user named ghost. Everyone else was added.')
  expect(await rolesOf(item_id)).toEqual({ mo: '1', jo: '1' })
  await page.close()
})

test('finds people while typing, lists nobody before, and accepts a name with a space as one person', async () => {
  const own = await site.newAccount('picky')
  const item_id = await addItem(own.client, { item_name: 'Picked' })
  await jo.client.user.updateInfo({ name: 'Jo Ray' })
  const page = await members(own, item_id)
  const words: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/allUser'))
      words.push(new URLSearchParams(request.postData() ?? '').get('username'))
  })
  await page.getByRole('button', { name: 'Add people' }).click()
  const box = page.getByRole('combobox', { name: 'People' })
  await box.click()
  await expectVisible(page.getByText('Type at least two letters of a name.'))
  await box.pressSequentially('j')
  await expectVisible(page.getByText('Type at least two letters of a name.'))
  await box.pressSequentially('o ')
  await page.getByRole('option', { name: 'Jo Ray' }).click()
  await expectVisible(page.getByRole('button', { name: 'Remove Jo Ray' }))
  await box.fill('nobody-of-that-name')
  await expectVisible(page.getByText('No user named “nobody-of-that-name”.'))
  await box.fill('')
  await box.evaluate((node) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'jo ray, mo ann')
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.getByRole('button', { name: 'Add 3 people' }).click()
  await said(page, '3 people added')
  expect((await own.client.member.getList({ item_id })).map(({ username }) => username)).toEqual(['jo', 'mo', 'ann'])
  expect(words.filter((word) => !word || word.trim().length < 2)).toEqual([])
  await jo.client.user.updateInfo({ name: '' })
  await page.close()
})

test('changes role and catalogs in place, with undo', async () => {
  const { item_id, users } = await newItem('In place')
  await ann.client.member.save({ item_id, username: 'mo', member_group_id: 1 })
  const page = await members(ann, item_id)
  const role = page.getByRole('combobox', { name: 'Role of mo' })
  await role.selectOption('Read')
  await said(page, 'mo: Read')
  expect(await rolesOf(item_id)).toEqual({ mo: '0' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, 'Change to mo undone')
  expect(await rolesOf(item_id)).toEqual({ mo: '1' })
  await eventually(() => role.inputValue(), '1')
  await page.getByRole('button', { name: 'Folders for mo: All folders' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Users' }).click()
  await page.keyboard.press('Escape')
  await said(page, 'Folders for mo changed')
  expect(await ann.client.member.getList({ item_id })).toMatchObject([{ cat_ids: String(users) }])
  await role.selectOption('Manage')
  await said(page, 'mo: Manage')
  await expectHidden(page.getByRole('button', { name: /^Folders for mo/ }))
  await page.close()
})

test('reverts a change that the server rejects and shows the reason', async () => {
  const { item_id } = await newItem('Refused')
  await ann.client.member.save({ item_id, username: 'mo', member_group_id: 1 })
  const page = await members(ann, item_id)
  const role = page.getByRole('combobox', { name: 'Role of mo' })
  await expectVisible(role)
  await ann.client.item.archive({ item_id, password: ann.password })
  await role.selectOption('Read')
  await said(page, /^Couldn’t change mo: .*archived/)
  await eventually(() => role.inputValue(), '1')
  await page.close()
})

test('removes a member after a confirmation and restores them with their rights', async () => {
  const { item_id } = await newItem('Removed')
  await ann.client.member.save({ item_id, username: 'mo,jo', member_group_id: 0 })
  const page = await members(ann, item_id)
  await page.getByRole('button', { name: 'Menu of mo', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove mo from this project?' })
  await focused(question.getByRole('button', { name: 'Cancel' }))
  await question.getByRole('button', { name: 'Remove' }).click()
  await said(page, 'mo removed')
  expect(await rolesOf(item_id)).toEqual({ jo: '0' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, 'mo is a member again')
  expect(await rolesOf(item_id)).toEqual({ mo: '0', jo: '0' })
  await page.getByRole('searchbox', { name: 'Filter people' }).fill('jo')
  await expectHidden(page.getByRole('combobox', { name: 'Role of mo' }))
  await page.close()
})

test('lets a manager change others, but not themselves or the owner', async () => {
  const { item_id } = await newItem('Manager')
  await ann.client.member.save({ item_id, username: 'mo', member_group_id: 2 })
  await ann.client.member.save({ item_id, username: 'jo', member_group_id: 1 })
  const page = await members(mo, item_id)
  await expectVisible(page.getByRole('combobox', { name: 'Role of jo' }))
  expect(await page.getByRole('combobox', { name: /^Role of (mo|ann)$/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Menu of ann', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Menu of mo', exact: true }).click()
  const remove = page.getByRole('menuitem', { name: /^Remove.*You can’t remove yourself/ })
  expect(await remove.getAttribute('aria-disabled')).toBe('true')
  await page.close()
})

test('binds a team with a role, changes its people one by one or all at once, and unbinds it', async () => {
  const { item_id } = await newItem('With a team', 'secret')
  const team_id = await newTeam('Backend', 'mo', 'jo')
  const page = await members(ann, item_id, 'teams')
  await page.getByRole('button', { name: 'Add team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a team' })
  await dialog.getByRole('combobox', { name: 'Team' }).fill('Back')
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: /^Manage/ }).check()
  await dialog.getByRole('button', { name: 'Add team' }).click()
  await said(page, 'Team “Backend” added')
  await eventually(() => page.getByText('same as team').count(), 2)
  await page.getByRole('combobox', { name: 'Role of mo' }).selectOption('Edit')
  await said(page, 'mo: Edit')
  await eventually(() => page.getByText('same as team').count(), 1)
  await page.getByRole('button', { name: 'Set everyone to Read' }).click()
  await said(page, 'Everyone in the team can read, and nothing more')
  const rights = await ann.client.teamItemMember.getList({ team_id, item_id })
  expect(rights.map((one) => one.member_group_id)).toEqual(['0', '0'])
  await page.getByRole('button', { name: 'Menu of Backend' }).click()
  await page.getByRole('menuitem', { name: 'Remove team' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove team' }).click()
  await expectVisible(page.getByText('No teams yet.'))
  expect(await ann.client.teamItem.getList({ item_id })).toEqual([])
  await page.close()
})

test('shows the tree as each person sees it, with the reason', async () => {
  const { item_id, users, payments } = await newItem('Seen', 'secret')
  const team_id = await newTeam('Readers', 'mo', 'jo')
  await ann.client.member.save({ item_id, username: 'mo', member_group_id: 1, cat_id: users })
  await ann.client.teamItem.save({ team_id, item_id, member_group_id: 0 })
  const jos = (await ann.client.teamItemMember.getList({ team_id, item_id })).find(
    (one) => one.member_username === 'jo',
  )
  await ann.client.teamItemMember.save({ id: Number(jos?.id), cat_id: payments })
  const page = await members(ann, item_id, 'sight')
  const marks = () => page.getByRole('list', { name: 'What this person sees' }).getByRole('listitem').allInnerTexts()
  const plain = async () => (await marks()).map((text) => text.replace(/\s+/g, ' ').trim()).sort()
  const person = page.getByRole('combobox', { name: 'View the project as' })
  // the higher role of the two applies, including its limit
  await said(page, 'mo can read and edit only Users.')
  await eventually(plain, [
    'Create a user Edit',
    'Payments Hidden',
    'Refund Hidden',
    'Users member Edit',
    'Welcome Hidden',
  ])
  await expectVisible(page.getByText('overridden by a higher role'))
  await person.fill('jo')
  await page.keyboard.press('Enter')
  await said(page, 'jo can read only Payments.')
  await eventually(plain, [
    'Create a user Hidden',
    'Payments via team Readers Read',
    'Refund Read',
    'Users Hidden',
    'Welcome Hidden',
  ])
  // the server agrees
  const { menu } = await jo.client.item.info({ item_id })
  expect(menu.catalogs.map((one) => one.cat_name)).toEqual(['Payments'])
  await person.fill('Anyone')
  await page.keyboard.press('Enter')
  await said(page, 'Anyone else with the address can’t see anything without the access password.')
  await page.close()
})

test('creates, manages and deletes a team as its owner', async () => {
  const { item_id } = await newItem('Of the team')
  const page = await open(site.server, { token: ann.token, at: '/team/index' })
  await page.getByRole('button', { name: 'New team' }).click()
  await page.keyboard.type('Docs')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Docs' }))
  const team_id = Number(/\/team\/member\/(\d+)$/.exec(currentPath(page))?.[1])
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('combobox', { name: 'People' }).fill('mo,jo,')
  await page.getByRole('button', { name: 'Add 2 people' }).click()
  await said(page, '2 people added')
  await page.getByRole('tab', { name: 'People' }).press('ArrowRight')
  await eventually(() => currentPath(page), `/team/item/${team_id}`)
  await page.getByRole('button', { name: 'Add projects' }).click()
  await page.getByRole('checkbox', { name: 'Of the team' }).check()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await said(page, '1 project added')
  await page.getByRole('button', { name: 'People’s access' }).click()
  await eventually(() => currentPath(page), `/team/item/${team_id}?rights=${item_id}`)
  await page.getByRole('combobox', { name: 'Role of jo' }).selectOption('Read')
  await said(page, 'jo: Read')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer team “Docs”' })
  await expectVisible(dialog.getByText('1 project you own moves too.'))
  await dialog.getByRole('combobox', { name: 'New owner' }).fill('mo')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Your account password').fill('wrong')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByRole('alert'))
  await dialog.getByLabel('Your account password').fill(ann.password)
  await page.keyboard.press('Enter')
  await said(page, 'Team “Docs” now belongs to mo')
  expect((await mo.client.team.getList()).find((one) => Number(one.id) === team_id)).toMatchObject({ username: 'mo' })
  expect((await mo.client.item.myList({})).find((one) => Number(one.item_id) === item_id)).toMatchObject({ manage: 1 })
  await page.close()

  const his = await open(site.server, { token: mo.token, at: '/team/index' })
  await his.getByRole('button', { name: 'Menu of Docs' }).click()
  await his.getByRole('menuitem', { name: 'Delete' }).click()
  await his.getByLabel('Your account password').fill(mo.password)
  await his.getByRole('button', { name: 'Delete team' }).click()
  await said(his, 'Team “Docs” deleted')
  expect((await mo.client.team.getList()).some((one) => Number(one.id) === team_id)).toBe(false)
  await his.close()
})

test('lets a team member leave and its administrator manage it; hides it from others', async () => {
  const team_id = await newTeam('Seen by all', 'mo')
  await ann.client.teamMember.save({ team_id, member_username: 'jo', team_member_group_id: 2 })
  const chief = await open(site.server, { token: jo.token, at: `/team/member/${team_id}` })
  await expectVisible(chief.getByRole('button', { name: 'Add people' }))
  await chief.getByRole('button', { name: 'Actions', exact: true }).click()
  await expectVisible(chief.getByRole('menuitem', { name: 'Leave' }))
  expect(await chief.getByRole('menuitem').allInnerTexts()).toEqual(['Rename', 'Leave'])
  await chief.close()

  const page = await open(site.server, { token: mo.token, at: `/team/member/${team_id}` })
  await expectVisible(page.getByText('Team administrator'))
  expect(await page.getByRole('button', { name: /Add people|^Menu of/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Leave team' }).click()
  await eventually(() => currentPath(page), '/team/index')
  expect((await mo.client.team.getList()).some((one) => one.id === team_id)).toBe(false)
  await page.close()

  for (const id of [team_id, '99999', 'x']) {
    const stranger = await open(site.server, { token: mo.token, at: `/team/item/${id}` })
    await expectVisible(stranger.getByRole('heading', { level: 1, name: 'Team not found' }))
    await stranger.close()
  }
})

test('reports what cannot be loaded during an outage, loads it later, and keeps what was loaded', async () => {
  await newTeam('Comes back')
  const page = await open(site.server, { token: ann.token, at: '/item/index', expects: /ERR_FAILED|Failed to load/ })
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await page.route('**/api/team/getList', (route) => route.abort())
  await page.goto(`${site.server.url}/team/index`)
  await expectVisible(page.getByRole('alert').getByText('This could not be loaded.'))
  const again = page.getByRole('button', { name: 'Try again' })
  await expectVisible(again)
  await page.unroute('**/api/team/getList')
  await again.click({ timeout: 3000 }).catch(() => undefined) // it may have loaded by itself
  await expectVisible(page.getByRole('link', { name: 'Comes back' }))
  await page.close()

  const { item_id } = await newItem('Stays')
  await ann.client.member.save({ item_id, username: 'mo', member_group_id: 1 })
  const people = await members(ann, item_id, 'people', /ERR_FAILED|Failed to load/)
  const role = people.getByRole('combobox', { name: 'Role of mo' })
  await expectVisible(role)
  await people.route('**/api/**', (route) => route.abort())
  await role.selectOption('Read')
  await said(people, /^Couldn’t change mo: The server isn’t responding/)
  await eventually(() => role.inputValue(), '1')
  await people.close()
})
