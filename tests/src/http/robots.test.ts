import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const bot = { 'user-agent': 'Googlebot/2.1' }

/** What a search engine gets at an address. */
async function asked(app: TestApp, path: string) {
  const answer = await fetch(`${app.url}${path}`, { headers: bot })
  const text = await answer.text()
  const isListed = answer.headers.get('x-robots-tag') === null && !text.includes('<meta name="robots"')
  const isRefused = answer.headers.get('x-robots-tag') === 'noindex'
  return { status: answer.status, type: answer.headers.get('content-type'), text, isListed, isRefused }
}

/** A site with a public item, a private one, and a page of each that is shared by a link. */
async function site(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  const ann = app.as('ann')
  const add = async (item_name: string, more: object) => {
    const { item_id } = await ann.item.add({ item_name, item_type: 1, ...more })
    const page = { item_id, page_title: 'P', page_content: 'x', cat_id: 0 }
    const { page_id } = await ann.page.save({ ...page, page_id: 0 })
    const link = await ann.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
    return { item_id, page_id: Number(page_id), key: 'unique_key' in link ? link.unique_key : '' }
  }
  const open = await add('Open', { is_private: 0, item_domain: 'manual' })
  const shut = await add('Shut', { is_private: 1, password: 'come in' })
  return { app, open, shut, allow: () => app.as('admin').adminSetting.saveConfig({ allow_search_engines: '1' }) }
}

type World = Awaited<ReturnType<typeof site>>

const everywhere = ({ open, shut }: World) => [
  '/',
  `/${open.item_id}`,
  '/manual',
  `/manual/${open.page_id}`,
  `/${open.item_id}/${open.page_id}`,
  `/p/${open.key}`,
  `/${shut.item_id}`,
  `/${shut.item_id}/${shut.page_id}`,
  `/p/${shut.key}`,
  '/user/login',
  '/search?q=x',
  '/item/index',
  '/admin/index',
  '/help',
  `/api/item/info?item_id=${open.item_id}`,
  '/server/index.php?s=/api/common/version',
  '/mock-path/1/x',
]

describe('a site without a setting for search engines', () => {
  let world: World
  beforeAll(async () => {
    world = await site({ shared: true })
  })

  test('disallows indexing', async () => {
    const { text, type, status } = await asked(world.app, '/robots.txt')
    expect(status).toBe(200)
    expect(type).toBe('text/plain; charset=utf-8')
    expect(text).toBe('User-agent: *\nDisallow: /\n')
  })

  test('lists nothing, whatever it contains', async () => {
    for (const path of everywhere(world))
      expect([path, await asked(world.app, path)]).toMatchObject([path, { isRefused: true }])
  })

  test('also responds to HEAD', async () => {
    const answer = await fetch(`${world.app.url}/robots.txt`, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  })
})

describe('a site that lets search engines list public items', () => {
  let world: World
  beforeAll(async () => {
    world = await site({ shared: true })
    await world.allow()
  })

  test('lets them read, so that they see what not to list', async () => {
    expect((await asked(world.app, '/robots.txt')).text).toBe('User-agent: *\nAllow: /\n')
  })

  test('lists only the public item and its pages', async () => {
    const { open } = world
    const listed = [`/${open.item_id}`, '/manual', `/manual/${open.page_id}`, `/${open.item_id}/${open.page_id}`]
    for (const path of everywhere(world)) {
      const { isListed, isRefused } = await asked(world.app, path)
      expect([path, isListed, isRefused]).toEqual([path, listed.includes(path), !listed.includes(path)])
    }
  })

  test('lists no missing page, page of another item or draft, and no item that has been made private', async () => {
    const { app, open, shut } = world
    const ann = app.as('ann')
    for (const path of ['/99999999', `/${open.item_id}/99999999`, `/${open.item_id}/${shut.page_id}`, '/nobody'])
      expect([path, await asked(app, path)]).toMatchObject([path, { isRefused: true }])
    const draft = await ann.page.save({
      item_id: open.item_id,
      page_id: 0,
      page_title: 'D',
      page_content: '',
      is_draft: 1,
    })
    expect(await asked(app, `/${open.item_id}/${draft.page_id}`)).toMatchObject({ isRefused: true })
    await ann.page.delete({ page_id: open.page_id })
    expect(await asked(app, `/${open.item_id}/${open.page_id}`)).toMatchObject({ isRefused: true })
  })

  test('lists nothing while everyone has to sign in', async () => {
    const { app, open } = world
    await app.as('admin').adminSetting.saveConfig({ force_login: '1' })
    expect((await asked(app, '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
    expect(await asked(app, `/${open.item_id}`)).toMatchObject({ isRefused: true })
  })
})

test('below a base path it covers only its own part of the host', async () => {
  const { app, open, allow } = await site({ config: { base_path: '/docs' } })
  const root = app.url.replace(/\/docs$/, '')
  for (const path of ['/docs/robots.txt', '/robots.txt'])
    expect(await (await fetch(`${root}${path}`)).text()).toBe('User-agent: *\nDisallow: /docs/\n')
  await allow()
  expect((await asked(app, '/robots.txt')).text).toBe('User-agent: *\nAllow: /docs/\n')
  expect(await asked(app, `/${open.item_id}`)).toMatchObject({ isListed: true })
  expect(await asked(app, `/p/${open.key}`)).toMatchObject({ isRefused: true })
})

test('the setting is off by default, is stored, and is a site setting', async () => {
  const { app, allow } = await site()
  const { adminSetting } = app.as('admin')
  expect(await adminSetting.loadConfig()).toMatchObject({ allow_search_engines: '0' })
  await allow()
  expect(await adminSetting.loadConfig()).toMatchObject({ allow_search_engines: '1' })
  await adminSetting.saveConfig({ beian: 'x' })
  expect(await adminSetting.loadConfig()).toMatchObject({ allow_search_engines: '1' })
})
