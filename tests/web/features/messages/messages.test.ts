import { expect, test } from 'vitest'
import {
  chooseList,
  diffPath,
  getReminderKind,
  isUnread,
  mergeNewest,
  type Reminder,
  reminderPath,
} from '#web/features/messages/messages.ts'

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

test('a reminder names a changed or created page, a plan, or a hidden page', () => {
  expect(getReminderKind(reminder())).toBe('updated')
  expect(getReminderKind(reminder({ action_type: 'create' }))).toBe('created')
  expect(getReminderKind(reminder({ action_type: 'comment' }))).toBe('commented')
  expect(getReminderKind(reminder({ action_type: 'comment', page_data: undefined }))).toBe('gone')
  expect(getReminderKind(reminder({ object_type: 'vip', page_data: undefined }))).toBe('plan')
  expect(getReminderKind(reminder({ page_data: undefined }))).toBe('gone')
  expect(getReminderKind(reminder({ page_data: { ...page_data, is_del: '1' } }))).toBe('gone')
})

test('links to the page, and to the comparison while the former version is stored', () => {
  expect(reminderPath(reminder())).toBe('/3/7')
  expect(reminderPath(reminder({ action_type: 'comment' }))).toBe('/3/7?comments')
  expect(reminderPath(reminder({ page_data: undefined }))).toBeUndefined()
  expect(reminderPath(reminder({ object_type: 'vip' }))).toBe('/user/setting')
  expect(diffPath(reminder())).toBe('/page/diff/7/12')
  expect(diffPath(reminder({ page_history_id: 0 }))).toBeUndefined()
})

test('opens the tab of an unread announcement when the address names none', () => {
  expect(chooseList(null, 1)).toBe('announcementList')
  expect(chooseList(null, 0)).toBe('remindList')
  expect(chooseList('remindList', 5)).toBe('remindList')
  expect(chooseList('announcementList', 0)).toBe('announcementList')
  expect(chooseList('other', 0)).toBe('remindList')
})

test('reads states as text or number', () => {
  expect([isUnread({ status: '0' }), isUnread({ status: 0 }), isUnread({ status: '1' })]).toEqual([true, true, false])
})

test('the bell menu shows the newest messages of both kinds', () => {
  const announcement = { id: '9', addtime: '2026-05-02 10:00:00' } as never
  const older = reminder({ id: '2', addtime: '2026-04-30 10:00:00' })
  expect(mergeNewest([reminder(), older], [announcement], 2).map((row) => [row.kind, row.message.id])).toEqual([
    ['announce', '9'],
    ['remind', '1'],
  ])
})
