import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string, code = 10101) => ({ errorName, code })
const gone = refusal('messageGone')

test('sends an announcement to everyone as reduced HTML, unread until it is read', async () => {
  const app = await createTestApp()
  const { ann, admin } = { ann: app.as('ann'), admin: app.as('admin') }
  app.uid('ann')
  const message_content = '<p onclick=x>Down at <b>8</b><script>x</script></p>\n<img src=x>'
  const { id } = await admin.adminMessage.addAnnouncement({ message_content })
  const shown = {
    id: String(id),
    message_content_id: String(id),
    from_uid: '0',
    from_name: 'Docstead',
    status: 0,
    message_type: 'announce_web',
    message_content: '<p>Down at <b>8</b></p>',
    action_type: '',
    object_type: '',
    object_id: '0',
    addtime: expect.stringMatching(/^\d{4}-/),
  }
  expect(await ann.message.getAnnouncementList({ page: 1, count: 5 })).toEqual([shown])
  expect(await ann.message.getUnread()).toEqual({ remind: [], announce: shown, remind_count: 0, announce_count: 1 })
  expect(await ann.message.setRead({ message_content_id: id, from_uid: 0 })).toEqual([])
  await ann.message.setRead({ message_content_id: id })
  expect(await ann.message.getUnread()).toEqual({ remind: [], announce: [], remind_count: 0, announce_count: 0 })
  expect(await ann.message.getAnnouncementList()).toMatchObject([{ status: 1 }])
  expect(await admin.message.getAnnouncementList()).toMatchObject([{ status: 0 }])
  expect(app.rows.all('message')).toMatchObject([{ to_uid: app.uid('ann'), from_uid: 0, status: 1 }])
})

test('pages the list, newest first, and shows the oldest unread announcement', async () => {
  const app = await createTestApp()
  app.uid('ann')
  for (const message_content of ['one', 'two', 'three'])
    await app.as('admin').adminMessage.addAnnouncement({ message_content, message_type: 'announce_all' })
  const { message } = app.as('ann')
  expect((await message.getAnnouncementList({ count: 2 })).map((row) => row.message_content)).toEqual(['three', 'two'])
  expect((await message.getAnnouncementList({ page: 2, count: 2 })).map((row) => row.message_content)).toEqual(['one'])
  expect(await message.getUnread()).toMatchObject({ announce: { message_content: 'one' } })
})

test('marks all announcements as read for one person, and filters the list by unread', async () => {
  const app = await createTestApp()
  app.uid('ann')
  app.uid('bob')
  for (const message_content of ['one', 'two', 'three'])
    await app.as('admin').adminMessage.addAnnouncement({ message_content })
  const { message } = app.as('ann')
  const [newest] = await message.getAnnouncementList()
  await message.setRead({ message_content_id: Number(newest?.id) })
  expect((await message.getAnnouncementList({ unread: true })).map((row) => row.message_content)).toEqual([
    'two',
    'one',
  ])
  await message.setAllRead({ message_type: 'announce' })
  expect(await message.getAnnouncementList({ unread: true })).toEqual([])
  expect(await message.getUnread()).toMatchObject({ announce: [], announce_count: 0 })
  expect(await app.as('bob').message.getUnread()).toMatchObject({ announce_count: 3 })
})

test('hides a future announcement until its time, except in the administrators’ own list', async () => {
  const app = await createTestApp()
  app.uid('ann')
  const { id } = await app
    .as('admin')
    .adminMessage.addAnnouncement({ message_content: 'x', send_at: '2999-01-02 03:04:05' })
  expect(await app.as('ann').message.getAnnouncementList()).toEqual([])
  expect(await app.as('admin').message.getAnnouncementList()).toEqual([])
  await expect(app.as('ann').message.setRead({ message_content_id: id })).rejects.toMatchObject(gone)
  expect(await app.as('admin').adminMessage.listAnnouncements()).toMatchObject([
    { id: String(id), message_content: 'x', addtime: '2999-01-02 03:04:05' },
  ])
  app.rows.sqlite.prepare('UPDATE message_content SET addtime = ?').run(Math.floor(Date.now() / 1000))
  expect(await app.as('ann').message.getAnnouncementList()).toMatchObject([{ message_content: 'x' }])
})

test('new accounts do not see earlier announcements, and administrators see all', async () => {
  const app = await createTestApp()
  app.rows.insert('message_content', {
    from_uid: 0,
    from_name: 'x',
    message_type: 'announce',
    message_content: 'old',
    addtime: 1e3,
  })
  for (const [who, count] of [
    ['ann', 0],
    ['admin', 1],
  ] as const)
    expect(await app.as(who).message.getAnnouncementList()).toHaveLength(count)
  const message_content_id = Number(app.rows.all('message_content')[0]?.['id'])
  await expect(app.as('ann').message.setRead({ message_content_id })).rejects.toMatchObject(gone)
})

test('a person removes an announcement from their own list, an administrator from all', async () => {
  const app = await createTestApp()
  for (const name of ['ann', 'bob']) app.uid(name)
  const { id } = await app.as('admin').adminMessage.addAnnouncement({ message_content: 'x' })
  await app.as('ann').message.delete({ message_content_id: id })
  expect(await app.as('ann').message.getAnnouncementList()).toEqual([])
  expect(await app.as('ann').message.getUnread()).toMatchObject({ announce: [] })
  expect(await app.as('bob').message.getAnnouncementList()).toHaveLength(1)
  expect(await app.as('admin').adminMessage.deleteAnnouncement({ id })).toEqual([])
  expect(app.rows.counts()).toMatchObject({ message: 0, message_content: 0 })
  await expect(app.as('admin').adminMessage.deleteAnnouncement({ id })).rejects.toMatchObject(gone)
})

test('an administrator cannot delete a reminder as an announcement', async () => {
  const app = await createTestApp()
  const id = app.rows.insert('message_content', {
    from_uid: app.uid('ann'),
    from_name: 'ann',
    message_type: 'remind',
    message_content: 'x',
    addtime: 1e3,
  })
  await expect(app.as('admin').adminMessage.deleteAnnouncement({ id })).rejects.toMatchObject(gone)
  expect(await app.as('admin').adminMessage.listAnnouncements()).toEqual([])
  await expect(app.as('bob').message.setRead({ message_content_id: id })).rejects.toMatchObject(gone)
})

test('only administrators can announce, and only text that can be read', async () => {
  const app = await createTestApp()
  const message_content = 'x'
  const { adminMessage } = app.as('ann')
  await expect(adminMessage.addAnnouncement({ message_content })).rejects.toMatchObject({ code: 10103 })
  await expect(adminMessage.listAnnouncements()).rejects.toMatchObject({ code: 10103 })
  await expect(adminMessage.deleteAnnouncement({ id: 1 })).rejects.toMatchObject({ code: 10103 })
  await expect(app.as('admin').adminMessage.addAnnouncement({ message_content: '<p></p>' })).rejects.toMatchObject(
    refusal('announcementEmpty'),
  )
  const bad: Record<string, string>[] = [
    { message_type: 'remind' },
    { send_at: 'soon' },
    { send_at: '2026-13-45 00:00:00' },
  ]
  for (const more of bad) {
    const { json } = await app.call('adminMessage/addAnnouncement', { message_content, ...more }, { as: 'admin' })
    expect(json).toMatchObject({ error_name: 'badParameter' })
  }
  expect(app.rows.all('message_content')).toEqual([])
})

test('accepts a time as Unix seconds or as a day', async () => {
  const app = await createTestApp()
  for (const send_at of ['1000', '2026-01-02', '2026-01-02 03:04'])
    await app.as('admin').adminMessage.addAnnouncement({ message_content: 'x', send_at })
  expect(app.rows.all('message_content').map((row) => row['addtime'])).toEqual([
    1000,
    ...[new Date(2026, 0, 2), new Date(2026, 0, 2, 3, 4)].map((at) => at.getTime() / 1000),
  ])
})
