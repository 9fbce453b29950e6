import { expect, test } from 'vitest'
import { parseOptions } from '#build/bench/options.ts'
import { type Filled, fill, formatComparison, removeFilled, requestsOf } from '#build/bench/peer.ts'
import { formOf, idIn, pathOf, ShowDocClient, ShowDocError } from '#build/bench/showdoc-client.ts'
import { createTestApp } from '#tests/support/app.ts'

test('a peer is compared at one size and at 1 and 16 connections', () => {
  const words = ['--peer', 'http://peer.example/docs/', '--peer-password-file', '/p', '--peer-pid', '7,8']
  expect(parseOptions(words)).toMatchObject({
    sizes: [{ name: 'S' }],
    connections: [1, 16],
    peer: { url: 'http://peer.example/docs', user: 'bench', passwordFile: '/p', pids: [7, 8], keeps: false },
  })
  expect(parseOptions([...words, '--keep', '--peer-user', 'mary'])?.peer).toMatchObject({ user: 'mary', keeps: true })
  expect(parseOptions([])?.peer).toBeUndefined()
})

test.each([
  [['--peer', 'peer.example', '--peer-token-file', '/t']],
  [['--peer', 'ftp://peer.example', '--peer-token-file', '/t']],
  [['--peer', 'http://peer.example']],
  [['--peer', 'http://peer.example', '--peer-token-file', '/t', '--peer-pid', 'php']],
  [['--peer', 'http://peer.example', '--peer-token-file', '/t', '--sizes', 'S,M']],
  [['--peer-user', 'mary']],
  [['--keep']],
])('rejects %j', (words) => {
  expect(() => parseOptions(words)).toThrow(/--|address/)
})

// The shapes that ShowDoc 3.9.2 answers. Source: reference, api-facts 2.4, 8 and 9.
test('reads ids as ShowDoc and Docstead answer them', () => {
  expect(idIn({ item_id: 660794740 }, 'item_id')).toBe(660794740)
  expect(idIn({ page_id: '168655439' }, 'page_id')).toBe(168655439)
  expect(idIn(433075048, 'cat_id')).toBe(433075048)
  for (const none of [{}, [], undefined, null, '', { page_id: 0 }])
    expect(() => idIn(none, 'page_id')).toThrow('no page_id')
})

test('encodes a form', () => {
  expect(formOf({ item_id: 5, page_title: 'a b&c=接' })).toBe('item_id=5&page_title=a%20b%26c%3D%E6%8E%A5')
})

test('fills a server on its ShowDoc addresses, reads what it filled, and removes it', async () => {
  const app = await createTestApp({ config: { base_path: '/docs' } })
  await app.newUser('bench', { password: 'a long bench password' })
  const client = new ShowDocClient(app.url)
  const { origin } = new URL(app.url)
  await expect(client.signIn('bench', 'a wrong password')).rejects.toThrow(ShowDocError)
  await client.signIn('bench', 'a long bench password')
  const filled: Filled = { item_ids: [], pages: [], file: '' }
  await fill(client, { name: '2x6', items: 2, pagesOfItem: 6 }, filled)
  expect([filled.item_ids.length, filled.pages.map((page) => page.number)]).toEqual([2, [...Array(12).keys()]])

  for (const name of ['page/info', 'item/info', 'item/myList', 'item/search', 'page/history', 'page/save'] as const) {
    const [first] = await requestsOf(name, client, filled)
    expect(first?.path).toBe(`/docs${pathOf(name)}`)
    const headers = { ...client.headers, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(origin + (first?.path ?? ''), { method: 'POST', headers, body: first?.body ?? '' })
    expect(await answer.json(), name).toMatchObject({ error_code: 0 })
  }
  const [file] = await requestsOf('attachment', client, filled)
  const content = await fetch(origin + (file?.path ?? ''), { headers: client.headers })
  expect([content.status, (await content.arrayBuffer()).byteLength > 199_000]).toEqual([200, true])
  expect((await requestsOf('index page', client, filled))[0]?.path).toMatch(/^\/docs/)

  expect(await removeFilled(client, filled, 'another password')).toBe(2)
  expect(await client.call('item/myList')).toHaveLength(2)
  expect(await removeFilled(client, filled, 'a long bench password')).toBe(0)
  expect(await client.call('item/myList')).toEqual([])
})

test('the comparison shows both servers and the multiple, without CPU when the processes are not known', () => {
  const ours = { connections: 1, cpuUs: 100, perSecond: 1000, p50: 1, p95: 2, p99: 4, peakMb: 90 }
  const peer = { connections: 1, cpuUs: Number.NaN, perSecond: 100, p50: 10, p95: 30, p99: 40, peakMb: 0 }
  const text = formatComparison([{ name: 'page/info', ours: [ours], peer: [peer] }], ['page/save: no answer'])
  expect(text.split('\n')).toEqual([
    '           connections               CPU us  requests/s  median ms  95 % ms  99 % ms  memory MB',
    'page/info            1         ours     100        1000       1.00     2.00     4.00         90',
    '                               peer                 100       10.0     30.0     40.0',
    '                        peer / ours                0.10       10.0     15.0     10.0',
    'could not be measured: page/save: no answer',
    '',
  ])
})
