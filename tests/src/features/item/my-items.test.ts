import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const names = async (listing: Promise<{ item_name: string }[]>) => (await listing).map((card) => card.item_name)

/** Three items that ann can open; she owns two of them. */
async function threeItems(app: TestApp) {
  const one = await app.rows.newItem({ owner: 'ann', item_name: 'one', last_update_time: 7 })
  const two = await app.rows.newItem({ owner: 'bob', item_name: 'two', password: 'secret' })
  const three = await app.rows.newItem({ owner: 'ann', item_name: 'three' })
  app.rows.newMember(two, 'ann', 'manage')
  return { one, two, three }
}

test('lists each item with its details and the role of the caller', async () => {
  const app = await createTestApp()
  const { one, two } = await threeItems(app)
  await app.as('ann').item.star({ item_id: two })
  const [first, second] = await app.as('ann').item.myList()
  expect(first).toMatchObject({
    item_id: String(one),
    last_update_time: '7',
    creator: 1,
    manage: 1,
    is_private: 0,
    is_star: 0,
    s_number: 0,
  })
  expect(second).toMatchObject({ creator: 0, manage: 1, is_private: 1, is_star: 1 })
  expect(JSON.stringify([first, second])).not.toContain('argon2')
})

test('lists public items of others that the caller starred: in the starred group, elsewhere when wanted', async () => {
  const app = await createTestApp()
  await threeItems(app)
  const foreign = await app.rows.newItem({ owner: 'bob', item_name: 'foreign' })
  const ann = app.as('ann')
  await ann.item.star({ item_id: foreign })
  expect(await names(ann.item.myList())).toEqual(['one', 'two', 'three'])
  expect(await names(ann.item.myList({ item_group_id: -1 }))).toEqual(['foreign'])
  expect(await names(ann.item.myList({ with_starred: true, original: true }))).toEqual(['one', 'three'])
  const all = await ann.item.myList({ with_starred: true })
  expect(all.map(({ item_name, is_member, is_star }) => [item_name, is_member, is_star])).toEqual([
    ['one', 1, 0],
    ['two', 1, 0],
    ['three', 1, 0],
    ['foreign', 0, 1],
  ])
  // once it is not public any more, a star opens nothing
  await app.as('bob').item.update({ item_id: foreign, item_name: 'foreign', visibility: 'members' })
  expect(await ann.item.myList({ item_group_id: -1 })).toEqual([])
  await app.as('bob').item.update({ item_id: foreign, item_name: 'foreign', visibility: 'public' })
  await ann.item.unstar({ item_id: foreign })
  expect(await ann.item.myList({ with_starred: true })).toHaveLength(3)
})

test('lists the owner of each item by name', async () => {
  const app = await createTestApp()
  await threeItems(app)
  await app.as('bob').user.updateInfo({ name: 'Bob Ray' })
  const owners = (await app.as('ann').item.myList()).map(({ item_name, username, owner_name }) => [
    item_name,
    username,
    owner_name,
  ])
  expect(owners).toContainEqual(['two', 'bob', 'Bob Ray'])
})

test('tells a reader that a private item is private', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  app.rows.newMember(item_id, 'ann', 'read')
  expect(await app.as('ann').item.myList()).toMatchObject([{ manage: 0, is_private: 1 }])
})

test('tells limited members about the pages in their catalogs only', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const mine = app.rows.newCatalog(item_id, 'mine')
  const below = app.rows.newCatalog(item_id, 'below', { parent_cat_id: mine, level: 3 })
  const other = app.rows.newCatalog(item_id, 'other')
  for (const cat_id of [0, mine, below, below, other]) app.rows.newPage(item_id, 'T', { cat_id })
  app.rows.newMember(item_id, 'ann', 'edit', [mine])
  app.rows.newMember(item_id, 'bob', 'edit')
  expect(await app.as('ann').item.myList()).toMatchObject([{ page_count: 3 }])
  expect(await app.as('bob').item.myList()).toMatchObject([{ page_count: 5 }])
  const team_id = app.rows.insert('team', { team_name: 'T', uid: app.uid('owner'), addtime: 1, last_update_time: 1 })
  const in_team = { team_id, item_id, member_uid: app.uid('cleo'), addtime: 1 }
  app.rows.insert('team_item_member', { ...in_team, cat_ids: String(other) })
  expect(await app.as('cleo').item.myList()).toMatchObject([{ page_count: 1 }])
})

test('lists a group: all, my own, the starred ones, one that I created', async () => {
  const app = await createTestApp()
  const { one, two, three } = await threeItems(app)
  const ann = app.as('ann')
  const foreign = await app.rows.newItem({ owner: 'bob', item_name: 'foreign' })
  const { id } = await ann.itemGroup.save({ group_name: 'G', item_ids: `${three},${two},${foreign}` })
  const bobs = await app.as('bob').itemGroup.save({ group_name: 'B', item_ids: String(one) })
  await ann.item.star({ item_id: three })
  await ann.item.star({ item_id: three })

  expect(await names(ann.item.myList({ item_group_id: '0' }))).toEqual(['one', 'two', 'three'])
  expect(await names(ann.item.myList({ original: '1' }))).toEqual(['one', 'three'])
  expect(await names(ann.item.myList({ item_group_id: '-1' }))).toEqual(['three'])
  expect(await names(ann.item.myList({ item_group_id: id }))).toEqual(['two', 'three'])
  expect(await names(ann.item.myList({ item_group_id: bobs.id }))).toEqual([])
  await ann.item.unstar({ item_id: three })
  expect(await ann.item.unstar({ item_id: three })).toEqual([])
  expect(await names(ann.item.myList({ item_group_id: '-1' }))).toEqual([])
})

test('each group has its own order, with unknown items last', async () => {
  const app = await createTestApp()
  const { one, two, three } = await threeItems(app)
  const ann = app.as('ann')
  const { id } = await ann.itemGroup.save({ group_name: 'G', item_ids: `${one},${two}` })
  await ann.item.sort({ data: JSON.stringify({ [three]: 1, [two]: '2' }) })
  await ann.item.sort({ data: JSON.stringify({ [two]: 1, [one]: 2 }), item_group_id: id })
  expect(await ann.item.myList()).toMatchObject([
    { item_name: 'three', s_number: 1 },
    { item_name: 'two', s_number: 2 },
    { item_name: 'one', s_number: one },
  ])
  expect(await names(ann.item.myList({ item_group_id: id }))).toEqual(['two', 'one'])
  expect(await names(app.as('bob').item.myList())).toEqual(['two'])
  await ann.item.sort({ data: JSON.stringify({ [one]: 1, [two]: 2, [three]: 3 }) })
  expect(await names(ann.item.myList())).toEqual(['one', 'two', 'three'])
})

test('an order is a map of ids to integers', async () => {
  const app = await createTestApp()
  for (const data of ['', '[]', '{"a":1}', '{"1":1.5}', '{"1":{}}', 'null']) {
    await expect(app.as('ann').item.sort({ data })).rejects.toMatchObject({ errorName: 'badParameter' })
  }
  await expect(app.visitor.item.sort({ data: '{}' })).rejects.toMatchObject({ code: 10102 })
  expect(app.rows.all('item_sort')).toEqual([])
})

test('only signed-in people can star an item, and only one that they can open', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const open = await app.rows.newItem()
  await expect(app.as('ann').item.star({ item_id })).rejects.toMatchObject({ code: 10303 })
  await expect(app.visitor.item.star({ item_id: open })).rejects.toMatchObject({ code: 10102 })
  await expect(app.visitor.item.unstar({ item_id: open })).rejects.toMatchObject({ code: 10102 })
  expect(await app.as('ann').item.star({ item_id: open })).toEqual({ id: open })
  expect(app.rows.all('item_star')).toMatchObject([{ item_id: open, uid: app.uid('ann') }])
})

test('a member leaves an item, also one joined through a team, and stays in the team', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  app.rows.newMember(item_id, 'ann', 'edit')
  const team_id = app.rows.insert('team', { team_name: 'T', uid: app.uid('owner'), addtime: 1, last_update_time: 1 })
  app.rows.insert('team_member', { team_id, member_uid: app.uid('ann'), addtime: 1 })
  app.rows.insert('team_item_member', { team_id, item_id, member_uid: app.uid('ann'), addtime: 1 })
  app.rows.insert('team_item_member', { team_id, item_id, member_uid: app.uid('bob'), addtime: 1 })
  expect(await app.as('ann').item.exitItem({ item_id })).toEqual([])
  await expect(app.as('ann').item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  expect(app.rows.all('team_member')).toHaveLength(1)
  expect(app.rows.all('team_item_member')).toMatchObject([{ member_uid: app.uid('bob') }])

  const nothing = { code: 10101, errorName: 'notAMember' }
  await expect(app.as('ann').item.exitItem({ item_id })).rejects.toMatchObject(nothing)
  await expect(app.as('owner').item.exitItem({ item_id })).rejects.toMatchObject(nothing)
  await expect(app.as('ann').item.exitItem({ item_id: item_id + 1 })).rejects.toMatchObject(nothing)
})
