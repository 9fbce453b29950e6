import { beforeAll, expect, test } from 'vitest'
import { consoleErrors, expectVisible, newSite, open, type Site } from './support/browser.ts'

let site: Site
/** Passkeys need a name, not an IP address: https, or this one. */
let url: string

const password = 'plenty of horses 7'

beforeAll(async () => {
  site = await newSite()
  url = site.server.url.replace('127.0.0.1', 'localhost')
  await site.admin.adminSetting.saveConfig({ site_url: url })
  await site.admin.adminUser.addUser({ username: 'ann', password })
})

test('a passkey of the browser signs in alone and as the second step, until it is removed', async () => {
  const page = await open({ url }, { at: '/user/login?redirect=/team/index' })
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const signInByPassword = async () => {
    await page.getByRole('textbox', { name: 'Username or email' }).fill('ann')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  const toSettings = async () => {
    await expectVisible(page.getByRole('heading', { name: 'Teams', level: 1 }))
    await page.goto(`${url}/user/setting?tab=security`)
  }
  const signOut = async () => {
    await page.context().clearCookies()
    await page.goto(`${url}/user/login?redirect=/team/index`)
  }
  await signInByPassword()
  await toSettings()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByLabel('Your account password').fill(password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByRole('button', { name: 'I’ve stored them' }).click()
  await expectVisible(page.getByText('Laptop', { exact: true }))
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await toSettings()
  await expectVisible(page.getByText(/^last used/).first())

  await signOut()
  await signInByPassword()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await toSettings()
  await expectVisible(page.getByText('Laptop', { exact: true }))

  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await dialog.getByLabel('Your account password').fill(password)
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click()
  await page.getByText('Laptop', { exact: true }).waitFor({ state: 'hidden' })
  await signOut()
  await signInByPassword()
  await toSettings()
  await expectVisible(page.getByRole('button', { name: 'Set up' }))
  expect(consoleErrors(page)).toEqual([])
})
