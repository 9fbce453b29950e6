import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string, code = 10101) => ({ errorName, code })

async function appWithItem(given: Record<string, unknown> = {}) {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret', ...given })
  for (const name of ['ann', 'bob', 'Cid']) app.uid(name)
  return { app, item_id, owner: app.as('owner') }
}

test('adds people by a list of names, and skips and reports unknown ones', async () => {
  const { app, item_id, owner } = await appWithItem()
  const saved = await owner.member.save({ item_id, username: 'ann, nobody，cid ,ann', member_group_id: '1' })
  expect(saved).toEqual({ id: expect.any(Number), unknown: ['nobody'] })
  const list = await owner.member.getList({ item_id })
  expect(list).toMatchObject([
    { username: 'ann', member_group_id: '1', cat_id: '0', cat_ids: '', cat_name: 'All catalogs' },
    {
      username: 'Cid',
      uid: String(app.uid('Cid')),
      item_member_id: String(saved.id),
      member_group: 'Editor/All catalogs',
    },
  ])
  expect(list[0]?.addtime).toMatch(/^\d{4}-\d\d-\d\d /)
  expect(app.rows.all('item_change_log')).toMatchObject([
    { op_action_type: 'binding', op_object_type: 'member', op_object_id: app.uid('ann'), op_object_name: 'ann' },
    { op_action_type: 'binding', op_object_id: app.uid('Cid'), uid: app.uid('owner') },
  ])
})

test('a member can read with the next request, and no longer after the removal', async () => {
  const { app, item_id, owner } = await appWithItem()
  const page_id = app.rows.newPage(item_id, 'T')
  const ann = app.as('ann')
  await expect(ann.page.info({ page_id })).rejects.toMatchObject({ code: 10303 })
  const { id } = await owner.member.save({ item_id, username: 'ann' })
  expect(app.rows.all('item_member')).toMatchObject([{ member_group_id: 0 }])
  expect(await ann.page.info({ page_id })).toMatchObject({ page_title: 'T' })
  expect(await owner.member.delete({ item_id, item_member_id: id })).toEqual({ success: true })
  await expect(ann.page.info({ page_id })).rejects.toMatchObject({ code: 10303 })
  expect(app.rows.all('item_member')).toEqual([])
  expect(app.rows.all('item_change_log').at(-1)).toMatchObject({ op_action_type: 'unbound', op_object_name: 'ann' })
  await expect(owner.member.delete({ item_id, item_member_id: id })).rejects.toMatchObject(refusal('memberGone'))
})

test('rejects a request that adds nobody, with the reason', async () => {
  const { app, item_id, owner } = await appWithItem()
  const save = (username: string) => owner.member.save({ item_id, username })
  await expect(save(' , ')).rejects.toMatchObject(refusal('memberNameNeeded', 10209))
  await expect(owner.member.save({ item_id })).rejects.toMatchObject(refusal('memberNameNeeded', 10209))
  await expect(save('x1,x2')).rejects.toMatchObject({
    ...refusal('memberUnknown'),
    message: expect.stringMatching('x1, x2'),
  })
  await expect(save('Owner')).rejects.toMatchObject(refusal('memberIsOwner'))
  expect(app.rows.all('item_member')).toEqual([])
  await save('owner,ann')
  expect(app.rows.all('item_member')).toMatchObject([{ uid: app.uid('ann') }])
})

test('saving a member again changes the role and the limit, and keeps what is not sent', async () => {
  const { app, item_id, owner } = await appWithItem()
  const a = app.rows.newCatalog(item_id, 'A')
  const b = app.rows.newCatalog(item_id, 'B')
  const row = () => app.rows.all('item_member')[0]
  const { id } = await owner.member.save({ item_id, username: 'ann', member_group_id: 1, cat_id: a })
  expect(row()).toMatchObject({ member_group_id: 1, cat_ids: String(a) })
  expect(await owner.member.save({ item_id, username: 'ann', member_group_id: 0 })).toMatchObject({ id })
  expect(row()).toMatchObject({ member_group_id: 0, cat_ids: String(a) })
  await owner.member.save({ item_id, username: 'ann', cat_ids: `${a},${b}` })
  expect(row()).toMatchObject({ member_group_id: 0, cat_ids: `${a},${b}` })
  expect((await owner.member.getList({ item_id }))[0]).toMatchObject({ cat_ids: `${a},${b}`, cat_name: 'A, B' })
  await app.call('member/save', { item_id: String(item_id), username: 'ann', cat_ids: `["${b}"]` }, { as: 'owner' })
  expect(row()).toMatchObject({ cat_ids: String(b) })
  await owner.member.save({ item_id, username: 'ann', cat_id: 0 })
  expect(row()).toMatchObject({ cat_ids: '' })
  const actions = app.rows.all('item_change_log').map((line) => line['op_action_type'])
  expect(actions).toEqual(['binding', 'update', 'update', 'update', 'update'])
})

test('a limit applies to readers and editors only, and consists of first-level catalogs of the item', async () => {
  const { app, item_id, owner } = await appWithItem()
  const a = app.rows.newCatalog(item_id, 'A')
  const below = app.rows.newCatalog(item_id, 'below', { parent_cat_id: a, level: 3 })
  const foreign = app.rows.newCatalog(await app.rows.newItem(), 'foreign')
  const bad = refusal('memberCatalogBad')
  for (const cat_id of [below, foreign, 999]) {
    await expect(owner.member.save({ item_id, username: 'ann', member_group_id: 1, cat_id })).rejects.toMatchObject(bad)
    await expect(owner.member.save({ item_id, username: 'ann', cat_ids: [a, cat_id] })).rejects.toMatchObject(bad)
  }
  expect(app.rows.all('item_member')).toEqual([])
  await owner.member.save({ item_id, username: 'ann', member_group_id: 2, cat_id: a })
  expect(app.rows.all('item_member')).toMatchObject([{ member_group_id: 2, cat_ids: '' }])
})

test('a limited member reads only within the limit', async () => {
  const { app, item_id, owner } = await appWithItem()
  const a = app.rows.newCatalog(item_id, 'A')
  const inside = app.rows.newPage(item_id, 'inside', { cat_id: a })
  const outside = app.rows.newPage(item_id, 'outside')
  await owner.member.save({ item_id, username: 'ann', cat_id: a })
  expect(await app.as('ann').page.info({ page_id: inside })).toMatchObject({ page_title: 'inside' })
  await expect(app.as('ann').page.info({ page_id: outside })).rejects.toMatchObject(refusal('pageGone'))
})

test('rejects invalid roles and lists', async () => {
  const { app, item_id } = await appWithItem()
  const fields = { item_id: String(item_id), username: 'ann' }
  const bad: Record<string, string>[] = [
    { member_group_id: '3' },
    { member_group_id: 'x' },
    { cat_id: 'x' },
    { cat_ids: '1,x' },
    { cat_ids: '{}' },
  ]
  for (const more of bad) {
    const { json } = await app.call('member/save', { ...fields, ...more }, { as: 'owner' })
    expect(json).toMatchObject({ error_name: 'badParameter' })
  }
  expect(app.rows.all('item_member')).toEqual([])
})

test('only managers see and change members, and each item has its own', async () => {
  const { app, item_id } = await appWithItem()
  const editor = app.rows.newMember(item_id, 'ed', 'edit')
  const other = await app.rows.newItem({ owner: 'stranger' })
  for (const [who, code] of [
    ['ed', 10103],
    ['stranger', 10303],
  ] as const) {
    const { member } = app.as(who)
    await expect(member.getList({ item_id })).rejects.toMatchObject({ code })
    await expect(member.save({ item_id, username: who, member_group_id: 2 })).rejects.toMatchObject({ code })
    await expect(member.delete({ item_id, item_member_id: editor })).rejects.toMatchObject({ code })
  }
  await expect(app.as('stranger').member.delete({ item_id: other, item_member_id: editor })).rejects.toMatchObject(
    refusal('memberGone'),
  )
  app.rows.newMember(item_id, 'chief', 'manage')
  expect(await app.as('chief').member.getList({ item_id })).toHaveLength(2)
})

test('keeps the members of an archived item unchanged', async () => {
  const { app, item_id, owner } = await appWithItem({ is_archived: 1 })
  const item_member_id = app.rows.newMember(item_id, 'ann', 'edit')
  await expect(owner.member.save({ item_id, username: 'bob' })).rejects.toMatchObject(refusal('itemArchived', 10303))
  await expect(owner.member.delete({ item_id, item_member_id })).rejects.toMatchObject(refusal('itemArchived', 10303))
  expect(app.rows.all('item_member')).toHaveLength(1)
})

test('lists everyone in an item once, the owner first, with the name in brackets', async () => {
  const { app, item_id } = await appWithItem()
  app.rows.sqlite.prepare("UPDATE user SET name = 'Ann A' WHERE uid = ?").run(app.uid('ann'))
  app.rows.sqlite.prepare("UPDATE user SET name = '' WHERE uid = ?").run(app.uid('bob'))
  app.rows.newMember(item_id, 'bob', 'edit')
  const { id } = await app.as('boss').team.save({ team_name: 'T' })
  await app.as('boss').teamMember.save({ team_id: id, member_username: 'ann,bob' })
  app.rows.newMember(item_id, 'boss', 'manage')
  await app.as('boss').teamItem.save({ team_id: id, item_id: String(item_id) })
  const all = await app.as('bob').member.getAllList({ item_id })
  expect(all).toEqual([
    { item_id, uid: app.uid('owner'), username: 'owner', username_name: 'owner(owner)', member_group_id: '1' },
    { item_id, uid: app.uid('bob'), username: 'bob', username_name: 'bob', member_group_id: '1' },
    { item_id, uid: app.uid('boss'), username: 'boss', username_name: 'boss(boss)', member_group_id: '2' },
    { item_id, uid: app.uid('ann'), username: 'ann', username_name: 'ann(Ann A)', member_group_id: '1' },
  ])
})

test('hides the people of an item from readers and from members limited to catalogs', async () => {
  const { app, item_id } = await appWithItem()
  app.rows.newMember(item_id, 'reader', 'read')
  app.rows.newMember(item_id, 'limited', 'edit', [app.rows.newCatalog(item_id, 'A')])
  for (const who of ['reader', 'limited'])
    await expect(app.as(who).member.getAllList({ item_id })).rejects.toMatchObject({ code: 10103 })
})

test('lists everyone in my items and teams once, the newest first', async () => {
  const { app, item_id } = await appWithItem()
  app.rows.newMember(item_id, 'ann', 'read')
  app.rows.newMember(await app.rows.newItem({ owner: 'bob' }), 'Cid', 'read')
  app.rows.newMember(await app.rows.newItem({ is_del: 1 }), 'Cid', 'read')
  const { id } = await app.as('owner').team.save({ team_name: 'T' })
  await app.as('owner').teamMember.save({ team_id: id, member_username: 'ann,bob' })
  app.rows.sqlite.prepare('UPDATE team_member SET addtime = addtime + 10').run()
  const mine = await app.as('owner').member.getMyAllList()
  expect(mine.map((one) => one.username).toSorted()).toEqual(['ann', 'bob'])
  expect(mine[0]?.addtime).toBeGreaterThan(1_000_000)
  await expect(app.visitor.member.getMyAllList()).rejects.toMatchObject({ code: 10102 })
})
