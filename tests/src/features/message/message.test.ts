import { expect, test } from 'vitest'
import { transact } from '#src/db/database.ts'
import { countUnread, notifyOfPage, removeOldMessages } from '#src/features/message/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string, code = 10101) => ({ errorName, code })
const gone = refusal('messageGone')
const nowOf = (app: TestApp) => Math.floor(app.app.now().getTime() / 1000)

/** A private item with a page that owner, reader, ed and limited (elsewhere) are subscribed to. */
async function appWithPage() {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T')
  app.rows.newMember(item_id, 'ed', 'edit')
  app.rows.newMember(item_id, 'reader', 'read')
  app.rows.newMember(item_id, 'limited', 'edit', [app.rows.newCatalog(item_id, 'A')])
  for (const name of ['owner', 'reader', 'ed', 'limited', 'stranger'])
    app.rows.insert('subscription', { uid: app.uid(name), object_id: page_id, sub_time: 1 })
  const notify = (notify_content = 'what changed', from = 'ed') =>
    transact(app.app.db, (tx) =>
      notifyOfPage(tx, app.app, {
        item_id,
        page_id,
        notify_content,
        now: nowOf(app),
        from: {
          uid: app.uid(from),
          username: from,
        },
      }),
    )
  return { app, item_id, page_id, notify }
}

test('notifies subscribers who can read the page of a change, except its author', async () => {
  const { app, page_id, item_id, notify } = await appWithPage()
  await notify()
  expect(app.rows.all('message').map((row) => row['to_uid'])).toEqual([app.uid('owner'), app.uid('reader')])
  expect(app.rows.all('message_content')).toHaveLength(1)
  const { total, list } = await app.as('reader').message.getRemindList()
  expect(total).toBe(1)
  expect(list).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      from_uid: String(app.uid('ed')),
      from_name: 'ed',
      sender_name: 'ed',
      to_uid: String(app.uid('reader')),
      message_type: 'remind',
      message_content_id: expect.stringMatching(/^\d+$/),
      status: '0',
      addtime: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
      readtime: '',
      object_type: 'page',
      object_id: page_id,
      action_type: 'update',
      message_content: 'what changed',
      page_data: expect.objectContaining({
        page_id: String(page_id),
        item_id: String(item_id),
        page_title: 'T',
        is_del: '0',
        addtime: expect.stringMatching(/^\d{10}$/),
        page_addtime: expect.stringMatching(/^\d{10}$/),
        item_name: expect.any(String),
      }),
      page_history_id: 0,
    },
  ])
  expect(await app.as('reader').message.getUnread()).toEqual({
    remind: list[0],
    announce: [],
    remind_count: 1,
    announce_count: 0,
  })
})

test('writes nothing when there is nobody to notify', async () => {
  const { app, notify } = await appWithPage()
  app.rows.sqlite.prepare('DELETE FROM subscription WHERE uid <> ?').run(app.uid('ed'))
  await notify()
  expect(app.rows.counts()).toMatchObject({ message: 0, message_content: 0 })
})

test('notifies nobody of a draft', async () => {
  const { app, notify } = await appWithPage()
  app.rows.sqlite.prepare('UPDATE page SET is_draft = 1, author_uid = ?').run(app.uid('ed'))
  await notify()
  expect(app.rows.counts()).toMatchObject({ message: 0 })
})

test('a reminder of a page that is gone or no longer readable has no content', async () => {
  const { app, notify } = await appWithPage()
  await notify('secret remark')
  const { message } = app.as('reader')
  app.rows.sqlite.prepare('DELETE FROM item_member WHERE uid = ?').run(app.uid('reader'))
  const [row] = (await message.getRemindList()).list
  expect(row).toMatchObject({ message_content: '', from_name: 'ed' })
  expect(row).not.toHaveProperty('page_data')
  expect(await message.getUnread()).toMatchObject({ remind: [] })
  app.rows.sqlite.prepare('UPDATE page SET is_del = 1').run()
  expect((await app.as('owner').message.getRemindList()).list[0]).not.toHaveProperty('page_data')
  expect(await app.as('owner').message.getUnread()).toMatchObject({ remind: [] })
})

test('pages reminders, newest first, and shows the newest unread one', async () => {
  const { app, notify } = await appWithPage()
  for (const content of ['one', 'two', 'three']) await notify(content)
  const { message } = app.as('owner')
  const page = await message.getRemindList({ page: 2, count: 2 })
  expect(page).toMatchObject({ total: 3, list: [{ message_content: 'one' }] })
  const { list } = await message.getRemindList({ page: -5, count: 5000 })
  expect(list.map((row) => row.message_content)).toEqual(['three', 'two', 'one'])
  const { remind } = await message.getUnread()
  expect(remind).toMatchObject({ message_content: 'three' })
})

test('only the receiver can mark a reminder as read, which names its sender', async () => {
  const { app, notify } = await appWithPage()
  await notify()
  const message_content_id = Number(app.rows.all('message_content')[0]?.['id'])
  const from_uid = app.uid('ed')
  const { message } = app.as('reader')
  expect(await countUnread(app.app.db, app.uid('reader'))).toBe(1)
  await expect(message.setRead({ message_content_id, from_uid: app.uid('owner') })).rejects.toMatchObject(gone)
  await expect(message.setRead({ message_content_id, from_uid: 0 })).rejects.toMatchObject(gone)
  await expect(message.setRead({ message_content_id: 999, from_uid })).rejects.toMatchObject(gone)
  await expect(app.as('stranger').message.setRead({ message_content_id, from_uid })).rejects.toMatchObject(gone)
  expect(app.rows.all('message').map((row) => row['status'])).toEqual([0, 0])
  expect(await message.setRead({ message_content_id, from_uid })).toEqual([])
  expect(app.rows.all('message').map((row) => row['status'])).toEqual([0, 1])
  expect(await countUnread(app.app.db, app.uid('reader'))).toBe(0)
  expect(await message.getUnread()).toEqual({ remind: [], announce: [], remind_count: 0, announce_count: 0 })
  const { list } = await message.getRemindList()
  expect(list).toMatchObject([{ status: '1', readtime: expect.stringMatching(/^\d{4}-/) }])
})

test('hides a removed reminder, which only its receiver can remove', async () => {
  const { app, notify } = await appWithPage()
  await notify()
  const fields = { message_content_id: Number(app.rows.all('message_content')[0]?.['id']), from_uid: app.uid('ed') }
  await expect(app.as('stranger').message.delete(fields)).rejects.toMatchObject(gone)
  expect(await app.as('reader').message.delete(fields)).toEqual([])
  expect(await app.as('reader').message.getRemindList()).toEqual({ total: 0, list: [] })
  expect(await app.as('owner').message.getRemindList()).toMatchObject({ total: 1 })
})

test('removes read messages after half a year and keeps unread ones', async () => {
  const { app, notify } = await appWithPage()
  await notify('old')
  await notify('unread')
  const [old, unread] = app.rows.all('message_content').map((row) => Number(row['id']))
  app.rows.sqlite.prepare('UPDATE message SET status = 1 WHERE message_content_id = ?').run(old)
  const { id } = await app.as('admin').adminMessage.addAnnouncement({ message_content: 'hello' })
  await app.as('reader').message.setRead({ message_content_id: id })
  await removeOldMessages(app.app.db, nowOf(app) + 179 * 86_400)
  expect(app.rows.all('message')).toHaveLength(5)
  await removeOldMessages(app.app.db, nowOf(app) + 181 * 86_400)
  expect(app.rows.all('message').map((row) => row['message_content_id'])).toEqual([unread, unread, id])
  expect(app.rows.all('message_content').map((row) => row['id'])).toEqual([unread, id])
})

test('marks all reminders of one person as read, and filters the list by unread', async () => {
  const { app, notify } = await appWithPage()
  for (const content of ['one', 'two', 'three']) await notify(content)
  const { message } = app.as('reader')
  const [newest] = (await message.getRemindList()).list
  await message.setRead({ message_content_id: Number(newest?.message_content_id), from_uid: app.uid('ed') })
  expect(await message.getRemindList({ unread: true, count: 1 })).toMatchObject({
    total: 2,
    list: [{ message_content: 'two' }],
  })
  expect(await message.setAllRead({ message_type: 'remind' })).toEqual([])
  expect(await message.getRemindList({ unread: true })).toEqual({ total: 0, list: [] })
  expect(await message.getRemindList()).toMatchObject({ total: 3 })
  expect(await app.as('owner').message.getUnread()).toMatchObject({ remind_count: 3 })
  await expect(message.setAllRead({ message_type: 'other' as 'remind' })).rejects.toMatchObject({ code: 10101 })
  await expect(app.visitor.message.setAllRead({ message_type: 'remind' })).rejects.toMatchObject({ code: 10102 })
})

test('a reminder names the previous version of the page for those who can read it', async () => {
  const { app, page_id, item_id, notify } = await appWithPage()
  const kept = {
    cat_id: 0,
    page_title: 'T',
    s_number: 99,
    author_uid: app.uid('ed'),
    author_username: 'ed',
    page_comments: '',
    ext_info: '',
  }
  const version = (addtime: number) =>
    app.rows.insert('page_history', { ...kept, page_id, item_id, addtime, page_version: 1 })
  version(nowOf(app) - 20)
  const before = version(nowOf(app) - 10)
  await notify()
  version(nowOf(app) + 10)
  expect((await app.as('reader').message.getRemindList()).list).toMatchObject([{ page_history_id: before }])
  app.rows.sqlite.prepare('DELETE FROM item_member WHERE uid = ?').run(app.uid('reader'))
  expect((await app.as('reader').message.getRemindList()).list).toMatchObject([{ page_history_id: 0 }])
})

test('visitors have no messages', async () => {
  const { app } = await appWithPage()
  await expect(app.visitor.message.getUnread()).rejects.toMatchObject({ code: 10102 })
  await expect(app.visitor.message.setRead({ message_content_id: 1 })).rejects.toMatchObject({ code: 10102 })
})

test('sends feedback to all administrators as a reminder, with the image that its sender uploaded', async () => {
  const app = await createTestApp()
  const admin = app.as('admin')
  await admin.user.info()
  await app.newUser('second', { groupid: 1 })
  await app.newUser('gone', { groupid: 1 })
  app.rows.sqlite.exec("UPDATE user SET is_disabled = 1 WHERE username = 'gone'")
  const ann = app.as('ann')
  const sign = 'ab'.repeat(16)
  const file = { display_name: 'a.png', file_type: 'image/png', file_size: 1, item_id: 0, addtime: 1 }
  app.rows.insert('upload_file', { sign, stored_name: 'n', uid: app.uid('ann'), ...file })
  const picture = `/api/attachment/visitFile?sign=${sign}`
  await ann.message.sendFeedback({ content: ' The tree\nis slow. ', contact: '4711', picture })
  const { total, list } = await admin.message.getRemindList()
  expect(total).toBe(1)
  expect(list[0]).toMatchObject({
    from_name: 'ann',
    object_type: 'feedback',
    message_content: `The tree\nis slow.\n\n4711\n${picture}`,
    status: '0',
  })
  expect((await admin.message.getUnread()).remind).toMatchObject({ object_type: 'feedback' })
  expect(app.rows.all('message').map((row) => row['to_uid'])).toEqual([app.uid('admin'), app.uid('second')])
  await expect(ann.message.sendFeedback({ content: ' \n ' })).rejects.toMatchObject(refusal('feedbackEmpty'))
  await expect(app.as('bob').message.sendFeedback({ content: 'x', picture })).rejects.toMatchObject(refusal('fileGone'))
  await expect(ann.message.sendFeedback({ content: 'x', picture: 'no address' })).rejects.toMatchObject(
    refusal('fileGone'),
  )
  for (let times = 1; times < 10; times++) await ann.message.sendFeedback({ content: 'again' })
  await expect(ann.message.sendFeedback({ content: 'again' })).rejects.toMatchObject({ errorName: 'tooManyRequests' })
})

test('a reminder shows its sender like comments do: by their name, if they have one', async () => {
  const { app, notify } = await appWithPage()
  await notify()
  app.rows.sqlite.prepare("UPDATE user SET name = 'Ed Moss' WHERE username = 'ed'").run()
  expect((await app.as('reader').message.getRemindList()).list).toMatchObject([
    { from_name: 'ed', sender_name: 'Ed Moss' },
  ])
  expect((await app.as('reader').message.getUnread()).remind).toMatchObject({ sender_name: 'Ed Moss' })
})
