import { test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

test('opens the tab of an unread announcement and marks them as read', async () => {
  const message_content = '<h3>Maintenance</h3><p>From <b>08:00</b>, <a href="https://example.com">plan</a></p>'
  await browser.app.as('admin').adminMessage.addAnnouncement({ message_content })
  await browser.app.as('admin').adminMessage.addAnnouncement({ message_content: 'Second one' })
  const page = openAs(browser, 'jo', '/message/index')
  await expectVisible(page.getByRole('tab', { name: 'Announcements', selected: true }))
  const rows = page.getByRole('list', { name: 'Announcements' })
  await rows.getByRole('button', { name: /^Maintenance From 08:00/ }).click()
  await expectVisible(rows.getByRole('link', { name: 'plan' }))
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await eventually(async () => (await browser.app.as('jo').message.getUnread()).announce_count, 0)
  await page.getByRole('switch', { name: 'Unread only' }).check()
  await expectVisible(page.getByText('You’re all caught up.'))
  await eventually(() => page.path, '/message/index?unread=1')
})

test('reports a server failure and tries again', async () => {
  browser.unreachable.add('message/getRemindList')
  const page = openAs(browser, 'jo', '/message/index?dtab=remindList')
  await expectVisible(page.getByText('The messages could not be loaded.'))
  const again = page.getByRole('button', { name: 'Try again' })
  await expectVisible(again)
  browser.unreachable.clear()
  await again.click()
  await expectVisible(page.getByText('You’re all caught up.').first())
})
