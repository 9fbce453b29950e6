import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

async function world() {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  for (const name of ['ann', 'bob']) app.rows.newMember(item_id, name, 'edit')
  const at = { item_id, page_id: app.rows.newPage(item_id, 'T') }
  return { app, at, owner: app.as('owner').page, ann: app.as('ann').page, bob: app.as('bob').page }
}

test('a lock reports since when it is held, also after a renewal', async () => {
  const { app, at, ann, bob } = await world()
  await ann.setLock(at)
  const { lock_since } = await bob.isLock(at)
  app.rows.sqlite.prepare('UPDATE page_lock SET addtime = addtime - 100').run()
  await ann.setLock(at)
  expect(await bob.isLock(at)).toMatchObject({ lock: 1, lock_since: String(Number(lock_since) - 100) })
})

test('a manager of an item can take over a lock, an editor cannot', async () => {
  const { at, owner, ann, bob } = await world()
  await ann.setLock(at)
  await expect(bob.setLock({ ...at, take_over: '1' })).rejects.toMatchObject(refusal('noRight'))
  await owner.setLock({ ...at, take_over: '1' })
  expect(await ann.isLock(at)).toMatchObject({ lock: 1, is_cur_user: 0 })
  const save = { ...at, page_title: 'T', page_content: 'x' }
  await expect(ann.save(save)).rejects.toMatchObject(refusal('pageLocked'))
  await owner.save(save)
})

test('notifies the lock holder once of a request, in the editor and in messages', async () => {
  const { app, at, ann, bob } = await world()
  await expect(bob.askLock(at)).rejects.toMatchObject(refusal('pageFree'))
  await ann.setLock(at)
  await expect(ann.askLock(at)).rejects.toMatchObject(refusal('pageFree'))
  await bob.askLock(at)
  await bob.askLock(at)
  const lock = await ann.isLock(at)
  expect(lock).toMatchObject({ asked_by: 'bob', asked_by_uid: String(app.uid('bob')) })
  expect(await bob.isLock(at)).toMatchObject({ asked_by: '', message_content_id: '' })
  const { list, total } = await app.as('ann').message.getRemindList({})
  expect(total).toBe(1)
  expect(list).toMatchObject([{ action_type: 'lock', from_name: 'bob', page_data: { page_title: 'T' } }])
  const { message_content_id, asked_by_uid } = lock
  await app.as('ann').message.setRead({ message_content_id, from_uid: asked_by_uid })
  expect(await ann.isLock(at)).toMatchObject({ asked_by: '' })
  await bob.askLock(at)
  expect(await ann.isLock(at)).toMatchObject({ asked_by: 'bob' })
})

test('shows the names of the person who edits a page and of the person who requests it', async () => {
  const { app, at, ann, bob } = await world()
  app.rows.sqlite.prepare("UPDATE user SET name = 'Ann Lee' WHERE username = 'ann'").run()
  app.rows.sqlite.prepare("UPDATE user SET name = 'Bob Ng' WHERE username = 'bob'").run()
  await ann.setLock(at)
  await bob.askLock(at)
  expect(await bob.isLock(at)).toMatchObject({ lock_username: 'Ann Lee', asked_by_name: '' })
  expect(await ann.isLock(at)).toMatchObject({ asked_by: 'bob', asked_by_name: 'Bob Ng' })
})

test('does not show an old request to a former editor who returns', async () => {
  const { app, at, ann, bob } = await world()
  await ann.setLock(at)
  await bob.askLock(at)
  app.rows.sqlite.prepare('UPDATE message SET addtime = addtime - 100').run()
  await ann.setLock({ ...at, lock_to: 1000 })
  await ann.setLock(at)
  expect(await ann.isLock(at)).toMatchObject({ is_cur_user: 1, asked_by: '' })
})
