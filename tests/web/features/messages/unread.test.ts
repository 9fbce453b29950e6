import { expect, test } from 'vitest'
import { type MessageNotification, unseenNotifications } from '#web/features/messages/browser-notifications.ts'
import { countUnread, isUnreadCount, shortCount, titleWithCount } from '#web/features/messages/unread.ts'

test('puts the count into the title, also when the screen changes the title', () => {
  let now = titleWithCount('Items · Docs', 3, '')
  expect(now).toEqual({ title: '(3) Items · Docs', mark: '(3) ' })
  now = titleWithCount('(3) Items · Docs', 2, now.mark)
  expect(now.title).toBe('(2) Items · Docs')
  now = titleWithCount('Members · Docs', 2, now.mark)
  expect(now.title).toBe('(2) Members · Docs')
  expect(titleWithCount(now.title, 0, now.mark)).toEqual({ title: 'Members · Docs', mark: '' })
})

test('a page named like a count keeps its name', () => {
  expect(titleWithCount('(3) steps', 0, '').title).toBe('(3) steps')
  expect(titleWithCount('(3) steps', 3, '').title).toBe('(3) (3) steps')
})

test('adds up, shortens and validates counts', () => {
  expect(countUnread({ remind_count: 2, announce_count: 1 })).toBe(3)
  expect([shortCount(99), shortCount(100)]).toEqual(['99', '99+'])
  expect(isUnreadCount({ uid: '1', remind_count: 1, announce_count: 0 })).toBe(true)
  for (const wrong of [null, 'x', {}, { uid: '1', remind_count: 'many', announce_count: 0 }])
    expect(isUnreadCount(wrong)).toBe(false)
})

const remind = { id: '5' } as Extract<MessageNotification, { kind: 'remind' }>['remind']
const announce = { id: '4' } as Extract<MessageNotification, { kind: 'announce' }>['announce']

test('shows each message once, a reminder before an announcement', () => {
  const first = unseenNotifications({ remind, announce }, { remind: 4, announce: 0 })
  expect(first).toEqual({ notice: { kind: 'remind', remind }, notified: { remind: 5, announce: 0 } })
  const second = unseenNotifications({ remind, announce }, first.notified)
  expect(second).toEqual({ notice: { kind: 'announce', announce }, notified: { remind: 5, announce: 4 } })
  expect(unseenNotifications({ remind, announce }, second.notified)).toEqual({ notified: { remind: 5, announce: 4 } })
  expect(unseenNotifications({}, second.notified)).toEqual({ notified: second.notified })
})
