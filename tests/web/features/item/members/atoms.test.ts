import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { openBrowser, shown } from '#tests/web/support/browser.ts'
import {
  addMembersAtom,
  bindTeamAtom,
  changeMemberAtom,
  changeTeamPersonAtom,
  createMembersState,
  createTeamPeopleState,
  type MembersState,
  removeMemberAtom,
  setAllToReadAtom,
  type TeamPeopleState,
  unbindTeamAtom,
} from '#web/features/item/members/atoms.ts'
import { bindItemsAtom, createTeamState as ownTeamBook } from '#web/features/teams/atoms.ts'
import { queryValue } from '#web/lib/query.ts'

const browser = openBrowser()
let store: ReturnType<typeof createStore>
let item_id: string
let team_id: string
let book: MembersState
let team: TeamPeopleState

beforeEach(async () => {
  const { app } = browser
  store = createStore()
  for (const name of ['ann', 'bob', 'cy']) app.uid(name)
  item_id = String(await app.rows.newItem())
  app.rows.newMember(Number(item_id), 'ann', 'read')
  const owner = app.as('owner')
  team_id = (await owner.team.save({ team_name: 'Writers' })).id
  await owner.teamMember.save({ team_id, member_username: 'bob,cy' })
  await owner.teamItem.save({ team_id, item_id, member_group_id: '1' })
  book = createMembersState(item_id)
  team = createTeamPeopleState(team_id, item_id)
  browser.signIn('owner')
  await Promise.all([shown(store, book.members), shown(store, book.teams), shown(store, team.people)])
})

const members = () => queryValue(store.get(book.members))?.map((one) => [one.username, one.member_group_id])
const people = () => queryValue(store.get(team.people))?.map((one) => [one.member_username, one.member_group_id])
const idOf = (username: string) =>
  queryValue(store.get(team.people))?.find((one) => one.member_username === username)?.id ?? ''

const changes: [string, call: string, choose: (role: '0' | '2') => Promise<unknown>][] = [
  ['a member', 'member/save', (role) => store.set(changeMemberAtom, book, 'ann', { role, limit: [] })],
  [
    'a person in a team',
    'teamItemMember/save',
    (role) => store.set(changeTeamPersonAtom, team, idOf('bob'), { role, limit: [] }),
  ],
  ['the newcomers of a team', 'teamItem/save', (role) => store.set(bindTeamAtom, book, team_id, role)],
  [
    'the newcomers of a project',
    'teamItem/save',
    (role) => store.set(bindItemsAtom, ownTeamBook(team_id), [item_id], role),
  ],
]

test.each(changes)('sends two quick role changes of %s in that order', async (_, call, choose) => {
  const first = browser.hold(call)
  const both = [choose('2'), choose('0')]
  await first.carriedOut
  expect(browser.sent(call)).toHaveLength(1)
  first.release()
  await Promise.all(both)
  expect(browser.sent(call).map((input) => input.member_group_id)).toEqual(['2', '0'])
})

test('shows a role at once, and reverts it when the right to manage has been taken away', async () => {
  const change = store.set(changeMemberAtom, book, 'ann', { role: '1', limit: [] })
  expect(members()).toEqual([['ann', '1']])
  await change
  browser.app.rows.sqlite.prepare('UPDATE item SET uid = ? WHERE item_id = ?').run(browser.app.uid('cy'), item_id)
  browser.app.rows.newMember(Number(item_id), 'owner', 'edit')
  await expect(store.set(changeMemberAtom, book, 'ann', { role: '2', limit: [] })).rejects.toMatchObject({
    errorName: 'noRight',
  })
  expect(JSON.stringify(store.get(book.members))).not.toContain('"member_group_id":"2"')
})

test('reverts the role of a person in a team when there is no response', async () => {
  browser.isOffline = true
  await expect(store.set(changeTeamPersonAtom, team, idOf('bob'), { role: '0', limit: [] })).rejects.toMatchObject({
    errorName: 'offline',
  })
  expect(people()).toEqual([
    ['bob', '1'],
    ['cy', '1'],
  ])
})

test('limits members to folders, but not managers', async () => {
  const folder = browser.app.rows.newCatalog(Number(item_id), 'Drafts')
  await store.set(changeMemberAtom, book, 'ann', { role: '1', limit: [folder] })
  await store.set(book.members)
  expect(store.get(book.members)).toMatchObject({ value: [{ member_group_id: '1', cat_ids: String(folder) }] })
  expect(await shown(store, book.catalogs)).toMatchObject({ value: [{ cat_id: folder, cat_name: 'Drafts' }] })
  await store.set(changeMemberAtom, book, 'ann', { role: '2', limit: [folder] })
  expect(browser.sent('member/save').at(-1)).toMatchObject({ member_group_id: '2', cat_ids: '' })
})

test('adds people, and returns the names without an account', async () => {
  const names = ['bob', 'nobody', '<img src=x>']
  expect(await store.set(addMembersAtom, book, names, { role: '0', limit: [] })).toEqual(['nobody', '<img src=x>'])
  expect(members()?.toSorted()).toEqual([
    ['ann', '0'],
    ['bob', '0'],
  ])
})

test('removes a member and unbinds a team', async () => {
  const [ann] = queryValue(store.get(book.members)) ?? []
  const [bound] = queryValue(store.get(book.teams)) ?? []
  await store.set(removeMemberAtom, book, ann?.item_member_id ?? '')
  await store.set(unbindTeamAtom, book, bound?.id ?? '')
  expect(members()).toEqual([])
  expect(store.get(book.teams)).toMatchObject({ value: [] })
})

test('sets everyone in a team to read-only, skipping those who already are', async () => {
  await store.set(changeTeamPersonAtom, team, idOf('cy'), { role: '0', limit: [] })
  await store.set(setAllToReadAtom, team)
  expect(people()).toEqual([
    ['bob', '0'],
    ['cy', '0'],
  ])
  expect(browser.sent('teamItemMember/save')).toHaveLength(2)
})

test('shows whose role was changed before an error, not what was intended', async () => {
  browser.intercept('teamItemMember/save', (send) => send())
  browser.fail('teamItemMember/save')
  await expect(store.set(setAllToReadAtom, team)).rejects.toMatchObject({ errorName: 'internal' })
  expect(people()).toEqual([
    ['bob', '0'],
    ['cy', '1'],
  ])
})
