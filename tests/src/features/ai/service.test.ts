import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const key = 'sk-very-secret-key'
const refusal = (errorName: string) => ({ errorName, code: 10101 })

interface Asked {
  url: string
  headers: IncomingHttpHeaders
  body: { model?: string; stream?: boolean; messages?: { role: string; content: string }[] }
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a local AI service. Returns its address and the requests it received. */
async function service(answer: (response: ServerResponse, asked: Asked) => void) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one = { url: request.url ?? '', headers: request.headers, body: JSON.parse(String(Buffer.concat(chunks))) }
    asked.push(one)
    answer(response, one)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function withAi(host: string, settings: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8'] } })
  await app.as('admin').adminSetting.saveConfig({ open_api_host: host, open_api_key: key, ...settings })
  return app
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

const completion = (content: unknown) => ({
  id: 'c1',
  object: 'chat.completion',
  created: 5,
  model: 'm-1',
  system_fingerprint: 'x',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop', logprobs: null }],
})

const askEvents = (app: TestApp, content = 'write') =>
  fetch(`${app.url}/api/ai/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.token('ann')}`, accept: 'text/event-stream', 'accept-language': 'en' },
    body: new URLSearchParams({ content }),
  })

const events = (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'text/event-stream' })
const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`

test('returns the text of the service in its usual format', async () => {
  const { host, asked } = await service((response) => json(response, 200, completion('# 标题')))
  const app = await withAi(host, { ai_model_name: 'my-model' })
  expect(await app.as('ann').ai.create({ content: 'Write\na title ‮' })).toEqual({
    id: 'c1',
    object: 'chat.completion',
    created: 5,
    model: 'm-1',
    choices: [{ index: 0, message: { role: 'assistant', content: '# 标题' }, finish_reason: 'stop' }],
  })
  expect(asked).toMatchObject([
    {
      url: '/v1/chat/completions',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: {
        model: 'my-model',
        stream: false,
        messages: [{ role: 'system' }, { role: 'user', content: 'Write\na title ‮' }],
      },
    },
  ])
})

test('accepts the newer names of the settings', async () => {
  const { host, asked } = await service((response) => json(response, 200, completion('x')))
  const app = await createTestApp({ config: { outbound_allow: ['127.0.0.1'] } })
  await app.as('admin').adminSetting.saveConfig({ open_ai_host: `${host}/v1`, open_ai_key: key })
  await app.as('ann').ai.create({ content: 'x' })
  expect(asked).toMatchObject([{ url: '/v1/chat/completions', body: { model: 'gpt-4o' } }])
})

test('sends no request until a key is configured', async () => {
  const { host, asked } = await service((response) => json(response, 200, completion('x')))
  const app = await createTestApp({ config: { outbound_allow: ['127.0.0.1'] } })
  await app.as('admin').adminSetting.saveConfig({ open_api_host: host })
  await expect(app.as('ann').ai.create({ content: 'x' })).rejects.toMatchObject(refusal('aiOff'))
  const streamed = await askEvents(app)
  expect(await streamed.json()).toMatchObject({ error_code: 10101, error_name: 'aiOff' })
  expect(asked).toEqual([])
})

test('rejects visitors, and requests that are empty or too long', async () => {
  const { host, asked } = await service((response) => json(response, 200, completion('x')))
  const app = await withAi(host)
  await expect(app.visitor.ai.create({ content: 'x' })).rejects.toMatchObject({ code: 10102 })
  await expect(app.as('ann').ai.create({ content: '' })).rejects.toMatchObject(refusal('badParameter'))
  await expect(app.as('ann').ai.create({ content: 'x'.repeat(50_001) })).rejects.toMatchObject(refusal('textTooLong'))
  expect(asked).toEqual([])
})

test('connects to a private address only when the configuration lists it', async () => {
  const { host, asked } = await service((response) => json(response, 200, completion('x')))
  const app = await createTestApp()
  await app.as('admin').adminSetting.saveConfig({ open_api_host: host, open_api_key: key })
  await expect(app.as('ann').ai.create({ content: 'x' })).rejects.toMatchObject(refusal('aiNotAllowed'))
  expect(await (await askEvents(app)).json()).toMatchObject({ error_name: 'aiNotAllowed' })
  expect(asked).toEqual([])
})

test.each<[string, string, (response: ServerResponse) => void]>([
  [
    'a refusal',
    'aiRefused',
    (response) => json(response, 401, { error: { code: 'invalid_api_key', message: `Wrong: ${key}` } }),
  ],
  ['a refusal that names the key', 'aiRefused', (response) => json(response, 429, { error: { code: key } })],
  ['a failure without words', 'aiRefused', (response) => void response.writeHead(500).end('<html>')],
  ['no JSON', 'aiAnswerBad', (response) => void response.end('<html>')],
  ['JSON of another kind', 'aiAnswerBad', (response) => json(response, 200, { text: 'x' })],
  ['no choice', 'aiAnswerBad', (response) => json(response, 200, { choices: [] })],
  ['no text', 'aiAnswerBad', (response) => json(response, 200, completion(null))],
  ['a redirect', 'aiAnswerBad', (response) => void response.writeHead(302, { Location: 'http://127.0.0.1/' }).end()],
  ['too much', 'aiAnswerBad', (response) => json(response, 200, completion('x'.repeat(1_000_000)))],
  [
    'an end in the middle',
    'aiUnreachable',
    (response) => void response.writeHead(200, { 'Content-Length': '9' }).write('x', () => response.destroy()),
  ],
])('%s becomes %s, without exposing the key', async (_, errorName, answer) => {
  const { host } = await service(answer)
  const app = await withAi(host)
  const { json: whole } = await app.call(
    'ai/create',
    { content: 'x' },
    { as: 'ann', headers: { 'accept-language': 'en' } },
  )
  expect(whole).toMatchObject({ error_code: 10101, error_name: errorName })
  const streamed = await (await askEvents(app)).text()
  expect(streamed).toContain(errorName)
  expect(JSON.stringify(whole) + streamed + app.errors.join()).not.toContain(key)
  expect(app.errors).toEqual([])
})

test('reports an error of the service with its status and message', async () => {
  const { host } = await service((response) =>
    json(response, 429, { error: { code: 'insufficient_quota', message: 'long text' } }),
  )
  const app = await withAi(host)
  const { json: whole } = await app.call(
    'ai/create',
    { content: 'x' },
    { as: 'ann', headers: { 'accept-language': 'en' } },
  )
  expect(whole.error_message).toContain('(429 insufficient_quota)')
  expect(whole.error_message).not.toContain('long text')
})

test('reports a service that cannot be reached', async () => {
  const app = await withAi('http://127.0.0.1:1')
  await expect(app.as('ann').ai.create({ content: 'x' })).rejects.toMatchObject(refusal('aiUnreachable'))
})

test('forwards events as they arrive', async () => {
  let go: () => void = () => undefined
  const { host, asked } = await service((response) => {
    events(response).write(`: wait\n\nevent: message\n${piece('Hel')}`)
    go = () => response.end(`${piece('lo')}data: [DONE]\n\n`)
  })
  const app = await withAi(host)
  const answer = await askEvents(app)
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('Hel')) text += (await reader.read()).value ?? ''
  expect(text).toBe(`:\n\n${piece('Hel')}`)
  go()
  for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value
  expect(text).toBe(`:\n\n${piece('Hel')}${piece('lo')}data: [DONE]\n\n`)
  expect(asked[0]?.body.stream).toBe(true)
})

test('forwards events that are split anywhere, complete and without the key they contain', async () => {
  const { host } = await service((response) => {
    const all = Buffer.from(`data: {"a":"中文 ${key}"}\r\n\r\n${piece('x')}`)
    events(response)
    for (const byte of all) response.write(Buffer.from([byte]))
    response.end()
  })
  const app = await withAi(host)
  expect(await (await askEvents(app)).text()).toBe(`data: {"a":"中文 ***"}\n\n${piece('x')}data: [DONE]\n\n`)
})

test('reports a broken stream in its last event', async () => {
  const { host } = await service((response) => {
    events(response).write(piece('x'), () => setTimeout(() => response.destroy(), 20))
  })
  const app = await withAi(host)
  const text = await (await askEvents(app)).text()
  expect(text.startsWith(piece('x'))).toBe(true)
  expect(JSON.parse(text.slice(piece('x').length + 'data: '.length))).toEqual({
    error_code: 10101,
    error_name: 'aiUnreachable',
    error_message: expect.stringContaining('cannot be reached'),
  })
  expect(app.errors).toEqual([])
})

test('returns the response of a service without streaming as one event', async () => {
  const { host } = await service((response) => json(response, 200, completion('whole')))
  const app = await withAi(host)
  const [first = '', last] = (await (await askEvents(app)).text()).trim().split('\n\n')
  expect(JSON.parse(first.slice('data: '.length))).toMatchObject({
    object: 'chat.completion.chunk',
    choices: [{ delta: { role: 'assistant', content: 'whole' } }],
  })
  expect(last).toBe('data: [DONE]')
})

test('aborts the request and frees its slot when the reader disconnects', async () => {
  let closed = 0
  const { host, asked } = await service((response) => {
    response.once('close', () => closed++)
    events(response).write(piece('x'))
  })
  const app = await withAi(host)
  const open = await Promise.all([askEvents(app), askEvents(app)])
  expect(await (await askEvents(app)).json()).toMatchObject({ error_name: 'tooManyRequests' })
  expect(asked).toHaveLength(2)
  for (const answer of open) await answer.body?.cancel()
  await expect.poll(() => closed).toBe(2)
  const again = await askEvents(app)
  expect(again.status).toBe(200)
  await again.body?.cancel()
  await expect.poll(() => closed).toBe(3)
})

test('limits the requests of a person per minute, whatever the result', async () => {
  const { host } = await service((response) => void response.writeHead(500).end())
  const app = await withAi(host)
  const names = []
  for (let time = 0; time < 21; time++)
    names.push((await app.call('ai/create', { content: 'x' }, { as: 'ann' })).json.error_name)
  expect(names).toEqual([...Array.from({ length: 20 }, () => 'aiRefused'), 'tooManyRequests'])
  expect((await app.call('ai/create', { content: 'x' }, { as: 'bob' })).json.error_name).toBe('aiRefused')
})
