import { createStore } from 'jotai'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import {
  addTeamMembersAtom,
  bindItemsAtom,
  createTeamState,
  deleteTeamAtom,
  itemsOfTeamAtom,
  leaveTeamAtom,
  ownItemsAtom,
  removeTeamMemberAtom,
  saveTeamAtom,
  teamsAtom,
  transferTeamAtom,
  unbindItemAtom,
} from '#web/features/teams/atoms.ts'
import { queryValue } from '#web/lib/query.ts'

const browser = openBrowser()
const password = 'nine blue horses'
let store: ReturnType<typeof createStore>
let teams: ReturnType<typeof teamsAtom>
let team: ReturnType<typeof createTeamState>

beforeAll(async () => {
  await browser.app.newUser('lead', { password })
  for (const name of ['ann', 'bob']) browser.app.uid(name)
})

beforeEach(async () => {
  store = createStore()
  teams = teamsAtom()
  browser.signIn('lead')
  team = createTeamState(await store.set(saveTeamAtom, teams, { id: '0', team_name: 'Writers' }))
})

const names = () => queryValue(store.get(teams))?.map(({ id, team_name }) => [id, team_name])
const members = () => queryValue(store.get(team.members))?.map((one) => [one.member_username, one.team_member_group_id])

test('creates and renames a team', async () => {
  expect(names()).toContainEqual([team.team_id, 'Writers'])
  await store.set(saveTeamAtom, teams, { id: team.team_id, team_name: '<b>Editors</b>' })
  expect(names()).toContainEqual([team.team_id, '<b>Editors</b>'])
})

test('adds people in their roles, and returns the names without an account', async () => {
  expect(await store.set(addTeamMembersAtom, team, ['ann', 'nobody'], 2)).toEqual(['nobody'])
  expect(await store.set(addTeamMembersAtom, team, ['bob'], 1)).toEqual([])
  expect(members()).toEqual(
    expect.arrayContaining([
      ['ann', '2'],
      ['bob', '1'],
    ]),
  )
})

test('removes a person, who then no longer has the team', async () => {
  await store.set(addTeamMembersAtom, team, ['ann'], 1)
  const ann = queryValue(store.get(team.members))?.find((one) => one.member_username === 'ann')
  await store.set(removeTeamMemberAtom, team, ann?.id ?? '')
  expect(members()?.map(([name]) => name)).not.toContain('ann')
  browser.signIn('ann')
  await store.set(teams)
  expect(names()).not.toContainEqual([team.team_id, 'Writers'])
})

test('a person without the right to manage adds nobody, and sees the people as they are', async () => {
  await store.set(addTeamMembersAtom, team, ['ann'], 1)
  const before = members()
  browser.signIn('ann')
  await expect(store.set(addTeamMembersAtom, team, ['bob'], 2)).rejects.toMatchObject({ name: 'ApiError' })
  expect(members()).toEqual(before)
})

test('binds several projects and unbinds one of them', async () => {
  const { rows } = browser.app
  const ids = [String(await rows.newItem({ owner: 'lead' })), String(await rows.newItem({ owner: 'lead' }))]
  await store.set(bindItemsAtom, team, ids, '0')
  const bound = () => queryValue(store.get(team.items)) ?? []
  expect(
    bound()
      .map(({ item_id }) => item_id)
      .toSorted(),
  ).toEqual(ids.toSorted())
  const [first] = bound()
  await store.set(unbindItemAtom, team, first?.id ?? '')
  expect(bound()).toHaveLength(1)
  const elsewhere = itemsOfTeamAtom(team.team_id)
  await store.set(elsewhere)
  expect(queryValue(store.get(elsewhere))).toEqual(bound())
})

test('offers the projects that one manages, without archived ones', async () => {
  const { rows } = browser.app
  const mine = String(await rows.newItem({ owner: 'lead' }))
  const old = String(await rows.newItem({ owner: 'lead', is_archived: 1 }))
  const read = await rows.newItem({ owner: 'bob' })
  rows.newMember(read, 'lead', 'edit')
  const managed = await rows.newItem({ owner: 'bob' })
  rows.newMember(managed, 'lead', 'manage')
  const own = ownItemsAtom()
  await store.set(own)
  const ids = queryValue(store.get(own))?.map(({ item_id }) => item_id)
  expect(ids).toEqual(expect.arrayContaining([mine, String(managed)]))
  expect(ids).not.toContain(old)
  expect(ids).not.toContain(String(read))
})

test('deletes a team only with the right password', async () => {
  await expect(store.set(deleteTeamAtom, teams, team.team_id, 'wrong')).rejects.toMatchObject({ name: 'ApiError' })
  expect(names()).toContainEqual([team.team_id, 'Writers'])
  await store.set(deleteTeamAtom, teams, team.team_id, password)
  expect(names()).not.toContainEqual([team.team_id, 'Writers'])
})

test('transfers a team, which the new owner then has', async () => {
  await store.set(transferTeamAtom, teams, { team_id: team.team_id, username: 'ann', password })
  browser.signIn('ann')
  await store.set(teams)
  expect(queryValue(store.get(teams))?.find(({ id }) => id === team.team_id)).toMatchObject({
    uid: String(browser.app.uid('ann')),
  })
})

test('leaves a team', async () => {
  await store.set(addTeamMembersAtom, team, ['ann'], 1)
  browser.signIn('ann')
  await store.set(leaveTeamAtom, teams, team.team_id)
  expect(names()).not.toContainEqual([team.team_id, 'Writers'])
})

test('keeps the list when it cannot be reloaded after a change', async () => {
  browser.fail('team/getList')
  await store.set(saveTeamAtom, teams, { id: team.team_id, team_name: 'Renamed' })
  expect(names()).toContainEqual([team.team_id, 'Writers'])
  await store.set(teams, 60_000)
  expect(names()).toContainEqual([team.team_id, 'Renamed'])
})
