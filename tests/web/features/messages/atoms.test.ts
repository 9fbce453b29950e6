import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { openBrowser, shown } from '#tests/web/support/browser.ts'
import { signedInAtom, userAtom } from '#web/features/account/session/index.tsx'
import {
  hiddenMessagesAtom,
  markAllReadAtom,
  markReadAtom,
  messagesVersionAtom,
  readAnnouncements,
  readNewest,
  readReminders,
  refreshUnreadAtom,
  removeMessageAtom,
  undoRemovalAtom,
  unreadAtom,
} from '#web/features/messages/atoms.ts'
import type { AnyMessage } from '#web/features/messages/messages.ts'

const browser = openBrowser()
let store: ReturnType<typeof createStore>
let nth = 0

beforeEach(async () => {
  const { app } = browser
  nth += 1
  store = createStore()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, `reader${nth}`, 'read')
  const page_id = String(app.rows.newPage(item_id, 'Start'))
  const owner = app.as('owner')
  browser.signIn(`reader${nth}`)
  const uid = app.uid(`reader${nth}`)
  await owner.subscription.savePage({ page_id, uids: [uid] })
  for (const text of ['one', 'two', 'three'])
    await owner.page.save({ item_id, page_id, page_title: 'Start', page_content: text, is_notify: true })
  await shown(store, userAtom)
})

const reminders = async () => (await readReminders(1, false)).list as AnyMessage[]
const unread = () => store.get(unreadAtom).remind_count

test('counts what is unread, and lists it newest first', async () => {
  const { remind } = await store.set(refreshUnreadAtom)
  expect(unread()).toBe(3)
  const [newest] = await reminders()
  expect(remind?.id).toBe(newest?.id)
  const rows = await readNewest(new AbortController().signal)
  expect(rows.map(({ kind }) => kind)).toEqual(['remind', 'remind', 'remind'])
})

test('marks one message as read, here before the server has confirmed it', async () => {
  await store.set(refreshUnreadAtom)
  const [first] = await reminders()
  const marking = store.set(markReadAtom, 'remind', first ? [first] : [])
  expect(unread()).toBe(2)
  await marking
  expect((await readReminders(1, true)).list).toHaveLength(2)
  await store.set(markReadAtom, 'remind', await reminders().then((all) => all.filter(({ id }) => id === first?.id)))
  expect(browser.sent('message/setRead')).toHaveLength(1)
})

test('marks all of them with one call', async () => {
  await store.set(refreshUnreadAtom)
  await store.set(markReadAtom, 'remind', await reminders())
  expect(unread()).toBe(0)
  expect(browser.sent('message/setAllRead')).toHaveLength(1)
  expect(browser.sent('message/setRead')).toEqual([])
})

test('counts them as unread again after an error', async () => {
  await store.set(refreshUnreadAtom)
  const all = await reminders()
  browser.fail('message/setAllRead')
  await expect(store.set(markReadAtom, 'remind', all)).rejects.toMatchObject({ code: 10500 })
  expect(unread()).toBe(3)
  browser.isOffline = true
  await expect(store.set(markAllReadAtom, 'remind')).rejects.toMatchObject({ errorName: 'offline' })
  expect(unread()).toBe(3)
})

test('a count that is older than a mark-as-read does not bring the messages back', async () => {
  await store.set(refreshUnreadAtom)
  const late = browser.hold('message/getUnread')
  const refresh = store.set(refreshUnreadAtom)
  await late.carriedOut
  const version = store.get(messagesVersionAtom)
  await store.set(markAllReadAtom, 'remind')
  late.release()
  expect(await refresh).toEqual({})
  expect(unread()).toBe(0)
  expect(store.get(messagesVersionAtom)).toBe(version + 1)
})

test('the next user does not see the count of the former one', async () => {
  await store.set(refreshUnreadAtom)
  browser.signIn('newcomer')
  await store.set(signedInAtom)
  await shown(store, userAtom, (user) => user.username === 'newcomer')
  expect(unread()).toBe(0)
})

test('takes the count from another tab, but nothing that is no count', async () => {
  await store.set(refreshUnreadAtom)
  store.sub(unreadAtom, () => undefined)
  const uid = store.get(userAtom)?.uid
  browser.storeElsewhere('docstead.unread', { remind_count: 7, announce_count: 0, uid })
  expect(unread()).toBe(7)
  browser.storeElsewhere('docstead.unread', { remind_count: '<b>', announce_count: 0, uid })
  expect(unread()).toBe(7)
  browser.storeElsewhere('docstead.unread', { remind_count: 9, announce_count: 0, uid: 'someone else' })
  expect(unread()).toBe(0)
})

test('has no announcements where none was made', async () => {
  expect(await readAnnouncements(false)).toEqual([])
})

/** Removes the newest message. Time is the test's from here on. */
async function remove() {
  const [message] = await reminders()
  if (!message) throw new Error('no message')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const fake = { setTimeout, clearTimeout }
  Object.assign(window, fake)
  const failed = vi.fn()
  store.set(removeMessageAtom, 'remind', message, failed)
  return { id: `remind${message.id}`, failed }
}

test('hides a removed message at once, and brings it back when that is undone in time', async () => {
  const { id } = await remove()
  expect(store.get(hiddenMessagesAtom).has(id)).toBe(true)
  vi.advanceTimersByTime(9_000)
  expect(store.set(undoRemovalAtom, id)).toBe(true)
  vi.advanceTimersByTime(9_000)
  vi.useRealTimers()
  expect(store.get(hiddenMessagesAtom).size).toBe(0)
  expect(browser.sent('message/delete')).toEqual([])
})

test('deletes it on the server later, and then it is too late', async () => {
  const { id } = await remove()
  const deleted = shown(store, messagesVersionAtom, (version) => version > 0)
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await deleted
  expect(store.set(undoRemovalAtom, id)).toBe(false)
  expect(await reminders()).toHaveLength(2)
})

test('shows it again when it could not be deleted', async () => {
  browser.fail('message/delete')
  const { id, failed } = await remove()
  const back = shown(store, hiddenMessagesAtom, (ids) => !ids.has(id))
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await back
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ errorName: 'internal' }))
})
