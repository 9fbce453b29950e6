import { expect, test } from 'vitest'
import {
  diffPath,
  isUnread,
  listIn,
  newestOf,
  pathOfReminder,
  type Reminder,
  sayingOf,
} from '#web/features/message/messages.ts'

const page_data = { page_id: '7', item_id: '3', page_title: 'T', item_name: 'Orders', is_del: '0' }
const reminder = (more: object = {}) =>
  ({
    id: '1',
    from_name: 'mo',
    object_type: 'page',
    action_type: 'update',
    status: '0',
    addtime: '2026-05-01 10:00:00',
    page_data,
    page_history_id: 12,
    ...more,
  }) as unknown as Reminder

test('a reminder tells of a page that was changed or made, of a plan, or of what is not to be seen', () => {
  expect(sayingOf(reminder())).toBe('updated')
  expect(sayingOf(reminder({ action_type: 'create' }))).toBe('created')
  expect(sayingOf(reminder({ action_type: 'comment' }))).toBe('commented')
  expect(sayingOf(reminder({ action_type: 'comment', page_data: undefined }))).toBe('gone')
  expect(sayingOf(reminder({ object_type: 'vip', page_data: undefined }))).toBe('plan')
  expect(sayingOf(reminder({ page_data: undefined }))).toBe('gone')
  expect(sayingOf(reminder({ page_data: { ...page_data, is_del: '1' } }))).toBe('gone')
})

test('it leads to the page, and to what was changed while the version before is kept', () => {
  expect(pathOfReminder(reminder())).toBe('/3/7')
  expect(pathOfReminder(reminder({ action_type: 'comment' }))).toBe('/3/7?comments')
  expect(pathOfReminder(reminder({ page_data: undefined }))).toBeUndefined()
  expect(pathOfReminder(reminder({ object_type: 'vip' }))).toBe('/user/setting')
  expect(diffPath(reminder())).toBe('/page/diff/7/12')
  expect(diffPath(reminder({ page_history_id: 0 }))).toBeUndefined()
})

test('an unread announcement opens its tab when the address names none', () => {
  expect(listIn(null, 1)).toBe('announcementList')
  expect(listIn(null, 0)).toBe('remindList')
  expect(listIn('remindList', 5)).toBe('remindList')
  expect(listIn('announcementList', 0)).toBe('announcementList')
  expect(listIn('other', 0)).toBe('remindList')
})

test('states come as text or number', () => {
  expect([isUnread({ status: '0' }), isUnread({ status: 0 }), isUnread({ status: '1' })]).toEqual([true, true, false])
})

test('the window under the bell shows the newest of both kinds', () => {
  const announcement = { id: '9', addtime: '2026-05-02 10:00:00' } as never
  const older = reminder({ id: '2', addtime: '2026-04-30 10:00:00' })
  expect(newestOf([reminder(), older], [announcement], 2).map((row) => [row.kind, row.message.id])).toEqual([
    ['announce', '9'],
    ['remind', '1'],
  ])
})
