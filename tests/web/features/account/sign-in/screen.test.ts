import { beforeAll, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const password = 'seven mountains'
let page_id: number

beforeAll(async () => {
  const { app } = browser
  for (const username of ['ann', 'ben', 'kim', 'mo']) await app.newUser(username, { password })
  await app.as('ann').user.updateInfo({ name: 'Ann Lee' })
  const item_id = await addItem(app.as('mo'), { item_name: 'Orders API', item_domain: 'orders' })
  page_id = await addPage(app.as('mo'), item_id, 'Create a user', 'Creates a user.')
})

/** A sign-in link that carries a token and leads to the teams. */
const linkOf = (token: string) => `/user/loginByUserToken?user_token=${token}&redirect_uri=/team/index`

/** A user token as another system gets it; one sign-in uses it up. */
const freshToken = async (username: string) =>
  (await browser.app.as(username).user.tokenAdd({ name: 'link', days: 1, password })).user_token

/** Who is signed in in the browser. */
const signedIn = async () => {
  const answer = await fetch('/api/user/info', { method: 'POST', body: new URLSearchParams() })
  return ((await answer.json()) as { data?: { username: string } }).data?.username
}

/** Everything that scripts of a page can read later. */
const readable = () => JSON.stringify([window.location.href, window.history.state, [...browser.storage]])

const question = (page: Screen) => page.getByRole('heading', { name: 'You are signed in as Ann Lee (ann)' })
const teams = (page: Screen) => page.getByRole('heading', { name: 'Teams', level: 1 })

test('leads from sign-in to the address that was requested, but only to allowed ones', async () => {
  for (const bad of ['//evil.example', 'https://evil.example/x', '/a b', 'javascript:alert(1)']) {
    const page = openAs(browser, undefined, `/user/login?redirect=${encodeURIComponent(bad)}`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Unsafe link blocked' }))
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
  }
  const page = openAs(browser, undefined, `/user/login?redirect=/orders/${page_id}`)
  await page.getByRole('textbox', { name: 'Username or email' }).fill('mo')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
  await page.goto('/user/login?redirect=/help')
  await eventually(() => page.path, /^\/help/)
})

test('a sign-in link of another account asks first, and stores the token nowhere in the meantime', async () => {
  const token = await freshToken('ben')
  const page = openAs(browser, 'ann', linkOf(token))
  await expectVisible(question(page))
  expect(page.path).toBe('/user/loginByUserToken?redirect_uri=%2Fteam%2Findex')
  expect(readable()).not.toContain(token)
  expect(await signedIn()).toBe('ann')
  await page.getByRole('button', { name: 'Stay as Ann Lee (ann)' }).click()
  await expectVisible(teams(page))
  expect(page.path).toBe('/team/index')
  expect(await signedIn()).toBe('ann')
})

test('a sign-in link of another account switches after confirmation', async () => {
  const token = await freshToken('ben')
  const page = openAs(browser, 'kim', linkOf(token))
  await page.getByRole('button', { name: 'Continue as ben' }).click()
  await expectVisible(teams(page))
  expect(await signedIn()).toBe('ben')
  expect(readable()).not.toContain(token)
})

test('a sign-in link that expires in the meantime leaves the user signed in', async () => {
  const page = openAs(browser, 'ann', linkOf(await freshToken('ben')))
  await expectVisible(question(page))
  const ben = browser.app.as('ben')
  for (const { id, name } of await ben.user.sessionList()) if (name === 'link') await ben.user.sessionDelete({ id })
  await page.getByRole('button', { name: 'Continue as ben' }).click()
  await expectVisible(page.getByText('You are still signed in as Ann Lee.'))
  await page.getByRole('button', { name: 'Continue as Ann Lee' }).click()
  await expectVisible(teams(page))
  expect(await signedIn()).toBe('ann')
})

test('a sign-in link asks nothing for the same account, or when nobody is signed in', async () => {
  const again = openAs(browser, 'mo', linkOf(await freshToken('mo')))
  await expectVisible(teams(again))
  expect(await signedIn()).toBe('mo')
  const first = openAs(browser, undefined, linkOf(await freshToken('ben')))
  await expectVisible(teams(first))
  expect(await signedIn()).toBe('ben')
})

test('an invalid sign-in link reports it, and keeps the current session', async () => {
  const page = openAs(browser, 'ann', linkOf('x'.repeat(43)))
  await expectVisible(page.getByText('This link is invalid or has expired.'))
  await expectVisible(page.getByText('You are still signed in as Ann Lee.'))
  await page.getByRole('button', { name: 'Continue as Ann Lee' }).click()
  await expectVisible(teams(page))
  const visitor = openAs(browser, undefined, linkOf('x'.repeat(43)))
  await expectVisible(visitor.getByText('Sign in with your username and password.'))
  await visitor.getByRole('link', { name: 'Sign in', exact: true }).click()
  await eventually(() => visitor.path, '/user/login')
})

test('a link for a new password that no longer works leads to a new one', async () => {
  const page = openAs(browser, undefined, '/user/login?do=reset-password#0123456789abcdef0123456789abcdef')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'New password' }))
  await eventually(() => page.getByLabel('New password', { exact: true }).hasFocus(), true)
  await page.getByLabel('New password', { exact: true }).fill('seven mountains and a lake')
  await page.getByLabel('Confirm new password').fill('seven mountains and a lake')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expectVisible(page.getByText(/^This link has expired or has already been used\./))
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Forgot your password?' }))
})
