import { setTimeout } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addCatalog,
  addItem,
  addPage,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  type OpenOptions,
  open,
  type Site,
  settle,
} from './support/browser.ts'

/** What a user gets at an address: a screen with this heading, or a redirect to an address. */
type Meets = { heading: string | RegExp } | { leadsTo: RegExp }

interface Address {
  at: () => string
  visitor: Meets
  member: Meets
  /** Nothing on it is requested from the server, so it works offline. */
  isStatic?: true
}

let site: Site
let member: string
const ids = { item: 0, page: 0, history: '', team: '', key: '' }

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers', register_open: true })
  const mo = await site.newAccount('mo')
  member = mo.token
  const { client } = mo
  ids.item = await addItem(client, { item_name: 'Orders API', item_domain: 'orders' })
  await addCatalog(client, ids.item, 'Users')
  ids.page = await addPage(client, ids.item, 'Create a user', 'one')
  await client.page.save({ item_id: ids.item, page_id: ids.page, page_title: 'Create a user', page_content: 'two' })
  ids.history = (await client.page.history({ page_id: ids.page }))[0]?.page_history_id ?? ''
  ids.team = (await client.team.save({ id: 0, team_name: 'Backend' })).id
  const shared = await client.page.createSinglePage({ page_id: ids.page, isCreateSiglePage: 'true' })
  ids.key = 'unique_key' in shared ? shared.unique_key : ''
})

const toSignIn: Meets = { leadsTo: /^\/user\/login\?redirect=/ }
const h1 = (heading: string | RegExp): Meets => ({ heading })

/** The whole table of specification 2, plus `/search` and the help. */
const addresses: Record<string, Address> = {
  '/': { at: () => '/', visitor: h1(/\S/), member: h1(/\S/), isStatic: true },
  '/user/login': { at: () => '/user/login', visitor: h1('Sign in'), member: { leadsTo: /^\/item\/index$/ } },
  '/user/register': { at: () => '/user/register', visitor: h1(/\S/), member: { leadsTo: /^\/item\/index$/ } },
  '/user/loginByUserToken': { at: () => '/user/loginByUserToken', visitor: h1(/\S/), member: h1(/\S/) },
  '/user/setting': { at: () => '/user/setting', visitor: toSignIn, member: h1(/\S/) },
  '/item/index': { at: () => '/item/index', visitor: toSignIn, member: h1('Projects') },
  '/item/add': { at: () => '/item/add', visitor: toSignIn, member: h1('Projects') },
  '/item/password': { at: () => `/item/password/${ids.item}`, visitor: h1(/\S/), member: h1(/\S/) },
  '/item/export': { at: () => `/item/export/${ids.item}`, visitor: h1('Export “Orders API”'), member: h1(/\S/) },
  '/item/setting': { at: () => `/item/setting/${ids.item}`, visitor: toSignIn, member: h1(/\S/) },
  '/item/group/index': { at: () => '/item/group/index', visitor: toSignIn, member: h1(/\S/) },
  '/page/{page_id}': {
    at: () => `/page/${ids.page}`,
    visitor: { leadsTo: /^\/(orders|\d+)\/\d+$/ },
    member: { leadsTo: /^\/(orders|\d+)\/\d+$/ },
  },
  '/p/{unique_key}': { at: () => `/p/${ids.key}`, visitor: h1('Create a user'), member: h1('Create a user') },
  '/page/edit': { at: () => `/page/edit/${ids.item}/${ids.page}`, visitor: h1(/\S/), member: h1(/\S/) },
  '/page/diff': {
    at: () => `/page/diff/${ids.page}/${ids.history}`,
    visitor: h1(/Create a user/),
    member: h1(/Create a user/),
  },
  '/catalog': { at: () => `/catalog/${ids.item}`, visitor: h1('Manage folders'), member: h1(/\S/) },
  '/admin/index': { at: () => '/admin/index', visitor: toSignIn, member: h1('Administrators only') },
  '/team/index': { at: () => '/team/index', visitor: toSignIn, member: h1('Teams') },
  '/team/member': { at: () => `/team/member/${ids.team}`, visitor: toSignIn, member: h1(/Backend/) },
  '/team/item': { at: () => `/team/item/${ids.team}`, visitor: toSignIn, member: h1(/Backend/) },
  '/attachment/index': { at: () => '/attachment/index', visitor: toSignIn, member: h1(/\S/) },
  '/message/index': { at: () => '/message/index?dtab=remindList', visitor: toSignIn, member: h1('Messages') },
  '/prices': { at: () => '/prices', visitor: h1(/\S/), member: h1(/\S/), isStatic: true },
  '/order/index': { at: () => '/order/index', visitor: h1(/\S/), member: h1(/\S/), isStatic: true },
  '/{item}': { at: () => `/${ids.item}`, visitor: h1('Create a user'), member: h1('Create a user') },
  '/{item_domain}/{page}': {
    at: () => `/orders/${ids.page}`,
    visitor: h1('Create a user'),
    member: h1('Create a user'),
  },
  '/search': { at: () => '/search?q=user', visitor: h1(/\S/), member: h1(/\S/) },
  '/help': { at: () => '/help', visitor: h1(/\S/), member: h1(/\S/), isStatic: true },
  '/help/api': { at: () => '/help/api', visitor: h1(/\S/), member: h1(/\S/) },
}

async function meets(page: Page, what: Meets): Promise<void> {
  if ('leadsTo' in what) return eventually(() => currentPath(page), what.leadsTo)
  // a dialog over the screen hides it from screen readers, not from view
  const heading = { level: 1, includeHidden: true }
  await expectVisible(page.getByRole('heading', { ...heading, name: what.heading }).first())
  await eventually(() => page.getByRole('heading', heading).count(), 1)
  await eventually(() => page.title(), /^(\S.* · )?Team papers$/)
}

const rows = Object.entries(addresses).map(([name, address]) => ({ name, ...address }))

/** The layout shifts on a screen since the first paint, caused by later content. Waits until all content is there. */
async function movesOn(page: Page): Promise<string[]> {
  await expectHidden(page.locator('[aria-busy=true]').first())
  await settle(page)
  return page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const entries: (PerformanceEntry & { value: number; sources: { node?: Node }[] })[] = []
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (entry.entryType === 'layout-shift') entries.push(entry as (typeof entries)[number])
          // entries come in order: none of a shift is still to come
          if (list.getEntriesByName('looked').length === 0) return
          const seen = entries.filter(({ value }) => value > 0.001)
          done(
            seen.map(({ value, sources }) => `${value} ${sources.map(({ node }) => node?.textContent?.slice(0, 40))}`),
          )
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        observer.observe({ type: 'mark' })
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('looked')))
      }),
  )
}

type Visit = readonly [name: string, at: string, wanted: Meets]

/** Lets a request through after 300 ms, as a slow network does. */
const continueLater = async (route: Route) => {
  await setTimeout(300)
  await route.continue()
}

/**
 * Goes to one address after the other, and expects what is met there. Returns what shifts; a redirect draws another screen.
 */
async function walk(options: OpenOptions, isSlow: boolean, visits: readonly Visit[]): Promise<string[]> {
  const page = await open(site.server, options)
  if (isSlow) await page.route('**/api/**', (route) => continueLater(route))
  const moved: string[] = []
  for (const [name, at, wanted] of visits) {
    await page.goto(`${site.server.url}${at}`)
    await meets(page, wanted).catch((error: unknown) => {
      throw new Error(name, { cause: error })
    })
    if ('heading' in wanted) moved.push(...(await movesOn(page)).map((what) => `${name}: ${what}`))
  }
  return moved
}

/** Every third of a list, beginning with one of the first three: walks in parallel spend most of their time waiting. */
const third = <T>(list: readonly T[], of: number): T[] => list.filter((_, at) => at % 3 === of)

test('each address shows a visitor on a phone the right screen, and nothing shifts', async () => {
  const visits = rows.map(({ name, at, visitor }): Visit => [name, at(), visitor])
  const moved = await Promise.all([0, 1, 2].map((of) => walk({ width: 390 }, false, third(visits, of))))
  expect(moved.flat()).toEqual([])
})

test('addresses for people who are not signed in, and of a page alone, lead a member on', async () => {
  const visits = rows.flatMap(({ name, at, member: signedIn }): Visit[] =>
    'leadsTo' in signedIn ? [[name, at(), signedIn]] : [],
  )
  expect(visits).toHaveLength(3)
  expect(await walk({ token: member }, false, visits)).toEqual([])
})

/** Addresses of ShowDoc's own screens, and the page that each one leads to here. */
const older: Record<string, { at: () => string; leadsTo: () => string; heading: string | RegExp }> = {
  'an item': { at: () => `/web/#/${ids.item}`, leadsTo: () => `/${ids.item}`, heading: 'Create a user' },
  'a page': {
    at: () => `/web/#/${ids.item}/${ids.page}`,
    leadsTo: () => `/${ids.item}/${ids.page}`,
    heading: 'Create a user',
  },
  'a page by the own address of its item': {
    at: () => `/web/index.html#/orders/${ids.page}`,
    leadsTo: () => `/orders/${ids.page}`,
    heading: 'Create a user',
  },
  'a page without web': {
    at: () => `/#/${ids.item}/${ids.page}`,
    leadsTo: () => `/${ids.item}/${ids.page}`,
    heading: 'Create a user',
  },
  'a public link': { at: () => `/web/#/p/${ids.key}`, leadsTo: () => `/p/${ids.key}`, heading: 'Create a user' },
  'the login': { at: () => '/web/#/user/login', leadsTo: () => '/user/login', heading: 'Sign in' },
  'the items of nobody': {
    at: () => '/web/#/item/index',
    leadsTo: () => '/user/login?redirect=/item/index',
    heading: 'Sign in',
  },
  'the front': { at: () => '/web', leadsTo: () => '/', heading: /\S/ },
  'an item by index.php': { at: () => `/index.php?s=/orders`, leadsTo: () => '/orders', heading: 'Create a user' },
  'what is no path': { at: () => '/web/#//evil.example', leadsTo: () => '/#//evil.example', heading: /\S/ },
}

test('redirects the older addresses', async () => {
  const page = await open(site.server, { at: '/prices' })
  for (const { at, leadsTo, heading } of Object.values(older)) {
    await page.goto(`${site.server.url}${at()}`)
    await eventually(() => currentPath(page), leadsTo())
    await meets(page, h1(heading))
    // the redirect replaced the history entry: one step back leaves the page
    await page.goBack()
    await eventually(() => currentPath(page), '/prices')
  }
})

test('links between pages in their older form lead to the pages, and back', async () => {
  const text = `[next](#/${ids.item}/${ids.page}) [other](/web/#/orders/${ids.page}) [here](#words)\n\n## Words`
  const { client } = await site.newAccount('lin')
  const item_id = await addItem(client, { item_name: 'Links' })
  const page_id = await addPage(client, item_id, 'Links', text)
  const page = await open(site.server, { at: `/${item_id}/${page_id}` })
  for (const [name, leadsTo] of [
    ['next', `/${ids.item}/${ids.page}`],
    ['other', `/orders/${ids.page}`],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await eventually(() => currentPath(page), leadsTo)
    await meets(page, h1('Create a user'))
    await page.goBack()
    await meets(page, h1('Links'))
  }
  await page.getByRole('link', { name: 'here', exact: true }).click()
  await eventually(() => currentPath(page), `/${item_id}/${page_id}#words`)
  // an open window whose address bar gets an older address
  await page.evaluate((hash) => window.location.assign(hash), `#/orders/${ids.page}`)
  await eventually(() => currentPath(page), `/orders/${ids.page}`)
  await meets(page, h1('Create a user'))
})

test('with a slow server, each screen says after 8 s that it is still loading, and appears in the end', async () => {
  const silent: string[] = []
  const names = ['/item/index', '/item/group/index', '/team/index', '/page/edit', '/{item}', '/message/index']
  await Promise.all(
    rows
      .filter(({ name }) => names.includes(name))
      .map(async ({ name, at, member: signedIn }) => {
        const page = await open(site.server, { token: member })
        const answer = Promise.withResolvers<void>()
        await page.route('**/api/**', async (route) => {
          if (!/user\/info|message\/(getUnread|watch)|site\//.test(route.request().url())) await answer.promise
          await route.continue()
        })
        await page.goto(`${site.server.url}${at()}`)
        const words = page.getByText('Still loading…').first()
        await words.waitFor({ timeout: 30_000 }).catch(() => silent.push(name))
        answer.resolve()
        await meets(page, signedIn)
        await page.close()
      }),
  )
  expect(silent).toEqual([])
})

test.each([1280, 390])(
  'each address shows a member the right screen, and at %i px nothing shifts when later content arrives, each response after 300 ms',
  async (width) => {
    const screens = rows.flatMap(({ name, at, member: signedIn }): Visit[] =>
      'heading' in signedIn ? [[name, at(), signedIn]] : [],
    )
    const tokens: Visit = ['access tokens', '/user/setting?tab=tokens', h1(/\S/)]
    const overview: Visit = ['overview', '/admin/index', h1('Overview')]
    const moved = await Promise.all([
      ...[0, 1, 2].map((of) => walk({ token: member, width }, true, third([...screens, tokens], of))),
      walk({ token: site.token, width }, true, [overview]),
    ])
    expect(moved.flat()).toEqual([])
  },
)

test.each([
  { who: 'a member', isMember: true },
  { who: 'a visitor', isMember: false },
])(
  'on a phone the search bar and the heading are in their final position from the first paint: $who',
  async ({ isMember }) => {
    const page = await open(site.server, { ...(isMember ? { token: member } : {}), at: '/about', width: 390 })
    await page.route(/\/api\/|\.js$/, (route) => continueLater(route))
    await page.addInitScript(() => {
      const places = { search: new Set<number>(), heading: new Set<number>() }
      Object.assign(window, { places })
      const look = () => {
        for (const [name, selector] of [
          ['search', 'header [aria-keyshortcuts="Control+k"]'],
          ['heading', 'h1'],
        ] as const) {
          const one = document.querySelector(selector)
          const { left = 0, top = 0 } = one?.getBoundingClientRect() ?? {}
          if (one?.checkVisibility({ visibilityProperty: true })) places[name].add(name === 'search' ? left : top)
        }
        requestAnimationFrame(look)
      }
      look()
    })
    if (isMember) {
      await page.goto(`${site.server.url}/item/setting/${ids.item}`)
      await expectVisible(page.getByRole('textbox', { name: 'Name' }))
      await expectVisible(page.getByRole('button', { name: /^Account menu/ }))
    } else {
      await page.goto(`${site.server.url}/${ids.item}`)
      await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
      await expectVisible(page.getByRole('banner').getByRole('link', { name: 'Sign in' }))
    }
    const placesOn = () =>
      page.evaluate(() => {
        const { search, heading } = (window as unknown as { places: Record<'search' | 'heading', Set<number>> }).places
        return { search: [...search], heading: [...heading] }
      })
    // positions have been recorded in the next frame
    await eventually(async () => Object.values(await placesOn()).every((found) => found.length > 0), true)
    expect(await placesOn()).toEqual({ search: [expect.any(Number)], heading: [expect.any(Number)] })
  },
)

test('what is below a text does not visibly move while the text loads', async () => {
  const page = await open(site.server, { token: member, at: '/help', width: 390 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.reload()
  await expectVisible(page.getByRole('link', { name: 'Projects' }).last())
  expect(await movesOn(page)).toEqual([])
})
