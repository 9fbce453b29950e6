import { beforeAll, test } from 'vitest'
import { addCatalog, addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const ids = { item: 0, page: 0, history: '', team: '', key: '' }

beforeAll(async () => {
  const client = browser.app.as('mo')
  ids.item = await addItem(client, { item_name: 'Orders API', item_domain: 'orders' })
  await addCatalog(client, ids.item, 'Users')
  ids.page = await addPage(client, ids.item, 'Create a user', 'one')
  await client.page.save({ item_id: ids.item, page_id: ids.page, page_title: 'Create a user', page_content: 'two' })
  ids.history = (await client.page.history({ page_id: ids.page }))[0]?.page_history_id ?? ''
  ids.team = (await client.team.save({ id: 0, team_name: 'Backend' })).id
  const shared = await client.page.createSinglePage({ page_id: ids.page, isCreateSiglePage: 'true' })
  ids.key = 'unique_key' in shared ? shared.unique_key : ''
})

/** The screens of specification 2 that read from the server, `/search` and the help, with the heading of each. */
const screens: [name: string, at: () => string, heading: string | RegExp][] = [
  ['/item/index', () => '/item/index', 'Projects'],
  ['/item/add', () => '/item/add', 'Projects'],
  ['/item/export', () => `/item/export/${ids.item}`, /\S/],
  ['/item/setting', () => `/item/setting/${ids.item}`, /\S/],
  ['/item/group/index', () => '/item/group/index', /\S/],
  ['/p/{unique_key}', () => `/p/${ids.key}`, 'Create a user'],
  ['/page/diff', () => `/page/diff/${ids.page}/${ids.history}`, /Create a user/],
  ['/page/edit', () => `/page/edit/${ids.item}/${ids.page}`, /\S/],
  ['/catalog', () => `/catalog/${ids.item}`, /\S/],
  ['/team/index', () => '/team/index', 'Teams'],
  ['/team/member', () => `/team/member/${ids.team}`, /Backend/],
  ['/team/item', () => `/team/item/${ids.team}`, /Backend/],
  ['/attachment/index', () => '/attachment/index', /\S/],
  ['/message/index', () => '/message/index?dtab=remindList', 'Messages'],
  ['/{item}', () => `/${ids.item}`, 'Create a user'],
  ['/{item_domain}/{page}', () => `/orders/${ids.page}`, 'Create a user'],
  ['/search', () => '/search?q=user', /\S/],
  ['/help/api', () => '/help/api', /\S/],
]

test.each(screens)('without a server %s reports it, and works after a retry', async (name, at, heading) => {
  browser.isOffline = (path) => !/^user\/info|^member\/(?!getList)|^site\//.test(path)
  const page = openAs(browser, 'mo', at())
  await expectVisible(page.getByText('The server isn’t responding. Check your connection').first())
  const again = page.getByRole('button', { name: 'Try again' }).first()
  if (name === '/item/add') {
    // the form of a new item is over the list
    await expectVisible(page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    await expectHidden(page.getByRole('dialog'))
  }
  await expectVisible(again)
  browser.isOffline = false
  await again.click()
  await expectVisible(page.getByRole('heading', { level: 1, name: heading }).first())
  await expectHidden(page.getByText('The server isn’t responding. Check your connection'))
  await eventually(() => document.title, /^(\S.* · )?Docstead$/)
})
