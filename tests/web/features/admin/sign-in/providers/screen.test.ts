import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenIdProvider, startOpenIdProvider } from '#tests/support/openid-provider.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser({ config: { outbound_allow: ['127.0.0.0/8'] } })
let provider: OpenIdProvider

beforeAll(async () => {
  provider = await startOpenIdProvider()
  browser.app.uid('admin')
  await browser.app.newUser('ann', { password: 'seven mountains' })
})

afterAll(() => provider.close())

test('an administrator adds a service, tests what is typed, and turns it on; people see its button', async () => {
  const page = openAs(browser, 'admin', '/admin/index?section=sign-in&way=oauth2')
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  await expectVisible(page.getByText('No service yet.'))
  await page.getByRole('button', { name: 'Keycloak', exact: true }).click()
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Keycloak' }))
  expect(await box('Callback address').inputValue()).toMatch(/\/sign-in\/keycloak\/callback$/)
  await box('Issuer (OpenID Connect)').fill(provider.issuer)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expectVisible(page.getByText('Fill in “Client ID” first'))
  await box('Client ID').fill(provider.client.id)
  // what was tried is not what is typed now
  await eventually(() => page.getByText('Fill in “Client ID” first').count(), 0)
  await page.getByLabel('Client secret', { exact: true }).fill(provider.client.secret)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expectVisible(page.getByText('The client ID docstead and its secret are accepted', { exact: false }))
  await page.getByRole('checkbox', { name: 'People can sign in with it' }).check()
  await page.getByRole('button', { name: /^Save/ }).click()
  // the rows are read through the connection that writes: before it commits, nobody else has them
  await expectVisible(page.getByText('Settings saved'))
  await eventually(() => browser.app.rows.all('sign_in_provider').map((row) => row['is_open']), [1])

  const visitor = openAs(browser, undefined, '/user/login?redirect=/team/index&failed=signInExpired')
  const entry = visitor.getByRole('link', { name: 'Sign in with Keycloak' })
  await expectVisible(entry)
  expect(await entry.getAttribute('href')).toBe('/sign-in/keycloak?redirect=%2Fteam%2Findex')
  await expectVisible(visitor.getByText('This sign-in has taken too long', { exact: false }))
})

test('a person unlinks a service with the password', async () => {
  const authority = provider.issuer
  const row = { provider: 'keycloak', authority, subject: 'u-1', provider_name: 'ann.lee', addtime: 1_700_000_000 }
  browser.app.rows.insert('user_identity', { ...row, uid: browser.app.uid('ann') })
  const page = openAs(browser, 'ann', '/user/setting?tab=security')
  await expectVisible(page.getByText('Linked as ann.lee', { exact: false }))
  await page.getByRole('button', { name: 'Unlink Keycloak' }).click()
  await page.getByRole('button', { name: 'Unlink', exact: true }).click()
  await expectVisible(page.getByText('Enter your account password.', { exact: false }))
  await page.getByLabel('Your account password').fill('seven mountains')
  await page.getByRole('button', { name: 'Unlink', exact: true }).click()
  await expectVisible(page.getByText('Not linked'))
  expect(browser.app.rows.all('user_identity')).toEqual([])
})
