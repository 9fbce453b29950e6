import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addItem, currentPath, eventually, expectVisible, newSite, open, type Site } from './support/browser.ts'

let site: Site
let ann: Awaited<ReturnType<Site['newAccount']>>
let ben: Awaited<ReturnType<Site['newAccount']>>

beforeAll(async () => {
  site = await newSite()
  ;[ann, ben] = await Promise.all([site.newAccount('ann'), site.newAccount('ben')])
  await ann.client.user.updateInfo({ name: 'Ann Lee' })
})

/** A sign-in link that carries a token and leads to the teams. */
const linkOf = (token: string) => `/user/loginByUserToken?user_token=${token}&redirect_uri=/team/index`

/** A user token as another system gets it; one sign-in uses it up. */
const freshToken = async ({ client }: { client: typeof ann.client }, password: string) =>
  (await client.user.tokenAdd({ name: 'link', days: 1, password })).user_token

/** Who is signed in in the browser of a page. */
const signedIn = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/user/info', { method: 'POST', body: new URLSearchParams() })
    return ((await answer.json()) as { data?: { username: string } }).data?.username
  })

/** Everything that scripts of a page can read later. */
const kept = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([window.location.href, window.history.state, { ...localStorage }, { ...sessionStorage }]),
  )

describe('a sign-in link of another account', () => {
  const question = (page: Page) => page.getByRole('heading', { name: 'You are signed in as Ann Lee (ann)' })

  test('asks before it switches accounts, and stores the token nowhere in the meantime', async () => {
    const token = await freshToken(ben, ben.password)
    const page = await open(site.server, { at: linkOf(token), token: ann.token })
    await expectVisible(question(page))
    expect(currentPath(page)).toBe('/user/loginByUserToken?redirect_uri=%2Fteam%2Findex')
    expect(await kept(page)).not.toContain(token)
    expect(await signedIn(page)).toBe('ann')
    await page.getByRole('button', { name: 'Stay as Ann Lee (ann)' }).click()
    await expectVisible(page.getByRole('heading', { name: 'Teams', level: 1 }))
    expect(currentPath(page)).toBe('/team/index')
    expect(await signedIn(page)).toBe('ann')
  })

  test('switches accounts after confirmation', async () => {
    const own = await site.server.client().user.login({ username: 'ann', password: ann.password })
    const token = await freshToken(ben, ben.password)
    const page = await open(site.server, { at: linkOf(token), token: own.user_token })
    await page.getByRole('button', { name: 'Continue as ben' }).click()
    await expectVisible(page.getByRole('heading', { name: 'Teams', level: 1 }))
    expect(await signedIn(page)).toBe('ben')
    expect(await kept(page)).not.toContain(token)
  })

  test('leaves the user signed in when the link expires in the meantime', async () => {
    const token = await freshToken(ben, ben.password)
    const page = await open(site.server, { at: linkOf(token), token: ann.token })
    await expectVisible(question(page))
    const tokens = await ben.client.user.sessionList()
    const link = tokens.find(({ kind, name }) => kind === 'access' && name === 'link')
    await ben.client.user.sessionDelete({ id: link?.id ?? '' })
    for (const { id, name } of await ben.client.user.sessionList())
      if (name === 'link') await ben.client.user.sessionDelete({ id })
    await page.getByRole('button', { name: 'Continue as ben' }).click()
    await expectVisible(page.getByText('You are still signed in as Ann Lee.'))
    await page.getByRole('button', { name: 'Continue as Ann Lee' }).click()
    await expectVisible(page.getByRole('heading', { name: 'Teams', level: 1 }))
    expect(await signedIn(page)).toBe('ann')
  })
})

test('a sign-in link asks nothing for the same account, or when nobody is signed in', async () => {
  const again = await open(site.server, { at: linkOf(await freshToken(ann, ann.password)), token: ann.token })
  await expectVisible(again.getByRole('heading', { name: 'Teams', level: 1 }))
  expect(await signedIn(again)).toBe('ann')
  const first = await open(site.server, { at: linkOf(await freshToken(ben, ben.password)), newProfile: true })
  await expectVisible(first.getByRole('heading', { name: 'Teams', level: 1 }))
  expect(await signedIn(first)).toBe('ben')
})

test('an invalid sign-in link reports it, and keeps the current session', async () => {
  const page = await open(site.server, { at: linkOf('x'.repeat(43)), token: ann.token })
  await expectVisible(page.getByText('This link is invalid or has expired.'))
  await expectVisible(page.getByText('You are still signed in as Ann Lee.'))
  await page.getByRole('button', { name: 'Continue as Ann Lee' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Teams', level: 1 }))
  const visitor = await open(site.server, { at: linkOf('x'.repeat(43)), newProfile: true })
  await expectVisible(visitor.getByText('Sign in with your username and password.'))
  await visitor.getByRole('link', { name: 'Sign in', exact: true }).click()
  await eventually(() => currentPath(visitor), '/user/login')
})

describe('a session that ends elsewhere', () => {
  test('sends an idle window to the sign-in page without a click', async () => {
    const cleo = await site.newAccount('cleo')
    const page = await open(site.server, { at: '/team/index', token: cleo.token })
    const watching = page.waitForResponse('**/api/message/watch*')
    await page.reload()
    await watching
    await site.admin.adminUser.deleteUser({ uid: Number((await cleo.client.user.info()).uid) })
    await eventually(() => currentPath(page), /^\/user\/login/)
  })

  test('keeps what is being typed, and asks to sign in over it', async () => {
    const dora = await site.newAccount('dora')
    const item_id = await addItem(dora.client, { item_name: 'Of Dora' })
    const page = await open(site.server, { at: `/page/edit/${item_id}/0`, token: dora.token })
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a title')
    const elsewhere = await site.server.client().user.login({ username: 'dora', password: dora.password })
    await site.server.client(elsewhere.user_token).user.sessionDelete({ others: true })
    const dialog = page.getByRole('dialog', { name: /session has ended/i })
    await dialog.getByRole('button', { name: 'Not now' }).click()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half a title')
  })
})
