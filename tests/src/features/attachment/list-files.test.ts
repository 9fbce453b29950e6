import { beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { bytes, png } from './files.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})

const upload = (as: string, file: File, page_id = 0) => app.as(as).page.upload({ page_id, file })
const names = (list: { display_name: string }[]) => list.map((one) => one.display_name)

test('lists my files newest first, with their details', async () => {
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  await upload('owner', bytes('old.txt', 'x'.repeat(2 ** 20)), page_id)
  await upload('other', bytes('theirs.txt', 'x'))
  await upload('owner', png(3, 2, 'new.png'))
  const mine = await app.as('owner').attachment.getMyList()
  expect(names(mine.list)).toEqual(['new.png', 'old.txt'])
  expect(mine.list[1]).toEqual({
    file_id: 1,
    uid: app.uid('owner'),
    file_type: 'text/plain',
    visit_times: 0,
    file_size: 2 ** 20,
    file_size_m: 1,
    item_id,
    page_id,
    page_count: 1,
    display_name: 'old.txt',
    url: expect.stringMatching(/^\/api\/attachment\/visitFile\?sign=[0-9a-f]{32}$/),
    addtime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    last_visit_time: '',
  })
  expect(mine).toMatchObject({ total: 2, used: 2 ** 20 + png().size, used_m: 1, quota_m: 0, used_flow_m: 0 })
  await expect(app.visitor.attachment.getMyList()).rejects.toMatchObject({ code: 10102 })
})

test('finds my files by type and part of the name, in pages', async () => {
  for (const name of ['a_1.txt', 'A%2.txt', 'b.txt']) await upload('owner', bytes(name, 'x'))
  await upload('owner', png(3, 2, 'a.png'))
  const find = async (filter: Record<string, string | number>) =>
    names((await app.as('owner').attachment.getMyList(filter)).list).toSorted()
  expect(await find({ attachment_type: 1 })).toEqual(['a.png'])
  expect(await find({ attachment_type: '2' })).toEqual(['A%2.txt', 'a_1.txt', 'b.txt'])
  for (const attachment_type of ['-1', '0', '']) expect(await find({ attachment_type })).toHaveLength(4)
  expect(await find({ display_name: 'A' })).toEqual(['A%2.txt', 'a.png', 'a_1.txt'])
  expect(await find({ display_name: '_' })).toEqual(['a_1.txt'])
  expect(await find({ display_name: '%' })).toEqual(['A%2.txt'])
  expect(await find({ username: 'other' })).toHaveLength(4)
  const second = await app.as('owner').attachment.getMyList({ page: '2', count: '3', display_name: '.' })
  expect([second.list.length, second.total]).toEqual([1, 4])
  await expect(find({ attachment_type: 'x' })).rejects.toMatchObject({ code: 10101 })
})

test('finds my files that no page uses, and counts the pages of the others', async () => {
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  const { url } = await upload('owner', png(3, 2, 'twice.png'), page_id)
  await app.as('owner').page.save({ item_id, page_title: 'Second', page_content: `![](${url})` })
  await upload('owner', bytes('free.txt', 'x'))
  await upload('other', bytes('theirs.txt', 'x'))
  const { getMyList } = app.as('owner').attachment
  expect((await getMyList()).list).toMatchObject([{ page_count: 0 }, { page_count: 2, page_id }])
  expect(await getMyList({ unused: true })).toMatchObject({ total: 1, list: [{ display_name: 'free.txt' }] })
})

test('administrators see all files, find them by person and sign, and see their details', async () => {
  await upload('ann', bytes('a.txt', 'xx'))
  await upload('bob', bytes('b.txt', 'xxx'))
  await upload('bob', png(3, 2, 'b.png'))
  const list = (filter: Record<string, string | number> = {}) => app.as('admin').attachment.getAllList(filter)
  const all = await list()
  expect(all.list.map((one) => [one.display_name, one.username])).toEqual([
    ['b.png', 'bob'],
    ['b.txt', 'bob'],
    ['a.txt', 'ann'],
  ])
  expect([all.total, all.used]).toEqual([3, 5 + png().size])
  expect(await list({ username: 'BOB', attachment_type: 2, display_name: 'nothing' })).toMatchObject({
    list: [],
    total: 0,
    used: 3,
  })
  expect((await list({ username: 'bo' })).total).toBe(0)
  const sign = all.list[2]?.url.split('=')[1] ?? ''
  expect(names((await list({ display_name: sign.slice(3, 30) })).list)).toEqual(['a.txt'])
  await expect(app.as('ann').attachment.getAllList()).rejects.toMatchObject({ code: 10103 })
  await expect(app.visitor.attachment.getAllList()).rejects.toMatchObject({ code: 10102 })
})

test('keeps the files of a deleted account in the list', async () => {
  await upload('ann', bytes('a.txt', 'x'))
  app.rows.sqlite.prepare("DELETE FROM user WHERE username = 'ann'").run()
  expect((await app.as('admin').attachment.getAllList()).list).toMatchObject([{ display_name: 'a.txt', username: '' }])
})

test('lists a file as unused when no page lists or shows it', async () => {
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  await upload('owner', bytes('listed.txt', 'x'), page_id)
  const { url } = await upload('owner', bytes('shown.txt', 'x'))
  await app.as('owner').page.save({ item_id, page_id, page_title: 'T', page_content: url })
  await upload('owner', bytes('unused.txt', 'x'))
  expect(await app.as('admin').attachment.getUnusedList()).toMatchObject({
    list: [{ display_name: 'unused.txt', username: 'owner' }],
    total: 1,
  })
  await expect(app.as('owner').attachment.getUnusedList()).rejects.toMatchObject({ code: 10103 })
})
