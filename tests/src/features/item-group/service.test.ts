import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

test('creates, renames, refills, sorts and deletes groups', async () => {
  const app = await createTestApp()
  const ann = app.as('ann')
  const one = await ann.itemGroup.save({ group_name: ' Work ', item_ids: '3,2,3' })
  expect(one).toMatchObject({ group_name: 'Work', item_ids: '3,2', s_number: '0' })
  expect(one.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const two = await ann.itemGroup.save({ id: 0, group_name: 'Home' })
  expect(await ann.itemGroup.save({ id: one.id, group_name: 'Job' })).toMatchObject({
    group_name: 'Job',
    item_ids: '3,2',
  })
  expect(await ann.itemGroup.save({ id: one.id, group_name: 'Job', item_ids: '' })).toMatchObject({ item_ids: '' })

  const groups = [
    { id: one.id, s_number: 2 },
    { id: two.id, s_number: '1' },
  ]
  await ann.itemGroup.saveSort({ groups: JSON.stringify(groups) })
  expect(await ann.itemGroup.getList()).toMatchObject([
    { id: two.id, uid: String(app.uid('ann')), s_number: '1' },
    { id: one.id, s_number: '2' },
  ])

  await ann.item.sort({ data: '{"5":1}', item_group_id: one.id })
  expect(await ann.itemGroup.delete({ id: one.id })).toEqual({ success: true })
  expect(await ann.itemGroup.getList()).toMatchObject([{ id: two.id }])
  expect(app.rows.all('item_sort')).toEqual([])
})

test('treats groups of other people as missing', async () => {
  const app = await createTestApp()
  const { id } = await app.as('ann').itemGroup.save({ group_name: 'Mine' })
  const bob = app.as('bob')
  const gone = { code: 10101, errorName: 'itemGroupGone' }
  await expect(bob.itemGroup.save({ id, group_name: 'x' })).rejects.toMatchObject(gone)
  await expect(bob.itemGroup.delete({ id })).rejects.toMatchObject(gone)
  await expect(bob.itemGroup.delete({ id: Number(id) + 1 })).rejects.toMatchObject(gone)
  await expect(bob.item.sort({ data: '{}', item_group_id: id })).rejects.toMatchObject(gone)
  await expect(bob.item.add({ item_name: 'I', item_group_ids: id })).rejects.toMatchObject(gone)
  await bob.itemGroup.saveSort({ groups: JSON.stringify([{ id, s_number: 7 }]) })
  expect(app.rows.all('item_group')).toMatchObject([{ group_name: 'Mine', s_number: 0 }])
  expect(app.rows.all('item')).toEqual([])
  await expect(app.visitor.itemGroup.getList()).rejects.toMatchObject({ code: 10102 })
})

test('rejects invalid groups', async () => {
  const app = await createTestApp()
  const ann = app.as('ann')
  const bad = { code: 10101, errorName: 'badParameter' }
  await expect(ann.itemGroup.save({ group_name: '  ' })).rejects.toMatchObject(bad)
  await expect(ann.itemGroup.save({ group_name: 'x', item_ids: '1,a' })).rejects.toMatchObject(bad)
  for (const groups of ['', '{', '[1]', '{"id":1}']) {
    await expect(ann.itemGroup.saveSort({ groups })).rejects.toMatchObject(bad)
  }
  expect(app.rows.all('item_group')).toEqual([])
})

test('limits a person to 200 groups', async () => {
  const app = await createTestApp()
  const row = { uid: app.uid('ann'), group_name: 'g', created_at: 1, updated_at: 1 }
  for (let number = 0; number < 199; number++) app.rows.insert('item_group', row)
  await app.as('ann').itemGroup.save({ group_name: 'last' })
  await expect(app.as('ann').itemGroup.save({ group_name: 'too many' })).rejects.toMatchObject({ code: 10100 })
})
