import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string, code = 10101) => ({ errorName, code })

async function appWithTeam() {
  const app = await createTestApp()
  for (const name of ['ann', 'bob']) app.uid(name)
  const boss = app.as('boss')
  const team_id = Number((await boss.team.save({ team_name: 'T' })).id)
  await boss.teamMember.save({ team_id, member_username: 'ann,bob' })
  return { app, boss, team_id }
}

test('binding a team lets every member edit, unbinding ends it, and the change log lists both', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const one = await app.rows.newItem({ owner: 'boss', password: 'secret', addtime: 1000 })
  const two = await app.rows.newItem({ owner: 'boss' })
  const { id } = await boss.teamItem.save({ team_id, item_id: `${one},${two}` })
  expect(app.rows.all('team_item')).toMatchObject([{ item_id: one }, { item_id: two, id }])
  expect(app.rows.all('team_item_member')).toHaveLength(4)
  expect(await app.as('ann').item.info({ item_id: one })).toMatchObject({ item_edit: true })
  const year = String(new Date().getFullYear())
  expect(await boss.teamItem.getList({ item_id: one })).toMatchObject([
    { team_id: String(team_id), team_name: 'T', username: 'boss', addtime: expect.stringContaining(year) },
  ])
  const [, listed] = await boss.teamItem.getListByTeam({ team_id })
  expect(listed).toMatchObject({ item_id: String(one), addtime: expect.stringContaining(year) })

  expect(await boss.teamItem.delete({ id: Number(listed?.id) })).toEqual({ success: true })
  await expect(app.as('ann').item.info({ item_id: one })).rejects.toMatchObject({ code: 10303 })
  expect(app.rows.all('team_item_member')).toHaveLength(2)
  expect(app.rows.all('item_change_log')).toMatchObject([
    { item_id: one, op_action_type: 'binding', op_object_type: 'team', op_object_id: team_id, op_object_name: 'T' },
    { item_id: two, op_action_type: 'binding' },
    { item_id: one, op_action_type: 'unbound', op_object_type: 'team', op_object_id: team_id },
  ])
})

test('binds all items or none, and requires each to be managed and live', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const mine = await app.rows.newItem({ owner: 'boss' })
  const edited = await app.rows.newItem({ owner: 'other' })
  app.rows.newMember(edited, 'boss', 'edit')
  const hidden = await app.rows.newItem({ owner: 'other', password: 'secret' })
  const archived = await app.rows.newItem({ owner: 'boss', is_archived: 1 })
  for (const [item_id, code] of [
    [edited, 10103],
    [hidden, 10303],
    [archived, 10303],
    [999, 10303],
  ] as const)
    await expect(boss.teamItem.save({ team_id, item_id: `${mine},${item_id}` })).rejects.toMatchObject({ code })
  for (const item_id of ['', 'x', '0'])
    await expect(boss.teamItem.save({ team_id, item_id })).rejects.toMatchObject(refusal('badParameter'))
  expect(app.rows.counts()).toMatchObject({ team_item: 0, team_item_member: 0, item_change_log: 0 })
  await boss.teamItem.save({ team_id, item_id: mine })
  await expect(boss.teamItem.save({ team_id, item_id: mine })).rejects.toMatchObject(refusal('teamItemThere', 10103))
})

test('a manager of the item can also unbind the team by naming the item', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'owner', password: 'secret' })
  const other = await app.rows.newItem({ owner: 'stranger' })
  app.rows.newMember(item_id, 'boss', 'manage')
  const { id } = await boss.teamItem.save({ team_id, item_id })
  await expect(app.as('ann').teamItem.delete({ id, item_id })).rejects.toMatchObject({ code: 10103 })
  await expect(app.as('stranger').teamItem.delete({ id, item_id })).rejects.toMatchObject({ code: 10303 })
  await expect(app.as('stranger').teamItem.delete({ id, item_id: other })).rejects.toMatchObject(
    refusal('teamItemGone'),
  )
  await app.as('owner').teamItem.delete({ id, item_id })
  expect(app.rows.counts()).toMatchObject({ team_item: 0, team_item_member: 0 })
})

test('only managers of an item see the teams that are bound to it', async () => {
  const { app } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'boss' })
  app.rows.newMember(item_id, 'ed', 'edit')
  await expect(app.as('ed').teamItem.getList({ item_id })).rejects.toMatchObject({ code: 10103 })
})

test('changes the role and limit of each member in an item', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'boss', password: 'secret' })
  const a = app.rows.newCatalog(item_id, 'A')
  const b = app.rows.newCatalog(item_id, 'B')
  const outside = app.rows.newPage(item_id, 'outside')
  await boss.teamItem.save({ team_id, item_id })
  const [first] = await boss.teamItemMember.getList({ team_id, item_id })
  expect(first).toMatchObject({
    member_username: 'ann',
    member_group_id: '1',
    cat_id: '0',
    cat_ids: [],
    item_id: String(item_id),
  })
  const id = Number(first?.id)
  const row = () => app.rows.all('team_item_member').find((one) => one['id'] === id)

  expect(await boss.teamItemMember.save({ id, cat_id: a })).toEqual({ success: true })
  expect(row()).toMatchObject({ member_group_id: 1, cat_ids: String(a) })
  await expect(app.as('ann').page.info({ page_id: outside })).rejects.toMatchObject(refusal('pageGone'))
  await boss.teamItemMember.save({ id, member_group_id: 0 })
  expect(row()).toMatchObject({ member_group_id: 0, cat_ids: String(a) })
  await boss.teamItemMember.save({ id, cat_ids: [a, b] })
  expect((await boss.teamItemMember.getList({ team_id, item_id }))[0]).toMatchObject({
    cat_ids: [a, b],
    cat_name: 'A, B',
  })
  await boss.teamItemMember.save({ id, cat_id: 0 })
  expect(row()).toMatchObject({ cat_ids: '' })
  await boss.teamItemMember.save({ id, cat_id: b })
  await boss.teamItemMember.save({ id, member_group_id: 2 })
  expect(row()).toMatchObject({ member_group_id: 2, cat_ids: '' })
  expect(await app.as('ann').item.info({ item_id })).toMatchObject({ item_manage: true })
  expect(await boss.teamItemMember.save({ id })).toEqual([])
})

test('rejects unknown roles and limits, unbound items and archived items', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'boss' })
  const unbound = await app.rows.newItem({ owner: 'boss' })
  const foreign = app.rows.newCatalog(unbound, 'foreign')
  await boss.teamItem.save({ team_id, item_id })
  const id = Number(app.rows.all('team_item_member')[0]?.['id'])
  await expect(boss.teamItemMember.save({ id, member_group_id: 3 })).rejects.toMatchObject(refusal('badParameter'))
  await expect(boss.teamItemMember.save({ id, cat_id: foreign })).rejects.toMatchObject(refusal('memberCatalogBad'))
  await expect(boss.teamItemMember.getList({ team_id, item_id: unbound })).rejects.toMatchObject(
    refusal('teamItemGone'),
  )
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1 WHERE item_id = ?').run(item_id)
  const archived = refusal('itemArchived', 10303)
  await expect(boss.teamItemMember.save({ id, member_group_id: 2 })).rejects.toMatchObject(archived)
  const link = Number(app.rows.all('team_item')[0]?.['id'])
  await expect(boss.teamItem.delete({ id: link })).rejects.toMatchObject(archived)
  expect(app.rows.all('team_item_member')[0]).toMatchObject({ member_group_id: 1 })
})

test('a team grants no administration of an item that its own administrators do not manage', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'owner' })
  await boss.teamMember.save({ team_id, member_username: 'owner', team_member_group_id: 2 })
  await app.as('owner').teamItem.save({ team_id, item_id })
  const mine = app.rows.all('team_item_member').find((row) => row['member_uid'] === app.uid('ann'))
  const id = Number(mine?.['id'])
  await expect(boss.teamItemMember.save({ id, member_group_id: 2 })).rejects.toMatchObject(refusal('noRight', 10103))
  await boss.teamItemMember.save({ id, member_group_id: 0 })
  await app.as('owner').teamItemMember.save({ id, member_group_id: 2 })
  expect(app.rows.all('team_item_member').find((row) => row['id'] === id)).toMatchObject({ member_group_id: 2 })
})

test('binds a team with a role, which later members also get', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'boss', password: 'secret' })
  const { id } = await boss.teamItem.save({ team_id, item_id, member_group_id: 0 })
  expect(await app.as('ann').item.info({ item_id })).toMatchObject({ item_edit: false })
  app.uid('late')
  await boss.teamMember.save({ team_id, member_username: 'late' })
  expect(await app.as('late').item.info({ item_id })).toMatchObject({ item_edit: false })
  expect(await boss.teamItem.getList({ item_id })).toMatchObject([{ member_group_id: '0' }])

  expect(await boss.teamItem.save({ team_id, item_id, member_group_id: 1 })).toEqual({ id })
  expect(await boss.teamItem.getListByTeam({ team_id })).toMatchObject([{ member_group_id: '1' }])
  expect(await app.as('ann').item.info({ item_id })).toMatchObject({ item_edit: false })
  app.uid('later')
  await boss.teamMember.save({ team_id, member_username: 'later' })
  expect(await app.as('later').item.info({ item_id })).toMatchObject({ item_edit: true })
  expect(app.rows.all('item_change_log')).toMatchObject([{ op_action_type: 'binding' }, { op_action_type: 'update' }])
})

test('a manager of an item sees and changes the rights of a team without being a member', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'owner', password: 'secret' })
  app.rows.newMember(item_id, 'boss', 'manage')
  const unbound = await app.rows.newItem({ owner: 'owner' })
  await boss.teamItem.save({ team_id, item_id })
  const owner = app.as('owner')
  const [first] = await owner.teamItemMember.getList({ team_id, item_id })
  expect(first).toMatchObject({ member_username: 'ann', member_group_id: '1' })
  const id = Number(first?.id)
  await owner.teamItemMember.save({ id, member_group_id: 2 })
  await owner.teamItemMember.save({ id, member_group_id: 0 })
  expect(await app.as('ann').item.info({ item_id })).toMatchObject({ item_edit: false })
  const gone = { errorName: 'teamGone' }
  await expect(owner.teamItemMember.getList({ team_id, item_id: unbound })).rejects.toMatchObject(gone)
  await expect(app.as('ann').teamItemMember.save({ id, member_group_id: 1 })).rejects.toMatchObject({ code: 10103 })
  await expect(app.as('stranger').teamItemMember.getList({ team_id, item_id })).rejects.toMatchObject(gone)
})
