import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { RunContent, type RunContentInput, type RunContentOutput } from '#shared/contract/api-run.ts'
import { type ArazzoTarget, readWorkflows } from '#src/features/api-run/arazzo/read.ts'
import { canonicalStep } from '#src/features/api-run/arazzo/step-parts.ts'
import { type PageOperationAddress, withoutSecrets, writeArazzo } from '#src/features/api-run/arazzo/write.ts'
import { createTestApp } from '#tests/support/app.ts'

const operations: PageOperationAddress[] = [
  { page_id: 11, method: 'post', path: '/login', operation_id: 'login' },
  { page_id: 12, method: 'get', path: '/orders/{id}', operation_id: '' },
  { page_id: 13, method: 'post', path: '/orders', operation_id: 'createOrder' },
  { page_id: 14, method: 'get', path: '/pets/findByStatus', operation_id: 'findPetsByStatus' },
]

const target: ArazzoTarget = {
  operations: {
    byId: (id) => operations.find((one) => one.operation_id === id),
    byAddress: (method, path) => operations.find((one) => one.method === method && one.path === path)?.page_id ?? 0,
    hasPage: (page_id) => operations.some((one) => one.page_id === page_id),
  },
  environments: [{ env_id: 5, env_name: 'Staging' }],
}

const source = { title: 'Shop', url: 'https://docs.test/7/openapi.json', operations, target }

const run = (given: RunContentInput): RunContentOutput => RunContent.parse(given)
const canonical = (one: RunContentOutput): RunContentOutput => ({ ...one, steps: one.steps.map(canonicalStep) })

/** What comes back when a document goes out as YAML and is read again. */
function returned(given: RunContentOutput) {
  const { document, notes } = writeArazzo([given], source)
  const [read] = readWorkflows(parse(stringify(document)) as Record<string, unknown>, target)
  return { document, notes, read }
}

const order = run({
  run_name: 'Order a book',
  env_id: 5,
  inputs: [
    { name: 'user', value: 'ann' },
    { name: 'count', value: '2' },
  ],
  schedule: 'minutes',
  every_minutes: 15,
  steps: [
    {
      step_id: 'login',
      title: 'Sign in',
      page_id: 11,
      method: 'POST',
      url: '/login',
      body: { kind: 'text', text: '{"user": "{{user}}", "size": {{count}}}' },
      outputs: [
        { name: 'token', source: 'body', path: '/data/token' },
        { name: 'id', source: 'body', path: '$.data.list[0].id' },
        { name: 'trace', source: 'header', path: 'X-Trace' },
      ],
      checks: [{ kind: 'status', compare: 'equals', value: '200' }],
      continues: true,
    },
    {
      step_id: 'read',
      page_id: 12,
      method: 'GET',
      url: '/orders/{{id}}?view=full%20size&by={{region}}',
      headers: [
        { name: 'Authorization', value: 'Bearer {{token}}' },
        { name: 'Cookie', value: 'seen={{trace}}' },
      ],
      body: { kind: 'none' },
      checks: [
        { kind: 'body', path: '/state', compare: 'equals', value: "it's open" },
        { kind: 'body', path: '/total', compare: 'greater', value: '0' },
        { kind: 'header', path: 'Content-Type', compare: 'exists' },
        { kind: 'time', compare: 'less', value: '500' },
        { kind: 'schema' },
      ],
    },
  ],
})

test('writes a run in the words of Arazzo, and says what other tools will not find', () => {
  const { document, notes, read } = returned(order)
  expect(document).toMatchObject({
    arazzo: '1.0.1',
    sourceDescriptions: [{ name: 'api', url: 'https://docs.test/7/openapi.json', type: 'openapi' }],
  })
  const [workflow] = document['workflows'] as Record<string, unknown>[]
  expect(workflow).toMatchObject({
    workflowId: 'Order-a-book',
    summary: 'Order a book',
    inputs: {
      properties: { user: { type: 'string', default: 'ann' }, count: { type: 'number', default: 2 } },
    },
    steps: [
      {
        stepId: 'login',
        operationId: 'login',
        requestBody: { contentType: 'application/json', payload: { user: '{$inputs.user}', size: '$inputs.count' } },
        successCriteria: [{ condition: '$statusCode == 200' }],
        onFailure: [{ type: 'goto', stepId: 'read' }],
        outputs: {
          token: '$response.body#/data/token',
          id: '$response.body#/data/list/0/id',
          trace: '$response.header.X-Trace',
        },
      },
      {
        operationPath: '{$sourceDescriptions.api.url}#/paths/~1orders~1{id}/get',
        parameters: [
          { name: 'id', in: 'path', value: '$steps.login.outputs.id' },
          { name: 'view', in: 'query', value: 'full size' },
          { name: 'by', in: 'query', value: '$inputs.region' },
          { name: 'Authorization', in: 'header', value: 'Bearer {$steps.login.outputs.token}' },
          { name: 'seen', in: 'cookie', value: '$steps.login.outputs.trace' },
        ],
        successCriteria: [
          { condition: "$response.body#/state == 'it''s open'" },
          { condition: '$response.body#/total > 0' },
          { condition: '$response.header.Content-Type != null' },
        ],
      },
    ],
  })
  expect(notes.map(({ text, values }) => [text, values])).toEqual([
    ['checkOnlyHere', { check: 'time' }],
    ['checkOnlyHere', { check: 'schema' }],
  ])
  expect(read?.notes).toEqual([])
  expect(canonical(read?.run ?? order)).toEqual(canonical(order))
})

/** Numbers that look random and are the same in every run. Source: mulberry32. */
function randomOf(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

function anyRun(seed: number): RunContentOutput {
  const next = randomOf(seed)
  const one = <T>(list: readonly T[]): T => list[next(list.length)] as T
  const names = ['id', 'name', 'größe', 'a.b', 'x-1', 'region', '名']
  const words = [
    '',
    'a',
    "it's",
    '$inputs.id',
    '{$steps.s0.outputs.id}',
    '7',
    '1.50',
    'a b&c',
    '"',
    '{"a":1}',
    '名',
    '%',
    '$url',
    'null',
  ]
  const text = () => Array.from({ length: 1 + next(3) }, () => (next(2) ? one(words) : `{{${one(names)}}}`)).join('')
  const list = <T>(most: number, make: (at: number) => T): T[] =>
    Array.from({ length: next(most + 1) }, (_, at) => make(at))
  const json = () =>
    `{ "k": "${one(['', 'v', '{{id}}', 'a {{name}}'])}",\n "n": [{{id}}, 1, 1.0, 12345678901234567890, true] }`
  const kind = () => one(['none', 'text', 'form', 'multipart'] as const)
  const path = () => one(['', '/a/b', '$.a[0].b', '$.list[*].id', "$['a b']", '/a~1b/0', '$'])
  return run({
    run_name: one(['Run', '流程 一', 'a/b', 'Run']),
    env_id: one([0, 5]),
    inputs: [...new Set(list(3, () => one(names)))].map((name) => ({ name, value: one(words) })),
    schedule: one(['off', 'minutes', 'daily']),
    every_minutes: 5 + next(100),
    daily_time: one(['08:00', '23:59']),
    steps: Array.from({ length: 1 + next(4) }, (_, at) => ({
      step_id: one([`s${at}`, `步${at}`, `a.${at}`]),
      title: one(['', 'What it does', '标题']),
      page_id: one([0, 11, 12, 13]),
      method: one(['GET', 'POST', 'DELETE']),
      url: one([
        '/login',
        '/orders',
        `/orders/${encodeURIComponent(one(words))}`,
        '/orders/{{id}}',
        'https://shop.test/v1/orders/{{id}}?a=1&a=2',
        '{{base}}/orders/{{ id }}?q=%20+x',
        'orders?x={{name}}#part',
        '/{{id}}/{{id}}/x',
      ]),
      headers: list(3, () => ({ name: one(['X-A', 'X-B', 'Content-Type', 'Cookie', 'x-a']), value: text() })),
      body: {
        kind: kind(),
        text: one([text(), json(), '[1,2]', '{broken']),
        rows: list(3, () => ({ name: one(['a', 'b', 'a']), value: text() })),
      },
      outputs: list(2, () => ({ name: one(names), source: one(['body', 'header', 'status']), path: path() || 'X' })),
      checks: list(4, () => ({
        kind: one(['status', 'header', 'body', 'time', 'schema']),
        path: path() || 'X-Id',
        compare: one(['equals', 'differs', 'contains', 'matches', 'exists', 'missing', 'less', 'greater']),
        value: text(),
      })),
      continues: next(2) === 1,
    })),
  })
}

test('brings every run back as it was', () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const { run: given } = withoutSecrets(anyRun(seed))
    const { read } = returned(given)
    expect(read?.problem, `seed ${seed}`).toBeUndefined()
    // the empty page of a step whose address a page has stays empty; another page is found by its address
    const page = (one: RunContentOutput) => ({ ...one, steps: one.steps.map((step) => ({ ...step, page_id: 0 })) })
    expect(canonical(page(read?.run ?? given)), `seed ${seed}`).toEqual(canonical(page(given)))
  }
})

test('writes no secrets, not even in its extensions', () => {
  const given = run({
    run_name: 'Secrets',
    inputs: [
      { name: 'password', value: 'hunter2-value' },
      { name: 'user', value: 'ann' },
    ],
    steps: [
      {
        step_id: 'a',
        method: 'POST',
        url: 'https://ann:hunter2-value@shop.test/x?api_key=hunter2-value&b=1',
        headers: [
          { name: 'Authorization', value: 'Bearer hunter2-value' },
          { name: 'X-Token', value: '{{token}}' },
        ],
        body: { kind: 'text', text: '{"secret": "hunter2-value", "n": 1.0}' },
        checks: [{ kind: 'body', path: '/session', compare: 'equals', value: 'hunter2-value' }],
      },
      {
        step_id: 'b',
        method: 'POST',
        url: '/x',
        body: { kind: 'form', rows: [{ name: 'passwd', value: 'hunter2-value' }] },
      },
    ],
  })
  const { document, notes } = writeArazzo([given], source)
  expect(JSON.stringify(document)).not.toContain('hunter2')
  expect(JSON.stringify(document)).toContain('$inputs.token')
  expect(notes.find(({ text }) => text === 'secretLeftOut')?.values).toEqual({ names: 'password, a, session, b' })
})

const pets = `
arazzo: 1.0.1
info:
  title: A pet purchasing workflow
  version: 1.0.0
sourceDescriptions:
  - name: petStore
    url: https://pets.test/openapi.yaml
    type: openapi
workflows:
  - workflowId: loginUser
    summary: Sign in
    description: More about it
    inputs:
      type: object
      required: [username]
      properties:
        username: { type: string, description: Who, default: ann }
        password: { type: string }
        limit: { type: integer, default: 5 }
    parameters:
      - reference: $components.parameters.trace
    steps:
      - stepId: loginStep
        description: Signs in
        operationId: $sourceDescriptions.petStore.login
        parameters:
          - { name: X-Limit, in: header, value: $inputs.limit }
        requestBody:
          contentType: application/json
          payload:
            user: $inputs.username
            pass: $inputs.password
            most: $inputs.limit
            price: 1.5
          replacements:
            - { target: /price, value: 2 }
        successCriteria:
          - condition: $statusCode >= 200 && $statusCode < 300
          - context: $response.body
            condition: $.user.name == 'ann'
            type: jsonpath
          - context: $response.body
            condition: $[?count(@.pets) > 0]
            type: jsonpath
          - { context: $response.header.X-Mode, condition: '^a{1,2}$', type: regex }
        outputs:
          token: $response.body#/token
          when: $request.header.date
      - stepId: getPets
        operationPath: '{$sourceDescriptions.petStore.url}#/paths/~1pets~1findByStatus/get'
        parameters:
          - { name: status, in: query, value: available }
          - { name: Authorization, in: header, value: 'Bearer {$steps.loginStep.outputs.token}' }
          - { name: X-Script, in: header, value: '{$inputs.username.toUpperCase()}' }
        onFailure:
          - { name: again, type: retry, retryLimit: 3 }
        outputs:
          pets: $response.body
    outputs:
      available: $steps.getPets.outputs.pets
    x-team: green
  - workflowId: buy
    dependsOn: [loginUser]
    steps:
      - stepId: loginStep
        workflowId: order
        parameters:
          - { name: book, value: '$workflows.loginUser.outputs.available' }
  - workflowId: order
    inputs: { type: object, properties: { book: { type: string }, count: { type: integer, default: 1 } } }
    steps:
      - stepId: make
        operationId: createOrder
        requestBody: { contentType: application/json, payload: { book: $inputs.book, count: $inputs.count } }
        outputs: { id: $response.body#/id }
  - workflowId: circle
    dependsOn: [round]
    steps: [{ stepId: a, operationId: login }]
  - workflowId: round
    dependsOn: [circle]
    steps: [{ stepId: a, operationId: login }]
  - workflowId: missing
    steps: [{ stepId: a, operationId: nobodyKnows }]
components:
  parameters:
    trace: { name: X-Trace, in: header, value: abc }
`

test('reads a document of another tool, and lists what it leaves out', () => {
  const [login, buy, , circle, round, missing] = readWorkflows(parse(pets) as Record<string, unknown>, target)
  expect(login?.run).toMatchObject({
    run_name: 'Sign in',
    inputs: [
      { name: 'username', value: 'ann' },
      { name: 'password', value: '' },
      { name: 'limit', value: '5' },
    ],
    steps: [
      {
        step_id: 'loginStep',
        title: 'Signs in',
        page_id: 11,
        method: 'POST',
        url: '/login',
        headers: [
          { name: 'X-Trace', value: 'abc' },
          { name: 'X-Limit', value: '{{limit}}' },
        ],
        outputs: [{ name: 'token', source: 'body', path: '/token' }],
        checks: [
          { kind: 'status', compare: 'greater', value: '199' },
          { kind: 'status', compare: 'less', value: '300' },
          { kind: 'body', path: '$.user.name', compare: 'equals', value: 'ann' },
          { kind: 'header', path: 'X-Mode', compare: 'matches', value: '^a{1,2}$' },
        ],
      },
      {
        page_id: 14,
        method: 'GET',
        url: '/pets/findByStatus?status=available',
        headers: [{}, { name: 'Authorization', value: 'Bearer {{token}}' }, {}],
      },
    ],
  })
  expect(login?.run?.steps[0]?.body.text).toBe(
    '{\n  "user": "{{username}}",\n  "pass": "{{password}}",\n  "most": {{limit}},\n  "price": 2\n}',
  )
  expect(login?.notes).toEqual([
    { step: '', text: 'inputNoValue', values: { names: 'password' } },
    { step: 'loginStep', text: 'output', values: { name: 'when', expression: '$request.header.date' } },
    { step: 'loginStep', text: 'criterion', values: { condition: '$[?count(@.pets) > 0]' } },
    { step: 'getPets', text: 'expression', values: { expression: '$inputs.username.toUpperCase()' } },
    { step: 'getPets', text: 'flow', values: { part: 'retry' } },
  ])
  expect(buy?.run?.steps.map(({ step_id, url }) => [step_id, url])).toEqual([
    ['loginStep', '/login'],
    ['getPets', '/pets/findByStatus?status=available'],
    ['make', '/orders'],
  ])
  expect(buy?.run?.steps[2]?.body.text).toBe('{\n  "book": "{{pets}}",\n  "count": 1\n}')
  expect(circle?.problem).toEqual({ text: 'circular', values: { workflows: 'circle → round → circle' } })
  expect(round?.problem?.text).toBe('circular')
  expect(missing?.problem).toEqual({ text: 'operationUnknown', values: { operation: 'nobodyKnows', step: 'a' } })
})

test('writes again what it did not understand', () => {
  const [login] = readWorkflows(parse(pets) as Record<string, unknown>, target)
  const { document } = writeArazzo(login?.run ? [login.run] : [], source)
  expect(document['workflows']).toMatchObject([
    {
      workflowId: 'loginUser',
      description: 'More about it',
      'x-team': 'green',
      inputs: { required: ['username'], properties: { username: { description: 'Who', default: 'ann' } } },
      outputs: { available: '$steps.getPets.outputs.pets' },
      steps: [
        {
          successCriteria: [{}, {}, {}, {}, { condition: '$[?count(@.pets) > 0]' }],
          outputs: { when: '$request.header.date', token: '$response.body#/token' },
        },
        { onFailure: [{ type: 'retry', retryLimit: 3 }] },
      ],
    },
  ])
})

test('gives values of several steps names of their own where one would hide the other', () => {
  const workflow = (second: string) => ({
    workflowId: 'w',
    steps: [
      { stepId: 'a', operationId: 'login', outputs: { id: '$response.body#/id' } },
      { stepId: 'b', operationId: 'login', outputs: { id: '$response.body#/id' } },
      {
        stepId: 'c',
        operationId: 'login',
        parameters: [{ name: 'X-A', in: 'header', value: second }],
      },
    ],
  })
  const names = (second: string) => {
    const [read] = readWorkflows({ workflows: [workflow(second)] }, target)
    return [...(read?.run?.steps.map(({ outputs }) => outputs[0]?.name) ?? []), read?.run?.steps[2]?.headers[0]?.value]
  }
  expect(names('$steps.b.outputs.id')).toEqual(['id', 'id', undefined, '{{id}}'])
  expect(names('$steps.a.outputs.id')).toEqual(['id', 'id_2', undefined, '{{id}}'])
})

test('ends calls of calls of calls', () => {
  const levels = Array.from({ length: 30 }, (_, at) => ({
    workflowId: `w${at}`,
    steps: [1, 2, 3].map((step) => ({ stepId: `s${step}`, workflowId: `w${at + 1}` })),
  }))
  const leaf = { workflowId: 'w30', steps: [{ stepId: 'a', operationId: 'login' }] }
  const [first] = readWorkflows({ workflows: [...levels, leaf] }, target)
  expect(first?.problem?.text).toBe('tooManySteps')
})

const apiPage = (method: string, url: string) =>
  JSON.stringify({
    info: { from: 'runapi', type: 'api', title: 'x', method, url, description: '' },
    request: {},
    response: {},
  })

async function world() {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'visit me' })
  app.rows.newMember(item_id, 'editor', 'edit')
  app.rows.newMember(item_id, 'reader', 'read')
  const editor = app.as('editor')
  const newPage = async (page_title: string, method: string, url: string) => {
    const { page_id } = await editor.page.save({ item_id, page_title, page_content: apiPage(method, url) })
    return page_id
  }
  const importText = (text: string, dry_run: '0' | '1' = '0') => editor.apiRun.arazzoImport({ item_id, text, dry_run })
  return { app, item_id, editor, newPage, importText }
}

test('exports the runs of a project and imports them into another', async () => {
  const { app, item_id, editor, newPage } = await world()
  const page_id = await newPage('Login', 'post', '/login')
  await editor.apiRun.save({
    item_id,
    run: JSON.stringify({
      run_name: 'Sign in',
      schedule: 'daily',
      inputs: [{ name: 'password', value: 'hunter2-value' }],
      steps: [
        { step_id: 'a', page_id, method: 'POST', url: '/login', body: { kind: 'text', text: '{"p":"{{password}}"}' } },
      ],
    }),
  })
  const written = await editor.apiRun.arazzoExport({ item_id })
  expect(written.file_name).toMatch(/\.arazzo\.yaml$/)
  expect(written.text).not.toContain('hunter2')
  expect(parse(written.text)).toMatchObject({
    sourceDescriptions: [{ url: expect.stringMatching(new RegExp(`/${item_id}/openapi.json$`)) as string }],
    workflows: [{ steps: [{ operationPath: '{$sourceDescriptions.api.url}#/paths/~1login/post' }] }],
  })
  const json = await editor.apiRun.arazzoExport({ item_id, format: 'json' })
  expect(JSON.parse(json.text)).toEqual(parse(written.text))
  const other = await app.rows.newItem()
  app.rows.newMember(other, 'editor', 'edit')
  const seen = await editor.apiRun.arazzoImport({ item_id: other, text: written.text, dry_run: '1' })
  expect(seen.workflows).toMatchObject([{ workflow_id: 'Sign-in', run_id: '0', steps_total: 1, problem: null }])
  expect(await editor.apiRun.list({ item_id: other })).toEqual([])
  const made = await editor.apiRun.arazzoImport({ item_id: other, text: written.text })
  expect(made.notes.map(({ text }) => text)).toEqual(['inputNoValue', 'noPage', 'schedule'])
  const { run } = await editor.apiRun.info({ item_id: other, run_id: made.workflows[0]?.run_id ?? '' })
  expect(run).toMatchObject({ run_name: 'Sign in', schedule: 'off', steps: [{ url: '/login', page_id: 0 }] })
})

test('refers to operations by the names that the OpenAPI address gives them', async () => {
  const { newPage, importText, editor, item_id } = await world()
  await newPage('Orders', 'get', '/orders/{id}')
  const { workflows } = await importText(
    stringify({
      arazzo: '1.0.0',
      workflows: [{ workflowId: 'w', steps: [{ stepId: 'a', operationId: 'getOrdersById' }] }],
    }),
  )
  const { run } = await editor.apiRun.info({ item_id, run_id: workflows[0]?.run_id ?? '' })
  expect(run.steps[0]).toMatchObject({ method: 'GET', url: '/orders/{{id}}' })
})

test('says where a document is broken, and what it is not', async () => {
  const { importText, app, item_id } = await world()
  const failure = async (text: string) => {
    const error = await importText(text).catch((caught: unknown) => caught)
    const { errorName, values } = error as { errorName: string; values: unknown }
    return [errorName, values]
  }
  expect(await failure('arazzo: 1.0.1\nworkflows:\n  - a: [1,\n')).toEqual(['arazzoSyntax', { line: 4, column: 1 }])
  expect(await failure('{"arazzo": "1.0.1",\n  "workflows": [}')).toEqual(['arazzoSyntax', { line: 2, column: 17 }])
  expect(await failure('openapi: 3.1.0')).toEqual(['arazzoUnknown', {}])
  expect(await failure('arazzo: 2.0.0\nworkflows: []')).toEqual(['arazzoVersion', { version: '2.0.0' }])
  expect(await failure('arazzo: 1.0.1\nworkflows: []')).toEqual(['arazzoNothing', {}])
  await expect(app.as('reader').apiRun.arazzoImport({ item_id, text: 'arazzo: 1.0.1' })).rejects.toThrow(/./)
})
