import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import { fetchRemoteFilesOf } from '#src/features/import/api/read-description.ts'
import { type RemoteRules, remoteAddress } from '#src/features/import/api/remote-files.ts'
import { readImport } from '#src/features/import/plan.ts'
import { type SourceServer, startSourceServer } from '../../api-source/source-server.ts'

let server: SourceServer
/** What the server has, by path. */
let files: Record<string, string | object>

beforeAll(async () => {
  server = await startSourceServer()
})
afterAll(() => server.close())
beforeEach(() => {
  files = {}
  server.requests.length = 0
  server.answer = ({ url = '' }, response) => {
    const file = files[url]
    if (file === undefined) response.writeHead(404).end('gone')
    else response.end(typeof file === 'string' ? file : JSON.stringify(file))
  }
})

const rules: RemoteRules = { allow: ['127.0.0.0/8'] }
const described = (schema: unknown, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: { summary: 'List', responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } },
    },
  },
  ...more,
})
const fileOf = (value: unknown, name = 'shop.json') => ({ name, bytes: Buffer.from(JSON.stringify(value)) })

/** Imports a description, and returns the rows of its response and what was noted. */
async function importOf(value: unknown, given: RemoteRules | undefined = rules) {
  const file = fileOf(value)
  const remote = await fetchRemoteFilesOf(file, given)
  const plan = readImport(file, { forApiClient: false, lang: 'en', remote })
  const page = [...plan.pages, ...plan.catalogs.flatMap((one) => one.pages)].find((one) => one.page_title === 'List')
  const doc = JSON.parse(page?.page_content ?? '{}') as ApiJson
  return { rows: doc.response.responseParamsDesc.map(({ name }) => name), notes: plan.notes, remote }
}

const reasons = (notes: readonly { name: string; reason: string }[]) => notes.map(({ reason }) => reason)

describe('references to other addresses', () => {
  test('are followed, also from file to file, relative ones and circles', async () => {
    files = {
      '/models/order.json': {
        Order: {
          type: 'object',
          properties: { id: { type: 'string' }, owner: { $ref: 'people.yaml#/Person' }, self: { $ref: '#/Order' } },
        },
      },
      '/models/people.yaml': `Person:\n  type: object\n  properties:\n    name: {type: string}\n    last: {$ref: '${server.url}/models/order.json#/Order'}\n`,
    }
    const { rows, notes } = await importOf(described({ $ref: `${server.url}/models/order.json#/Order` }))
    expect(rows).toEqual(expect.arrayContaining(['id', 'owner', 'owner.name', 'self']))
    expect(notes.filter(({ reason }) => reason.startsWith('ref'))).toEqual([])
    expect(server.requests.map(({ url }) => url)).toEqual(['/models/order.json', '/models/people.yaml'])
  })

  test('to what cannot be read are noted one by one, and the rest is imported', async () => {
    files = {
      '/ok.json': { type: 'object', properties: { id: { type: 'string' } } },
      '/text.json': 'no json: [',
      '/large.json': `"${'x'.repeat(3000)}"`,
    }
    const at = (path: string) => ({ $ref: `${server.url}${path}` })
    const schema = {
      type: 'object',
      properties: {
        ok: at('/ok.json'),
        gone: at('/gone.json'),
        text: at('/text.json'),
        large: at('/large.json'),
        closed: { $ref: 'http://127.0.0.1:1/a.json' },
        login: { $ref: `${server.url.replace('//', '//me:pw@')}/ok.json` },
      },
    }
    const { rows, notes } = await importOf(described(schema), { ...rules, limits: { fileBytes: 2000 } })
    expect(rows).toEqual(['ok', 'ok.id', 'gone', 'text', 'large', 'closed', 'login'])
    const byAddress = Object.fromEntries(notes.map(({ name, reason }) => [name.replace(/^.*\//, ''), reason]))
    expect(byAddress).toMatchObject({
      'gone.json': 'refNotFound',
      'text.json': 'refUnreadable',
      'large.json': 'refTooLarge',
    })
    expect(reasons(notes)).toEqual(expect.arrayContaining(['refUnreachable', 'refRefused']))
  })

  test('to a private address are refused before a request, also through a redirect', async () => {
    const asked = described({ $ref: `${server.url}/order.json` })
    const { notes } = await importOf(asked, { allow: [] })
    expect(reasons(notes)).toContain('refRefused')
    expect(server.requests).toEqual([])
    server.answer = (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/secret.json' }).end()
    expect(reasons((await importOf(asked)).notes)).toContain('refRefused')
  })

  test('have limits for their number, size, depth and time', async () => {
    const link = (path: string) => ({ $ref: `${server.url}${path}` })
    server.answer = ({ url = '' }, response) => {
      const at = Number(/(\d+)/.exec(url)?.[1])
      response.end(JSON.stringify({ type: 'object', properties: { next: link(`/${at + 1}.json`) } }))
    }
    const deep = await importOf(described(link('/0.json')), { ...rules, limits: { depth: 4 } })
    expect(server.requests).toHaveLength(4)
    expect(reasons(deep.notes)).toContain('refTooMany')

    server.requests.length = 0
    const many = {
      type: 'object',
      properties: Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`p${at}`, link(`/${at}00.json`)])),
    }
    const wide = await importOf(described(many), { ...rules, limits: { files: 3 } })
    expect(server.requests.length).toBeLessThanOrEqual(3)
    expect(reasons(wide.notes)).toContain('refTooMany')
    const small = await importOf(described(many), { ...rules, limits: { bytes: 150, atOnce: 1 } })
    expect(reasons(small.notes)).toContain('refTooLarge')

    server.answer = () => undefined
    const started = performance.now()
    const slow = await importOf(described(link('/9.json')), { ...rules, limits: { totalMs: 300, silenceMs: 300 } })
    expect(performance.now() - started).toBeLessThan(5000)
    expect(reasons(slow.notes)).toContain('refUnreachable')
  })

  test('are not opened where no request may be sent, and no other file is searched for them', async () => {
    const value = described({ $ref: `${server.url}/order.json` })
    const closed = fileOf(value)
    expect([...(await fetchRemoteFilesOf(closed, undefined)).values()]).toEqual(['refRemote'])
    const plain = fileOf({ info: {}, $ref: `${server.url}/order.json` })
    expect((await fetchRemoteFilesOf(plain, rules)).size).toBe(0)
    expect(
      (await fetchRemoteFilesOf({ name: 'a.json', bytes: Buffer.from('{ "openapi": "3.1.0", ') }, rules)).size,
    ).toBe(0)
    expect(server.requests).toEqual([])
    expect(remoteAddress('file:///etc/passwd', 'a.json')).toBeUndefined()
    expect(remoteAddress('../b.json#/x', 'https://a.test/m/a.json')).toBe('https://a.test/b.json')
    expect(remoteAddress('b.json', 'a.json')).toBeUndefined()
  })
})
