import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string, code = 10101) => ({ errorName, code })
const gone = refusal('teamGone', 10103)

/** A team of `boss` with ann (ordinary) and chief (administrator). */
async function appWithTeam() {
  const app = await createTestApp()
  await app.newUser('boss')
  for (const name of ['ann', 'chief', 'bob', 'heir']) app.uid(name)
  const boss = app.as('boss')
  const team_id = Number((await boss.team.save({ team_name: 'T' })).id)
  await boss.teamMember.save({ team_id, member_username: 'ann' })
  await boss.teamMember.save({ team_id, member_username: 'chief', team_member_group_id: 2 })
  return { app, boss, team_id }
}

const teamItemRows = (app: TestApp) =>
  app.rows.all('team_item_member').map((row) => [row['item_id'], row['member_uid'], row['member_group_id']])

test('creates, renames and lists a team with its counts', async () => {
  const { app, boss, team_id } = await appWithTeam()
  await boss.teamItem.save({ team_id, item_id: String(await app.rows.newItem({ owner: 'boss' })) })
  expect(await app.as('chief').team.save({ id: team_id, team_name: 'New' })).toMatchObject({
    id: String(team_id),
    team_name: 'New',
    uid: String(app.uid('boss')),
    addtime: expect.stringMatching(/^\d{10}$/),
  })
  const second = await app.as('ann').team.save({ team_name: 'Second' })
  expect(await app.as('ann').team.getList()).toMatchObject([
    { id: second.id, team_name: 'Second', memberCount: 0, itemCount: 0, team_manage: 1 },
    { id: String(team_id), team_name: 'New', username: 'boss', memberCount: 2, itemCount: 1, team_manage: 0 },
  ])
  expect(await app.as('chief').team.getList()).toMatchObject([{ id: String(team_id), team_manage: 1 }])
  expect(await app.as('stranger').team.getList()).toEqual([])
  await expect(boss.team.save({ team_name: ' ' })).rejects.toMatchObject(refusal('badParameter'))
  expect(await boss.team.save({ team_name: '队'.repeat(200) })).toMatchObject({ team_name: '队'.repeat(200) })
  await expect(boss.team.save({ team_name: '队'.repeat(201) })).rejects.toMatchObject(refusal('textTooLong'))
})

test('does not count or list a deleted item', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'boss' })
  await boss.teamItem.save({ team_id, item_id })
  app.rows.sqlite.prepare('UPDATE item SET is_del = 1 WHERE item_id = ?').run(item_id)
  expect(await boss.team.getList()).toMatchObject([{ itemCount: 0 }])
  expect(await boss.teamItem.getListByTeam({ team_id })).toEqual([])
})

test('every call returns the same error for a team of others and a missing one', async () => {
  const { app, boss, team_id } = await appWithTeam()
  await boss.teamItem.save({ team_id, item_id: await app.rows.newItem({ owner: 'boss' }) })
  const own = await app.rows.newItem({ owner: 'stranger' })
  const [member] = app.rows.all('team_member')
  const [link] = app.rows.all('team_item')
  const [right] = app.rows.all('team_item_member')
  const stranger = app.as('stranger')
  for (const id of [team_id, 999]) {
    const password = 'x'
    await expect(stranger.team.save({ id, team_name: 'x' })).rejects.toMatchObject(gone)
    await expect(stranger.team.delete({ id })).rejects.toMatchObject(gone)
    await expect(stranger.team.exitTeam({ id })).rejects.toMatchObject(gone)
    await expect(stranger.team.attorn({ team_id: id, username: 'ann', password })).rejects.toMatchObject(gone)
    await expect(stranger.teamMember.getList({ team_id: id })).rejects.toMatchObject(gone)
    await expect(stranger.teamMember.save({ team_id: id, member_username: 'ann' })).rejects.toMatchObject(gone)
    await expect(stranger.teamItem.getListByTeam({ team_id: id })).rejects.toMatchObject(gone)
    await expect(stranger.teamItem.save({ team_id: id, item_id: own })).rejects.toMatchObject(gone)
    await expect(stranger.teamItemMember.getList({ team_id: id, item_id: own })).rejects.toMatchObject(gone)
  }
  for (const [row, id] of [
    [member, 0],
    [member, 999],
  ] as const)
    await expect(stranger.teamMember.delete({ id: id || Number(row?.['id']) })).rejects.toMatchObject(gone)
  for (const id of [Number(link?.['id']), 999])
    await expect(stranger.teamItem.delete({ id })).rejects.toMatchObject(gone)
  for (const id of [Number(right?.['id']), 999])
    await expect(stranger.teamItemMember.save({ id, member_group_id: 2 })).rejects.toMatchObject(gone)
})

test('an ordinary member sees the team but cannot change it', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'boss', password: 'secret' })
  await boss.teamItem.save({ team_id, item_id })
  const ann = app.as('ann')
  const no = refusal('noRight', 10103)
  expect(await ann.teamMember.getList({ team_id })).toMatchObject([
    { member_username: 'chief', team_member_group_id: '2' },
    { member_username: 'ann', team_member_group_id: '1', member_uid: String(app.uid('ann')), name: 'ann' },
  ])
  const [listed] = await ann.teamItem.getListByTeam({ team_id })
  expect(listed).toMatchObject({ item_id: String(item_id), item_name: 'Item', team_name: 'T', username: 'boss' })
  expect(Object.keys(listed ?? {})).not.toContain('password')
  const id = Number(app.rows.all('team_member')[0]?.['id'])
  await expect(ann.team.save({ id: team_id, team_name: 'x' })).rejects.toMatchObject(no)
  await expect(ann.team.delete({ id: team_id })).rejects.toMatchObject(no)
  await expect(ann.teamMember.save({ team_id, member_username: 'bob' })).rejects.toMatchObject(no)
  await expect(ann.teamMember.delete({ id })).rejects.toMatchObject(no)
  await expect(ann.teamItem.delete({ id: Number(listed?.id) })).rejects.toMatchObject(no)
  await expect(ann.teamItemMember.getList({ team_id, item_id })).rejects.toMatchObject(no)
})

test('only the creator can delete or transfer a team, not its administrators or those of the site', async () => {
  const { app, team_id } = await appWithTeam()
  const no = refusal('noRight', 10103)
  for (const who of ['chief', 'admin']) {
    await expect(app.as(who).team.delete({ id: team_id })).rejects.toMatchObject(no)
    await expect(app.as(who).team.attorn({ team_id, username: who, password: 'x' })).rejects.toMatchObject(no)
  }
  expect(await app.as('admin').team.save({ id: team_id, team_name: 'By admin' })).toMatchObject({
    team_name: 'By admin',
  })
})

test('deleting a team removes the access its members had through it', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'boss', password: 'secret' })
  await boss.teamItem.save({ team_id, item_id })
  expect(await app.as('ann').item.info({ item_id })).toMatchObject({ item_edit: true })
  await expect(boss.team.delete({ id: team_id, password: 'wrong' })).rejects.toMatchObject({ code: 10208 })
  expect(await boss.team.delete({ id: team_id })).toEqual({ success: true })
  await expect(app.as('ann').item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  const { team, team_member, team_item, team_item_member } = app.rows.counts()
  expect({ team, team_member, team_item, team_item_member }).toEqual({
    team: 0,
    team_member: 0,
    team_item: 0,
    team_item_member: 0,
  })
  expect(app.rows.all('item_change_log').at(-1)).toMatchObject({ op_action_type: 'unbound', op_object_name: 'T' })
})

test('transferring a team transfers those of its items that belong to the creator', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const mine = await app.rows.newItem({ owner: 'boss', password: 'secret' })
  const unbound = await app.rows.newItem({ owner: 'boss' })
  const theirs = await app.rows.newItem({ owner: 'bob' })
  app.rows.newMember(theirs, 'boss', 'manage')
  app.rows.newMember(mine, 'heir', 'read')
  await boss.teamItem.save({ team_id, item_id: `${mine},${theirs}` })
  const password = 'a good password'
  expect(await boss.team.attorn({ team_id, username: 'Heir', password })).toEqual([])
  const ownerOf = (item_id: number) => app.rows.all('item').find((row) => row['item_id'] === item_id)?.['uid']
  expect([ownerOf(mine), ownerOf(unbound), ownerOf(theirs)]).toEqual(['heir', 'boss', 'bob'].map(app.uid))
  expect(app.rows.all('team')).toMatchObject([{ uid: app.uid('heir') }])
  expect(app.rows.all('item_member')).toMatchObject([{ uid: app.uid('boss'), item_id: theirs }])
  await expect(boss.item.info({ item_id: mine })).rejects.toMatchObject({ code: 10303 })
  await expect(boss.team.save({ id: team_id, team_name: 'x' })).rejects.toMatchObject(gone)
  expect(await app.as('ann').item.info({ item_id: mine })).toMatchObject({ item_edit: true })
})

test('a transfer requires the person’s own password and another person', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const password = 'a good password'
  const attorn = (username: string, given = password) => boss.team.attorn({ team_id, username, password: given })
  await expect(attorn('heir', 'wrong')).rejects.toMatchObject({ code: 10208 })
  await expect(attorn('nobody')).rejects.toMatchObject(refusal('userNotFound', 10209))
  await expect(attorn('boss')).rejects.toMatchObject(refusal('teamReceiverIsOwner'))
  app.rows.sqlite.prepare('UPDATE user SET is_disabled = 1 WHERE uid = ?').run(app.uid('heir'))
  await expect(attorn('heir')).rejects.toMatchObject(refusal('userDisabled', 10107))
  expect(app.rows.all('team')).toMatchObject([{ uid: app.uid('boss') }])
})

test('limits guesses at the password', async () => {
  const { boss, team_id } = await appWithTeam()
  const guess = () => boss.team.attorn({ team_id, username: 'heir', password: 'wrong' })
  for (let at = 0; at < 5; at++) await expect(guess()).rejects.toMatchObject({ code: 10208 })
  await expect(guess()).rejects.toMatchObject(refusal('tooManyTries', 10204))
})

test('a member can leave a team, its creator cannot', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'boss', password: 'secret' })
  await boss.teamItem.save({ team_id, item_id })
  expect(await app.as('ann').team.exitTeam({ id: team_id })).toEqual([])
  await expect(app.as('ann').item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  expect(teamItemRows(app)).toEqual([[item_id, app.uid('chief'), 1]])
  await expect(boss.team.exitTeam({ id: team_id })).rejects.toMatchObject(refusal('teamOwnerStays'))
})
