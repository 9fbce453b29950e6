import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { ApiError } from '#shared/contract/client.ts'
import { type Menu, passwordMask } from '#shared/contract/item.ts'
import type { Visibility } from '#shared/contract/visibility.ts'
import { readImport } from '#src/features/import/plan.ts'
import type { PlanCatalog } from '#src/features/import/plan-types.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { makeZip } from './zip-writer.ts'

const folder = new URL('../../../fixtures/showdoc/', import.meta.url)
const samples = readdirSync(folder).filter((name) => name.endsWith('.zip') && statSync(new URL(name, folder)).size > 0)
const sample = (name: string): File => new File([readFileSync(new URL(name, folder))], name)

/** A zip of Markdown files, by path. */
const markdown = (files: Record<string, string>, name = 'notes.zip'): File =>
  new File([makeZip(Object.entries(files).map(([path, data]) => ({ name: path, data })))], name)

/** Many short pages in ten folders. */
const manyPages = (count: number): File =>
  markdown(Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at % 10}/p${at}.md`, `# ${at}\ntext`])))

/** Waits until a job has ended and returns it. */
async function endOf({ as }: TestApp, job_id: string, who = 'owner') {
  for (;;) {
    const job = (await as(who).job.list()).find((one) => one.job_id === job_id)
    if (job && job.state !== 'running') return job
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

interface Branch {
  catalogs: (Branch & { cat_name: string; s_number: number })[]
  pages: { page_title: string; page_content: string; s_number: number }[]
}

/** The tree of an item with its texts, as its owner reads it through the API. */
async function treeOf({ as }: TestApp, item_id: number): Promise<Branch> {
  const owner = as('owner')
  const read = async (menu: Menu): Promise<Branch> => ({
    pages: await Promise.all(
      menu.pages.map(async ({ page_id, page_title, s_number }) => {
        const { page_content } = await owner.page.info({ page_id })
        return { page_title, page_content, s_number: Number(s_number) }
      }),
    ),
    catalogs: await Promise.all(
      menu.catalogs.map(async (one) => ({
        cat_name: one.cat_name,
        s_number: Number(one.s_number),
        ...(await read(one)),
      })),
    ),
  })
  return read((await owner.item.info({ item_id })).menu)
}

const bySNumber = (a: { s_number: number }, b: { s_number: number }) => a.s_number - b.s_number

/** A plan's tree in the order and with the fields of `treeOf`. */
const planned = (branch: Pick<PlanCatalog, 'catalogs' | 'pages'>): Branch => ({
  pages: branch.pages
    .map(({ page_title, page_content, s_number }) => ({ page_title, page_content, s_number }))
    .toSorted(bySNumber),
  catalogs: branch.catalogs
    .map((one) => ({ cat_name: one.cat_name, s_number: one.s_number, ...planned(one) }))
    .toSorted(bySNumber),
})

test('finds the sample files', () => expect(samples.length).toBeGreaterThanOrEqual(10))

test.each(samples)('%s becomes an item with the same tree and texts', async (name) => {
  const app = await createTestApp()
  const { item_id } = await app.as('owner').import.auto({ file: sample(name) })
  const plan = readImport({ name, bytes: readFileSync(new URL(name, folder)) })
  expect(await treeOf(app, item_id)).toEqual(planned(plan))
  const detail = await app.as('owner').item.detail({ item_id })
  expect(detail).toMatchObject({ item_name: plan.item.item_name, item_type: String(plan.item.item_type) })
})

test('checks a file, then imports it as a job', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  await owner.user.info()
  const before = app.rows.counts()
  const { job_id, report } = await owner.import.check({ file: sample('markdown-regular-item.zip') })
  expect(report).toMatchObject({ source: 'showdoc', replaced: [], new_pages: report.pages })
  expect(app.rows.counts()).toEqual({ ...before, job: 1 })
  expect(await owner.job.list()).toMatchObject([{ job_id, state: 'checked', done: 0, total: report.pages }])

  await owner.import.start({ job_id, item_name: 'My own name' })
  const job = await endOf(app, job_id)
  expect(job).toMatchObject({
    title: 'My own name',
    state: 'done',
    done: report.pages,
    total: report.pages,
    error_message: '',
  })
  expect(await owner.item.detail({ item_id: job.item_id })).toMatchObject({ item_name: 'My own name' })
  expect(app.rows.all('item_change_log')).toMatchObject([{ op_action_type: 'import', op_object_type: 'item' }])
  await expect(owner.import.start({ job_id })).rejects.toMatchObject({ errorName: 'jobNotReady' })
  // the job reports that it is done in its last statement; its file is removed afterwards
  await expect.poll(() => storedFiles(app)).toEqual([])
})

/** The files stored in the data folder. */
const storedFiles = (app: TestApp) =>
  readdirSync(`${app.data}/uploads`, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())

test('a private export stays private, with its password', async () => {
  const app = await createTestApp()
  const file = sample('markdown-private-chinese-item.zip')
  const { item_id } = await app.as('owner').import.auto({ file })
  const plan = readImport({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
  expect(plan.item.password).not.toBe('')
  await expect(app.visitor.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  expect(await app.visitor.item.info({ item_id, _item_pwd: plan.item.password })).toMatchObject({ is_private: 1 })
})

test('plain Markdown becomes an item for members only by default', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const visitorSees = async (choice: { is_private?: '1' | '0'; password?: string }) => {
    const { job_id } = await owner.import.check({ file: markdown({ 'a.md': 'A' }) })
    await owner.import.start({ job_id, ...choice })
    const { item_id } = await endOf(app, job_id)
    return app.visitor.item.info({ item_id }).then(
      () => 'open',
      (error: ApiError) => error.errorName,
    )
  }
  expect(await visitorSees({})).toBe('itemPasswordNeeded')
  expect(await visitorSees({ is_private: '0' })).toBe('open')
  expect(await visitorSees({ is_private: '1', password: 'secret' })).toBe('itemPasswordNeeded')
  const { job_id } = await owner.import.check({ file: markdown({ 'a.md': 'A' }) })
  await expect(owner.import.start({ job_id, is_private: '1' })).rejects.toMatchObject({
    errorName: 'privateNeedsPassword',
  })
  expect(await owner.job.list()).toContainEqual(expect.objectContaining({ job_id, state: 'checked' }))
})

const pages = { pages: [{ page_title: 'T', page_content: 'text' }], catalogs: [] }
const ofShowdoc = (more: object) => markdown({ 'info.json': JSON.stringify({ item_name: 'I', pages, ...more }) })

const saying: [string, Visibility, () => File][] = [
  ['a ShowDoc export with a password', 'password', () => ofShowdoc({ password: 'of the file' })],
  ['one whose password is too long to be typed', 'members', () => ofShowdoc({ password: 'x'.repeat(129) })],
  ['one that is private without a password', 'members', () => ofShowdoc({ password: '', is_private: '1' })],
  ['one without a password', 'public', () => ofShowdoc({ password: '' })],
  ['Markdown', 'members', () => markdown({ 'a.md': 'A' })],
  ['OpenAPI', 'members', () => description('openapi3')],
  ['Postman', 'members', () => description('postman2')],
]

test.each(saying)('an item created from %s has the visibility %s by default', async (_, says, file) => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const itemFacts = async (item_id: number) => {
    const { visibility } = await owner.item.detail({ item_id })
    const opens = (_item_pwd?: string) =>
      app.visitor.item.info({ item_id, ...(_item_pwd && { _item_pwd }) }).then(
        () => true,
        () => false,
      )
    return { visibility, none: await opens(), file: await opens('of the file'), typed: await opens('typed') }
  }
  const imported = async (choice: object = {}) => {
    const { job_id } = await owner.import.check({ file: file() })
    await owner.import.start({ job_id, ...choice })
    return itemFacts((await endOf(app, job_id)).item_id)
  }
  const { report } = await owner.import.check({ file: file() })
  expect(report).toMatchObject({ visibility: says, is_private: says !== 'public' })
  const closed = { none: false, file: false, typed: false }
  const open = { visibility: 'public', none: true, file: true, typed: true }
  const asInFile = says === 'public' ? open : { ...closed, visibility: says, file: says === 'password' }
  expect(await imported()).toEqual(asInFile)
  expect(await itemFacts((await owner.import.auto({ file: file() })).item_id)).toEqual(asInFile)
  const members = { ...closed, visibility: 'members' }
  expect(await imported({ visibility: 'members', password: 'typed' })).toEqual(members)
  const typed = { visibility: 'password', password: 'typed' }
  expect(await imported(typed)).toEqual({ ...closed, visibility: 'password', typed: true })
  expect(await itemFacts((await owner.import.auto({ file: file(), visibility: 'public' })).item_id)).toEqual(open)
  const ofFile = { visibility: 'password', password: passwordMask }
  if (says === 'password') expect(await imported(ofFile)).toEqual(asInFile)
  else await expect(imported(ofFile)).rejects.toMatchObject({ errorName: 'privateNeedsPassword' })
})

const description = (name: string): File =>
  new File([readFileSync(new URL(`../../../fixtures/api/${name}.json`, import.meta.url))], `${name}.json`)

const inChinese = { 'Accept-Language': 'zh' }

function multipart(fields: Record<string, string | number | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value instanceof File ? value : String(value))
  return form
}

test.each([
  ['swagger2', 'openapi', 'Garden API', 7],
  ['openapi3', 'openapi', 'Garden API 3', 5],
  ['postman1', 'postman', 'Zoo v1', 4],
  ['postman2', 'postman', 'Zoo v2', 5],
])('%s becomes an item of API pages for members only', async (name, source, item_name, pages) => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const { item_id } = await owner.import.auto({ file: description(name) })
  expect(await owner.item.detail({ item_id })).toMatchObject({ item_name, item_type: '1' })
  await expect(app.visitor.item.info({ item_id })).rejects.toMatchObject({ errorName: 'itemPasswordNeeded' })

  const { item_id: asJson } = await owner.import.auto({ file: description(name), from: 'runapi' })
  expect(await owner.item.detail({ item_id: asJson })).toMatchObject({ item_name, item_type: '3' })
  const texts = (of: number) =>
    app.rows.sqlite
      .prepare('SELECT page_content, ext_info FROM page JOIN page_content USING (page_id) WHERE item_id = ?')
      .all(of) as { page_content: string; ext_info: string }[]
  for (const of of [item_id, asJson]) {
    expect(texts(of)).toHaveLength(pages)
    const calls = texts(of).filter((one) => one.page_content.startsWith('{'))
    expect(calls).toHaveLength(pages - 1)
    for (const { page_content, ext_info } of calls) {
      const { info } = JSON.parse(page_content)
      expect(JSON.parse(ext_info)).toEqual({ page_type: 'api', api_info: { method: info.method } })
    }
  }
  const { report } = await owner.import.check({ file: description(name), item_id })
  expect(report).toMatchObject({ source, pages, new_pages: 0, is_private: true, skipped: [] })
})

test('imports a description in two steps as well, and into an API client item as its JSON', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const { job_id } = await owner.import.check({ file: description('postman2'), from: 'runapi' })
  await owner.import.start({ job_id, is_private: '0', item_name: 'Open zoo' })
  const { item_id } = await endOf(app, job_id)
  expect(await app.visitor.item.info({ item_id })).toMatchObject({ item_name: 'Open zoo', item_type: '3' })

  const target = await app.rows.newItem({ item_type: 3 })
  const second = await owner.import.check({ file: description('postman2'), item_id: target })
  await owner.import.start({ job_id: second.job_id })
  expect(await endOf(app, second.job_id)).toMatchObject({ state: 'done' })
  const tree = await treeOf(app, target)
  expect(JSON.parse(tree.pages.find((page) => page.page_title === 'Upload')?.page_content ?? '')).toMatchObject({
    info: { from: 'runapi' },
  })
})

test('replaces an endpoint that was imported as Markdown with an API page and keeps its history', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const item_id = await app.rows.newItem()
  const cat_id = app.rows.newCatalog(item_id, 'Beds')
  const page_id = app.rows.newPage(item_id, 'Change a bed', { cat_id, page_content: '##### 请求URL' })
  const nameless = app.rows.newCatalog(item_id, 'from swagger')
  const file = description('openapi3')
  const asked = await app.call('import/check', multipart({ file, item_id }), { as: 'owner', headers: inChinese })
  const { job_id, report } = asked.json.data as { job_id: string; report: { replaced: unknown[] } }
  expect(report.replaced).toEqual([{ path: 'Beds', page_title: 'Change a bed' }])
  await owner.import.start({ job_id })
  expect(await endOf(app, job_id)).toMatchObject({ state: 'done' })
  const page = await owner.page.info({ page_id })
  expect(JSON.parse(page.page_content)).toMatchObject({ info: { method: 'put' } })
  expect(JSON.parse(page.ext_info)).toEqual({ page_type: 'api', api_info: { method: 'put' } })
  expect(await owner.page.history({ page_id })).toMatchObject([{ page_content: '##### 请求URL' }])
  const { menu } = (await owner.item.info({ item_id })) as { menu: Menu }
  // an import in another language uses the existing catalog
  expect(menu.catalogs.find((one) => one.cat_id === String(nameless))?.pages).toHaveLength(1)
  expect(menu.catalogs.map((one) => one.cat_name)).not.toContain('未分组接口')
})

test.each(['swagger2', 'openapi3', 'postman1', 'postman2'])(
  'an import of %s for an English reader contains no Chinese',
  async (name) => {
    const app = await createTestApp()
    const { item_id } = await app.as('owner').import.auto({ file: description(name) })
    expect(JSON.stringify(await treeOf(app, item_id))).not.toMatch(/\p{Script=Han}/u)
  },
)

test('imports an API description in YAML like JSON, through every way of importing', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const json = JSON.parse(await description('openapi3').text())
  const yaml = (name: string) => new File([stringify(json)], name)
  const { item_id: fromJson } = await owner.import.auto({ file: description('openapi3') })
  const whole = await treeOf(app, fromJson)
  for (const name of ['api.yaml', 'api.YML', 'description.txt', 'api.json']) {
    const { item_id } = await owner.import.auto({ file: yaml(name) })
    expect(await treeOf(app, item_id)).toEqual(whole)
  }
  const { job_id, report } = await owner.import.check({ file: yaml('api.yaml') })
  expect(report).toMatchObject({ source: 'openapi', item_name: 'Garden API 3', pages: 5, skipped: [] })
  await owner.import.start({ job_id })
  expect(await treeOf(app, (await endOf(app, job_id)).item_id)).toEqual(whole)
  const postman = new File([stringify(JSON.parse(await description('postman2').text()))], 'zoo.yaml')
  expect((await owner.import.check({ file: postman })).report).toMatchObject({ source: 'postman', item_name: 'Zoo v2' })
})

const head = 'openapi: 3.0.0\ninfo:\n  title: x\n'

test.each([
  ['a tab', `${head}paths:\n\t/a: {}\n`, 'importYamlTab', [/line 5, column 1/, /第 5 行第 1 列/]],
  ['bad indentation', `${head} version: 1\n`, 'importYamlIndent', [/line 4, column 1/, /第 4 行第 1 列/]],
  [
    'a key twice',
    `${head}info: {}\n`,
    'importYamlDuplicateKey',
    [/“info” twice.*line 4, column 1/, /“info”出现了两次.*第 4 行/],
  ],
  ['two documents', `${head}---\n${head}`, 'importYamlManyDocuments', [/begins at line 4/, /从第 4 行开始/]],
  [
    'an alias of nothing',
    `${head}paths: *none\n`,
    'importYamlAlias',
    [/\*none.*line 4, column 8/, /\*none.*第 4 行第 8 列|第 4 行第 8 列.*\*none/],
  ],
  ['an open quote', `${head}paths: "x\n`, 'importBadYaml', [/line 5, column 1/, /第 5 行第 1 列/]],
] as const)('rejects YAML with %s and reports the position', async (_, text, error_name, words) => {
  const app = await createTestApp()
  const said = async (headers: Record<string, string>) =>
    (await app.call('import/check', multipart({ file: new File([text], 'api.yaml') }), { as: 'owner', headers })).json
  const english = await said({})
  expect(english).toMatchObject({ error_name, error_message: expect.stringMatching(words[0]) })
  expect(english.error_message).toContain('api.yaml')
  expect(await said(inChinese)).toMatchObject({ error_name, error_message: expect.stringMatching(words[1]) })
  expect(app.rows.all('item')).toEqual([])
})

test('quickly rejects aliases that expand without limit', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`,
  )
  const file = new File([`${head}a0: &a0 [x, x, x]\n${rows.join('\n')}\n`], 'api.yaml')
  const app = await createTestApp()
  await expect(app.as('owner').import.check({ file })).rejects.toMatchObject({ errorName: 'importJsonTooMany' })
})

test('rejects unknown JSON and YAML and explains what to do', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  for (const file of [new File(['{"name":"package"}'], 'package.json'), new File(['name: package'], 'package.yaml')])
    await expect(owner.import.check({ file })).rejects.toMatchObject({ errorName: 'importUnknownJson' })
  expect(app.rows.all('item')).toEqual([])
})

test('cuts descriptions and remarks over their limits and reports it', async () => {
  const app = await createTestApp()
  const pages = [{ page_title: 'P', page_content: 'x', page_comments: 'r'.repeat(3000) }]
  const info = { item_type: 1, item_name: 'I', item_description: '字'.repeat(3000), pages: { pages } }
  const file = new File([makeZip([{ name: 'info.json', data: JSON.stringify(info) }])], 'i.zip')
  const { report } = await app.as('owner').import.check({ file })
  expect(report.notes.map((note) => note.reason)).toEqual(['shortened', 'shortened'])
  const { item_id } = await app.as('owner').import.auto({ file })
  expect((await app.as('owner').item.detail({ item_id })).item_description).toBe('字'.repeat(2000))
  expect(app.rows.all('page')).toMatchObject([{ page_comments: 'r'.repeat(2000) }])
})

test('the check counts the images of all pages on hosts without https', async () => {
  const app = await createTestApp()
  const picture = '![a](http://pictures.example/a.png)'
  const file = markdown({ 'a.md': picture, 'b.md': '', 'C/c.md': `${picture} ${picture}` })
  expect(await app.as('owner').import.check({ file })).toMatchObject({ report: { pages: 3, http_pictures: 3 } })
})

test('does not count images on the site’s own addresses', async () => {
  const app = await createTestApp()
  const { host } = new URL(app.url)
  const hosts = [host, 'docs.example', 'old.example']
  const file = markdown({ 'a.md': hosts.map((one) => `![a](http://${one}/a.png)`).join(' ') })
  const count = async () => (await app.as('owner').import.check({ file })).report.http_pictures
  expect(await count()).toBe(2)
  app.rows.insert('options', { option_name: 'site_url', option_value: 'https://docs.example/wiki' })
  expect(await count()).toBe(1)
})

test('an imported page shows only those images of this site that its importer can open', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const file = (sign: string, uid: number, at: number) =>
    app.rows.insert('upload_file', {
      sign,
      display_name: 'a.png',
      file_type: 'image/png',
      file_size: 1,
      stored_name: sign,
      uid,
      item_id: at,
      addtime: 1,
    })
  const foreign = await app.rows.newItem({ owner: 'stranger', password: 'secret' })
  const own = file('a'.repeat(32), app.uid('owner'), item_id)
  file('b'.repeat(32), app.uid('stranger'), foreign)
  const address = (sign: string) => `![](/api/attachment/visitFile?sign=${sign.repeat(32)})`
  await app.as('owner').import.auto({ file: markdown({ 'a.md': address('a') + address('b') }) })
  expect(app.rows.all('file_page').map((one) => one['file_id'])).toEqual([own])
})

test('reads names in GBK', async () => {
  const app = await createTestApp()
  // 说明.md in GB18030, without the flag for UTF-8
  const name = Buffer.from([0xcb, 0xb5, 0xc3, 0xf7, 0x2e, 0x6d, 0x64])
  const file = new File([makeZip([{ name, data: '正文', flags: 0 }])], '文档.zip')
  const { item_id } = await app.as('owner').import.auto({ file })
  expect(await treeOf(app, item_id)).toMatchObject({ pages: [{ page_title: '说明', page_content: '正文' }] })
  expect(await app.as('owner').item.detail({ item_id })).toMatchObject({ item_name: '文档' })
})

test('a second import replaces pages with the same title and catalog and keeps their history', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const item_id = await app.rows.newItem()
  const root = app.rows.newPage(item_id, 'Start', { page_content: 'old start' })
  const cat_id = app.rows.newCatalog(item_id, 'Guide')
  const inner = app.rows.newPage(item_id, 'Start', { cat_id, page_content: 'old guide' })
  const file = markdown({ 'Start.md': 'new start', 'Guide/Start.md': 'new guide', 'Guide/More.md': 'more' })

  const { report, job_id } = await owner.import.check({ file, item_id })
  expect(report).toMatchObject({
    pages: 3,
    new_pages: 1,
    replaced: [
      { path: '', page_title: 'Start' },
      { path: 'Guide', page_title: 'Start' },
    ],
  })
  await owner.import.start({ job_id })
  expect(await endOf(app, job_id)).toMatchObject({ state: 'done', item_id })
  expect(await owner.page.info({ page_id: root })).toMatchObject({ page_content: 'new start', page_version: '2' })
  expect(await owner.page.history({ page_id: inner })).toMatchObject([{ page_content: 'old guide' }])
  expect(await treeOf(app, item_id)).toMatchObject({
    pages: [{ page_title: 'Start' }],
    catalogs: [{ cat_name: 'Guide', pages: [{ page_title: 'More' }, { page_title: 'Start' }] }],
  })
  expect(app.rows.all('catalog')).toHaveLength(1)
})

test.each(['openapi', 'postman'])('adds the pages of a description after the existing ones: %s', async (kind) => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const item_id = await app.rows.newItem()
  const pets = app.rows.newCatalog(item_id, 'pets', { s_number: 1 })
  app.rows.newPage(item_id, 'far down', { cat_id: pets, s_number: 120 })
  app.rows.newPage(item_id, 'GET /b', { cat_id: pets, s_number: 2 })
  app.rows.newPage(item_id, 'unsorted', { s_number: 99 })
  const calls = ['a', 'b', 'c']
  const request = (call: string) => ({
    name: `GET /${call}`,
    request: { method: 'GET', url: `https://api.test/${call}` },
  })
  const get = (call: string, tag: string) => [`/${call}`, { get: { summary: `GET /${call}`, tags: [tag] } }] as const
  const description =
    kind === 'postman'
      ? {
          info: { name: 'Pet API', description: 'All of it' },
          item: [
            { name: 'pets', item: calls.map(request) },
            { name: 'others', item: calls.map(request) },
          ],
        }
      : {
          openapi: '3.0.0',
          info: { title: 'Pet API', description: 'All of it', version: '1' },
          paths: Object.fromEntries([
            ...calls.map((call) => get(call, 'pets')),
            ...calls.map((call) => get(`others/${call}`, 'others')),
          ]),
        }
  const file = () => new File([JSON.stringify(description)], 'api.json')
  await owner.import.auto({ file: file(), item_id })
  const { menu } = (await owner.item.info({ item_id })) as { menu: Menu }
  expect(menu.pages.map((page) => page.page_title)).toEqual(['unsorted', 'Pet API'])
  expect(menu.catalogs.map((catalog) => catalog.cat_name)).toEqual(['pets', 'others'])
  expect(menu.catalogs[0]?.pages.map((page) => page.page_title)).toEqual(['GET /b', 'far down', 'GET /a', 'GET /c'])
  expect(menu.catalogs[1]?.pages).toHaveLength(3)
})

test('an imported draft stays a draft of its importer and never replaces a published page', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'reader', 'read')
  const page_id = app.rows.newPage(item_id, 'Plan', { page_content: 'public' })
  const info = {
    item_type: 1,
    item_name: 'I',
    pages: { pages: [{ page_title: 'Plan', page_content: 'draft', is_draft: 1 }] },
  }
  const file = new File([makeZip([{ name: 'info.json', data: JSON.stringify(info) }])], 'i.zip')
  await app.as('owner').import.auto({ file, item_id })
  await app.as('owner').import.auto({ file, item_id })
  expect((await app.as('reader').item.info({ item_id })).menu.pages).toMatchObject([{ page_id: String(page_id) }])
  expect((await app.as('owner').item.info({ item_id })).menu.pages).toHaveLength(2)
  expect(await app.as('reader').page.info({ page_id })).toMatchObject({ page_content: 'public' })
})

test('a single-page export becomes exactly its page and accepts no other page later', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const { item_id } = await owner.import.auto({ file: sample('markdown-single-page-item.zip') })
  expect(app.rows.all('page')).toHaveLength(1)
  await expect(owner.import.auto({ file: markdown({ 'x.md': '' }), item_id })).rejects.toMatchObject({
    errorName: 'importOnePage',
  })
  await owner.import.auto({ file: sample('markdown-single-page-item.zip'), item_id })
  expect(app.rows.all('page')).toHaveLength(1)
})

const damaged = new File([makeZip([{ name: 'a.md', data: 'x', claimedCrc: 1 }])], 'a.zip')
const refused: [string, File, string][] = [
  ['no zip', new File(['hello'], 'a.zip'), 'importNotZip'],
  ['an empty file', new File([], 'a.zip'), 'importNoFile'],
  ['a damaged zip', damaged, 'importDamaged'],
  ['a path outside', markdown({ '../a.md': 'x' }), 'importHostileName'],
  ['one name twice', new File([makeZip([{ name: 'a.md' }, { name: 'a.md' }])], 'a.zip'), 'importDuplicateName'],
  ['no document', markdown({ 'a.bin': 'x' }), 'importEmpty'],
  ['JSON that is none', markdown({ 'info.json': '{' }), 'importBadJson'],
  ['a bomb', markdown({ 'a.md': 'x'.repeat(4_000_000) }), 'importRatio'],
]

test.each(refused)('%s is rejected, and nothing changes', async (_, file, errorName) => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const item_id = await app.rows.newItem()
  const before = app.rows.counts()
  await expect(owner.import.check({ file })).rejects.toMatchObject({ errorName })
  await expect(owner.import.check({ file, item_id })).rejects.toMatchObject({ errorName })
  await expect(owner.import.auto({ file })).rejects.toMatchObject({ errorName })
  expect(app.rows.counts()).toEqual(before)
  expect(storedFiles(app)).toEqual([])
})

/** A job that is writing its pages. */
async function runningImport(app: TestApp, item_id = 0): Promise<string> {
  const owner = app.as('owner')
  const { job_id } = await owner.import.check({ file: manyPages(3000), item_id })
  await owner.import.start({ job_id })
  for (;;) {
    const job = (await owner.job.list()).find((one) => one.job_id === job_id)
    if (job?.state !== 'running') throw new Error(`ended early: ${job?.state}`)
    if (job.done > 0) return job_id
  }
}

test('rolls back a cancelled import', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const before = app.rows.counts()
  const job_id = await runningImport(app, item_id)
  expect(await app.as('owner').job.cancel({ job_id })).toEqual({ success: true })
  expect(await app.as('owner').job.list()).toMatchObject([{ job_id, state: 'cancelled', item_id: 0, error_name: '' }])
  expect(app.rows.counts()).toEqual({ ...before, job: 1 })
  expect(storedFiles(app)).toEqual([])
  await expect(app.as('stranger').job.cancel({ job_id })).rejects.toMatchObject({ errorName: 'jobGone' })
})

test('serves readers and other writers while an import writes', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'Read me')
  const job_id = await runningImport(app)
  expect(await app.as('reader').page.info({ page_id })).toMatchObject({ page_title: 'Read me' })
  expect(await app.as('owner').job.list()).toMatchObject([{ job_id, state: 'running' }])
  const save = { item_id, page_id, page_title: 'Read me', page_content: 'two' }
  expect(await app.as('owner').page.save(save)).toMatchObject({ page_version: '2' })
  expect(await endOf(app, job_id)).toMatchObject({ state: 'done', done: 3000 })
})

test('deletes the file of a waiting import that is cancelled', async () => {
  const app = await createTestApp()
  const { job_id } = await app.as('owner').import.check({ file: markdown({ 'a.md': '' }) })
  expect(storedFiles(app)).toHaveLength(1)
  expect(await app.as('owner').job.cancel({ job_id })).toEqual({ success: true })
  expect(storedFiles(app)).toEqual([])
  await expect(app.as('owner').import.start({ job_id })).rejects.toMatchObject({ errorName: 'jobNotReady' })
})

test('a shutdown during an import leaves nothing behind, and the job reports it', async () => {
  const data = `${(await createTestApp()).data}-kept`
  const first = await createTestApp({ data })
  const job_id = await runningImport(first)
  const before = { item: 0, page: 0, page_content: 0, catalog: 0, item_change_log: 0 }
  await first.close()

  const second = await createTestApp({ data })
  expect(second.rows.counts()).toMatchObject(before)
  expect(second.rows.all('job')).toMatchObject([{ job_id, state: 'failed', error_name: 'stopping' }])
  expect(storedFiles(second)).toEqual([])
  await second.close()
})

test('fails a job that was running when the process died and removes its file at the next start', async () => {
  const data = `${(await createTestApp()).data}-kept`
  const first = await createTestApp({ data })
  const { job_id } = await first.as('owner').import.check({ file: markdown({ 'a.md': '' }) })
  first.rows.sqlite.prepare("UPDATE job SET state = 'running'").run()
  await first.close()
  const second = await createTestApp({ data })
  expect(second.rows.all('job')).toMatchObject([{ job_id, state: 'failed', error_name: 'stopping' }])
  expect(storedFiles(second)).toEqual([])
  await second.close()
})

test('rejects an import without the right to edit', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const cat_id = app.rows.newCatalog(item_id, 'Mine')
  app.rows.newMember(item_id, 'reader', 'read')
  app.rows.newMember(item_id, 'limited', 'edit', [cat_id])
  app.rows.newMember(item_id, 'editor', 'edit')
  const before = app.rows.counts()
  const file = markdown({ 'a.md': 'x' })
  for (const [who, code] of [
    ['stranger', 10303],
    ['reader', 10103],
    ['limited', 10103],
  ] as const) {
    await expect(app.as(who).import.check({ file, item_id })).rejects.toMatchObject({ code })
    await expect(app.as(who).import.auto({ file, item_id })).rejects.toMatchObject({ code })
  }
  await expect(app.visitor.import.auto({ file })).rejects.toMatchObject({ code: 10102 })
  expect(app.rows.counts()).toMatchObject({ page: before.page, catalog: before.catalog, job: 0 })

  const { job_id } = await app.as('editor').import.check({ file, item_id })
  await expect(app.as('owner').import.start({ job_id })).rejects.toMatchObject({ errorName: 'jobGone' })
  app.rows.sqlite.prepare('UPDATE item_member SET member_group_id = 0 WHERE uid = ?').run(app.uid('editor'))
  await expect(app.as('editor').import.start({ job_id })).rejects.toMatchObject({ errorName: 'noRight' })
})

test('rejects an import into an archived item, also one archived after the check', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const file = markdown({ 'a.md': 'x' })
  const { job_id } = await app.as('owner').import.check({ file, item_id })
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1').run()
  await expect(app.as('owner').import.start({ job_id })).rejects.toMatchObject({ errorName: 'itemArchived' })
  await expect(app.as('owner').import.check({ file, item_id })).rejects.toMatchObject({ errorName: 'itemArchived' })
  await expect(app.as('owner').import.auto({ file, item_id })).rejects.toMatchObject({ errorName: 'itemArchived' })
  expect(app.rows.all('page')).toEqual([])
})

test('rejects the whole import while another person edits one of the pages', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'editor', 'edit')
  const page_id = app.rows.newPage(item_id, 'b', { page_content: 'old' })
  await app.as('editor').page.setLock({ page_id, item_id })
  const { job_id } = await app.as('owner').import.check({ file: markdown({ 'a.md': 'x', 'b.md': 'y' }), item_id })
  await app.as('owner').import.start({ job_id })
  expect(await endOf(app, job_id)).toMatchObject({
    state: 'failed',
    error_name: 'pageLocked',
    error_message: expect.stringContaining('editor'),
  })
  expect(app.rows.all('page')).toHaveLength(1)
})

test('limits a person to reading two files at a time', async () => {
  const app = await createTestApp()
  const tries = Array.from({ length: 4 }, () => app.as('owner').import.check({ file: manyPages(500) }))
  const ends = await Promise.allSettled(tries)
  const refusals = ends.filter((end) => end.status === 'rejected').map((end) => (end.reason as ApiError).errorName)
  expect(new Set(refusals)).toEqual(new Set(['tooManyRequests']))
  expect(refusals.length).toBeGreaterThanOrEqual(1)
  await app.as('owner').import.check({ file: manyPages(1) })
})

test('discards the oldest of many waiting files', async () => {
  const app = await createTestApp()
  const ids: string[] = []
  for (let at = 0; at < 6; at++) {
    const second = Date.now() + at * 1000
    app.app.now = () => new Date(second)
    ids.push((await app.as('owner').import.check({ file: markdown({ 'a.md': '' }) })).job_id)
  }
  const states = new Map((await app.as('owner').job.list()).map((job) => [job.job_id, job.state]))
  expect(ids.map((id) => states.get(id))).toEqual(['cancelled', ...Array(5).fill('checked')])
  expect(storedFiles(app)).toHaveLength(5)
})

test('removes jobs of another day with their files', async () => {
  const app = await createTestApp()
  await app.as('owner').import.check({ file: markdown({ 'a.md': '' }) })
  const { removeOldJobs } = await import('#src/features/job/index.ts')
  await removeOldJobs(app.app)
  expect(app.rows.all('job')).toHaveLength(1)
  app.rows.sqlite.prepare('UPDATE job SET addtime = addtime - 86401').run()
  await removeOldJobs(app.app)
  expect(app.rows.all('job')).toEqual([])
  expect(storedFiles(app)).toEqual([])
})
