import { request } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { png, samples } from '#tests/src/features/attachment/files.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { addCatalog, addItem, addPage } from '#tests/support/content.ts'

const host = 'docs.example.com'
const siteUrl = 'https://wiki.example.com'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ config: { site_url: siteUrl } })
})

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** Gets a path under another host name: `fetch` does not let its caller choose one. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece) => {
        text += piece
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end()
  })

const at = (name: string) => ({ host: name })
const admin = () => app.as('admin')
const allowSearchEngines = () => app.rows.insert('options', { option_name: 'allow_search_engines', option_value: '1' })

/** A docs site of `owner` with one page. */
async function newSite(fields: { item_name?: string; item_domain?: string; password?: string } = {}) {
  const owner = app.as('owner')
  const item_id = await addItem(owner, { item_name: 'Payments', ...fields })
  const page_id = await addPage(owner, item_id, 'Start', 'Send **money** with one call.')
  await owner.docsSite.save({ item_id, is_on: true })
  return { item_id, page_id }
}

const headOf = (text: string) => text.slice(0, text.indexOf('</head>'))

describe('settings', () => {
  test('are saved field by field, and what is left out stays', async () => {
    const { item_id, page_id } = await newSite()
    const owner = app.as('owner')
    await owner.docsSite.save({ item_id, site_name: ' Bank API ', color: '#ABC', home_page_id: page_id })
    const saved = await owner.docsSite.save({ item_id, site_description: 'All calls' })
    expect(saved).toMatchObject({
      is_on: true,
      site_name: 'Bank API',
      site_description: 'All calls',
      color: '#aabbcc',
      home_page_id: String(page_id),
      hosts: [],
      may_add_hosts: false,
      is_main: true,
    })
    expect(await owner.docsSite.detail({ item_id })).toEqual(saved)
    expect(app.rows.all('audit_log').map((row) => row['detail'])).toContain('Payments: site_name, color, home_page_id')
  })

  test('reject a colour that is none, and a home page of another project', async () => {
    const { item_id } = await newSite()
    const other = await newSite({ item_name: 'Other' })
    const owner = app.as('owner')
    for (const color of ['red', '#12', '#1234567', 'url(x)', '#12345g'])
      await expect(owner.docsSite.save({ item_id, color })).rejects.toMatchObject({ errorName: 'docsColorBad' })
    await expect(owner.docsSite.save({ item_id, home_page_id: other.page_id })).rejects.toMatchObject({
      errorName: 'pageGone',
    })
  })

  test('are read-only in an archived project', async () => {
    const { item_id } = await newSite()
    app.rows.sqlite.prepare('UPDATE item SET is_archived = 1 WHERE item_id = ?').run(item_id)
    const owner = app.as('owner')
    await expect(owner.docsSite.save({ item_id, site_name: 'x' })).rejects.toMatchObject({ errorName: 'itemArchived' })
    await expect(owner.docsSite.uploadLogo({ item_id, file: png() })).rejects.toMatchObject({
      errorName: 'itemArchived',
    })
  })

  test('readers get the site with the project, and it opens at its home page', async () => {
    const { item_id } = await newSite()
    const owner = app.as('owner')
    const second = await addPage(owner, item_id, 'Second')
    await owner.docsSite.save({ item_id, site_name: 'Bank API', color: '#123456', home_page_id: second })
    const info = await app.visitor.item.info({ item_id })
    expect(info.default_page_id).toBe(String(second))
    expect(info.docs_site).toEqual({
      site_name: 'Bank API',
      color: '#123456',
      logo_url: '',
      main_item_id: String(item_id),
      links: [],
      versions: [],
    })
    await owner.page.delete({ page_id: second })
    expect((await app.visitor.item.info({ item_id })).default_page_id).not.toBe(String(second))
    await owner.docsSite.save({ item_id, is_on: false })
    expect((await app.visitor.item.info({ item_id })).docs_site).toBeNull()
  })
})

describe('links in the header', () => {
  test('are for readers, in their order, and lead to websites', async () => {
    const { item_id } = await newSite()
    const owner = app.as('owner')
    const links = [
      { title: 'Website', url: 'https://example.com/' },
      { title: 'Support', url: 'http://help.example.com/a?b=c#d' },
    ]
    await owner.docsSite.save({ item_id, links: JSON.stringify(links) })
    expect((await app.visitor.item.info({ item_id })).docs_site?.links).toEqual(links)
    await owner.docsSite.save({ item_id, site_name: 'x' })
    expect((await owner.docsSite.detail({ item_id })).links).toEqual(links)
    for (const url of [
      'javascript:alert(1)',
      'JaVaScript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/admin',
      'https://user:pass@example.com/',
      'https://example.com/\\evil',
      'mailto:a@example.com',
      'https:// example.com',
    ])
      await expect(
        owner.docsSite.save({ item_id, links: JSON.stringify([{ title: 'Bad', url }]) }),
        url,
      ).rejects.toMatchObject({ errorName: 'docsLinkBad' })
    await expect(
      owner.docsSite.save({ item_id, links: JSON.stringify(Array.from({ length: 7 }, () => links[0])) }),
    ).rejects.toMatchObject({ errorName: 'badParameter' })
    await owner.docsSite.save({ item_id, links: '[]' })
    expect((await owner.docsSite.detail({ item_id })).links).toEqual([])
  })
})

describe('the logo', () => {
  test('is an image by its content; it is replaced, sent with an ETag, and removed', async () => {
    const { item_id } = await newSite()
    const owner = app.as('owner')
    const { logo_url } = await owner.docsSite.uploadLogo({ item_id, file: png() })
    const answer = await get(logo_url)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    const known = await get(logo_url, { 'if-none-match': String(answer.headers['etag']) })
    expect(known.status).toBe(304)
    const { logo_url: next } = await owner.docsSite.uploadLogo({ item_id, file: png(5, 5) })
    expect(next).not.toBe(logo_url)
    await owner.docsSite.removeLogo({ item_id })
    expect((await owner.docsSite.detail({ item_id })).logo_url).toBe('')
    expect(JSON.parse((await get(next)).text)).toMatchObject({ error_name: 'fileGone' })
  })

  test('is no SVG, no other file and nothing large', async () => {
    const { item_id } = await newSite()
    const owner = app.as('owner')
    const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'], 'logo.png', {
      type: 'image/png',
    })
    const pdf = new File([Buffer.from(samples['pdf'] ?? '', 'latin1')], 'logo.png')
    for (const file of [svg, pdf])
      await expect(owner.docsSite.uploadLogo({ item_id, file })).rejects.toMatchObject({ errorName: 'notAnImage' })
    const large = new File([png(), Buffer.alloc(1024 * 1024)], 'logo.png')
    await expect(owner.docsSite.uploadLogo({ item_id, file: large })).rejects.toMatchObject({
      errorName: 'fileTooLarge',
    })
  })

  test('of a private project is for its readers alone', async () => {
    const { item_id } = await newSite({ password: 'secret' })
    const { logo_url } = await app.as('owner').docsSite.uploadLogo({ item_id, file: png() })
    expect((await get(logo_url)).headers['content-type']).toContain('application/json')
    const own = await get(`${logo_url}`, { authorization: `Bearer ${app.token('owner')}` })
    expect(own.headers['content-type']).toBe('image/png')
  })
})

describe('host names', () => {
  test('are added by administrators alone; a manager may remove them', async () => {
    const { item_id } = await newSite()
    const owner = app.as('owner')
    await expect(owner.docsSite.save({ item_id, hosts: host })).rejects.toMatchObject({
      errorName: 'docsHostAdminOnly',
    })
    expect((await admin().docsSite.save({ item_id, hosts: `${host}, API.example.com.` })).hosts).toEqual([
      'api.example.com',
      host,
    ])
    expect((await owner.docsSite.save({ item_id, hosts: host })).hosts).toEqual([host])
    expect((await owner.docsSite.save({ item_id, hosts: '' })).hosts).toEqual([])
  })

  test('are unique, not the site itself, and need its address', async () => {
    const { item_id } = await newSite()
    const other = await newSite({ item_name: 'Other' })
    await admin().docsSite.save({ item_id, hosts: host })
    const rejected = async (hosts: string, errorName: string) =>
      expect(admin().docsSite.save({ item_id: other.item_id, hosts })).rejects.toMatchObject({ errorName })
    await rejected('DOCS.example.com', 'docsHostTaken')
    await rejected('wiki.example.com', 'docsHostOfSite')
    await rejected('127.0.0.1', 'docsHostBad')
    await rejected(Array.from({ length: 11 }, (_, n) => `d${n}.example.com`).join(' '), 'docsHostTooMany')
    expect((await admin().docsSite.detail({ item_id: other.item_id })).hosts).toEqual([])
  })

  test('of two that are saved at once, one wins', async () => {
    const sites = await Promise.all([newSite(), newSite({ item_name: 'Other' })])
    const results = await Promise.allSettled(
      sites.map(({ item_id }) => admin().docsSite.save({ item_id, hosts: host })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(app.rows.all('docs_site_host')).toHaveLength(1)
  })

  test('of a deleted project are free', async () => {
    const { item_id } = await newSite()
    await admin().docsSite.save({ item_id, hosts: host })
    await admin().adminItem.deleteItem({ item_id })
    expect((await get('/', at(host))).status).toBe(200)
    const other = await newSite({ item_name: 'Other' })
    expect((await admin().docsSite.save({ item_id: other.item_id, hosts: host })).hosts).toEqual([host])
    await admin().adminItem.recoverItem({ item_id })
    expect((await admin().docsSite.detail({ item_id })).hosts).toEqual([])
  })

  test('need the public address of the site', async () => {
    app = await createTestApp()
    const { item_id } = await newSite()
    await expect(admin().docsSite.save({ item_id, hosts: host })).rejects.toMatchObject({
      errorName: 'docsHostNoAddress',
    })
  })
})

describe('on its host', () => {
  test('the start is the project, and readers find its pages', async () => {
    const { item_id, page_id } = await newSite({ item_domain: 'payments' })
    await admin().docsSite.save({ item_id, hosts: host, site_name: 'Bank API' })
    const start = await get('/', at(host))
    expect([start.status, start.headers['location']]).toEqual([302, '/payments'])
    const models = ['/payments/models', '/payments/models/Order']
    for (const path of [
      ...models,
      '/payments',
      `/payments/${page_id}`,
      `/page/${page_id}`,
      '/p/key',
      '/item/password/payments',
    ])
      expect([path, (await get(path, at(host))).status]).toEqual([path, 200])
    const boot = JSON.parse(/id="boot"[^>]*>(.*?)<\/script>/.exec((await get('/payments', at(host))).text)?.[1] ?? '')
    expect(boot).toMatchObject({
      site_name: 'Bank API',
      site_url: '',
      home_page: '3',
      home_item: 'payments',
      docs_site: { item_id: String(item_id), address: siteUrl, color: '', logo_url: '' },
    })
  })

  test('screens for people with an account are at the address of the whole site', async () => {
    const { item_id } = await newSite()
    await admin().docsSite.save({ item_id, hosts: host })
    for (const path of ['/user/login?redirect=/x', '/admin/index', '/item/index', '/setup', '/team/index', '/search']) {
      const answer = await get(path, at(host))
      expect([answer.status, answer.headers['location']]).toEqual([302, siteUrl + path])
    }
  })

  test('an address where nothing is shows the site, not the product', async () => {
    const { item_id } = await newSite()
    await admin().docsSite.save({ item_id, hosts: host })
    for (const path of ['/a/b/c/d', '/nothing1', '/payments/x/y']) {
      const answer = await get(path, at(host))
      expect([path, answer.status, answer.text.includes('"docs_site"')]).toEqual([path, 200, true])
    }
  })

  test('the host is compared as a whole, after it has been normalized', async () => {
    const { item_id } = await newSite()
    await admin().docsSite.save({ item_id, hosts: host })
    const isSite = async (name: string, more = {}) => (await get('/', { host: name, ...more })).status === 302
    for (const name of [host, 'DOCS.EXAMPLE.COM', `${host}:8443`, `${host}.`])
      expect([name, await isSite(name)]).toEqual([name, true])
    for (const name of [
      `${host}.evil.example`,
      `evil.${host}`,
      'xdocs.example.com',
      `${host}@evil.example`,
      `evil.example/${host}`,
      `${host},evil.example`,
      '127.0.0.1',
      "'; DROP TABLE item; --",
      '[::1]',
      'a'.repeat(3000),
    ])
      expect([name, await isSite(name)]).toEqual([name, false])
    // nobody but a trusted proxy names another host
    expect(await isSite('evil.example', { 'x-forwarded-host': host })).toBe(false)
  })

  test('a proxy that is trusted names the host', async () => {
    app = await createTestApp({ config: { site_url: siteUrl, trusted_proxies: ['127.0.0.1'] } })
    const { item_id } = await newSite()
    await admin().docsSite.save({ item_id, hosts: host })
    expect((await get('/', { host: 'inside', 'x-forwarded-host': host })).status).toBe(302)
  })

  test('rights are those of every other host', async () => {
    const { item_id } = await newSite()
    const secret = await newSite({ item_name: 'Secret plans', item_domain: 'secretplans', password: 'secret' })
    await admin().docsSite.save({ item_id, hosts: host })
    const call = async (path: string) => JSON.parse((await get(path, { host, 'sec-fetch-site': 'same-origin' })).text)
    expect(await call(`/api/item/info?item_id=${item_id}`)).toMatchObject({ error_code: 0 })
    expect(await call(`/api/item/info?item_id=${secret.item_id}`)).toMatchObject({ error_name: 'itemPasswordNeeded' })
    expect(await call('/api/item/myList')).toMatchObject({ error_name: 'notLoggedIn' })
    const html = await get('/secretplans', at(host))
    expect(html.text).not.toMatch(/Secret plans|Send/)
  })

  test('a cookie needs a page of the same host', async () => {
    const { item_id } = await newSite()
    await admin().docsSite.save({ item_id, hosts: host })
    const cookie = `docstead_session=${app.token('owner')}`
    const from = (origin: string) => get('/api/item/myList', { host, cookie, origin })
    expect(JSON.parse((await from('https://evil.example')).text)).toMatchObject({ error_name: 'crossSite' })
    expect(JSON.parse((await from(`https://${host}`)).text)).toMatchObject({ error_code: 0 })
  })

  test('a private project has no name there, one with a password that of its site; a site that is off is none', async () => {
    const { item_id } = await newSite({ item_name: 'Merger papers', password: 'secret' })
    const owner = app.as('owner')
    const { logo_url } = await owner.docsSite.uploadLogo({ item_id, file: png() })
    await admin().docsSite.save({ item_id, hosts: host, color: '#123456' })
    const bootAt = async (path = `/${item_id}`) => {
      const { text } = await get(path, at(host))
      expect(text).not.toContain('Merger')
      return JSON.parse(/id="boot"[^>]*>(.*?)<\/script>/.exec(text)?.[1] ?? '')
    }
    // the project's own name is for its readers, the site's is for those who come to its host
    expect((await bootAt()).site_name).not.toBe('')
    await owner.docsSite.save({ item_id, site_name: 'Partner docs' })
    const { site_name, docs_site } = await bootAt(`/item/password/${item_id}`)
    expect([site_name, docs_site.color]).toEqual(['Partner docs', '#123456'])
    const logo = await get(docs_site.logo_url, at(host))
    expect([logo.status, logo.headers['content-type']]).toEqual([200, 'image/png'])
    expect(logo.headers['content-security-policy']).toContain('sandbox')
    const known = await get(docs_site.logo_url, { host, 'if-none-match': String(logo.headers['etag']) })
    expect(known.status).toBe(304)
    // the host decides, and only for its own site
    for (const name of ['evil.example', `${host}.evil.example`, 'wiki.example.com'])
      expect((await get(docs_site.logo_url, at(name))).status).toBe(404)
    expect((await get(logo_url, at(host))).headers['content-type']).toContain('application/json')

    app.rows.sqlite.prepare("UPDATE item SET password = '!' WHERE item_id = ?").run(item_id)
    const hidden = await bootAt()
    expect(hidden.site_name).not.toBe('Partner docs')
    expect(hidden.docs_site).toMatchObject({ color: '#123456', logo_url: '' })
    expect((await get(docs_site.logo_url, at(host))).status).toBe(404)
    await app.as('owner').docsSite.save({ item_id, is_on: false })
    expect((await get('/', at(host))).status).toBe(200)
  })

  test('the base path is part of its addresses', async () => {
    app = await createTestApp({ config: { site_url: `${siteUrl}/docs`, base_path: '/docs' } })
    const { item_id } = await newSite({ item_domain: 'payments' })
    await admin().docsSite.save({ item_id, hosts: host })
    expect((await get('/docs/', at(host))).headers['location']).toBe('/docs/payments')
    expect((await get('/docs/admin/index', at(host))).headers['location']).toBe(`${siteUrl}/docs/admin/index`)
    expect(headOf((await get('/docs/payments', at(host))).text)).toContain(
      `<link rel="canonical" href="https://${host}/docs/payments">`,
    )
  })
})

describe('versions', () => {
  test('are projects that one person manages; readers switch between those that they may read', async () => {
    const owner = app.as('owner')
    const v1 = await newSite({ item_name: 'API 1', item_domain: 'apiv1' })
    const v2 = await newSite({ item_name: 'API 2', item_domain: 'apiv2' })
    const v10 = await newSite({ item_name: 'API 10', password: 'secret' })
    await owner.docsSite.save({ item_id: v1.item_id, version_name: 'v1' })
    await owner.docsSite.addVersion({ item_id: v1.item_id, version_item_id: v2.item_id, version_name: 'v2' })
    await owner.docsSite.addVersion({ item_id: v1.item_id, version_item_id: v10.item_id, version_name: 'v10' })
    const namesFor = async (client: typeof owner, item_id: number) =>
      (await client.item.info({ item_id })).docs_site?.versions.map(({ version_name }) => version_name)
    expect(await namesFor(owner, v2.item_id)).toEqual(['v10', 'v2', 'v1'])
    expect(await namesFor(app.visitor, v2.item_id)).toEqual(['v2', 'v1'])
    await owner.docsSite.save({ item_id: v2.item_id, is_on: false })
    expect(await namesFor(app.visitor, v1.item_id)).toEqual([])
  })

  test('only a manager of both projects joins them', async () => {
    const mine = await newSite()
    const theirs = await addItem(app.as('ann'), { item_name: 'Theirs' })
    const owner = app.as('owner')
    const join = () => owner.docsSite.addVersion({ item_id: mine.item_id, version_item_id: theirs })
    await expect(join()).rejects.toMatchObject({ errorName: 'noRight' })
    app.rows.newMember(theirs, 'owner', 'edit')
    await expect(join()).rejects.toMatchObject({ errorName: 'noRight' })
    app.rows.sqlite.prepare('UPDATE item_member SET member_group_id = 2').run()
    await join()
    // another manager of one does not see the other's name
    app.rows.newMember(theirs, 'bob', 'manage')
    app.rows.sqlite.prepare("UPDATE item SET password = '!' WHERE item_id = ?").run(mine.item_id)
    const seen = (await app.as('bob').docsSite.detail({ item_id: theirs })).versions
    expect(seen.find(({ item_id }) => item_id === String(mine.item_id))?.item_name).toBe('')
  })

  test('belong to one site, and the default one manages them', async () => {
    const owner = app.as('owner')
    const [a, b, c] = [await newSite(), await newSite(), await newSite()]
    const add = (item_id: number, version_item_id: number) => owner.docsSite.addVersion({ item_id, version_item_id })
    await add(a.item_id, b.item_id)
    await expect(add(c.item_id, b.item_id)).rejects.toMatchObject({ errorName: 'docsVersionElsewhere' })
    await expect(add(c.item_id, a.item_id)).rejects.toMatchObject({ errorName: 'docsVersionElsewhere' })
    await expect(add(a.item_id, a.item_id)).rejects.toMatchObject({ errorName: 'docsVersionElsewhere' })
    await expect(add(b.item_id, c.item_id)).rejects.toMatchObject({ errorName: 'docsNotMain' })
    const leave = (item_id: number, version_item_id: number) =>
      owner.docsSite.removeVersion({ item_id, version_item_id })
    await expect(leave(a.item_id, a.item_id)).rejects.toMatchObject({ errorName: 'docsNotMain' })
    await expect(leave(c.item_id, b.item_id)).rejects.toMatchObject({ errorName: 'docsNotMain' })
    await owner.docsSite.setMain({ item_id: a.item_id, version_item_id: b.item_id })
    expect((await owner.docsSite.detail({ item_id: a.item_id })).is_main).toBe(false)
    await leave(a.item_id, a.item_id)
    expect((await owner.docsSite.detail({ item_id: b.item_id })).versions).toHaveLength(1)
  })

  test('hosts open the default version, whichever has the host', async () => {
    const owner = app.as('owner')
    const v1 = await newSite({ item_domain: 'apiv1' })
    const v2 = await newSite({ item_domain: 'apiv2' })
    await admin().docsSite.save({ item_id: v1.item_id, hosts: host })
    await owner.docsSite.addVersion({ item_id: v1.item_id, version_item_id: v2.item_id })
    expect((await get('/', at(host))).headers['location']).toBe('/apiv1')
    await owner.docsSite.setMain({ item_id: v1.item_id, version_item_id: v2.item_id })
    expect((await get('/', at(host))).headers['location']).toBe('/apiv2')
    await admin().adminItem.deleteItem({ item_id: v2.item_id })
    expect((await get('/', at(host))).headers['location']).toBe('/apiv1')
  })

  test('the same page is that of the same title in the same folder', async () => {
    const owner = app.as('owner')
    const [v1, v2] = [await newSite(), await newSite()]
    const inFolders = async (item_id: number) => {
      const top = await addCatalog(owner, item_id, 'Guide')
      const below = await addCatalog(owner, item_id, 'Calls', top)
      return {
        inTop: await addPage(owner, item_id, 'Pay', '', top),
        inBelow: await addPage(owner, item_id, 'Pay', '', below),
      }
    }
    const [one, two] = [await inFolders(v1.item_id), await inFolders(v2.item_id)]
    const same = async (page_id: number, client = app.visitor) =>
      Number((await client.docsSite.samePage({ item_id: v2.item_id, page_id })).page_id)
    expect(await same(one.inTop)).toBe(two.inTop)
    expect(await same(one.inBelow)).toBe(two.inBelow)
    expect(await same(await addPage(owner, v1.item_id, 'Only here'))).toBe(0)
    app.rows.sqlite.prepare('UPDATE page SET is_draft = 1 WHERE page_id = ?').run(two.inTop)
    expect(await same(one.inTop)).toBe(0)
    app.rows.sqlite.prepare("UPDATE item SET password = '!' WHERE item_id = ?").run(v1.item_id)
    await expect(same(one.inBelow)).rejects.toMatchObject({ errorName: 'itemPasswordNeeded' })
  })
})

describe('the HTML of a public site', () => {
  test('says what its pages are', async () => {
    const { item_id, page_id } = await newSite({ item_domain: 'payments' })
    const owner = app.as('owner')
    const { logo_url } = await owner.docsSite.uploadLogo({ item_id, file: png() })
    await owner.docsSite.save({ item_id, site_name: 'Bank API', site_description: 'All calls of the bank.' })
    const image = (siteUrl + logo_url).replaceAll('&', '&amp;')
    const home = headOf((await get('/payments')).text)
    for (const tag of [
      '<title>Bank API</title>',
      '<meta name="description" content="All calls of the bank.">',
      `<link rel="canonical" href="${siteUrl}/payments">`,
      '<meta property="og:type" content="website">',
      '<meta property="og:site_name" content="Bank API">',
      `<meta property="og:url" content="${siteUrl}/payments">`,
      `<meta property="og:image" content="${image}">`,
      `<meta name="twitter:image" content="${image}">`,
      '<meta name="twitter:title" content="Bank API">',
      '<meta name="twitter:description" content="All calls of the bank.">',
      `<link rel="icon" href="${logo_url.replaceAll('&', '&amp;')}">`,
    ])
      expect(home).toContain(tag)
    const page = headOf((await get(`/payments/${page_id}`)).text)
    expect(page).toContain('<title>Start · Bank API</title>')
    expect(page).toContain('<meta property="og:description" content="Send money with one call.">')
    expect(page).toContain(`<link rel="canonical" href="${siteUrl}/payments/${page_id}">`)
    // by its id as well, but with one address for search engines
    expect(headOf((await get(`/${item_id}`)).text)).toContain(`<link rel="canonical" href="${siteUrl}/payments">`)
    await admin().docsSite.save({ item_id, hosts: host })
    expect(headOf((await get('/payments')).text)).toContain(`<link rel="canonical" href="https://${host}/payments">`)
    const forged = await get('/payments', at('evil.example'))
    expect(forged.text).not.toContain('evil.example')
  })

  test('escapes hostile names, titles and texts', async () => {
    const owner = app.as('owner')
    const evil = `"><script>alert(1)</script><meta http-equiv='refresh' content='0'> $& $1 &amp;`
    const { item_id } = await newSite()
    await owner.docsSite.save({ item_id, site_name: evil.slice(0, 100), site_description: evil })
    const page_id = await addPage(owner, item_id, evil, `Text ${evil}`)
    for (const path of [`/${item_id}`, `/${item_id}/${page_id}`]) {
      const head = headOf((await get(path)).text)
      expect(head).not.toMatch(/<script>alert|<meta http-equiv/)
      expect(head).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
      expect(head).toContain('$&amp; $1 &amp;amp;')
      expect(head.match(/<title>/g)).toHaveLength(1)
    }
  })

  test('has nothing of what not everyone may read', async () => {
    const owner = app.as('owner')
    const marks = /Hidden|Merger|secret text/
    const open = await newSite({ item_name: 'Open' })
    const { item_id, page_id } = await newSite({ item_name: 'Hidden', item_domain: 'hidden', password: 'secret' })
    await owner.docsSite.save({ item_id, site_name: 'Merger', site_description: 'Merger papers' })
    await owner.page.save({ item_id, page_id, page_title: 'Merger plan', page_content: 'secret text' })
    const draft = await addPage(owner, open.item_id, 'Merger draft', 'secret text')
    app.rows.sqlite.prepare('UPDATE page SET is_draft = 1 WHERE page_id = ?').run(draft)
    const gone = await addPage(owner, open.item_id, 'Merger gone', 'secret text')
    await owner.page.delete({ page_id: gone })
    const paths = [
      '/hidden',
      `/${item_id}`,
      `/hidden/${page_id}`,
      `/${item_id}/${page_id}`,
      // a page of another project than the one in the address
      `/${open.item_id}/${page_id}`,
      `/${open.item_id}/${draft}`,
      `/${open.item_id}/${gone}`,
    ]
    const asked = async () => (await Promise.all(paths.map((path) => get(path)))).map(({ text }) => text)
    for (const text of await asked()) expect(text).not.toMatch(marks)
    app.rows.sqlite.prepare("UPDATE item SET password = '!' WHERE item_id = ?").run(item_id)
    for (const text of await asked()) expect(text).not.toMatch(marks)
    // not even for those who may read it: what is in the page must not depend on who requests it
    const own = await get('/hidden', { cookie: `docstead_session=${app.token('owner')}` })
    expect(own.text).not.toMatch(marks)
  })

  test('is the ordinary one where everyone has to sign in, and where the site is off', async () => {
    const { item_id } = await newSite()
    const isSite = async () => headOf((await get(`/${item_id}`)).text).includes('og:title')
    expect(await isSite()).toBe(true)
    app.rows.insert('options', { option_name: 'force_login', option_value: '1' })
    expect(await isSite()).toBe(false)
    app.rows.sqlite.prepare("DELETE FROM options WHERE option_name = 'force_login'").run()
    await app.as('owner').docsSite.save({ item_id, is_on: false })
    expect(await isSite()).toBe(false)
  })
})

describe('search engines', () => {
  test('find the pages in sitemaps, of a project and of a host with all versions', async () => {
    allowSearchEngines()
    const owner = app.as('owner')
    const v1 = await newSite({ item_domain: 'apiv1' })
    const v2 = await newSite({ item_domain: 'apiv2' })
    const hidden = await newSite({ item_domain: 'apiv3', password: 'secret' })
    await owner.docsSite.addVersion({ item_id: v1.item_id, version_item_id: v2.item_id })
    await owner.docsSite.addVersion({ item_id: v1.item_id, version_item_id: hidden.item_id })
    const own = await get('/apiv1/sitemap.xml')
    expect(own.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(own.text).toContain(`<loc>${siteUrl}/apiv1/${v1.page_id}</loc><lastmod>20`)
    expect(own.text).not.toContain('apiv2')
    await admin().docsSite.save({ item_id: v1.item_id, hosts: host })
    const all = await get('/sitemap.xml', at(host))
    expect(all.text).toContain(`<loc>https://${host}/apiv1/${v1.page_id}</loc>`)
    expect(all.text).toContain(`<loc>https://${host}/apiv2/${v2.page_id}</loc>`)
    expect(all.text).not.toContain('apiv3')
    expect((await get('/robots.txt', at(host))).text).toBe(
      `User-agent: *\nAllow: /\nSitemap: https://${host}/sitemap.xml\n`,
    )
    expect((await get('/robots.txt')).text).toBe('User-agent: *\nAllow: /\n')
    expect((await get('/sitemap.xml')).status).toBe(404)
  })

  test('find nothing where the site does not allow them, and nothing of private projects', async () => {
    const { item_id } = await newSite({ item_domain: 'open1' })
    await newSite({ item_domain: 'hidden1', password: 'secret' })
    await admin().docsSite.save({ item_id, hosts: host })
    expect((await get('/open1/sitemap.xml')).status).toBe(404)
    expect((await get('/sitemap.xml', at(host))).status).toBe(404)
    expect((await get('/robots.txt', at(host))).text).toBe('User-agent: *\nDisallow: /\n')
    allowSearchEngines()
    expect((await get('/open1/sitemap.xml')).status).toBe(200)
    const hidden = await get('/hidden1/sitemap.xml')
    const missing = await get('/nothing1/sitemap.xml')
    const plain = ({ status, text }: Answer) => [status, text.replace(/"request_id":"\w+"/, '')]
    expect(plain(hidden)).toEqual(plain(missing))
  })
})

describe('language models', () => {
  test('find the pages in a list, with their folders, and each page as Markdown', async () => {
    allowSearchEngines()
    const owner = app.as('owner')
    const { item_id, page_id } = await newSite({ item_domain: 'payments' })
    const folder = await addCatalog(owner, item_id, 'Calls')
    const call = await addPage(
      owner,
      item_id,
      'Pay [now]',
      JSON.stringify({ info: { url: '/pay', method: 'post', remark: 'Pays.' }, request: {}, response: {} }),
      folder,
    )
    await owner.docsSite.save({ item_id, site_name: 'Bank API', site_description: 'All calls.', version_name: 'v2' })
    const list = await get('/payments/llms.txt')
    expect(list.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(list.text).toBe(
      [
        '# Bank API v2',
        '> All calls.',
        `- [OpenAPI](${siteUrl}/payments/openapi.json)`,
        `- [Start](${siteUrl}/payments/${page_id}.md)`,
        '## Calls',
        `- [Pay \\[now\\]](${siteUrl}/payments/${call}.md)\n`,
      ].join('\n\n'),
    )
    const page = await get(`/payments/${page_id}.md`)
    expect(page.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(page.text).toBe('# Start\n\nSend **money** with one call.\n')
    expect((await get(`/payments/${call}.md`)).text).toContain('/pay')
    await admin().docsSite.save({ item_id, hosts: host })
    expect((await get('/llms.txt', at(host))).text).toContain(`https://${host}/payments/${page_id}.md`)
    expect((await get('/llms.txt')).status).toBe(404)
  })

  test('find nothing that not everyone may read', async () => {
    const { item_id, page_id } = await newSite({ item_domain: 'open1' })
    const secret = await newSite({ item_domain: 'hidden1', password: 'secret' })
    // as with sitemaps, the setting of the whole site decides
    expect((await get('/open1/llms.txt')).status).toBe(404)
    allowSearchEngines()
    expect((await get('/open1/llms.txt')).status).toBe(200)
    expect((await get('/hidden1/llms.txt')).status).toBe(404)
    for (const path of [
      `/hidden1/${secret.page_id}.md`,
      `/open1/${secret.page_id}.md`,
      `/${secret.item_id}/${secret.page_id}.md`,
      '/open1/9999999.md',
      '/open1/0.md',
      `/open1/${'9'.repeat(40)}.md`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    const own = await get(`/hidden1/${secret.page_id}.md`, { cookie: `docstead_session=${app.token('owner')}` })
    expect(own.status).toBe(404)
    await app.as('owner').docsSite.save({ item_id, is_on: false })
    expect((await get(`/open1/${page_id}.md`)).status).toBe(404)
  })
})

test('a copy of a project has the style of its site, switched off, without hosts and versions', async () => {
  const owner = app.as('owner')
  const { item_id, page_id } = await newSite()
  const { logo_url } = await owner.docsSite.uploadLogo({ item_id, file: png() })
  await admin().docsSite.save({ item_id, site_name: 'Bank API', color: '#123456', home_page_id: page_id, hosts: host })
  const { item_id: copy } = await owner.item.add({ copy_item_id: item_id, item_name: 'Copy' })
  const settings = await owner.docsSite.detail({ item_id: copy })
  expect(settings).toMatchObject({ is_on: false, site_name: 'Bank API', color: '#123456', hosts: [], is_main: true })
  expect(settings.versions).toHaveLength(1)
  expect(settings.home_page_id).not.toBe('0')
  expect(settings.home_page_id).not.toBe(String(page_id))
  expect((await get(settings.logo_url)).headers['content-type']).toBe('image/png')
  expect(settings.logo_url).not.toBe(logo_url)
})
