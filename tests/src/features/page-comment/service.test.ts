import { expect, test } from 'vitest'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string, code: number) => ({ errorName, code })

/** An open item that allows comments, with a page; manager, ed and reader are members. */
async function appWithPage(given: Record<string, unknown> = {}) {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ allow_comment: 1, ...given })
  const page_id = app.rows.newPage(item_id, 'Install')
  app.rows.newMember(item_id, 'manager', 'manage')
  app.rows.newMember(item_id, 'ed', 'edit')
  app.rows.newMember(item_id, 'reader', 'read')
  const say = (name: string, content: string, parent_id: string | number = 0) =>
    app.as(name).pageComment.add({ page_id, content, parent_id })
  const list = (name: string) => app.as(name).pageComment.getList({ page_id })
  return { app, item_id, page_id, say, list }
}

const contentsOf = async (app: TestApp, name: string) =>
  (await app.as(name).message.getRemindList()).list.map((row) => [row.action_type, row.from_name, row.message_content])

test('lists comments with their replies: the newest comment first, the oldest reply first', async () => {
  const { app, item_id, page_id, say, list } = await appWithPage()
  const first = await say('reader', ' Is paging zero based? ')
  const second = await say('stranger', 'Me too')
  const reply = await say('ed', 'Yes & documented', first.comment_id)
  await say('reader', 'Thanks', reply.comment_id)
  const answer = await list('reader')
  expect(answer).toMatchObject({ total: 2, comment_count: 4 })
  expect(answer.list.map((row) => [row.content, row.replies.map((one) => one.content)])).toEqual([
    ['Me too', []],
    ['Is paging zero based?', ['Yes & documented', 'Thanks']],
  ])
  expect(answer.list[1]).toEqual({
    comment_id: first.comment_id,
    page_id: String(page_id),
    item_id: String(item_id),
    parent_id: '0',
    uid: String(app.uid('reader')),
    username: 'reader',
    name: 'reader',
    content: 'Is paging zero based?',
    is_deleted: '0',
    addtime: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
    time: expect.stringMatching(/^\d{10}$/),
    can_delete: true,
    replies: [
      expect.objectContaining({ parent_id: first.comment_id, username: 'ed', can_delete: false }),
      expect.objectContaining({ parent_id: first.comment_id, username: 'reader', can_delete: true }),
    ],
  })
  expect(second.parent_id).toBe('0')
  const visited = await app.visitor.pageComment.getList({ page_id })
  expect(visited.list.map((row) => row.can_delete)).toEqual([false, false])
})

test('returns a long list in pages, each comment with all its replies', async () => {
  const { app, page_id, say } = await appWithPage()
  for (const content of ['one', 'two', 'three']) await say('reader', content)
  const [, two] = (await app.as('ed').pageComment.getList({ page_id })).list
  await say('ed', 'to two', two?.comment_id ?? 0)
  const part = (page: number) => app.as('ed').pageComment.getList({ page_id, page, count: 2 })
  expect((await part(1)).list.map((row) => [row.content, row.replies.length])).toEqual([
    ['three', 0],
    ['two', 1],
  ])
  expect(await part(2)).toMatchObject({ total: 3, comment_count: 4, list: [{ content: 'one', replies: [] }] })
  expect(await part(3)).toMatchObject({ total: 3, list: [] })
})

test('keeps a comment as plain text as it was typed', async () => {
  const { app, say, list } = await appWithPage()
  const hostile = '<img src=x onerror=alert(1)>\n<script>alert(1)</script> &amp; “quoted” **not bold**'
  await say('stranger', hostile)
  expect((await list('reader')).list[0]?.content).toBe(hostile)
  expect(await contentsOf(app, 'owner')).toEqual([['comment', 'stranger', hostile]])
})

test('visitors can read comments but not write them', async () => {
  const { app, page_id, say } = await appWithPage()
  await say('reader', 'hello')
  expect(await app.visitor.pageComment.getList({ page_id })).toMatchObject({ comment_count: 1 })
  await expect(app.visitor.pageComment.add({ page_id, content: 'x' })).rejects.toMatchObject({ code: 10102 })
})

test('people who know the password of a private item can comment once signed in', async () => {
  const { app, page_id } = await appWithPage({ password: 'secret' })
  const fields = { page_id: String(page_id), content: 'hello' }
  expect((await app.call('pageComment/add', fields, { as: 'stranger' })).json.error_code).toBe(10303)
  const known = { ...fields, _item_pwd: 'secret' }
  expect((await app.call('pageComment/add', known)).json.error_code).toBe(10102)
  expect((await app.call('pageComment/add', known, { as: 'stranger' })).json.error_code).toBe(0)
  expect((await app.call('pageComment/getList', known)).json.data).toMatchObject({ comment_count: 1 })
})

test('hides comments where they are off, and does not allow them in other types of item', async () => {
  const { app, item_id, page_id, say, list } = await appWithPage()
  await say('reader', 'hello')
  const owner = app.as('owner')
  await owner.item.update({ item_id, item_name: 'I', allow_comment: '0' })
  await expect(list('owner')).rejects.toMatchObject(refusal('commentsOff', 10303))
  await expect(say('owner', 'x')).rejects.toMatchObject(refusal('commentsOff', 10303))
  await owner.item.update({ item_id, item_name: 'I', allow_comment: '1' })
  expect(await list('owner')).toMatchObject({ comment_count: 1 })
  for (const item_type of [2, 3, 4]) {
    const other = await owner.item.add({ item_name: 'O', item_type, allow_comment: '1', allow_feedback: '1' })
    const off = { allow_comment: '0', allow_feedback: '0' }
    expect(await owner.item.detail({ item_id: other.item_id })).toMatchObject(off)
    await owner.item.update({ item_id: other.item_id, item_name: 'O', allow_comment: '1', allow_feedback: '1' })
    expect(await owner.item.detail({ item_id: other.item_id })).toMatchObject(off)
  }
  app.rows.sqlite.prepare('UPDATE item SET item_type = 3 WHERE item_id = ?').run(item_id)
  await expect(app.as('ed').pageComment.getList({ page_id })).rejects.toMatchObject(refusal('commentsOff', 10303))
})

test('rejects an empty comment and one of more than 500 characters', async () => {
  const { say } = await appWithPage()
  await expect(say('reader', ' \n ')).rejects.toMatchObject(refusal('commentEmpty', 10100))
  await expect(say('reader', 'x'.repeat(501))).rejects.toMatchObject({
    errorName: 'textTooLong',
    values: { field: 'content', most: 500 },
  })
  expect((await say('reader', '文'.repeat(500))).content).toHaveLength(500)
})

test('limits how fast a person can comment', async () => {
  const { app, say } = await appWithPage()
  app.app.limiter = new RateLimiter(() => 0)
  for (let at = 0; at < 20; at++) await say('reader', `comment ${at}`)
  await expect(say('reader', 'one more')).rejects.toMatchObject(refusal('tooManyRequests', 10429))
  await say('ed', 'others go on')
})

test('limits a page to a thousand comments', async () => {
  const { app, item_id, page_id, say } = await appWithPage()
  const row = { page_id, item_id, uid: app.uid('reader'), username: 'reader', content: 'c', addtime: 1 }
  for (let at = 0; at < 999; at++) app.rows.insert('page_comment', row)
  const last = await say('ed', 'the last')
  await expect(say('ed', 'x')).rejects.toMatchObject(refusal('commentTooMany', 10100))
  await app.as('ed').pageComment.delete({ comment_id: last.comment_id })
  await say('ed', 'again')
})

test('a reply needs an existing comment of the same page', async () => {
  const { app, item_id, say } = await appWithPage()
  const other = app.rows.newPage(item_id, 'Other')
  const elsewhere = await app.as('ed').pageComment.add({ page_id: other, content: 'elsewhere' })
  const gone = refusal('commentGone', 10101)
  await expect(say('ed', 'x', elsewhere.comment_id)).rejects.toMatchObject(gone)
  await expect(say('ed', 'x', 999)).rejects.toMatchObject(gone)
  const deleted = await say('ed', 'soon gone')
  await say('reader', 'a reply', deleted.comment_id)
  await app.as('ed').pageComment.delete({ comment_id: deleted.comment_id })
  await expect(say('reader', 'x', deleted.comment_id)).rejects.toMatchObject(gone)
})

test('only the author of a comment and managers of the item can delete it', async () => {
  const { app, say, list } = await appWithPage()
  const remove = (name: string, comment_id: string) => app.as(name).pageComment.delete({ comment_id })
  const one = await say('stranger', 'one')
  const two = await say('stranger', 'two')
  const three = await say('stranger', 'three')
  for (const name of ['reader', 'ed', 'somebody'])
    await expect(remove(name, one.comment_id)).rejects.toMatchObject(refusal('noRight', 10103))
  await expect(app.visitor.pageComment.delete({ comment_id: one.comment_id })).rejects.toMatchObject({ code: 10102 })
  await remove('stranger', one.comment_id)
  await remove('manager', two.comment_id)
  await remove('admin', three.comment_id)
  await expect(remove('stranger', one.comment_id)).rejects.toMatchObject(refusal('commentGone', 10101))
  expect(await list('reader')).toEqual({ total: 0, comment_count: 0, list: [] })
  expect(app.rows.counts()).toMatchObject({ page_comment: 0 })
})

test('a deleted comment with replies leaves a placeholder until its last reply is deleted', async () => {
  const { app, say, list } = await appWithPage()
  const comment = await say('reader', 'a secret by mistake')
  const reply = await say('ed', 'a reply', comment.comment_id)
  await app.as('reader').pageComment.delete({ comment_id: comment.comment_id })
  const [row] = (await list('reader')).list
  expect(row).toMatchObject({ is_deleted: '1', content: '', username: '', name: '', uid: '0', can_delete: false })
  expect(row?.replies).toMatchObject([{ content: 'a reply' }])
  expect(await list('reader')).toMatchObject({ total: 1, comment_count: 1 })
  expect(JSON.stringify(app.rows.all('page_comment'))).not.toContain('mistake')
  await app.as('ed').pageComment.delete({ comment_id: reply.comment_id })
  expect(app.rows.counts()).toMatchObject({ page_comment: 0 })
})

test('comments in an archived item can be read, but not written or deleted', async () => {
  const { app, item_id, say, list } = await appWithPage()
  const { comment_id } = await say('reader', 'hello')
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1 WHERE item_id = ?').run(item_id)
  expect((await list('owner')).list[0]).toMatchObject({ content: 'hello', can_delete: false })
  await expect(say('reader', 'x')).rejects.toMatchObject(refusal('itemArchived', 10303))
  await expect(app.as('owner').pageComment.delete({ comment_id })).rejects.toMatchObject(refusal('itemArchived', 10303))
})

test('notifies the owner and managers of a comment, and the person replied to of a reply', async () => {
  const { app, page_id, say } = await appWithPage()
  const comment = await say('stranger', 'a question')
  const reply = await say('ed', 'an answer', comment.comment_id)
  await say('manager', 'more', reply.comment_id)
  const question = ['comment', 'stranger', 'a question']
  const answer = ['comment', 'ed', 'an answer']
  const more = ['comment', 'manager', 'more']
  expect(await contentsOf(app, 'owner')).toEqual([more, answer, question])
  expect(await contentsOf(app, 'manager')).toEqual([answer, question])
  expect(await contentsOf(app, 'stranger')).toEqual([more, answer])
  expect(await contentsOf(app, 'ed')).toEqual([more])
  expect(await contentsOf(app, 'reader')).toEqual([])
  expect((await app.as('stranger').message.getRemindList()).list[0]).toMatchObject({
    object_type: 'page',
    object_id: page_id,
    page_history_id: 0,
    page_data: { page_title: 'Install' },
  })
})

test('notifies team managers of comments, but nobody who can no longer read the page', async () => {
  const { app, item_id, say } = await appWithPage()
  const team = app.rows.insert('team', { team_name: 'T', uid: app.uid('owner'), addtime: 1, last_update_time: 1 })
  const of = { team_id: team, item_id, addtime: 1 }
  for (const [name, member_group_id] of [['lead', 2] as const, ['hand', 1] as const])
    app.rows.insert('team_item_member', { ...of, member_uid: app.uid(name), member_group_id })
  const comment = await say('stranger', 'a question')
  expect(await contentsOf(app, 'lead')).toHaveLength(1)
  expect(await contentsOf(app, 'hand')).toHaveLength(0)
  app.rows.sqlite.prepare("UPDATE item SET password = 'closed' WHERE item_id = ?").run(item_id)
  await say('ed', 'an answer', comment.comment_id)
  expect(await contentsOf(app, 'stranger')).toEqual([])
})

test('deleting a comment deletes its notifications only', async () => {
  const { app, say } = await appWithPage()
  const one = await say('reader', 'one')
  await say('reader', 'two')
  await app.as('reader').pageComment.delete({ comment_id: one.comment_id })
  expect(await contentsOf(app, 'owner')).toEqual([['comment', 'reader', 'two']])
  expect(app.rows.all('message_content')).toHaveLength(1)
})

test('hides the comments of a deleted page and shows them again when it is restored', async () => {
  const { app, item_id, page_id, say, list } = await appWithPage()
  app.rows.newPage(item_id, 'Another')
  const { comment_id } = await say('reader', 'hello')
  await app.as('ed').page.delete({ page_id })
  await expect(list('reader')).rejects.toMatchObject(refusal('pageGone', 10101))
  await expect(app.as('reader').pageComment.delete({ comment_id })).rejects.toMatchObject(refusal('pageGone', 10101))
  const [reminder] = (await app.as('owner').message.getRemindList()).list
  expect(reminder).toMatchObject({ message_content: '' })
  expect(reminder).not.toHaveProperty('page_data')
  await app.as('ed').recycle.recover({ item_id, page_id })
  expect(await list('reader')).toMatchObject({ comment_count: 1 })
})

test('moves comments with their page to another item, and does not copy them', async () => {
  const { app, item_id, page_id, say } = await appWithPage()
  app.rows.newPage(item_id, 'Another')
  await say('reader', 'hello')
  const to_item_id = await app.rows.newItem({ allow_comment: 1 })
  const owner = app.as('owner')
  const copy = await owner.page.copy({ page_id, to_item_id })
  expect(await owner.pageComment.getList({ page_id: copy.page_id })).toMatchObject({ comment_count: 0 })
  await owner.page.copy({ page_id, to_item_id, is_del: '1' })
  const moved = await owner.pageComment.getList({ page_id })
  expect(moved.list[0]).toMatchObject({ item_id: String(to_item_id), content: 'hello' })
})

test('keeps the name on a comment whose account is deleted', async () => {
  const { app, say, list } = await appWithPage()
  await say('stranger', 'hello')
  await app.as('admin').adminUser.deleteUser({ uid: app.uid('stranger') })
  expect((await list('reader')).list[0]).toMatchObject({ username: 'stranger', name: '', content: 'hello' })
})

test('returns comments under ShowDoc’s own address', async () => {
  const { app, page_id, say } = await appWithPage()
  await say('reader', 'hello')
  const answer = await fetch(`${app.url}/server/index.php?s=/api/page_comment/getList`, {
    method: 'POST',
    body: new URLSearchParams({ page_id: String(page_id) }),
  })
  expect(await answer.json()).toMatchObject({ error_code: 0, data: { comment_count: 1, list: [{ content: 'hello' }] } })
})
