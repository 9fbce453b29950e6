import { createStore } from 'jotai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import { closeApps, createTestApp, type TestApp } from '#tests/support/app.ts'
import { saveEnvironmentAtom } from '#web/features/api-docs/try-it/atoms.ts'
import { saveAtom } from '#web/features/editor/templates/atoms.ts'
import { restoreAtom } from '#web/features/page/history/atoms.ts'
import { api } from '#web/lib/api.ts'

let app: TestApp
let item_id: number
let page_id: number
let cat_id: number
/** How many of the next responses are lost, although the server has completed the request. */
let lost = 0
let token: string

beforeAll(async () => {
  app = await createTestApp({ shared: true })
  await app.newUser('admin', { password: 'nine blue horses', groupid: 1 })
})
afterAll(() => closeApps({ shared: true }))

beforeEach(async () => {
  item_id = await app.rows.newItem({ owner: 'admin', allow_comment: 1 })
  cat_id = app.rows.newCatalog(item_id, 'Folder')
  page_id = app.rows.newPage(item_id, 'Page', { author: 'admin', page_content: 'text' })
  token = app.token('admin')
  lost = 0
  vi.stubGlobal('navigator', { languages: ['en'], userAgent: '' })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('window', {})
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` }
    const answer = await fetch(new URL(address, app.url), { ...init, headers })
    if (!address.includes('/diff') && lost > 0) {
      lost -= 1
      throw new TypeError('The network is gone.')
    }
    return answer
  })
})
afterEach(() => vi.unstubAllGlobals())

const file = (name: string) => new File(['some text'], name, { type: 'text/plain' })
const png = () =>
  new File(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    'a.png',
    { type: 'image/png' },
  )

/** What a person creates, each as one attempt, and the table that gets one more row by it. */
const tries: [call: string, table: string, make: () => () => Promise<unknown>][] = [
  ['item/add', 'item', () => () => api.item.add({ item_name: 'New' })],
  ['item/add as a copy', 'item', () => () => api.item.add({ item_name: 'Copy', copy_item_id: item_id })],
  ['itemGroup/save', 'item_group', () => () => api.itemGroup.save({ group_name: 'Group' })],
  ['catalog/save', 'catalog', () => () => api.catalog.save({ item_id, cat_id: 0, cat_name: 'New' })],
  ['catalog/copy', 'catalog', () => () => api.catalog.copy({ cat_id, new_p_cat_id: 0, to_item_id: item_id })],
  ['page/save', 'page', () => () => api.page.save({ item_id, page_id: 0, page_title: 'New', page_content: 'x' })],
  ['page/copy', 'page', () => () => api.page.copy({ page_id, to_cat_id: 0, to_item_id: item_id })],
  ['pageComment/add', 'page_comment', () => () => api.pageComment.add({ page_id, content: 'Well said' })],
  ['team/save', 'team', () => () => api.team.save({ team_name: 'Team' })],
  ['mock/add', 'mock', () => () => api.mock.add({ page_id, template: '{}' })],
  [
    'user/tokenAdd',
    'user_token',
    () => () => api.user.tokenAdd({ name: 'script', days: 3, password: 'nine blue horses' }),
  ],
  ['webhook/save', 'webhook', () => () => api.webhook.save({ url: 'https://hooks.example.com/1' })],
  ['adminWebhook/save', 'webhook', () => () => api.adminWebhook.save({ url: 'https://hooks.example.com/2' })],
  [
    'adminUser/addUser',
    'user',
    () => () => api.adminUser.addUser({ username: 'newcomer', password: 'nine blue horses' }),
  ],
  [
    'adminMessage/addAnnouncement',
    'message_content',
    () => () => api.adminMessage.addAnnouncement({ message_content: 'News' } as never),
  ],
  [
    'attachment/attachmentUpload',
    'upload_file',
    () => {
      const one = file('note.txt')
      return () => api.attachment.attachmentUpload({ item_id, page_id, file: one })
    },
  ],
  [
    'attachment/uploadImg',
    'upload_file',
    () => {
      const one = png()
      return () => api.page.uploadImg({ item_id, 'editormd-image-file': one })
    },
  ],
  [
    'apiRun/save',
    'api_run',
    () => () =>
      api.apiRun.save({
        item_id,
        run_id: '0',
        run: JSON.stringify({ run_name: 'Order', steps: [] }),
        base_version: '0',
      }),
  ],
  [
    'apiRun/arazzoImport',
    'api_run',
    () => {
      const page_content = JSON.stringify({ info: { url: '/orders', method: 'get' } })
      app.rows.newPage(item_id, 'List orders', { author: 'admin', page_content })
      const step = { stepId: 'list', operationPath: '{$sourceDescriptions.api.url}#/paths/~1orders/get' }
      const text = JSON.stringify({
        arazzo: '1.0.1',
        info: { title: 'Orders', version: '1' },
        sourceDescriptions: [{ name: 'api', url: './openapi.json', type: 'openapi' }],
        workflows: [{ workflowId: 'list', steps: [step] }],
      })
      return () => api.apiRun.arazzoImport({ item_id, text })
    },
  ],
  ['apiSource/save', 'api_source', () => () => api.apiSource.save({ item_id, kind: 'push', source_name: 'CI' })],
  ['export/start', 'job', () => () => api.export.start({ item_id, format: 'markdown' })],
  ['template/save', 'template', () => () => createStore().set(saveAtom, '0', 'Mine', 'Text')],
  [
    'apiCall/environmentSave',
    'api_environment',
    () => () =>
      createStore().set(saveEnvironmentAtom, String(item_id), {
        env_id: '',
        env_name: 'Test',
        base_url: 'https://api.example.com',
        base_version: '',
        variables: [],
      }),
  ],
]

describe('creation with a lost response', () => {
  test.each(tries)('%s: a retry creates no duplicate', async (_, table, make) => {
    const rows = () => app.rows.counts()[table] ?? Number.NaN
    const send = make()
    const before = rows()
    lost = 2
    await expect(send()).rejects.toMatchObject({ errorName: 'offline' })
    await expect(send()).rejects.toMatchObject({ errorName: 'offline' })
    expect(rows()).toBe(before + 1)
    const answer = await send()
    expect(rows()).toBe(before + 1)
    // it is the first response, with the id of what was created
    if (table !== 'template') expect(answer).toBeTruthy()
    expect(app.errors).toEqual([])
  })

  test('does not restore a version twice, and can undo it', async () => {
    const saved = await api.page.save({ item_id, page_id, page_title: 'Page', page_content: 'second' })
    const [version] = (await api.page.history({ page_id })) as { page_history_id: string }[]
    const store = createStore()
    const restore = () => store.set(restoreAtom, String(page_id), version?.page_history_id ?? '', 'restored')
    lost = 1
    await expect(restore()).rejects.toMatchObject({ errorName: 'offline' })
    const undo = await restore()
    const now = await api.page.info({ page_id })
    expect(now).toMatchObject({ page_content: 'text', page_comments: 'restored' })
    expect(Number(now.page_version)).toBe(Number(saved.page_version) + 1)
    expect(await api.page.history({ page_id })).toHaveLength(2)
    await undo()
    expect((await api.page.info({ page_id })).page_content).toBe('second')
  })
})

test('creates the same thing twice when that is intended', async () => {
  const rows = () => app.rows.counts()['team'] ?? 0
  const before = rows()
  await api.team.save({ team_name: 'Twin' })
  await api.team.save({ team_name: 'Twin' })
  expect(rows()).toBe(before + 2)
})

test('another text after a lost response is another request', async () => {
  const rows = () => app.rows.counts()['team'] ?? 0
  const before = rows()
  lost = 1
  await expect(api.team.save({ team_name: 'One' })).rejects.toMatchObject({ errorName: 'offline' })
  await api.team.save({ team_name: 'Other' })
  expect(rows()).toBe(before + 2)
})

test('a key belongs to one session, and nobody else gets the response', async () => {
  const key = 'abcdefgh-1'
  const options = { key }
  await api.team.save({ team_name: 'Mine' }, options)
  token = app.token('other')
  const mine = await api.team.save({ team_name: 'Mine' }, options)
  expect(mine.uid).toBe(String(app.uid('other')))
})

test('the endpoints that accept a key are those that create something', () => {
  const taking = Object.entries(contract).flatMap(([controller, actions]) =>
    Object.entries(actions).flatMap(([action, { creates }]) => (creates ? [`${controller}/${action}`] : [])),
  )
  expect(taking.toSorted()).toEqual(
    [
      ...new Set(tries.map(([call]) => call.split(' ')[0] ?? '')),
      'import/start',
      'message/sendFeedback',
      'page/upload',
      'page/uploadImg',
    ].toSorted(),
  )
})
