import { beforeAll, expect, test } from 'vitest'
import { startS3 } from '#tests/support/s3-server.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

beforeAll(() => {
  for (const username of ['admin', 'owner']) browser.app.uid(username)
})

test('file storage: tried step by step, saved, and the files moved there', async () => {
  const service = await startS3()
  browser.app.app.config.outbound_allow = ['127.0.0.0/8']
  for (const name of ['a.txt', 'b.txt'])
    await browser.app.as('owner').page.upload({ file: new File([`content of ${name}`], name) })
  const page = openAs(browser, 'admin', '/admin/index?section=settings&topic=storage')
  await expectVisible(page.getByText('Disk of the server: 2 files', { exact: false }))
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('s3_storage')
  const fill = (name: string, value: string) => page.getByRole('textbox', { name, exact: true }).fill(value)
  await fill('Endpoint', service.endpoint)
  await fill('Region', service.region)
  await fill('Bucket', service.bucket)
  await fill('Access key', service.key)
  await page.getByLabel('Secret key').fill('another-secret')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expectVisible(page.getByText('rejects the signature', { exact: false }))
  await page.getByLabel('Secret key').fill(service.secret)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await eventually(() => steps.filter({ hasText: 'Passed' }).count(), 7)
  await page.getByRole('checkbox', { name: 'Use object storage' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Move 2 files there' }).click()
  await expectVisible(page.getByText('2 files were moved and compared', { exact: false }))
  await expectVisible(page.getByText('s3://backups: 2 files', { exact: false }))
  expect([...service.objects.keys()].filter((key) => /[0-9a-f]{32}$/.test(key))).toHaveLength(2)
})
