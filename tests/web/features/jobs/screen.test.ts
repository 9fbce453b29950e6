import { expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

test('a job whose pages are not counted yet says that it starts, and one whose pages are counted how far it is', async () => {
  const { rows, uid } = browser.app
  const job = {
    uid: uid('owner'),
    kind: 'import',
    state: 'running',
    addtime: Math.floor(browser.app.app.now().getTime() / 1000),
  }
  rows.insert('job', { ...job, job_id: 'first', title: 'Orders', done: 0, total: 0 })
  rows.insert('job', { ...job, job_id: 'second', title: 'Users', done: 3, total: 8 })
  const page = openAs(browser, 'owner', '/item/index')
  await page.getByRole('button', { name: '2 imports or exports are running' }).click()
  await expectVisible(page.getByText('Starting…'))
  await expectVisible(page.getByText('3 of 8 pages'))
  expect(document.body.textContent).not.toContain('0 of 0')
})
