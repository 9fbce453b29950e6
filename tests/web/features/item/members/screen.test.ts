import { beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const password = 'seven mountains'

const ann = () => browser.app.as('ann')
const mo = () => browser.app.as('mo')
const jo = () => browser.app.as('jo')

beforeAll(async () => {
  // ann owns the projects and teams
  await browser.app.newUser('ann', { password })
  await browser.app.newUser('mo', { password })
  browser.app.uid('jo')
})

const addItem = async (owner: string, item_name: string) => browser.app.rows.newItem({ owner, item_name })

/** A project with folders and pages; with an access password only for those who know it. */
async function newItem(item_name: string, access?: string) {
  const { rows } = browser.app
  const item_id = await rows.newItem({ owner: 'ann', item_name, ...(access && { password: access }) })
  const users = rows.newCatalog(item_id, 'Users')
  const payments = rows.newCatalog(item_id, 'Payments')
  rows.newPage(item_id, 'Welcome')
  rows.newPage(item_id, 'Create a user', { cat_id: users })
  rows.newPage(item_id, 'Refund', { cat_id: payments })
  return { item_id, users, payments }
}

const newTeam = async (team_name: string, ...names: string[]): Promise<string> => {
  const { id } = await ann().team.save({ team_name })
  if (names.length > 0) await ann().teamMember.save({ team_id: id, member_username: names.join(',') })
  return id
}

const members = (username: string, item_id: number, part = 'people') =>
  openAs(browser, username, `/item/setting/${item_id}?tab=members&part=${part}`)

const rolesOf = async (item_id: number) =>
  Object.fromEntries((await ann().member.getList({ item_id })).map((one) => [one.username, one.member_group_id]))

const said = (page: Screen, text: string | RegExp) => expectVisible(page.getByText(text).first())

test('adds the known names of a pasted list and reports the others at the field', async () => {
  const { item_id } = await newItem('Pasted')
  const page = members('ann', item_id)
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await said(page, 'Choose at least one person.')
  await page.getByRole('combobox', { name: 'People' }).paste('mo\nghost, ann; JO')
  await expectVisible(page.getByText('user not found'))
  await expectVisible(page.getByRole('button', { name: 'Remove jo' }))
  await page.getByRole('button', { name: 'Add 2 people' }).click()
  await said(page, 'No user named ghost. Everyone else was added.')
  expect(await rolesOf(item_id)).toEqual({ mo: '1', jo: '1' })
})

test('finds people while typing, lists nobody before, and accepts a name with a space as one person', async () => {
  const item_id = await addItem('picky', 'Picked')
  await jo().user.updateInfo({ name: 'Jo Ray' })
  const page = members('picky', item_id)
  await page.getByRole('button', { name: 'Add people' }).click()
  const box = page.getByRole('combobox', { name: 'People' })
  await box.click()
  await expectVisible(page.getByText('Type at least two letters of a name.'))
  await box.type('j')
  await expectVisible(page.getByText('Type at least two letters of a name.'))
  await box.type('o ')
  await page.getByRole('option', { name: 'Jo Ray' }).click()
  await expectVisible(page.getByRole('button', { name: 'Remove Jo Ray' }))
  await box.fill('nobody-of-that-name')
  await expectVisible(page.getByText('No user named “nobody-of-that-name”.'))
  await box.fill('')
  await box.paste('jo ray, mo ann')
  await page.getByRole('button', { name: 'Add 3 people' }).click()
  await said(page, '3 people added')
  expect((await browser.app.as('picky').member.getList({ item_id })).map(({ username }) => username)).toEqual([
    'jo',
    'mo',
    'ann',
  ])
  expect(browser.sent('user/allUser').filter(({ username = '' }) => username.trim().length < 2)).toEqual([])
  await jo().user.updateInfo({ name: '' })
})

test('changes role and catalogs in place, with undo', async () => {
  const { item_id, users } = await newItem('In place')
  await ann().member.save({ item_id, username: 'mo', member_group_id: 1 })
  const page = members('ann', item_id)
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
  expect(await ann().member.getList({ item_id })).toMatchObject([{ cat_ids: String(users) }])
  await role.selectOption('Manage')
  await said(page, 'mo: Manage')
  await expectHidden(page.getByRole('button', { name: /^Folders for mo/ }))
})

test('reverts a change that the server rejects and shows the reason', async () => {
  const { item_id } = await newItem('Refused')
  await ann().member.save({ item_id, username: 'mo', member_group_id: 1 })
  const page = members('ann', item_id)
  const role = page.getByRole('combobox', { name: 'Role of mo' })
  await expectVisible(role)
  await ann().item.archive({ item_id, password: password })
  await role.selectOption('Read')
  await said(page, /^Couldn’t change mo: .*archived/)
  await eventually(() => role.inputValue(), '1')
})

test('removes a member after a confirmation and restores them with their rights', async () => {
  const { item_id } = await newItem('Removed')
  await ann().member.save({ item_id, username: 'mo,jo', member_group_id: 0 })
  const page = members('ann', item_id)
  await page.getByRole('button', { name: 'Menu of mo', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove mo from this project?' })
  await eventually(() => question.getByRole('button', { name: 'Cancel' }).hasFocus(), true)
  await question.getByRole('button', { name: 'Remove' }).click()
  await said(page, 'mo removed')
  expect(await rolesOf(item_id)).toEqual({ jo: '0' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, 'mo is a member again')
  expect(await rolesOf(item_id)).toEqual({ mo: '0', jo: '0' })
  await page.getByRole('searchbox', { name: 'Filter people' }).fill('jo')
  await expectHidden(page.getByRole('combobox', { name: 'Role of mo' }))
})

test('lets a manager change others, but not themselves or the owner', async () => {
  const { item_id } = await newItem('Manager')
  await ann().member.save({ item_id, username: 'mo', member_group_id: 2 })
  await ann().member.save({ item_id, username: 'jo', member_group_id: 1 })
  const page = members('mo', item_id)
  await expectVisible(page.getByRole('combobox', { name: 'Role of jo' }))
  expect(await page.getByRole('combobox', { name: /^Role of (mo|ann)$/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Menu of ann', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Menu of mo', exact: true }).click()
  const remove = page.getByRole('menuitem', { name: /^Remove.*You can’t remove yourself/ })
  expect(await remove.getAttribute('aria-disabled')).toBe('true')
})

test('binds a team with a role, changes its people one by one or all at once, and unbinds it', async () => {
  const { item_id } = await newItem('With a team', 'secret')
  const team_id = await newTeam('Backend', 'mo', 'jo')
  const page = members('ann', item_id, 'teams')
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
  const rights = await ann().teamItemMember.getList({ team_id, item_id })
  expect(rights.map((one) => one.member_group_id)).toEqual(['0', '0'])
  await page.getByRole('button', { name: 'Menu of Backend' }).click()
  await page.getByRole('menuitem', { name: 'Remove team' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove team' }).click()
  await expectVisible(page.getByText('No teams yet.'))
  expect(await ann().teamItem.getList({ item_id })).toEqual([])
})

test('shows the tree as each person sees it, with the reason', async () => {
  const { item_id, users, payments } = await newItem('Seen', 'secret')
  const team_id = await newTeam('Readers', 'mo', 'jo')
  await ann().member.save({ item_id, username: 'mo', member_group_id: 1, cat_id: users })
  await ann().teamItem.save({ team_id, item_id, member_group_id: 0 })
  const jos = (await ann().teamItemMember.getList({ team_id, item_id })).find((one) => one.member_username === 'jo')
  await ann().teamItemMember.save({ id: Number(jos?.id), cat_id: payments })
  const page = members('ann', item_id, 'sight')
  const marks = () => page.getByRole('list', { name: 'What this person sees' }).getByRole('listitem').allInnerTexts()
  const plain = async () => (await marks()).toSorted()
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
  const { menu } = await jo().item.info({ item_id })
  expect(menu.catalogs.map((one) => one.cat_name)).toEqual(['Payments'])
  await person.fill('Anyone')
  await page.keyboard.press('Enter')
  await said(page, 'Anyone else with the address can’t see anything without the access password.')
})

test('creates, manages and deletes a team as its owner', async () => {
  const { item_id } = await newItem('Of the team')
  const page = openAs(browser, 'ann', '/team/index')
  await page.getByRole('button', { name: 'New team' }).click()
  await page.keyboard.type('Docs')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Docs' }))
  const team_id = Number(/\/team\/member\/(\d+)$/.exec(page.path)?.[1])
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('combobox', { name: 'People' }).fill('mo,jo,')
  await page.getByRole('button', { name: 'Add 2 people' }).click()
  await said(page, '2 people added')
  await page.getByRole('tab', { name: 'People' }).press('ArrowRight')
  await eventually(() => page.path, `/team/item/${team_id}`)
  await page.getByRole('button', { name: 'Add projects' }).click()
  await page.getByRole('checkbox', { name: 'Of the team' }).check()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await said(page, '1 project added')
  await page.getByRole('button', { name: 'People’s access' }).click()
  await eventually(() => page.path, `/team/item/${team_id}?rights=${item_id}`)
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
  await dialog.getByLabel('Your account password').fill(password)
  await page.keyboard.press('Enter')
  await said(page, 'Team “Docs” now belongs to mo')
  expect((await mo().team.getList()).find((one) => Number(one.id) === team_id)).toMatchObject({ username: 'mo' })
  expect((await mo().item.myList({})).find((one) => Number(one.item_id) === item_id)).toMatchObject({ manage: 1 })

  const his = openAs(browser, 'mo', '/team/index')
  await his.getByRole('button', { name: 'Menu of Docs' }).click()
  await his.getByRole('menuitem', { name: 'Delete' }).click()
  await his.getByLabel('Your account password').fill(password)
  await his.getByRole('button', { name: 'Delete team' }).click()
  await said(his, 'Team “Docs” deleted')
  expect((await mo().team.getList()).some((one) => Number(one.id) === team_id)).toBe(false)
})

test('lets a team member leave and its administrator manage it; hides it from others', async () => {
  const team_id = await newTeam('Seen by all', 'mo')
  await ann().teamMember.save({ team_id, member_username: 'jo', team_member_group_id: 2 })
  const chief = openAs(browser, 'jo', `/team/member/${team_id}`)
  await expectVisible(chief.getByRole('button', { name: 'Add people' }))
  await chief.getByRole('button', { name: 'Actions', exact: true }).click()
  await expectVisible(chief.getByRole('menuitem', { name: 'Leave' }))
  expect(await chief.getByRole('menuitem').allTextContents()).toEqual(['Rename', 'Leave'])

  const page = openAs(browser, 'mo', `/team/member/${team_id}`)
  await expectVisible(page.getByText('Team administrator'))
  expect(await page.getByRole('button', { name: /Add people|^Menu of/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Leave team' }).click()
  await eventually(() => page.path, '/team/index')
  expect((await mo().team.getList()).some((one) => one.id === team_id)).toBe(false)

  for (const id of [team_id, '99999', 'x']) {
    const stranger = openAs(browser, 'mo', `/team/item/${id}`)
    await expectVisible(stranger.getByRole('heading', { level: 1, name: 'Team not found' }))
  }
})

test('reports what cannot be loaded during an outage, loads it later, and keeps what was loaded', async () => {
  await newTeam('Comes back')
  browser.unreachable.add('team/getList')
  const page = openAs(browser, 'ann', '/team/index')
  await expectVisible(page.getByRole('alert').getByText('This could not be loaded.'))
  browser.unreachable.clear()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(page.getByRole('link', { name: 'Comes back' }))

  const { item_id } = await newItem('Stays')
  await ann().member.save({ item_id, username: 'mo', member_group_id: 1 })
  const people = members('ann', item_id)
  const role = people.getByRole('combobox', { name: 'Role of mo' })
  await expectVisible(role)
  browser.isOffline = true
  await role.selectOption('Read')
  await said(people, /^Couldn’t change mo: The server isn’t responding/)
  await eventually(() => role.inputValue(), '1')
})

test('adds people by keyboard alone: picked from the list, with a role and a catalog', async () => {
  const { item_id, users } = await newItem('By keyboard')
  browser.app.uid('王小明')
  const page = members('ann', item_id)
  await page.getByRole('button', { name: 'Add people' }).press('Enter')
  const box = page.getByRole('combobox', { name: 'People' })
  await eventually(() => box.hasFocus(), true)
  await page.keyboard.type('mo')
  await expectVisible(page.getByRole('option', { name: 'mo' }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('王')
  await expectVisible(page.getByRole('option', { name: '王小明' }))
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
  await eventually(() => page.getByRole('menuitemcheckbox', { name: 'All folders', checked: true }).hasFocus(), true)
  await page.keyboard.press('ArrowDown')
  await eventually(() => page.getByRole('menuitemcheckbox', { name: 'Users', checked: false }).hasFocus(), true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('button', { name: 'Folders' }).hasFocus(), true)
  await page.keyboard.press('Control+Enter')
  await said(page, '2 people added')
  expect(await ann().member.getList({ item_id })).toMatchObject([
    { username: 'mo', member_group_id: '0', cat_ids: String(users) },
    { username: '王小明', member_group_id: '0', cat_ids: String(users) },
  ])
  await eventually(() => page.getByRole('button', { name: 'Add people' }).hasFocus(), true)
})
