import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseDn, type DirectoryServer, reader, startDirectory } from '#tests/support/directory-server.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const server = await startDirectory()
const directory = server as DirectoryServer
const browser = openBrowser({ config: { outbound_allow: ['127.0.0.0/8'] } })

beforeAll(() => {
  browser.app.uid('admin')
  server?.addPerson({ uid: 'lin', cn: '林小雨', mail: 'lin@example.com' })
})

afterAll(() => server?.close())

test.runIf(server)('an administrator tests what is typed, saves it, and gives everyone an account', async () => {
  const page = openAs(browser, 'admin', '/admin/index?section=sign-in')
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Directory service' }))
  expect(await page.getByRole('button', { name: 'Synchronise now' }).isDisabled()).toBe(true)
  await box('Host').fill('127.0.0.1')
  await box('Port').fill(String(directory.port))
  await box('Base DN').fill(baseDn)
  await box('Account DN').fill(reader.dn)
  await box('Username attribute').fill('uid')
  await box('Name attribute').fill('cn')
  await box('Test username').fill('lin')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expectVisible(page.getByRole('status').filter({ hasText: 'password of the lookup account' }))
  await page.getByLabel('Password', { exact: true }).first().fill(reader.password)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const steps = page.getByRole('list', { name: 'Steps' })
  await expectVisible(steps.getByText('Found lin: 林小雨, lin@example.com'))
  await expectVisible(steps.getByText('Gets a new account, lin'))
  expect(browser.app.rows.all('user').some((row) => row['username'] === 'lin')).toBe(false)

  await page.getByRole('checkbox', { name: 'Use LDAP' }).check()
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('button', { name: 'Synchronise now' }).click()
  await expectVisible(page.getByRole('status').filter({ hasText: '1 person has an account.' }))
  await eventually(() => browser.app.rows.all('user').some((row) => row['username'] === 'lin'), true)
})
