import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string, code = 10101) => ({ errorName, code })
const gone = refusal('templateGone', 10103)

test('a template keeps its text exactly as typed, and is changed by its id', async () => {
  const app = await createTestApp()
  const ann = app.as('ann')
  const template_content = '  a &amp; b <b>&lt;</b>\r\n\t| x |\n\u00e9 e\u0301 中文 \u{1f642}\n\n'
  const { id } = await ann.template.save({ template_title: 'T', template_content })
  const mine = await ann.template.getMyList()
  expect(mine).toMatchObject([
    { id: String(id), username: 'ann', template_title: 'T', template_content, share_item: [], share_item_count: 0 },
  ])
  expect(mine[0]?.addtime).toMatch(/^\d{4}-\d\d-\d\d /)
  expect(await ann.template.getList()).toEqual(mine)
  expect(await ann.template.save({ id, template_title: 'New', template_content: '' })).toEqual({ id })
  const second = await ann.template.save({ template_title: 'Second' })
  expect(await ann.template.getMyList()).toMatchObject([
    { id: String(second.id), template_content: '' },
    { id: String(id), template_title: 'New', template_content: '' },
  ])
})

test('returns the same error for a template of another person and a missing one', async () => {
  const app = await createTestApp()
  const { id } = await app.as('ann').template.save({ template_title: 'T' })
  const bob = app.as('bob')
  for (const template_id of [id, 999]) {
    await expect(bob.template.save({ id: template_id, template_title: 'x' })).rejects.toMatchObject(gone)
    await expect(bob.template.delete({ id: template_id })).rejects.toMatchObject(gone)
    await expect(bob.template.shareToItem({ template_id, item_id: '' })).rejects.toMatchObject(gone)
    await expect(bob.template.getShareItemList({ template_id })).rejects.toMatchObject(gone)
  }
  expect(await bob.template.getMyList()).toEqual([])
  expect(app.rows.all('template')).toMatchObject([{ template_title: 'T' }])
})

test('requires a title, and limits the text and the number of templates', async () => {
  const app = await createTestApp()
  const ann = app.as('ann')
  await expect(ann.template.save({ template_title: ' ' })).rejects.toMatchObject(refusal('badParameter'))
  const template_content = '中'.repeat(66_667)
  await expect(ann.template.save({ template_title: 'T', template_content })).rejects.toMatchObject(
    refusal('templateTooLarge'),
  )
  for (let at = 0; at < 100; at++) await ann.template.save({ template_title: `T${at}` })
  await expect(ann.template.save({ template_title: 'T' })).rejects.toMatchObject(refusal('templateTooMany', 10100))
  expect(app.rows.counts()['template']).toBe(100)
})

test('replaces a share list as a whole, which can be empty', async () => {
  const app = await createTestApp()
  const ann = app.as('ann')
  const [a, b, c] = [1, 2, 3].map(() => app.rows.newItem({ owner: 'ann' }))
  const items = await Promise.all([a, b, c])
  const template_id = (await ann.template.save({ template_title: 'T', template_content: 'x' })).id
  const shared = async () => (await ann.template.getShareItemList({ template_id })).map((row) => Number(row.item_id))
  expect(await ann.template.shareToItem({ template_id, item_id: `${items[0]},${items[1]}` })).toEqual([])
  const before = app.rows.all('template_item').find((row) => row['item_id'] === items[1])
  await ann.template.shareToItem({ template_id, item_id: `${items[1]},${items[2]},${items[2]}` })
  expect(await shared()).toEqual([items[1], items[2]])
  expect(app.rows.all('template_item')).toContainEqual(before)
  expect(await ann.template.getMyList()).toMatchObject([{ share_item_count: 2, share_item: [{}, { username: 'ann' }] }])
  await ann.template.shareToItem({ template_id, item_id: '' })
  expect(await shared()).toEqual([])
})

test('one item that is archived or cannot be edited rejects the whole share', async () => {
  const app = await createTestApp()
  const mine = await app.rows.newItem({ owner: 'ann' })
  const read = await app.rows.newItem()
  app.rows.newMember(read, 'ann', 'read')
  const hidden = await app.rows.newItem({ password: 'secret' })
  const archived = await app.rows.newItem({ owner: 'ann', is_archived: 1 })
  const template_id = (await app.as('ann').template.save({ template_title: 'T' })).id
  for (const [item_id, code] of [
    [read, 10103],
    [hidden, 10303],
    [999, 10303],
    [archived, 10303],
  ] as const)
    await expect(
      app.as('ann').template.shareToItem({ template_id, item_id: `${mine},${item_id}` }),
    ).rejects.toMatchObject({ code })
  expect(app.rows.all('template_item')).toEqual([])
})

test('editors of an item, also of one catalog only, use what is shared with it', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'limited', 'edit', [app.rows.newCatalog(item_id, 'A')])
  app.rows.newMember(item_id, 'reader', 'read')
  const owner = app.as('owner')
  const { id } = await owner.template.save({ template_title: 'T', template_content: 'text' })
  await owner.template.shareToItem({ template_id: id, item_id })
  const list = await app.as('limited').template.getItemList({ item_id })
  expect(list).toMatchObject([
    {
      template_id: String(id),
      item_id: String(item_id),
      username: 'owner',
      template_title: 'T',
      template_content: 'text',
    },
  ])
  expect(list[0]?.created_at).toMatch(/^\d{4}-/)
  await expect(app.as('reader').template.getItemList({ item_id })).rejects.toMatchObject({ code: 10103 })
  expect(await owner.template.delete({ id })).toEqual([])
  expect(app.rows.all('template_item')).toEqual([])
})
