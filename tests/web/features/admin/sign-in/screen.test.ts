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

test('an administrator makes a SCIM token, sees what was sent with it, and revokes it', async () => {
  const page = openAs(browser, 'admin', '/admin/index?section=sign-in&way=scim')
  await expectVisible(page.getByText('No tokens yet. Until you create one, every request is rejected.'))
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Entra')
  await page.getByRole('button', { name: 'Create a token' }).click()
  await expectVisible(page.getByText('Copy the token for Entra now. It isn’t shown again.'))
  const token = await page.getByLabel('Token', { exact: true }).inputValue()
  const send = (body: object) =>
    fetch(`${browser.app.url}/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
  expect((await send({ userName: 'provisioned' })).status).toBe(201)
  expect((await send({ userName: 'admin' })).status).toBe(409)
  await page.getByRole('button', { name: 'Reload' }).click()
  const calls = page.getByRole('table', { name: 'Last requests' })
  await expectVisible(calls.getByText('This site has an account of its own named admin.', { exact: false }))
  await expectVisible(calls.getByText('201'))
  await page.getByRole('checkbox', { name: 'Only failed ones' }).check()
  await eventually(() => calls.getByText('201').count(), 0)
  await expectVisible(page.getByText('Accounts that come by SCIM: 1. Teams: 0.'))

  await page.getByRole('button', { name: 'Revoke: Entra' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expectVisible(page.getByText('No tokens yet. Until you create one, every request is rejected.'))
  expect((await send({ userName: 'late' })).status).toBe(401)
})
