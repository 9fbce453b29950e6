import { readdirSync, rmSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { readImport } from '#src/features/import/plan.ts'
import type { PlanCatalog } from '#src/features/import/plan-types.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { picture } from '../files.ts'
import { bytesOf, textsIn } from '../opened.ts'

interface Made {
  item_id: number
  cat_id: number
  sign: string
  attached: string
}

/** An item with catalogs, unusual names, an image, an attachment, a draft and a file of another item. */
async function madeItem(app: TestApp, more: Record<string, unknown> = {}): Promise<Made> {
  const owner = app.as('owner')
  const item_id = await app.rows.newItem({ item_name: 'Orders: A&B', item_description: 'Say &amp; <b>', ...more })
  const image = new File([picture(20, 10)], 'my photo (1).png', { type: 'image/png' })
  const { url } = await owner.page.uploadImg({ item_id, 'editormd-image-file': image })
  const sign = url.slice(-32)
  const cat_id = app.rows.newCatalog(item_id, 'Guide/a', { s_number: 7 })
  const deep = app.rows.newCatalog(item_id, 'Deep & down', { parent_cat_id: cat_id, level: 3, s_number: 1 })
  app.rows.newCatalog(item_id, 'Empty', { s_number: 3 })
  app.rows.newPage(item_id, 'Start', {
    s_number: 2,
    page_content: `![p](/api/attachment/visitFile?sign=${sign})\n\nTom &amp; "Jerry" <b>x</b> 'q'`,
  })
  app.rows.newPage(item_id, 'start', { s_number: 4, page_comments: 'remark & more', page_content: '' })
  app.rows.newPage(item_id, '..', { s_number: 5, page_content: 'dots' })
  const page_id = app.rows.newPage(item_id, 'Tom &amp; Jerry', {
    cat_id: deep,
    s_number: 3,
    page_content: `text ![p](https://old.test/server/?s=/api/attachment/visitFile&sign=${sign})`,
  })
  app.rows.newPage(item_id, 'Call', {
    cat_id,
    page_content: '{"info":{"url":"/x","method":"get"}}',
    ext_info: '{"page_type":"api","api_info":{"method":"get"}}',
  })
  app.rows.newPage(item_id, 'Own draft', { is_draft: 1, page_content: 'mine' })
  app.rows.newPage(item_id, 'Foreign draft', { is_draft: 1, author: 'other', page_content: 'not mine' })
  for (const one of app.rows.all('page').filter((page) => page.page_id === page_id || page.page_title === 'Start')) {
    const place = { page_id: one.page_id, item_id, is_listed: 0, addtime: 1 }
    app.rows.insert('file_page', { file_id: app.rows.all('upload_file')[0]?.file_id, ...place })
  }
  const { url: second } = await owner.attachment.attachmentUpload({
    item_id,
    page_id,
    file: new File(['a,b\n1,2\n'], 'data.csv'),
  })
  return { item_id, cat_id, sign, attached: second.slice(-32) }
}

const exported = async (app: TestApp, item_id: number, who = 'owner') =>
  bytesOf(await app.as(who).export.markdown({ item_id }))

/** An item as stored in the database, without ids and times; signs are numbered in order of appearance. */
function whole(app: TestApp, item_id: number) {
  const ask = (sql: string) => app.rows.sqlite.prepare(sql).all(item_id) as Record<string, unknown>[]
  const files = ask('SELECT * FROM upload_file WHERE item_id = ? ORDER BY file_id')
  const plain = (text: unknown) =>
    files.reduce<string>((out, file, at) => out.replaceAll(String(file['sign']), `sign ${at}`), String(text))
  const pathOf = (cat_id: unknown): string => {
    const catalog = ask('SELECT * FROM catalog WHERE item_id = ?').find((one) => one['cat_id'] === cat_id)
    return catalog ? `${pathOf(catalog['parent_cat_id'])}${catalog['cat_name']} > ` : ''
  }
  return {
    catalogs: ask('SELECT * FROM catalog WHERE item_id = ?')
      .map((one) => [pathOf(one['cat_id']), one['s_number'], one['level']])
      .toSorted(),
    pages: ask(
      "SELECT * FROM page JOIN page_content USING (page_id) WHERE item_id = ? AND page_title <> 'Foreign draft'",
    )
      .map((one) => [
        pathOf(one['cat_id']),
        one['page_title'],
        one['s_number'],
        one['page_comments'],
        one['is_draft'],
        one['ext_info'],
        plain(one['page_content']),
      ])
      .toSorted(),
    files: files.map((one) => [one['display_name'], one['file_type'], one['file_size']]).toSorted(),
    places: ask(
      'SELECT display_name, page_title, is_listed FROM file_page JOIN upload_file USING (file_id) JOIN page USING (page_id) WHERE file_page.item_id = ?',
    )
      .map((one) => Object.values(one))
      .toSorted(),
  }
}

test('writes a file for each page, with images and attachments next to them', async () => {
  const app = await createTestApp()
  const { item_id } = await madeItem(app)
  const answer = await app.as('owner').export.markdown({ item_id })
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('Orders_ A&B.zip'))
  const files = textsIn(await bytesOf(answer))
  expect([...files.keys()].toSorted()).toEqual(
    [
      'Guide_a/Call.md',
      'Guide_a/Deep & down/Tom &amp; Jerry.md',
      'Own draft.md',
      'Start.md',
      'start_1.md',
      'untitled.md',
      '_files/data.csv',
      '_files/my photo (1).png',
      'docstead.json',
      'info.json',
    ].toSorted(),
  )
  expect(files.get('Start.md')).toBe(`![p](_files/my%20photo%20%281%29.png)\n\nTom &amp; "Jerry" <b>x</b> 'q'`)
  expect(files.get('Guide_a/Deep & down/Tom &amp; Jerry.md')).toBe('text ![p](../../_files/my%20photo%20%281%29.png)')
  expect(app.rows.all('item_change_log')).toMatchObject([{ op_action_type: 'export', op_object_id: item_id }])
  await expect.poll(() => readdirSync(`${app.data}/uploads/incoming`)).toEqual([])
})

test('writes an API page in the language of the reader, and unchanged in the item file', async () => {
  const app = await createTestApp()
  const { item_id } = await madeItem(app, {
    global_param: JSON.stringify({ header: [{ name: 'X-All', type: 'string' }] }),
  })
  const files = async (headers: Record<string, string>) => {
    const url = `${app.url}/api/export/markdown?item_id=${item_id}&user_token=${app.token('owner')}`
    return textsIn(await bytesOf(await fetch(url, { headers })))
  }
  const english = await files({})
  expect(english.get('Guide_a/Call.md')).toBe(
    '##### Request URL\n\n  - `/x`\n\n##### Method\n  - get\n\n##### Headers\n\n' +
      '|Name|Example|Required|Type|Description|\n|:-----|:-----|:-----|:-----|:-----|\n|X-All||No|string|-|\n',
  )
  expect(english.get('info.json')).toContain('{&quot;info&quot;:{&quot;url&quot;:&quot;/x&quot;')
  const chinese = await files({ 'Accept-Language': 'zh' })
  expect(chinese.get('Guide_a/Call.md')).toContain('##### 请求URL\n')
  expect(english.has('untitled.md')).toBe(true)
  expect(chinese.get('未命名.md')).toBe('dots')
})

test('writes info.json like ShowDoc, without the password', async () => {
  const app = await createTestApp()
  const { item_id, cat_id, sign } = await madeItem(app, { password: 'secret' })
  const info = JSON.parse(textsIn(await exported(app, item_id)).get('info.json') ?? '')
  expect(info).toMatchObject({
    item_type: '1',
    item_name: 'Orders: A&B',
    item_description: 'Say &amp;amp; &lt;b&gt;',
    password: '',
    is_private: '1',
  })
  expect(JSON.stringify(info)).not.toContain('argon2')
  const [start] = info.pages.pages
  expect(start).toMatchObject({ page_title: 'Start', cat_id: '0', s_number: '2', page_comments: '', is_draft: '0' })
  expect(start.page_content).toBe(
    `![p](/api/attachment/visitFile?sign=${sign})\n\nTom &amp;amp; &quot;Jerry&quot; &lt;b&gt;x&lt;/b&gt; &#039;q&#039;`,
  )
  expect(info.pages.catalogs.map((one: { cat_name: string }) => one.cat_name)).toEqual(['Empty', 'Guide/a'])
  expect(info.pages.catalogs[1]).toMatchObject({
    cat_id: String(cat_id),
    parent_cat_id: '0',
    level: '2',
    s_number: '7',
    pages: [{ page_title: 'Call' }],
  })
  expect(info.pages.catalogs[1].catalogs[0]).toMatchObject({
    cat_name: 'Deep & down',
    pages: [{ page_title: 'Tom &amp;amp; Jerry' }],
    catalogs: [],
  })
})

test('import recreates the item: tree, order, texts, remarks, drafts, images and attachments', async () => {
  const app = await createTestApp()
  const { item_id } = await madeItem(app, { password: 'secret' })
  const zip = new File([await exported(app, item_id)], 'x.zip')
  const { report } = await app.as('owner').import.check({ file: zip })
  expect(report).toMatchObject({ source: 'docstead', is_private: true, skipped: [], notes: [], pages: 6 })
  const { item_id: again } = await app.as('owner').import.auto({ file: zip })
  expect(whole(app, again)).toEqual(whole(app, item_id))
  const detail = await app.as('owner').item.detail({ item_id: again })
  expect(detail).toMatchObject({ item_name: 'Orders: A&B', item_description: 'Say &amp; <b>', item_type: '1' })
  await expect(app.visitor.item.info({ item_id: again })).rejects.toMatchObject({ errorName: 'itemPasswordNeeded' })

  // The images belong to the new item: they stay when the old item is purged.
  app.rows.sqlite.prepare('DELETE FROM upload_file WHERE item_id = ?').run(item_id)
  const menu = (await app.as('owner').item.info({ item_id: again })).menu
  const { page_content } = await app.as('owner').page.info({ page_id: menu.pages[0]?.page_id ?? '' })
  const [address = ''] = /\/api\/attachment\/visitFile\?sign=[0-9a-f]{32}/.exec(page_content) ?? []
  const shown = await fetch(app.url + address, { headers: { authorization: `Bearer ${app.token('owner')}` } })
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(await bytesOf(shown)).toEqual(picture(20, 10))
  expect((await fetch(app.url + address)).headers.get('content-type')).toContain('json')
  await expect.poll(() => readdirSync(`${app.data}/uploads/incoming`)).toEqual([])
})

test('a cancelled import leaves no file behind', async () => {
  const app = await createTestApp()
  const { item_id } = await madeItem(app)
  const zip = new File([await exported(app, item_id)], 'x.zip')
  const stored = () =>
    readdirSync(`${app.data}/uploads`, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length
  await expect.poll(() => readdirSync(`${app.data}/uploads/incoming`)).toEqual([])
  const before = { files: stored(), rows: app.rows.counts() }
  const target = await app.rows.newItem({ owner: 'editor' })
  app.rows.newPage(target, 'Start', { author: 'editor' })
  app.rows.newMember(target, 'owner', 'edit')
  const page_id = Number(app.rows.all('page').at(-1)?.['page_id'])
  await app.as('editor').page.setLock({ page_id, item_id: target })
  await expect(app.as('owner').import.auto({ file: zip, item_id: target })).rejects.toMatchObject({
    errorName: 'pageLocked',
  })
  expect(stored()).toBe(before.files)
  expect(app.rows.counts()).toMatchObject({
    upload_file: before.rows['upload_file'],
    file_page: before.rows['file_page'],
  })
})

test('skips and reports a file of a type that is not accepted', async () => {
  const app = await createTestApp()
  const { item_id, sign } = await madeItem(app)
  app.rows.sqlite.prepare("UPDATE upload_file SET display_name = 'page.php' WHERE sign = ?").run(sign)
  const zip = new File([await exported(app, item_id)], 'x.zip')
  const { report } = await app.as('owner').import.check({ file: zip })
  expect(report.skipped).toEqual([{ name: 'page.php', reason: 'fileRefused' }])
  const { item_id: again } = await app.as('owner').import.auto({ file: zip })
  expect(whole(app, again).files).toEqual([['data.csv', expect.any(String), 8]])
})

test('exports the rest when a file is missing on the disk', async () => {
  const app = await createTestApp()
  const { item_id, sign } = await madeItem(app)
  const file = app.rows.all('upload_file').find((one) => one['sign'] === sign)
  rmSync(app.app.files.pathOf(String(file?.['stored_name'])))
  const bytes = await exported(app, item_id)
  expect(textsIn(bytes).has('_files/data.csv')).toBe(true)
  expect(readImport({ name: 'x.zip', bytes }).skipped).toEqual([
    { name: '_files/my photo (1).png', reason: 'fileMissing' },
  ])
})

test('excludes files of other people that a text only mentions', async () => {
  const app = await createTestApp()
  const stranger = await app.rows.newItem({ owner: 'stranger', password: 'secret' })
  const image = new File([picture(8, 8)], 'secret.png')
  const { url } = await app.as('stranger').page.uploadImg({ item_id: stranger, 'editormd-image-file': image })
  app.rows.newPage(stranger, 'Shows it', { author: 'stranger', page_content: `![](${url})` })
  const item_id = await app.rows.newItem()
  app.rows.newPage(item_id, 'Mentions it', { page_content: `![](${url})` })
  const files = textsIn(await exported(app, item_id))
  expect([...files.keys()]).toEqual(['Mentions it.md', 'docstead.json', 'info.json'])
  expect(files.get('Mentions it.md')).toBe(`![](${url})`)
})

test('exports only the catalog of a limited member, or a single catalog on request', async () => {
  const app = await createTestApp()
  const { item_id, cat_id } = await madeItem(app)
  app.rows.newMember(item_id, 'limited', 'edit', [cat_id])
  const inside = [
    'Guide_a/Call.md',
    'Guide_a/Deep & down/Tom &amp; Jerry.md',
    '_files/data.csv',
    '_files/my photo (1).png',
    'docstead.json',
    'info.json',
  ]
  expect([...textsIn(await exported(app, item_id, 'limited')).keys()].toSorted()).toEqual(inside.toSorted())
  const alone = textsIn(await bytesOf(await app.as('owner').export.markdown({ item_id, cat_id })))
  expect([...alone.keys()].toSorted()).toEqual(inside.toSorted())
  expect(JSON.parse(alone.get('info.json') ?? '').pages).toMatchObject({
    pages: [],
    catalogs: [{ cat_name: 'Guide/a' }],
  })
})

test('rejects unauthorized exports', async () => {
  const app = await createTestApp()
  const { item_id } = await madeItem(app)
  app.rows.newMember(item_id, 'reader', 'read')
  await expect(app.visitor.export.markdown({ item_id })).rejects.toMatchObject({ errorName: 'notLoggedIn' })
  await expect(app.as('reader').export.markdown({ item_id })).rejects.toMatchObject({ errorName: 'noRight' })
  await expect(app.as('owner').export.markdown({ item_id, cat_id: 77 })).rejects.toMatchObject({
    errorName: 'catalogGone',
  })
  await expect(app.as('owner').export.markdown({ item_id: 77 })).rejects.toMatchObject({
    errorName: 'itemPasswordNeeded',
  })
  expect((await app.call('export/markdown', { item_id: 'x' }, { as: 'owner' })).json).toMatchObject({
    error_name: 'badParameter',
  })
})

test('limits a person to two exports at a time', async () => {
  const app = await createTestApp()
  const { item_id } = await madeItem(app)
  const ends = await Promise.allSettled(Array.from({ length: 5 }, () => app.as('owner').export.markdown({ item_id })))
  const names = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.errorName] : []))
  expect(new Set(names)).toEqual(new Set(['tooManyRequests']))
  // those that were rejected are not in the audit log
  const audited = app.rows.all('audit_log').filter((row) => row['action'] === 'itemExported')
  expect(audited).toHaveLength(5 - names.length)
  expect((await app.as('owner').export.markdown({ item_id })).ok).toBe(true)
})

const pagesOf = (branch: Pick<PlanCatalog, 'pages' | 'catalogs'>): number =>
  branch.catalogs.reduce((sum, one) => sum + pagesOf(one), branch.pages.length)

test('exports an item of 5,000 pages while serving others, and imports it', { timeout: 120_000 }, async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_content = '# Title\n\nSome **text**.\n\n| a | b |\n|---|---|\n| c | d |\n'.repeat(5)
  app.rows.sqlite.transaction(() => {
    for (let at = 0; at < 50; at += 1) {
      const cat_id = app.rows.newCatalog(item_id, `Catalog ${at}`)
      for (let page = 0; page < 100; page += 1)
        app.rows.newPage(item_id, `Page ${at} ${page}`, { cat_id, page_content: `${page_content}${at} ${page}` })
    }
  })()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const bytes = await exported(app, item_id)
  const word = await bytesOf(await app.as('owner').export.word({ item_id }))
  delay.disable()
  // Nanoseconds. Source: security P14.
  expect(delay.max / 1e6).toBeLessThan(1000)
  expect(pagesOf(readImport({ name: 'x.zip', bytes }))).toBe(5000)
  expect(
    textsIn(word)
      .get('word/document.xml')
      ?.match(/w:val="Heading2"/g)?.length,
  ).toBe(5000)
})
