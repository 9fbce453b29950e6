import { expect, test, vi } from 'vitest'
import { hasPath, parseValuePath, runResultsMax, valueAt, withPath } from '#shared/api-runs.ts'
import type { RunContentInput } from '#shared/contract/api-run.ts'
import { startDueRuns, startRunSchedule } from '#src/features/api-run/index.ts'
import { eventSentence, findPerson, readFacts, type StoredEvent } from '#src/features/event/index.ts'
import { target } from '#tests/src/features/api-call/targets.ts'
import { createTestApp } from '#tests/support/app.ts'

const open = { config: { outbound_allow: ['127.0.0.0/8'] } }

type Step = RunContentInput['steps'][number]
const step = (step_id: string, url: string, more: Partial<Step> = {}): Step => ({
  step_id,
  method: 'GET',
  url,
  body: { kind: 'none' },
  ...more,
})

/** A shop: `/login` gives a token, `/orders` wants it, `/broken` fails, `/never` does not answer. */
async function shop() {
  const state = { isBroken: false, isWrong: false, orders: 0 }
  const url = await target((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const answer = (status: number, value: unknown) => {
        response.writeHead(status, { 'Content-Type': 'application/json', 'X-Trace': 'abc' })
        response.end(JSON.stringify(value))
      }
      const path = request.url ?? ''
      if (path === '/login')
        return answer(200, { data: { token: `t-${body.length}-secret-value`, list: [{ id: 7, name: 'a "b"' }] } })
      if (path.startsWith('/orders')) {
        state.orders += 1
        if (!request.headers.authorization?.includes('secret-value')) return answer(401, {})
        return answer(201, { at: path, body: body === '' ? null : (JSON.parse(body) as unknown) })
      }
      if (path.startsWith('/state'))
        return answer(state.isBroken ? 500 : 200, { ok: state.isWrong ? 'yes' : !state.isBroken })
      if (path === '/evil') return answer(200, { next: '{{apikey}}' })
      if (path === '/huge') {
        response.writeHead(200, { 'Content-Type': 'text/plain' })
        const block = Buffer.alloc(1 << 20, 'x')
        const write = () => {
          while (!response.destroyed && response.write(block));
        }
        response.on('drain', write)
        response.on('error', () => undefined)
        write()
        return undefined
      }
      return undefined
    })
  })
  return { url, state }
}

async function world(options: Parameters<typeof createTestApp>[0] = open) {
  const app = await createTestApp(options)
  const item_id = await app.rows.newItem({ password: 'visit me' })
  app.rows.newMember(item_id, 'editor', 'edit')
  app.rows.newMember(item_id, 'reader', 'read')
  const { url, state } = await shop()
  const editor = app.as('editor')
  const save = async (content: Partial<RunContentInput> & { steps: Step[] }, run_id?: string) =>
    editor.apiRun.save({ item_id, ...(run_id && { run_id }), run: JSON.stringify({ run_name: 'Order', ...content }) })
  const ended = async (result_id: string) =>
    vi.waitFor(
      async () => {
        const result = await editor.apiRun.result({ item_id, result_id })
        expect(result.outcome).not.toBe('running')
        return result
      },
      { timeout: 10_000, interval: 10 },
    )
  const run = async (content: Partial<RunContentInput> & { steps: Step[] }) => {
    const { run_id } = await save(content)
    const { result_id } = await editor.apiRun.start({ item_id, run_id })
    return ended(result_id)
  }
  return { app, item_id, editor, url, state, save, ended, run }
}

const login = (url: string): Step =>
  step('login', `${url}/login`, {
    method: 'POST',
    body: { kind: 'text', text: '{"user":"{{user}}"}' },
    outputs: [
      { name: 'token', source: 'body', path: '/data/token' },
      { name: 'id', source: 'body', path: '$.data.list[0].id' },
      { name: 'title', source: 'body', path: "$['data'].list[0]['name']" },
      { name: 'trace', source: 'header', path: 'x-trace' },
    ],
    checks: [{ kind: 'status', compare: 'equals', value: '200' }],
  })

test('takes values from one step to the next, and masks what is secret in its results', async () => {
  const { url, run } = await world()
  const result = await run({
    inputs: [{ name: 'user', value: 'ann' }],
    steps: [
      login(url),
      step('order', `${url}/orders/{{id}}?t={{title}}`, {
        method: 'POST',
        headers: [{ name: 'Authorization', value: 'Bearer {{token}}' }],
        body: { kind: 'text', text: '{"id":{{id}},"name":"{{title}}"}' },
        checks: [
          { kind: 'status', compare: 'equals', value: '201' },
          { kind: 'header', path: 'x-trace', compare: 'matches', value: '^{{trace}}$' },
          { kind: 'time', compare: 'less', value: '20000' },
          { kind: 'body', path: '$.body.id', compare: 'equals', value: '{{id}}' },
          { kind: 'body', path: '/body/name', compare: 'equals', value: '{{title}}' },
          { kind: 'body', path: '/at', compare: 'contains', value: 'a%20%22b%22' },
          { kind: 'body', path: '/nothing', compare: 'missing' },
        ],
      }),
    ],
  })
  expect(result).toMatchObject({
    outcome: 'passed',
    steps_total: 2,
    steps_done: 2,
    steps_failed: 0,
    username: 'editor',
  })
  expect(result.steps.map(({ checks }) => checks.map(({ is_met }) => is_met))).toEqual([[true], Array(7).fill(true)])
  expect(JSON.stringify(result)).not.toContain('secret-value')
  expect(result.steps[0]?.outputs).toMatchObject([
    { name: 'token', is_found: true },
    { value: '7' },
    { value: 'a "b"' },
    { value: 'abc' },
  ])
})

test('names what is not met, and leaves later steps out unless they may go on', async () => {
  const { url, run } = await world()
  const failing = step('state', `${url}/state`, {
    checks: [
      { kind: 'status', compare: 'equals', value: '204' },
      { kind: 'body', path: '/ok', compare: 'equals', value: 'false' },
    ],
  })
  const result = await run({ steps: [failing, step('next', `${url}/state`)] })
  expect(result).toMatchObject({ outcome: 'failed', steps_failed: 1 })
  expect(result.steps).toMatchObject([
    {
      outcome: 'failed',
      checks: [
        { is_met: false, actual: '200' },
        { is_met: false, actual: 'true' },
      ],
    },
    { outcome: 'skipped' },
  ])
  const onwards = await run({ steps: [{ ...failing, continues: true }, step('next', `${url}/state`)] })
  expect(onwards.steps.map(({ outcome }) => outcome)).toEqual(['failed', 'passed'])
})

test('reports a missing value, a missing output and a variable that leads to itself', async () => {
  const { url, run } = await world()
  const missing = await run({ steps: [step('a', `${url}/state?x={{nothing}}`)] })
  expect(missing.steps[0]).toMatchObject({
    outcome: 'failed',
    error_text: expect.stringContaining('{{nothing}}') as string,
    answer: null,
  })
  const output = await run({
    steps: [step('a', `${url}/state`, { outputs: [{ name: 'x', source: 'body', path: '/none' }] })],
  })
  expect(output.steps[0]).toMatchObject({ outcome: 'failed', outputs: [{ name: 'x', is_found: false }] })
  const circle = await run({
    inputs: [
      { name: 'a', value: '{{a}}{{b}}' },
      { name: 'b', value: '{{a}}' },
    ],
    steps: [step('a', `${url}/state?x={{a}}`)],
  })
  expect(circle.steps[0]?.answer?.url).toContain('{{a}}{{b}}')
})

test('a server cannot make the next request carry a secret by naming it', async () => {
  const { app, item_id, editor, url, run } = await world()
  const { env_id } = await editor.apiCall.environmentSave({
    item_id,
    env_name: 'Test',
    base_url: url,
    variables: JSON.stringify([{ name: 'apikey', is_secret: true }]),
  })
  await editor.apiCall.secretSave({ item_id, env_id, name: 'apikey', value: 'very-private-value' })
  const steps = [
    step('a', '/evil', {
      headers: [{ name: 'X-Key', value: '{{apikey}}' }],
      outputs: [{ name: 'next', source: 'body', path: '/next' }],
    }),
    step('b', '/state?x={{next}}'),
  ]
  const result = await run({ env_id: Number(env_id), steps })
  expect(result.steps).toMatchObject([
    { outcome: 'passed' },
    { outcome: 'failed', error_text: expect.stringContaining('next') as string },
  ])
  const stored = await app.app.db.selectFrom('api_run_result').select('steps').execute()
  expect(JSON.stringify(stored)).not.toContain('very-private-value')
})

test('compares with the documentation of the page', async () => {
  const { app, item_id, url, run } = await world()
  const page_id = app.rows.newPage(item_id, 'State', {
    page_content: JSON.stringify({
      info: { type: 'api', method: 'get', url: `${url}/state` },
      request: {},
      response: { responseExample: '{"ok":true}', responseParamsDesc: [{ name: 'ok', type: 'string', require: '1' }] },
    }),
  })
  const { steps } = await run({ steps: [step('a', `${url}/state`, { page_id, checks: [{ kind: 'schema' }] })] })
  expect(steps[0]?.checks).toMatchObject([{ is_met: false, problems: [{ path: '/ok', text: 'type' }] }])
})

test('a private address is rejected in words, and a huge response is cut', async () => {
  const closed = await world({})
  const rejected = await closed.run({ steps: [step('a', `${closed.url}/state`)] })
  expect(rejected.steps[0]?.error_text).toMatch(/private|allowed|network/i)
  const { url, run } = await world()
  const huge = await run({ steps: [step('a', `${url}/huge`)] })
  expect(huge.steps[0]?.answer).toMatchObject({ is_truncated: true })
  expect(huge.steps[0]?.answer?.content.length).toBeLessThan(10_000)
}, 30_000)

test('a run is in progress once, can be stopped, and ends when the server was killed', async () => {
  const { app, item_id, editor, url, save, ended } = await world()
  const { run_id } = await save({ steps: [step('a', `${url}/never`), step('b', `${url}/state`)] })
  const { result_id } = await editor.apiRun.start({ item_id, run_id })
  await expect(editor.apiRun.start({ item_id, run_id })).rejects.toMatchObject({ errorName: 'runBusy' })
  await editor.apiRun.stop({ item_id, run_id })
  expect(await ended(result_id)).toMatchObject({ outcome: 'stopped' })

  const left = await app.app.db
    .insertInto('api_run_result')
    .values({ run_id: Number(run_id), uid: 1, outcome: 'running', addtime: 1, steps_total: 2 })
    .returning('result_id')
    .executeTakeFirstOrThrow()
  await startRunSchedule(app.app).stop()
  expect(await editor.apiRun.result({ item_id, result_id: left.result_id })).toMatchObject({ outcome: 'interrupted' })
})

test('a schedule starts what is due, and informs people at the first failure and when it works again', async () => {
  const { app, item_id, editor, url, state, save } = await world()
  const { run_id } = await save({
    schedule: 'minutes',
    every_minutes: 5,
    steps: [step('a', `${url}/state`, { checks: [{ kind: 'status', value: '200' }] })],
  })
  const listener = { url: 'https://hooks.example.com/x', events: 'run.failed,run.recovered', format: 'json' as const }
  await app.as('owner').webhook.save({ ...listener, item_id })
  await editor.webhook.save(listener)
  let now = Date.now()
  const pass = async () => {
    now += 6 * 60_000
    app.app.now = () => new Date(now)
    await startDueRuns(app.app)
    const { results, next_time } = await editor.apiRun.info({ item_id, run_id })
    expect(next_time).toBeGreaterThan(now / 1000)
    const { is_failing } = (await editor.apiRun.list({ item_id }))[0] ?? {}
    return [results.length, results[0]?.outcome, is_failing]
  }
  await startDueRuns(app.app)
  expect((await editor.apiRun.info({ item_id, run_id })).results).toEqual([])
  expect(await pass()).toEqual([1, 'passed', 0])
  state.isBroken = true
  expect(await pass()).toEqual([2, 'failed', 1])
  expect(await pass()).toEqual([3, 'failed', 1])
  state.isBroken = false
  expect(await pass()).toEqual([4, 'passed', 0])
  expect(await pass()).toEqual([5, 'passed', 0])
  const sent = await app.app.db.selectFrom('outbox').select('event').where('kind', '=', 'webhook').execute()
  // once for the project and once for the person, at each turn
  expect(sent.map(({ event }) => event).toSorted()).toEqual([
    'run.failed',
    'run.failed',
    'run.recovered',
    'run.recovered',
  ])
})

test('a schedule says that the server and the document disagree, in the language of the reader', async () => {
  const { app, item_id, url, state, save } = await world()
  const page_id = app.rows.newPage(item_id, 'State', {
    page_content: JSON.stringify({
      info: { type: 'api', method: 'get', url: `${url}/state` },
      request: {},
      response: { responseExample: '{"ok":true}', responseParamsDesc: [{ name: 'ok', type: 'boolean', require: '1' }] },
    }),
  })
  await save({
    schedule: 'minutes',
    every_minutes: 5,
    steps: [step('a', `${url}/state`, { title: 'Look', page_id, checks: [{ kind: 'schema' }] })],
  })
  await app.as('owner').webhook.save({
    item_id,
    url: 'https://hooks.example.com/x',
    events: 'run.failed',
    format: 'json',
  })
  let now = Date.now()
  const pass = async () => {
    now += 6 * 60_000
    app.app.now = () => new Date(now)
    await startDueRuns(app.app)
    return app.app.db.selectFrom('outbox').select('payload').where('kind', '=', 'webhook').execute()
  }
  expect(await pass()).toEqual([])
  state.isWrong = true
  const [sent] = await pass()
  const stored = JSON.parse(sent?.payload ?? '{}') as StoredEvent
  expect(stored).toMatchObject({ summary: 'Look', reason: 'differsFromDocument' })
  const { uid } = await app.app.db
    .selectFrom('user')
    .select('uid')
    .where('username', '=', 'owner')
    .executeTakeFirstOrThrow()
  const owner = await findPerson(app.app.db, uid)
  for (const [lang, words] of [
    ['en', 'a response isn’t as its page documents it'],
    ['zh', '响应与页面文档不一致'],
  ] as const) {
    const facts = owner && (await readFacts(app.app, 'run.failed', stored, owner, lang))
    expect(facts && eventSentence(facts, lang)).toContain(words)
  }
})

test('a schedule of a person who has lost the right fails once and ends', async () => {
  const { app, item_id, url, save } = await world()
  await save({ schedule: 'minutes', every_minutes: 5, steps: [step('a', `${url}/state`)] })
  await app.app.db.deleteFrom('item_member').where('item_id', '=', item_id).execute()
  app.app.now = () => new Date(Date.now() + 6 * 60_000)
  await startDueRuns(app.app)
  const [run] = await app.as('owner').apiRun.list({ item_id })
  expect(run).toMatchObject({ is_failing: 1, next_time: 0, last: { outcome: 'failed' } })
})

test('readers see results and cannot run; visitors, strangers and limited members see nothing', async () => {
  const { app, item_id, url, save, run } = await world()
  const { result_id } = await run({ steps: [step('a', `${url}/state`)] })
  const reader = app.as('reader')
  const [listed] = await reader.apiRun.list({ item_id })
  expect(await reader.apiRun.result({ item_id, result_id })).toMatchObject({ outcome: 'passed' })
  await expect(reader.apiRun.start({ item_id, run_id: listed?.run_id ?? '' })).rejects.toMatchObject({
    errorName: 'noRight',
  })
  await expect(app.visitor.apiRun.list({ item_id })).rejects.toMatchObject({ errorName: 'notLoggedIn' })
  const { run_id } = await save({ steps: [] })
  const other = await app.rows.newItem({ owner: 'other' })
  await expect(app.as('other').apiRun.info({ item_id: other, run_id })).rejects.toMatchObject({ errorName: 'runGone' })
  await expect(app.as('other').apiRun.result({ item_id: other, result_id })).rejects.toMatchObject({
    errorName: 'runGone',
  })
  await expect(reader.apiRun.list({ item_id: other })).rejects.toMatchObject({ errorName: 'noRight' })
})

test('rejects what cannot work, and a change that is based on an older version', async () => {
  const { app, item_id, editor, url, save } = await world()
  const bad = { errorName: 'runStepBad' }
  await expect(save({ steps: [step('a', url), step('a', url)] })).rejects.toMatchObject(bad)
  await expect(save({ steps: [step('a', ' ')] })).rejects.toMatchObject(bad)
  await expect(
    save({ steps: [step('a', url, { outputs: [{ name: 'x', source: 'body', path: '$..x[?(@.a)]' }] })] }),
  ).rejects.toMatchObject(bad)
  await expect(
    save({ steps: [step('a', url, { checks: [{ kind: 'time', compare: 'less', value: 'soon' }] })] }),
  ).rejects.toMatchObject(bad)
  await expect(save({ steps: Array.from({ length: 51 }, (_, at) => step(`s${at}`, url)) })).rejects.toMatchObject({
    errorName: 'badParameter',
  })
  const { run_id, run_version } = await save({ steps: [] })
  await expect(editor.apiRun.start({ item_id, run_id })).rejects.toMatchObject({ errorName: 'runEmpty' })
  await save({ steps: [step('a', url)] }, run_id)
  const run = JSON.stringify({ run_name: 'Mine', steps: [] })
  await expect(editor.apiRun.save({ item_id, run_id, base_version: run_version, run })).rejects.toMatchObject({
    errorName: 'runChanged',
  })
  await app.as('owner').apiRun.delete({ item_id, run_id })
  await expect(editor.apiRun.info({ item_id, run_id })).rejects.toMatchObject({ errorName: 'runGone' })
})

test('keeps the last results', async () => {
  const { app, item_id, editor, url, save, ended } = await world()
  const { run_id } = await save({ steps: [step('a', `${url}/state`)] })
  await app.app.db
    .insertInto('api_run_result')
    .values(
      Array.from({ length: runResultsMax }, () => ({
        run_id: Number(run_id),
        uid: 1,
        outcome: 'passed',
        addtime: 1,
        steps_total: 1,
      })),
    )
    .execute()
  const { result_id } = await editor.apiRun.start({ item_id, run_id })
  await ended(result_id)
  const { results } = await editor.apiRun.info({ item_id, run_id })
  expect([results.length, results[0]?.result_id]).toEqual([runResultsMax, result_id])
})

test('reads paths', () => {
  const value = { a: [{ b: 1 }, { b: 2 }], 'x/y': { '': 3 } }
  const at = (path: string) => {
    const parts = parseValuePath(path)
    return parts && valueAt(value, parts)
  }
  expect([
    at('$.a[1].b'),
    at('/a/0/b'),
    at('/x~1y/'),
    at('$.a[*].b'),
    at("$['x/y']"),
    at('$.a.length'),
    at('$.constructor'),
  ]).toEqual([2, 1, 3, [1, 2], { '': 3 }, undefined, undefined])
  expect(['a.b', '$..b', '$.a[?(@.b)]', '$.a[', '$x'].map(parseValuePath)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a cookie that one step is given goes with the next to the same host, also after a redirect, and is masked', async () => {
  const { run } = await world()
  const seen: (string | undefined)[] = []
  const host = await target((request, response) => {
    seen.push(request.headers.cookie)
    if (request.url === '/login') {
      response.writeHead(302, { Location: '/home', 'Set-Cookie': 'sid=very-long-session-id; Path=/; HttpOnly' })
      return void response.end()
    }
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ cookie: request.headers.cookie }))
  })
  const result = await run({
    steps: [
      step('login', `${host}/login`),
      step('home', `${host}/home`, { headers: [{ name: 'Cookie', value: 'lang=en' }] }),
    ],
  })
  expect(result.outcome).toBe('passed')
  expect(seen).toEqual([undefined, 'sid=very-long-session-id', 'lang=en; sid=very-long-session-id'])
  expect(JSON.stringify(result)).not.toContain('very-long-session-id')
  expect(result.steps[1]?.headers.at(-1)?.name).toBe('Cookie')
  // the next run begins without it
  await run({ steps: [step('home', `${host}/home`)] })
  expect(seen.at(-1)).toBeUndefined()
})

test('a step sends an attachment of its project, and of no other', async () => {
  const { app, item_id, editor, run } = await world()
  const bodies: string[] = []
  const host = await target((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString())
      response.end('ok')
    })
  })
  const upload = (item: number, name: string) =>
    app.as('editor').attachment.attachmentUpload({ item_id: item, file: new File(['text of the file'], name) })
  const other = await app.rows.newItem()
  app.rows.newMember(other, 'editor', 'edit')
  await upload(item_id, 'notes.txt')
  await upload(other, 'theirs.txt')
  const [file] = await editor.apiRun.files({ item_id })
  const [theirs] = await editor.apiRun.files({ item_id: other })
  expect(file).toMatchObject({ display_name: 'notes.txt', file_size: 16 })
  const sending = (file_id: number) =>
    run({
      steps: [
        step('send', `${host}/`, {
          method: 'POST',
          body: {
            kind: 'multipart',
            rows: [
              { name: 'a', value: '1' },
              { name: 'doc', value: '', file_id },
            ],
          },
        }),
      ],
    })
  const result = await sending(file?.file_id ?? 0)
  expect(result.outcome).toBe('passed')
  expect(bodies[0]).toMatch(/name="doc"; filename="notes.txt"[^]*text of the file/)
  expect(result.steps[0]?.body).toBe('a=1\ndoc=@notes.txt')
  const foreign = await sending(theirs?.file_id ?? 0)
  expect(foreign.steps[0]?.error_text).toContain('no longer among the attachments')
  expect(bodies).toHaveLength(1)
})

test('sees whether a step has the path of its page, and takes a changed one over', () => {
  expect(hasPath('https://shop.test/v1/orders/{{id}}?a=1', '/orders/{id}')).toBe(true)
  expect(hasPath('{{base}}/orders/7', '/orders/{id}')).toBe(true)
  expect(hasPath('/orders', '/orders/{id}')).toBe(false)
  expect(hasPath('/orders/7', '/v2/orders/{id}')).toBe(false)
  expect(hasPath('/order/7', '/orders/{id}')).toBe(false)
  expect(withPath('https://shop.test/orders/7?a={{b}}', '/v2/orders/{key}')).toBe(
    'https://shop.test/v2/orders/7?a={{b}}',
  )
  expect(withPath('{{base}}/orders', '/orders/{id}')).toBe('{{base}}/orders/{{id}}')
  expect(withPath('/orders/{{id}}/items', '/orders/{id}/lines/{line}')).toBe('/orders/{{id}}/lines/{{line}}')
})
