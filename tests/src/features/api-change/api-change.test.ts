import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareDescriptions } from '#shared/api-doc/diff/compare-descriptions.ts'
import { transact } from '#src/db/database.ts'
import { comparePage, unpack } from '#src/features/api-change/changes.ts'
import { followApiChanges } from '#src/features/api-change/follow.ts'
import { recordApiChanges, withoutPageEntries } from '#src/features/api-change/index.ts'
import { compareApis } from '#src/features/api-diff/index.ts'
import { findModels } from '#src/features/api-operations/index.ts'
import { describePage, writePagesDescription } from '#src/features/export/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

interface Field {
  name: string
  type?: string
  require?: '0' | '1'
}

/** The text of an API page. */
const apiPage = ({
  method = 'get',
  url = '/pets',
  query = [] as Field[],
  body = [] as Field[],
  answer = [] as Field[],
}) =>
  JSON.stringify({
    info: { type: 'api', method, url, description: '' },
    request: {
      query: query.map((one) => ({ type: 'string', require: '0', ...one })),
      params: {
        mode: body.length > 0 ? 'json' : 'none',
        json: '',
        jsonDesc: body.map((one) => ({ type: 'string', require: '0', ...one })),
      },
    },
    response: { responseExample: '', responseParamsDesc: answer.map((one) => ({ type: 'string', ...one })) },
  })

async function newApp(t?: { now: number }) {
  const app = await createTestApp()
  const clock = t ?? { now: Date.now() }
  app.app.now = () => new Date(clock.now)
  const item_id = await app.rows.newItem({ addtime: Math.floor(clock.now / 1000) - 1000 })
  const owner = app.as('owner')
  let title = 'Pets'
  const save = async (page_content: string, page_id = 0, who = 'owner', page_title = title) => {
    title = page_title
    const saved = await app.as(who).page.save({ item_id, page_id, page_title, page_content })
    return Number(saved.page_id)
  }
  const follow = () => followApiChanges(app.app, describePage)
  const list = async (more: object = {}, who = 'owner') => {
    await follow()
    return app.as(who).apiChange.list({ item_id, ...more })
  }
  return { app, clock, item_id, owner, save, follow, list }
}

/** Random choices that are the same in every run. */
function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  return { pick, some: <T>(list: readonly T[]): T[] => list.filter(() => next() < 0.5) }
}

const entriesIn = (app: TestApp) => app.rows.all('api_change')

test('an entry has what comparing the two states gives, in the language of the reader', async () => {
  const { app, item_id, save, list, owner } = await newApp()
  const page_id = await save(apiPage({ query: [{ name: 'limit' }] }))
  expect((await list()).list).toMatchObject([
    { source: 'page', name: 'Pets', info_count: 1, breaking_count: 0, version_before: '0', operations: ['GET /pets'] },
  ])
  app.rows.sqlite.prepare('DELETE FROM api_change').run()
  const [before, after] = [
    apiPage({ query: [{ name: 'limit' }] }),
    apiPage({ query: [{ name: 'limit', require: '1' }, { name: 'owner' }], answer: [{ name: 'id' }] }),
  ]
  await save(after, page_id)
  const { list: found, total, has_api } = await list()
  const expected = compareApis(describePage('Pets', before)?.root ?? {}, describePage('Pets', after)?.root ?? {}, {
    lang: 'en',
    at: new Date(),
  })
  expect({ total, has_api }).toEqual({ total: 1, has_api: true })
  const [entry] = found
  expect(entry).toMatchObject({
    breaking_count: 1,
    page_id: String(page_id),
    username: 'owner',
    version_before: '1',
    version_after: '2',
  })
  expect(entry?.changes[0]?.level).toBe('breaking')
  const whole = await owner.apiChange.info({ item_id, api_change_id: Number(entry?.api_change_id) })
  expect(whole.changes).toEqual(expected)
  expect(whole.pages).toMatchObject([{ page_id: String(page_id), operation: 'GET /pets', breaking_count: 1 }])
  expect(Number(entry?.page_history_id)).toBeGreaterThan(0)
  const chinese = await app.call(
    'apiChange/info',
    { item_id: String(item_id), api_change_id: String(entry?.api_change_id) },
    { as: 'owner', headers: { 'accept-language': 'zh-CN' } },
  )
  expect(JSON.stringify(chinese.json.data)).toMatch(/必填|必需/)
})

test('a page says the same as its export', async () => {
  const { app, item_id, save, list } = await newApp()
  const texts = [
    apiPage({ url: 'https://shop.test/v1/pets/:id?page=1', query: [{ name: 'limit' }] }),
    apiPage({ url: 'https://shop.test/v2/pets/:id', method: 'post', body: [{ name: 'name', require: '1' }] }),
    apiPage({
      url: 'https://shop.test/v2/pets/:id',
      method: 'post',
      body: [{ name: 'name' }, { name: 'age', type: 'int' }],
    }),
  ]
  const exported: unknown[] = []
  const folder = await mkdtemp(join(tmpdir(), 'docstead-test-'))
  for (const [at, text] of texts.entries()) {
    const path = join(folder, `${at}.json`)
    await writePagesDescription([{ title: 'Pets', folders: [], text }], path, { title: 'Pets', lang: 'en' })
    exported.push(JSON.parse(await readFile(path, 'utf8')))
  }
  for (let at = 0; at + 1 < texts.length; at++) {
    const page_id = await save(texts[at] ?? '', 0)
    await list()
    app.rows.sqlite.prepare('DELETE FROM api_change').run()
    await save(texts[at + 1] ?? '', page_id)
    await list()
    const compared = compareApis(exported[at] as object as never, exported[at + 1] as object as never, {
      lang: 'en',
      at: new Date(),
    }).filter((one) => !/operation-id/.test(one.kind) && !/^api-(major-)?version/.test(one.kind))
    const [entry] = entriesIn(app)
    const whole = await app.as('owner').apiChange.info({ item_id, api_change_id: Number(entry?.['api_change_id']) })
    expect(whole.changes).toEqual(compared)
  }
})

test('for any two states, the entry is the comparison of both', async () => {
  const { app, save, follow } = await newApp()
  const { pick, some } = randomOf(20_261_126)
  const fields = (): Field[] =>
    some(['a', 'b', 'c', 'd']).map((name) => ({
      name,
      type: pick(['string', 'int', 'boolean', 'array']),
      require: pick(['0', '1'] as const),
    }))
  const newState = () =>
    apiPage({
      method: pick(['get', 'post', 'put']),
      url: pick(['/pets', '/pets/{id}', 'https://a.test/pets']),
      query: fields(),
      body: fields(),
      answer: fields(),
    })
  for (let round = 0; round < 30; round++) {
    app.rows.sqlite.exec('DELETE FROM page; DELETE FROM api_change_queue; DELETE FROM api_change')
    const first = newState()
    const page_id = await save(first)
    await follow()
    app.rows.sqlite.exec('DELETE FROM api_change')
    const later = [newState(), newState(), newState()].slice(round % 3)
    for (const text of later) {
      await save(text, page_id)
      if (pick([true, false])) await follow()
    }
    await follow()
    const today = new Date().toISOString().slice(0, 10)
    const expected = compareDescriptions(
      {
        old: describePage('Pets', first)?.root ?? {},
        now: describePage('Pets', later.at(-1) ?? '')?.root ?? {},
      },
      { today },
    )
    const entries = entriesIn(app)
    expect(entries).toHaveLength(expected.length > 0 ? 1 : 0)
    if (expected.length > 0) expect(unpack(entries[0]?.['changes'] as Buffer)).toEqual(expected)
  }
})

test('saves of one person within ten minutes are one entry; going back takes it away', async () => {
  const { app, clock, item_id, save, list } = await newApp()
  app.rows.newMember(item_id, 'ann', 'edit')
  const one = apiPage({ query: [{ name: 'a' }] })
  const page_id = await save(one)
  clock.now += 700_000
  await list()
  for (const names of [['a', 'b'], ['a', 'b', 'c'], ['c']]) {
    await save(apiPage({ query: names.map((name) => ({ name })) }), page_id)
    clock.now += 60_000
    await list()
  }
  expect((await list()).list).toMatchObject([{ version_before: '1', version_after: '4' }, { version_before: '0' }])
  await save(one, page_id)
  expect((await list()).list).toHaveLength(1)
  // another person has an entry of their own, and so has who comes after them
  await save(apiPage({ query: [{ name: 'x' }] }), page_id)
  await save(apiPage({ query: [{ name: 'y' }] }), page_id, 'ann')
  await save(apiPage({ query: [{ name: 'z' }] }), page_id)
  expect((await list()).list.map((entry) => entry.username)).toEqual(['owner', 'ann', 'owner', 'owner'])
  clock.now += 700_000
  await save(apiPage({ query: [{ name: 'q' }] }), page_id)
  expect((await list()).total).toBe(5)
})

test('a page that is saved again before its comparison waits once, and some seconds when the server compares by itself', async () => {
  const { app, clock, item_id, save, list } = await newApp()
  app.rows.newMember(item_id, 'ann', 'edit')
  const page_id = await save(apiPage({ query: [{ name: 'a' }] }))
  clock.now += 700_000
  await list()
  const waiting = () => app.rows.all('api_change_queue').map(({ uid }) => uid)
  for (const name of ['b', 'c', 'd']) await save(apiPage({ query: [{ name: 'a' }, { name }] }), page_id)
  expect(waiting()).toHaveLength(1)
  await save(apiPage({ query: [{ name: 'e' }] }), page_id, 'ann')
  expect(waiting()).toHaveLength(2)
  await followApiChanges(app.app, describePage, { pace: { restSeconds: 10, share: 1 } })
  expect(waiting()).toHaveLength(2)
  clock.now += 11_000
  await followApiChanges(app.app, describePage, { pace: { restSeconds: 10, share: 1 } })
  expect(waiting()).toEqual([])
  const [ann, owner] = (await list()).list
  expect(ann).toMatchObject({ username: 'ann', version_before: '4', version_after: '5' })
  expect(owner).toMatchObject({ username: 'owner', version_before: '1', version_after: '4' })
  expect(owner?.changes.map(({ kind, path }) => [kind, path])).toContainEqual([
    'new-optional-request-parameter',
    'request/query/d',
  ])
})

test('comparing many pages leaves most of the time to others, and goes on where it was ended', async () => {
  const { app, clock, save, list } = await newApp()
  const page_ids: number[] = []
  for (let at = 0; at < 6; at++) page_ids.push(await save(apiPage({ url: `/a${at}` })))
  await list()
  clock.now += 700_000
  for (const [at, page_id] of page_ids.entries()) await save(apiPage({ url: `/a${at}`, method: 'put' }), page_id)
  const waiting = () => app.rows.all('api_change_queue').length
  const [startedMs, used] = [performance.now(), process.cpuUsage()]
  let pieces = 0
  await followApiChanges(app.app, describePage, {
    isWanted: () => ++pieces <= 3,
    pace: { restSeconds: 0, share: 1 / 10 },
  })
  expect(waiting()).toBe(4)
  const { user, system } = process.cpuUsage(used)
  expect((user + system) / 1000).toBeLessThan((performance.now() - startedMs) / 2)
  expect((await list()).total).toBe(12)
  expect(waiting()).toBe(0)
})

test('pages that come, go, come back and get another name', async () => {
  const { clock, item_id, owner, save, list } = await newApp()
  const text = apiPage({})
  const page_id = await save(text)
  await list()
  clock.now += 700_000
  await owner.page.delete({ page_id })
  const [removed] = (await list()).list
  expect(removed).toMatchObject({
    breaking_count: 1,
    page_id: '0',
    name: 'Pets',
    username: 'owner',
    version_after: '0',
  })
  clock.now += 700_000
  await owner.recycle.recover({ item_id, page_id })
  expect((await list()).list[0]).toMatchObject({ info_count: 1, breaking_count: 0, page_id: String(page_id) })
  clock.now += 700_000
  await save(text, page_id, 'owner', 'Animals')
  const [renamed] = (await list()).list
  expect(renamed).toMatchObject({ name: 'Animals', breaking_count: 0, info_count: 1 })
  clock.now += 700_000
  // no API page any more
  await save('# Pets', page_id, 'owner', 'Animals')
  expect((await list()).list[0]).toMatchObject({ breaking_count: 1 })
  expect((await list({ level: 'breaking' })).total).toBe(2)
  expect((await list({ since: Math.floor(clock.now / 1000) - 10 })).total).toBe(1)
  expect((await list({ operation: 'get /PETS' })).total).toBe(5)
  expect((await list({ operation: '/owners' })).total).toBe(0)
  expect((await list({ page_id, count: '2', page: '3' })).list).toHaveLength(1)
})

test('a restored version is compared like any other save', async () => {
  const { clock, owner, save, list } = await newApp()
  const page_id = await save(apiPage({ query: [{ name: 'a' }] }))
  clock.now += 700_000
  await save(apiPage({}), page_id)
  clock.now += 700_000
  const [version] = await owner.page.history({ page_id })
  await save(String(version?.page_content), page_id)
  expect((await list()).list).toMatchObject([
    { version_before: '2', version_after: '3' },
    { version_before: '1', version_after: '2' },
    { version_before: '0' },
  ])
})

test('broken JSON breaks nothing: the next readable text is compared with the last one', async () => {
  const { app, clock, save, list } = await newApp()
  const page_id = await save(apiPage({ query: [{ name: 'a' }] }))
  await list()
  clock.now += 700_000
  await save('{ "info": { "url": "/pets", ', page_id)
  expect((await list()).total).toBe(1)
  expect(app.rows.all('api_change_queue')).toHaveLength(1)
  await save('{ "info": { "url": "/pets", "me', page_id)
  await list()
  clock.now += 700_000
  await save(apiPage({}), page_id)
  expect((await list()).list[0]).toMatchObject({ version_before: '1', version_after: '4', operations: ['GET /pets'] })
  expect(app.rows.all('api_change_queue')).toEqual([])
  expect(app.errors).toEqual([])
})

test('drafts, other texts and new projects make no entries', async () => {
  const { app, item_id, owner, save, list } = await newApp()
  const draft = { item_id, page_title: 'D', page_content: apiPage({}), is_draft: 1 }
  const { page_id } = await owner.page.save({ ...draft, page_id: 0 })
  await owner.page.save({ ...draft, page_id: Number(page_id), page_content: apiPage({ url: '/other' }) })
  await save('# Text')
  await save('{}')
  expect((await list()).total).toBe(0)
  await owner.page.save({ ...draft, page_id: Number(page_id), is_draft: 0 })
  expect((await list()).list).toMatchObject([{ name: 'D', version_before: '0' }])
  const copy = await owner.item.add({ item_name: 'Copy', copy_item_id: item_id })
  await list()
  expect(entriesIn(app).filter((row) => row['item_id'] === Number(copy.item_id))).toEqual([])
})

test('members of a part of the project see what concerns their pages', async () => {
  const { app, item_id, owner, list, follow } = await newApp()
  const cat_id = app.rows.newCatalog(item_id, 'Mine')
  app.rows.newMember(item_id, 'ann', 'read', [cat_id])
  const page = { item_id, page_id: 0, page_title: 'P', page_content: apiPage({}) }
  const mine = await owner.page.save({ ...page, cat_id })
  const other = await owner.page.save({ ...page, page_content: apiPage({ url: '/secret' }) })
  expect((await list()).total).toBe(2)
  expect((await list({}, 'ann')).list).toMatchObject([{ operations: ['GET /pets'] }])
  const [secret] = entriesIn(app).filter((row) => row['page_id'] === Number(other.page_id))
  const entry = { item_id, api_change_id: Number(secret?.['api_change_id']) }
  await expect(app.as('ann').apiChange.info(entry)).rejects.toMatchObject({ code: 10101 })
  await transact(app.app.db, (tx) =>
    recordApiChanges(tx, {
      item_id,
      uid: app.uid('owner'),
      source: 'sync',
      name: 'shop.yaml',
      before: '',
      after: JSON.stringify({ openapi: '3.1.0', paths: { '/pets': { get: {} }, '/secret': { get: {} } } }),
      pages: [
        { page_id: Number(mine.page_id), operation: 'GET /pets' },
        { page_id: Number(other.page_id), operation: 'GET /secret' },
      ],
      time: 1_700_000_000,
    }),
  )
  await follow()
  const whole = (await list()).list.find((one) => one.source === 'sync')
  expect(whole).toMatchObject({ name: 'shop.yaml', info_count: 2, operations: ['GET /pets', 'GET /secret'] })
  const part = await app.as('ann').apiChange.info({ item_id, api_change_id: Number(whole?.api_change_id) })
  expect(part).toMatchObject({ info_count: 1, operations: ['GET /pets'], pages: [{ page_title: 'P' }] })
  expect(part.changes.map((one) => one.operation)).toEqual(['GET /pets'])
  expect(part.pages).toHaveLength(1)
})

test('a synchronisation is one entry, compared in a worker, and its pages have none of their own', async () => {
  const { app, item_id, list, clock } = await newApp()
  const describe = (names: string[]) =>
    JSON.stringify({ openapi: '3.1.0', paths: Object.fromEntries(names.map((name) => [name, { get: {} }])) })
  const page_id = app.rows.newPage(item_id, 'Gone', { page_content: apiPage({ url: '/gone' }) })
  await list()
  app.rows.sqlite.exec('DELETE FROM api_change')
  const [before, after] = [describe(['/gone', '/stays']), describe(['/stays', '/new'])]
  await transact(app.app.db, async (tx) => {
    await withoutPageEntries(
      tx,
      () => item_id,
      () => tx.updateTable('page').set({ is_del: 1 }).where('page_id', '=', page_id).execute(),
    )
    const time = Math.floor(clock.now / 1000)
    const pages = [{ page_id, operation: 'GET /gone' }]
    await recordApiChanges(tx, { item_id, uid: 0, source: 'sync', name: 'shop', before, after, pages, time })
  })
  const { list: entries } = await list()
  expect(entries).toMatchObject([{ source: 'sync', username: '', breaking_count: 1, info_count: 1 }])
  const { changes } = await app
    .as('owner')
    .apiChange.info({ item_id, api_change_id: Number(entries[0]?.api_change_id) })
  expect(changes).toEqual(compareApis(JSON.parse(before), JSON.parse(after), { lang: 'en', at: new Date() }))
})

test('a description that cannot be compared is logged and left out', async () => {
  const { app, item_id, list } = await newApp()
  const change = { item_id, uid: 0, source: 'sync' as const, name: 'x', before: '{', after: '{}', pages: [], time: 1 }
  await transact(app.app.db, (tx) => recordApiChanges(tx, change))
  expect((await list()).total).toBe(0)
  expect(app.rows.all('api_change_queue')).toEqual([])
  expect(app.errors.splice(0)).toHaveLength(1)
})

test('a page shows for thirty days that its API has changed', async () => {
  const { app, clock, owner, save, follow } = await newApp()
  const page_id = await save(apiPage({ query: [{ name: 'a' }, { name: 'b' }] }))
  await follow()
  expect(await owner.apiChange.ofPage({ page_id })).toMatchObject({ is_new: true, total: 1, info_count: 1 })
  clock.now += 31 * 86_400_000
  app.rows.sqlite.exec('UPDATE user_token SET token_expire = token_expire + 40 * 86400')
  expect(await owner.apiChange.ofPage({ page_id })).toMatchObject({ is_new: false, total: 0, api_change_id: '0' })
  await save(
    apiPage({
      query: [
        { name: 'a', require: '1' },
        { name: 'b', require: '1' },
      ],
    }),
    page_id,
  )
  await follow()
  clock.now += 700_000
  await save(apiPage({ query: [{ name: 'a', require: '1' }, { name: 'b', require: '1' }, { name: 'c' }] }), page_id)
  await follow()
  expect(await owner.apiChange.ofPage({ page_id })).toMatchObject({ is_new: false, total: 2, breaking_count: 2 })
})

test('entries go with their project, and the newest 1,000 stay', async () => {
  const { app, item_id, save, follow } = await newApp()
  const page_id = await save(apiPage({}))
  await follow()
  const [row] = entriesIn(app)
  const { api_change_id: _, ...rest } = row ?? {}
  for (let count = 0; count < 1_000; count++) app.rows.insert('api_change', { ...rest, is_open: 0 })
  await save(apiPage({ url: '/other' }), page_id, 'owner', 'Pets')
  app.rows.sqlite.exec('UPDATE api_change SET is_open = 0, base = NULL')
  await follow()
  await save(apiPage({ url: '/third' }), page_id)
  await follow()
  expect(entriesIn(app)).toHaveLength(1_000)
  app.rows.sqlite.prepare('DELETE FROM item WHERE item_id = ?').run(item_id)
  expect([entriesIn(app), app.rows.all('api_change_page')]).toEqual([[], []])
})

test('a page that people wrote is compared with the models of its item: a reference to one of them is known', async () => {
  const { app, clock, item_id, owner, save } = await newApp()
  const schema = { $ref: '#/components/schemas/Pet' }
  const description = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: { '/shop': { get: { responses: { 200: { description: 'ok' } } } } },
    components: { schemas: { Pet: { type: 'object', properties: { name: { type: 'string' } } } } },
  }
  await owner.import.auto({ item_id, file: new File([JSON.stringify(description)], 'shop.json') })
  const kinds = async () => {
    await followApiChanges(app.app, describePage, { findModels })
    const { list } = await owner.apiChange.list({ item_id })
    return list.filter(({ name }) => name === 'Pets').flatMap(({ changes }) => changes.map(({ kind }) => kind))
  }
  const texts = [
    apiPage({ method: 'post', body: [{ name: 'pet', type: 'object' }] }),
    apiPage({ method: 'post', body: [{ name: 'pet', type: 'object', schema } as Field] }),
  ] as const
  const page_id = await save(texts[0])
  expect(await kinds()).toEqual(['endpoint-added'])
  clock.now += 3_600_000
  await save(texts[1], page_id)
  expect(await kinds()).toEqual(['new-optional-request-property', 'endpoint-added'])
  // without them, nothing is known of what the reference leads to
  const [before, after] = texts.map((text) => ({ title: 'Pets', text }))
  const { changes } = comparePage(before, after, describePage, '2026-11-26')
  expect(changes.map(({ kind }) => kind)).not.toContain('new-optional-request-property')
})
