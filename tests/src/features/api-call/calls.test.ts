import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { CallRequestInput } from '#shared/contract/api-call.ts'
import { responseMaxBytes, storedCallsMax } from '#shared/contract/api-call-rules.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { echo, target } from './targets.ts'

const open = { config: { outbound_allow: ['127.0.0.0/8'] } }

/** A request in its wire format: JSON text. */
const requestOf = (url: string, more: Partial<CallRequestInput> = {}): string =>
  JSON.stringify({ method: 'GET', url, headers: [], body: { kind: 'none' }, ...more })

/** An app with a private item: 'owner' owns it, 'editor' and 'reader' are members, 'other' owns another item. */
async function world(options: Parameters<typeof createTestApp>[0] = open) {
  const app = await createTestApp(options)
  const item_id = await app.rows.newItem({ password: 'visit me' })
  app.rows.newMember(item_id, 'editor', 'edit')
  app.rows.newMember(item_id, 'reader', 'read')
  const page_id = app.rows.newPage(item_id, 'Page')
  const others = await app.rows.newItem({ owner: 'other', password: 'visit me' })
  return { app, item_id, page_id, others, url: await echo() }
}

/** Creates an environment for `base_url` with the secret `token` and the variable `host`. */
async function environment(app: TestApp, item_id: number, base_url: string): Promise<number> {
  const variables = JSON.stringify([
    { name: 'token', is_secret: true },
    { name: 'host', value: 'h' },
  ])
  const { env_id } = await app.as('editor').apiCall.environmentSave({ item_id, env_name: 'Test', base_url, variables })
  return Number(env_id)
}

const refusal = (errorName: string) => ({ errorName })

test('sends the request of a page for its readers and records it in their own history', async () => {
  const { app, page_id, url } = await world()
  const sent = await app.as('reader').apiCall.send({ page_id, request: requestOf(`${url}/a`) })
  expect(sent.answer).toMatchObject({ status: 200, url: `${url}/a`, is_truncated: false })
  expect(JSON.parse(sent.answer.content)).toMatchObject({ url: '/a' })
  // Nothing of the session is sent with the request.
  expect(sent.answer.content).not.toContain(app.token('reader'))
  expect(await app.as('reader').apiCall.history({ page_id })).toMatchObject([
    { id: sent.id, url: `${url}/a`, status: 200 },
  ])
  expect(await app.as('owner').apiCall.history({ page_id })).toEqual([])
  await expect(app.as('owner').apiCall.historyInfo({ page_id, id: sent.id })).rejects.toMatchObject(
    refusal('apiCallGone'),
  )
})

test('rejects visitors, strangers and members of another item', async () => {
  const { app, page_id, url } = await world()
  const request = requestOf(url)
  await expect(app.visitor.apiCall.send({ page_id, request })).rejects.toMatchObject(refusal('notLoggedIn'))
  await expect(app.as('other').apiCall.send({ page_id, request })).rejects.toMatchObject(refusal('itemPasswordNeeded'))
  const open_page = app.rows.newPage(await app.rows.newItem(), 'Open')
  await expect(app.visitor.apiCall.send({ page_id: open_page, request })).rejects.toMatchObject(refusal('notLoggedIn'))
  expect((await app.as('other').apiCall.send({ page_id: open_page, request })).answer.status).toBe(200)
})

test('sends from an archived item, because the item does not change', async () => {
  const { app, item_id, page_id, url } = await world()
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1 WHERE item_id = ?').run(item_id)
  expect((await app.as('reader').apiCall.send({ page_id, request: requestOf(url) })).answer.status).toBe(200)
  await expect(
    app.as('editor').apiCall.environmentSave({ item_id, env_name: 'E', base_url: '', variables: '[]' }),
  ).rejects.toMatchObject(refusal('itemArchived'))
})

test('blocks this machine unless the configuration allows it, also behind a redirect', async () => {
  const { app, page_id, url } = await world({})
  await expect(app.as('reader').apiCall.send({ page_id, request: requestOf(url) })).rejects.toMatchObject({
    errorName: 'apiCallNotAllowed',
    message: expect.stringContaining('127.0.0.1'),
  })
  expect(app.rows.all('api_call')).toEqual([])
})

test('explains a failure in words and logs neither the address nor the secret', async () => {
  const { app, page_id } = await world()
  const lines: string[] = []
  app.app.log.info = ((...given: unknown[]) => void lines.push(JSON.stringify(given))) as typeof app.app.log.info
  const request = requestOf('http://127.0.0.1:2/path?token=hunter22', {
    headers: [{ name: 'Authorization', value: 'Bearer hunter22' }],
  })
  await expect(app.as('reader').apiCall.send({ page_id, request })).rejects.toMatchObject(refusal('apiCallUnreachable'))
  expect(lines.join('\n')).toContain('127.0.0.1:2')
  expect(lines.join('\n')).not.toMatch(/hunter22|\/path/)
  expect(app.errors).toEqual([])
})

test('keeps a secret private to each person, never returns it, and sends it to its host only', async () => {
  const { app, item_id, page_id, url } = await world()
  const env_id = await environment(app, item_id, url)
  const reader = app.as('reader').apiCall
  const asked = `${url}/{{token}}?q={{ token }}&r={{unknown}}`
  const request = requestOf(asked, {
    method: 'POST',
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: { kind: 'text', text: '{"t":"{{token}}"}' },
  })
  await expect(reader.send({ page_id, env_id, request })).rejects.toMatchObject(refusal('secretMissing'))

  await reader.secretSave({ item_id, env_id, name: 'token', value: 'a"b/ä' })
  const { answer, id } = await reader.send({ page_id, env_id, request })
  const came = JSON.parse(answer.content)
  expect(came.url).toBe('/a%22b%2F%C3%A4?q=a%22b%2F%C3%A4&r={{unknown}}')
  expect(JSON.parse(came.body)).toEqual({ t: 'a"b/ä' })
  // The history holds the name, not the value.
  const kept = await reader.historyInfo({ page_id, id })
  expect(kept.request).toMatchObject({ url: asked, body: { text: '{"t":"{{token}}"}' } })

  const [mine] = await reader.environments({ item_id })
  expect(mine?.variables).toEqual([
    { name: 'token', value: '', is_secret: true, is_set: true },
    { name: 'host', value: 'h', is_secret: false, is_set: false },
  ])
  const [theirs] = await app.as('editor').apiCall.environments({ item_id })
  expect(theirs?.variables[0]).toMatchObject({ is_set: false })
  await expect(app.as('editor').apiCall.send({ page_id, env_id, request })).rejects.toMatchObject(
    refusal('secretMissing'),
  )

  // Someone who edits the page or the environment cannot send the secret to themselves.
  const elsewhere = await echo()
  await expect(reader.send({ page_id, env_id, request: requestOf(`${elsewhere}/?q={{token}}`) })).rejects.toMatchObject(
    refusal('secretElsewhere'),
  )
  await app.as('editor').apiCall.environmentSave({
    item_id,
    env_id,
    env_name: 'Test',
    base_url: elsewhere,
    variables: JSON.stringify([{ name: 'token', is_secret: true }]),
  })
  expect((await reader.environments({ item_id }))[0]?.variables[0]).toMatchObject({ is_set: false })
  await expect(reader.send({ page_id, env_id, request: requestOf(`${elsewhere}/?q={{token}}`) })).rejects.toMatchObject(
    refusal('secretElsewhere'),
  )

  await reader.secretSave({ item_id, env_id, name: 'token', value: '' })
  expect(app.rows.all('api_secret')).toEqual([])
})

test('rejects a secret with a line break in a header', async () => {
  const { app, item_id, page_id, url } = await world()
  const env_id = await environment(app, item_id, url)
  await app.as('reader').apiCall.secretSave({ item_id, env_id, name: 'token', value: 'a\r\nHost: b' })
  const request = requestOf(url, { headers: [{ name: 'X-A', value: '{{token}}' }] })
  await expect(app.as('reader').apiCall.send({ page_id, env_id, request })).rejects.toMatchObject(
    refusal('apiCallHeaderBad'),
  )
})

test('masks a secret that the response repeats in the history', async () => {
  const { app, item_id, page_id, url } = await world()
  const env_id = await environment(app, item_id, url)
  const reader = app.as('reader').apiCall
  await reader.secretSave({ item_id, env_id, name: 'token', value: 'hunter22' })
  const request = requestOf(url, { headers: [{ name: 'Authorization', value: 'Bearer {{token}}' }] })
  const { id } = await reader.send({ page_id, env_id, request })
  await reader.send({ page_id, request: requestOf(url, { headers: [{ name: 'X-Api-Key', value: 'typed-in' }] }) })
  expect(JSON.stringify(app.rows.all('api_call'))).not.toContain('hunter22')
  const kept = await reader.historyInfo({ page_id, id })
  expect(kept.request.headers).toEqual([{ name: 'Authorization', value: 'Bearer {{token}}' }])
})

test('restricts environments to the members of an item, even of an open one', async () => {
  const { app, url } = await world()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'editor', 'edit')
  const page_id = app.rows.newPage(item_id, 'Open')
  const env_id = await environment(app, item_id, url)
  expect(await app.visitor.apiCall.environments({ item_id })).toEqual([])
  const stranger = app.as('other').apiCall
  expect(await stranger.environments({ item_id })).toEqual([])
  await expect(stranger.send({ page_id, env_id, request: requestOf(url) })).rejects.toMatchObject(
    refusal('environmentGone'),
  )
  await expect(stranger.secretSave({ item_id, env_id, name: 'token', value: 'x' })).rejects.toMatchObject(
    refusal('environmentGone'),
  )
})

test('rejects a save over a newer version and overwrites nothing', async () => {
  const { app, item_id, url } = await world()
  const env_id = await environment(app, item_id, url)
  const [first] = await app.as('owner').apiCall.environments({ item_id })
  const input = (value: string) => ({
    item_id,
    env_id,
    env_name: 'Test',
    base_url: url,
    variables: JSON.stringify([{ name: 'host', value }]),
    base_version: first?.env_version ?? '',
  })
  const saved = await app.as('editor').apiCall.environmentSave(input('theirs'))
  await expect(app.as('owner').apiCall.environmentSave(input('mine'))).rejects.toMatchObject(
    refusal('environmentChanged'),
  )
  const [now] = await app.as('owner').apiCall.environments({ item_id })
  expect(now).toMatchObject({ env_version: saved.env_version, variables: [{ value: 'theirs' }] })
  expect(now?.env_version).not.toBe(first?.env_version)
  // It can be saved after loading the current version; a client that sends no version replaces it as before.
  await app.as('owner').apiCall.environmentSave({ ...input('both'), base_version: saved.env_version })
  await app.as('owner').apiCall.environmentSave({ ...input('old client'), base_version: '' })
  expect((await app.as('owner').apiCall.environments({ item_id }))[0]?.variables).toMatchObject([
    { value: 'old client' },
  ])
})

test('rejects an environment of another item', async () => {
  const { app, item_id, page_id, others, url } = await world()
  app.rows.newMember(others, 'editor', 'edit')
  const env_id = await environment(app, others, url)
  const editor = app.as('editor').apiCall
  for (const call of [
    editor.send({ page_id, env_id, request: requestOf(url) }),
    editor.environmentSave({ item_id, env_id, env_name: 'E', base_url: '', variables: '[]' }),
    editor.environmentDelete({ item_id, env_id }),
    editor.secretSave({ item_id, env_id, name: 'token', value: 'x' }),
  ])
    await expect(call).rejects.toMatchObject(refusal('environmentGone'))
})

test.each([
  ['ftp://a.example'],
  ['http://ann:x@a.example'],
  ['https://a.example/?b'],
  ['https://a.example/#b'],
  ['a.example'],
  ['https://{{host}}'],
])('%s is not a valid base address', async (base_url) => {
  const { app, item_id } = await world()
  await expect(
    app.as('editor').apiCall.environmentSave({ item_id, env_name: 'E', base_url, variables: '[]' }),
  ).rejects.toMatchObject(refusal('environmentAddressBad'))
})

test('rejects repeated variable names, names that close the braces, and shared values of secrets', async () => {
  const { app, item_id } = await world()
  const save = (names: string[]) =>
    app.as('editor').apiCall.environmentSave({
      item_id,
      env_name: 'E',
      base_url: '',
      variables: JSON.stringify(names.map((name) => ({ name, value: 'v', is_secret: true }))),
    })
  for (const names of [['a', 'a'], ['a}}'], ['a b'], [' a'], ['{{a}}']])
    await expect(save(names)).rejects.toMatchObject(refusal('variableNameBad'))
  const { env_id } = await save(['a', '变量_1', 'x.y-z'])
  expect(JSON.stringify(app.rows.all('api_environment'))).not.toContain('"v"')
  await expect(app.as('reader').apiCall.secretSave({ item_id, env_id, name: 'a', value: 'x' })).rejects.toMatchObject(
    refusal('secretNeedsAddress'),
  )
})

test('discards the stored values of people when a variable becomes secret', async () => {
  const { app, item_id, url } = await world()
  const env_id = await environment(app, item_id, url)
  await app.as('reader').apiCall.secretSave({ item_id, env_id, name: 'token', value: 'x' })
  const variables = JSON.stringify([{ name: 'token', value: 'public' }])
  await app.as('editor').apiCall.environmentSave({ item_id, env_id, env_name: 'E', base_url: url, variables })
  expect(app.rows.all('api_secret')).toEqual([])
})

test('keeps the latest history entries, and deletes one or all', async () => {
  const { app, page_id } = await world()
  const answer = JSON.stringify({
    status: 200,
    status_text: 'OK',
    url: 'http://a.example/',
    redirects: [],
    headers: [],
    content: 'text',
    is_base64: false,
    is_truncated: false,
    size_bytes: 4,
    time_ms: 1,
  })
  const reader = app.as('reader').apiCall
  for (let nth = 0; nth < storedCallsMax + 3; nth++)
    await reader.keep({ page_id, request: requestOf(`http://a.example/${nth}`), answer })
  const kept = await reader.history({ page_id })
  expect(kept).toHaveLength(storedCallsMax)
  expect(kept[0]).toMatchObject({ url: `http://a.example/${storedCallsMax + 2}`, is_browser: 1 })
  await app.as('owner').apiCall.historyDelete({ page_id })
  await reader.historyDelete({ page_id, id: kept[0]?.id ?? '' })
  expect(await reader.history({ page_id })).toHaveLength(storedCallsMax - 1)
  await reader.historyDelete({ page_id })
  expect(await reader.history({ page_id })).toEqual([])
})

test('limits a person to three requests at a time and sixty a minute', async () => {
  const { app, page_id } = await world()
  const waiting: (() => void)[] = []
  const url = await target((_, response) => void waiting.push(() => response.end('x')))
  const reader = app.as('reader').apiCall
  const three = [1, 2, 3].map(() => reader.send({ page_id, request: requestOf(url) }))
  await expect.poll(() => waiting.length).toBe(3)
  await expect(reader.send({ page_id, request: requestOf(url) })).rejects.toMatchObject(refusal('tooManyRequests'))
  for (const end of waiting) end()
  await Promise.all(three)
  const quick = await echo()
  const many = async () => {
    for (let nth = 3; nth < 80; nth++) await reader.send({ page_id, request: requestOf(quick) })
  }
  await expect(many()).rejects.toMatchObject(refusal('tooManyRequests'))
  expect((await app.as('owner').apiCall.send({ page_id, request: requestOf(quick) })).answer.status).toBe(200)
})

test('aborts the request of a person who disconnects, who can then send again', async () => {
  const { app, page_id } = await world()
  let closed = 0
  let came = 0
  const url = await target((request) => {
    came++
    request.once('close', () => closed++)
  })
  const gone = new AbortController()
  const sent = app.as('reader').apiCall.send({ page_id, request: requestOf(url) }, { signal: gone.signal })
  await expect.poll(() => came).toBe(1)
  gone.abort()
  await expect(sent).rejects.toThrow()
  await expect.poll(() => closed).toBe(1)
  expect(app.rows.all('api_call')).toEqual([])
})

test('bounds a request that uses a secret a million times', async () => {
  const { app, item_id, page_id, url } = await world()
  const env_id = await environment(app, item_id, url)
  const reader = app.as('reader').apiCall
  await reader.secretSave({ item_id, env_id, name: 'token', value: 'x'.repeat(5_000) })
  const body = { kind: 'text' as const, text: '{{token}}'.repeat(500_000) }
  await expect(
    reader.send({ page_id, env_id, request: requestOf(url, { method: 'POST', body }) }),
  ).rejects.toMatchObject(refusal('apiCallTooLarge'))
})

test('does not return a secret in the address', async () => {
  const { app, item_id, page_id, url } = await world()
  const env_id = await environment(app, item_id, url)
  const reader = app.as('reader').apiCall
  await reader.secretSave({ item_id, env_id, name: 'token', value: 'a/b?c+d' })
  const { answer } = await reader.send({ page_id, env_id, request: requestOf(`${url}/?q={{token}}`) })
  expect(answer.url).not.toContain('a%2Fb')
  expect(JSON.stringify(app.rows.all('api_call'))).not.toMatch(/a(%2F|\/)b/)
})

test('people limited to catalogs use environments of the item but cannot change them', async () => {
  const { app, item_id, url } = await world()
  const env_id = await environment(app, item_id, url)
  await app.newUser('limited')
  app.rows.newMember(item_id, 'limited', 'edit', [app.rows.newCatalog(item_id, 'Mine')])
  const limited = app.as('limited').apiCall
  expect(await limited.environments({ item_id })).toHaveLength(1)
  const input = { item_id, env_name: 'E', base_url: '', variables: '[]' }
  await expect(limited.environmentSave(input)).rejects.toMatchObject(refusal('noRight'))
  await expect(limited.environmentSave({ ...input, env_id })).rejects.toMatchObject(refusal('noRight'))
  await expect(limited.environmentDelete({ item_id, env_id })).rejects.toMatchObject(refusal('noRight'))
})

test('bounds what a browser reports about its own request', async () => {
  const { app, page_id } = await world()
  const answer = {
    status: 200,
    status_text: '',
    url: 'http://a.example/',
    redirects: [],
    headers: [{ name: 'token'.repeat(1000), value: 'x' }],
    content: '',
    is_base64: false,
    is_truncated: false,
    size_bytes: 0,
    time_ms: 1,
  }
  await expect(
    app.as('reader').apiCall.keep({ page_id, request: requestOf('http://a.example/'), answer: JSON.stringify(answer) }),
  ).rejects.toMatchObject(refusal('textTooLong'))
})

test('passes a stream of events on while it arrives, and stores it in the history', async () => {
  const { app, page_id } = await world()
  // such as too many listeners of one response
  const warnings: string[] = []
  const warned = ({ name }: Error) => warnings.push(name)
  process.on('warning', warned)
  onTestFinished(() => void process.off('warning', warned))
  let go = () => undefined as unknown
  const host = await target((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write('data: one\n\n')
    go = () => response.end('data: two\n\n')
  })
  const send = (url: string) =>
    fetch(`${app.url}/api/apiCall/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.token('reader')}`, accept: 'text/event-stream' },
      body: new URLSearchParams({ page_id: String(page_id), request: requestOf(url) }),
    })
  const response = await send(host)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  const readUntil = async (wanted: string) => {
    while (!text.includes(wanted)) {
      const { done, value } = await reader.read()
      if (done) break
      text += new TextDecoder().decode(value)
    }
    expect(text).toContain(wanted)
  }
  await readUntil('data: one')
  expect(text).toContain('"status":200')
  expect(text).not.toContain('two')
  go()
  await readUntil('"done"')
  expect(text).toContain('data: two')
  expect(warnings).toEqual([])
  expect(await app.as('reader').apiCall.history({ page_id })).toHaveLength(1)
  // any other response comes as it always did
  const plain = await send(await echo())
  expect(plain.headers.get('content-type')).toContain('application/json')
  const rejected = await send('http://169.254.169.254/')
  expect(await rejected.json()).toMatchObject({ error_name: 'apiCallNotAllowed' })
})

/** Starts a host that sets a cookie at `/login` and returns the cookies it gets elsewhere. */
const session = () =>
  target(({ url, headers }, response) => {
    if (url === '/login') response.setHeader('Set-Cookie', ['sid=very-private-value; HttpOnly; Path=/', 'theme=dark'])
    if (url === '/logout') response.setHeader('Set-Cookie', 'sid=; Max-Age=0; Path=/')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ cookie: headers.cookie ?? '' }))
  })

test('sends cookies again to the host that has set them, by person and environment', async () => {
  const { app, item_id, page_id } = await world()
  const url = await session()
  const env_id = await environment(app, item_id, url)
  const reader = app.as('reader').apiCall
  const cookieOf = async (given: { as?: string; env_id?: number; url?: string } = {}) => {
    const request = requestOf(given.url ?? `${url}/me`)
    const sent = await app.as(given.as ?? 'reader').apiCall.send({ page_id, env_id: given.env_id ?? env_id, request })
    return (JSON.parse(sent.answer.content) as { cookie: string }).cookie
  }
  expect(await reader.cookies({ item_id, env_id })).toEqual([])
  await reader.send({ page_id, env_id, request: requestOf(`${url}/login`) })
  expect(await cookieOf()).toBe('sid=very-private-value; theme=dark')
  // not for another person, another environment, another host
  expect(await cookieOf({ as: 'owner' })).toBe('')
  expect(await cookieOf({ env_id: 0 })).toBe('')
  expect(await cookieOf({ url: `${url.replace('127.0.0.1', 'localhost')}/me` }).catch(() => '')).toBe('')
  expect(await cookieOf({ url: `${url.replace('127.0.0.1', '127.0.0.2')}/me` }).catch(() => '')).toBe('')
  // nobody reads the values, the history does not keep them
  const listed = await reader.cookies({ item_id, env_id })
  expect(listed).toMatchObject([
    { host: '127.0.0.1', cookies: [{ name: 'sid', path: '/', is_secure: false }, { name: 'theme' }] },
  ])
  expect(JSON.stringify([listed, app.rows.all('api_call')])).not.toContain('very-private-value')
  expect(await app.as('owner').apiCall.cookies({ item_id, env_id })).toEqual([])

  await reader.cookiesClear({ item_id, env_id, host: '127.0.0.1', name: 'theme' })
  expect(await cookieOf()).toBe('sid=very-private-value')
  await reader.send({ page_id, env_id, request: requestOf(`${url}/logout`) })
  expect(await cookieOf()).toBe('')
  await reader.send({ page_id, env_id, request: requestOf(`${url}/login`) })
  await app.as('owner').apiCall.cookiesClear({ item_id, env_id })
  expect(await cookieOf()).toContain('sid=')
  await reader.cookiesClear({ item_id, env_id })
  expect(await cookieOf()).toBe('')
  expect(app.rows.all('api_cookie_jar')).toEqual([])
})

test('deletes the cookies of an environment with it, and keeps those that two requests set at once', async () => {
  const { app, item_id, page_id } = await world()
  const url = await target(({ url: path }, response) => {
    response.setHeader('Set-Cookie', `c${path?.slice(1)}=1; Path=/`)
    response.end()
  })
  const env_id = await environment(app, item_id, url)
  const reader = app.as('reader').apiCall
  await Promise.all(
    ['a', 'b', 'c'].map((path) => reader.send({ page_id, env_id, request: requestOf(`${url}/${path}`) })),
  )
  const [host] = await reader.cookies({ item_id, env_id })
  expect(host?.cookies.map(({ name }) => name).toSorted()).toEqual(['ca', 'cb', 'cc'])
  await expect(app.as('other').apiCall.cookies({ item_id, env_id })).rejects.toMatchObject(
    refusal('itemPasswordNeeded'),
  )
  await app.as('editor').apiCall.environmentDelete({ item_id, env_id })
  expect(app.rows.all('api_cookie_jar')).toEqual([])
  await expect(reader.cookies({ item_id, env_id })).rejects.toMatchObject(refusal('environmentGone'))
})

test('shows the beginning of a large response and keeps all of it as a file for its sender', async () => {
  const { app, page_id } = await world()
  const line = `${'0123456789'.repeat(10)}\n`
  const lines = Math.ceil(responseMaxBytes / line.length) + 1_000
  const url = await target(({ url: path }, response) => {
    response.setHeader('Content-Type', 'text/plain')
    if (path === '/packed') response.setHeader('Content-Encoding', 'gzip')
    const body = line.repeat(lines)
    response.end(path === '/packed' ? gzipSync(body) : path === '/small' ? body.slice(0, responseMaxBytes) : body)
  })
  const left = () => readdirSync(join(app.app.config.data, 'uploads', 'incoming'))
  const get = async (file_id: string, as = 'reader') => {
    const address = `${app.url}/api/apiCall/responseFile?file_id=${file_id}&name=all.txt`
    return fetch(address, { headers: { authorization: `Bearer ${app.token(as)}` } })
  }
  const small = await app.as('reader').apiCall.send({ page_id, request: requestOf(`${url}/small`) })
  expect([small.answer.is_truncated, small.file]).toEqual([false, null])
  const first = await app.as('reader').apiCall.send({ page_id, request: requestOf(`${url}/large`) })
  expect(first.answer.is_truncated).toBe(true)
  expect(first.answer.content).toHaveLength(responseMaxBytes)
  expect(first.file?.size_bytes).toBe(line.length * lines)
  const got = await get(first.file?.file_id ?? '')
  expect(got.headers.get('content-disposition')).toContain('all.txt')
  expect(await got.text()).toBe(line.repeat(lines))
  // it is for nobody else
  expect(await (await get(first.file?.file_id ?? '', 'owner')).json()).toMatchObject({ error_name: 'fileGone' })
  // the next one takes its place, also when it was packed
  const second = await app.as('reader').apiCall.send({ page_id, request: requestOf(`${url}/packed`) })
  expect(await (await get(first.file?.file_id ?? '')).json()).toMatchObject({ error_name: 'fileGone' })
  expect(await (await get(second.file?.file_id ?? '')).text()).toBe(line.repeat(lines))
  expect(left()).toHaveLength(1)
})

test('keeps no file of a response that breaks off', async () => {
  const { app, page_id } = await world()
  const url = await target((_, response) => {
    response.setHeader('Content-Type', 'text/plain')
    response.setHeader('Content-Length', 2 * responseMaxBytes)
    response.write('x'.repeat(responseMaxBytes + 10), () => response.destroy())
  })
  await app
    .as('reader')
    .apiCall.send({ page_id, request: requestOf(url) })
    .then(({ file }) => expect(file).toBeNull())
    .catch((error: unknown) => expect(error).toMatchObject(refusal('apiCallUnreachable')))
  expect(readdirSync(join(app.app.config.data, 'uploads', 'incoming'))).toEqual([])
})

/** Starts a WebSocket host until the test ends; `/closed` rejects each connection. */
async function socketHost(onConnection: (socket: WebSocket, headers: NodeJS.Dict<string | string[]>) => void) {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    verifyClient: ({ req }: { req: { url?: string } }) => req.url !== '/closed',
  })
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  server.on('connection', (socket, { headers }) => onConnection(socket, headers))
  await new Promise((resolve) => server.once('listening', resolve))
  return `ws://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** Opens a connection through the server as `user`; `next` returns its events, one after the other. */
async function openSocket(app: TestApp, user: string, fields: Record<string, unknown>) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const response = await fetch(`${app.url}/api/apiCall/socket`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.token(user)}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify(fields),
    signal: stop.signal,
  })
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Record<string, unknown>> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        return JSON.parse(block.replace(/^data: /, '')) as Record<string, unknown>
      }
      const { value, done } = await reader.read()
      if (done) return JSON.parse(text || '{"ended":true}') as Record<string, unknown>
      text += value
    }
  }
  return { next, stop: () => stop.abort() }
}

test('connects to a WebSocket with headers, secrets and cookies, which browsers do not send', async () => {
  const { app, item_id, page_id } = await world()
  const seen: NodeJS.Dict<string | string[]>[] = []
  const url = await socketHost((socket, headers) => {
    seen.push(headers)
    socket.on('message', (data) => socket.send(`echo ${String(data)}`))
  })
  const env_id = await environment(app, item_id, url.replace('ws', 'http'))
  const reader = app.as('reader').apiCall
  await reader.secretSave({ item_id, env_id, name: 'token', value: 'hunter22' })
  const socket = JSON.stringify({ url: `${url}/live`, headers: [{ name: 'Authorization', value: 'Bearer {{token}}' }] })
  const { next } = await openSocket(app, 'reader', { page_id, env_id, socket })
  const { socket_id } = await next()
  expect(await next()).toEqual({ kind: 'open', protocol: '' })
  expect(seen[0]).toMatchObject({ authorization: 'Bearer hunter22' })
  expect(JSON.stringify(seen[0])).not.toContain(app.token('reader'))
  await reader.socketSend({ socket_id: String(socket_id), text: 'is {{token}}' })
  expect(await next()).toMatchObject({ kind: 'message', text: 'echo is hunter22', size: 16, isBinary: false })
  // the connection is for the person who has opened it
  await expect(app.as('owner').apiCall.socketSend({ socket_id: String(socket_id), text: 'x' })).rejects.toMatchObject(
    refusal('apiCallSocketGone'),
  )
  await reader.socketSend({ socket_id: String(socket_id), is_end: true })
  expect(await next()).toMatchObject({ kind: 'close', code: 1000 })
  await expect(reader.socketSend({ socket_id: String(socket_id), text: 'x' })).rejects.toMatchObject(
    refusal('apiCallSocketGone'),
  )
})

test('a host that sends faster than its reader takes waits, and every message arrives', async () => {
  const { app, page_id } = await world()
  const warnings: string[] = []
  const warned = ({ name }: Error) => warnings.push(name)
  process.on('warning', warned)
  onTestFinished(() => void process.off('warning', warned))
  const count = 30_000
  const url = await socketHost((socket) => {
    for (let at = 0; at < count; at++) socket.send(`${at} ${'x'.repeat(200)}`)
    socket.close(1000)
  })
  const { next } = await openSocket(app, 'reader', { page_id, socket: JSON.stringify({ url }) })
  await next()
  expect(await next()).toMatchObject({ kind: 'open' })
  for (let at = 0; at < count; at++) {
    const { kind, text } = await next()
    if (kind !== 'message' || !String(text).startsWith(`${at} `)) expect([kind, text]).toEqual(['message', at])
  }
  expect(await next()).toMatchObject({ kind: 'close', code: 1000 })
  expect(warnings).toEqual([])
})

test('ends a WebSocket with its reader, and says why a host has rejected it', async () => {
  const { app, page_id } = await world()
  const closed = Promise.withResolvers<void>()
  const url = await socketHost((socket) => socket.on('close', () => closed.resolve()))
  const opened = await openSocket(app, 'reader', { page_id, socket: JSON.stringify({ url }) })
  await opened.next()
  expect(await opened.next()).toMatchObject({ kind: 'open' })
  opened.stop()
  await closed.promise
  const rejected = await openSocket(app, 'reader', { page_id, socket: JSON.stringify({ url: `${url}/closed` }) })
  await rejected.next()
  expect(await rejected.next()).toMatchObject({ kind: 'close', code: 1006, reason: 'HTTP 401' })
})

test('connects to no WebSocket that other requests may not reach, and only with headers that may be sent', async () => {
  const { app, page_id } = await world({})
  const errorOf = async (socket: object) =>
    (await (await openSocket(app, 'reader', { page_id, socket: JSON.stringify(socket) })).next())['error_name']
  expect(await errorOf({ url: 'ws://127.0.0.1:2/' })).toBe('apiCallNotAllowed')
  expect(await errorOf({ url: 'ws://169.254.169.254/' })).toBe('apiCallNotAllowed')
  expect(await errorOf({ url: 'http://example.com/' })).toBe('apiCallAddressBad')
  expect(await errorOf({ url: 'ws://user:pass@example.com/' })).toBe('apiCallAddressBad')
  expect(await errorOf({ url: 'ws://example.com:25/' })).toBe('apiCallNotAllowed')
  for (const header of [
    { name: 'Host', value: 'x' },
    { name: 'Sec-WebSocket-Key', value: 'x' },
    { name: 'X', value: 'a\r\nB: c' },
  ])
    expect(await errorOf({ url: 'ws://127.0.0.1:2/', headers: [header] })).toBe('apiCallHeaderBad')
})
