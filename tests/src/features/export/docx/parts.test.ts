import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formulaXml } from '#src/features/export/docx/formula.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { picture } from '../files.ts'
import { allOf, bytesOf, openWord, parseXml, textsIn } from '../opened.ts'
import { richPage } from '../rich-page.ts'

/** An item with a page of everything, and nested catalogs. */
async function richItem(app: TestApp) {
  const owner = app.as('owner')
  const item_id = await app.rows.newItem({ item_name: '订单 Orders/1', item_description: 'All about <orders> & 更多' })
  const photo = new File([picture(640, 200)], 'photo.png', { type: 'image/png' })
  const { url } = await owner.page.uploadImg({ item_id, 'editormd-image-file': photo })
  const cat_id = app.rows.newCatalog(item_id, 'Guide & 指南', { s_number: 2 })
  const sub = app.rows.newCatalog(item_id, 'Deep', { parent_cat_id: cat_id, level: 3, s_number: 5 })
  const text = richPage.replaceAll('PICTURE', url.slice(-32)).replaceAll('FILE', 'f'.repeat(32))
  const start = app.rows.newPage(item_id, 'Start', { s_number: 1, page_content: text })
  const inner = app.rows.newPage(item_id, 'In guide', {
    cat_id,
    s_number: 1,
    page_content: '# Own heading\n\nx[^a]\n\n[^a]: note of guide',
  })
  app.rows.newPage(item_id, 'In deep', { cat_id: sub, page_content: 'deep' })
  app.rows.newPage(item_id, 'Secret draft', { author: 'other', is_draft: 1, page_content: 'draft' })
  return { item_id, cat_id, sub, start, inner }
}

const open = async (answer: Response | Promise<Response>) => openWord(await bytesOf(await answer))

const incoming = (app: TestApp) => readdirSync(`${app.data}/uploads/incoming`)

test('exports an item as one document with headings in the order of the tree', async () => {
  const app = await createTestApp()
  const { item_id } = await richItem(app)
  const answer = await app.as('owner').export.word({ item_id })
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('订单 Orders_1.docx'))
  const { paragraphs, document } = await open(answer)
  const headings = paragraphs
    .filter((one) => /^(Title|Heading\d)$/.test(one.style))
    .map((one) => [one.style, one.words])
  expect(headings).toEqual([
    ['Title', '订单 Orders/1'],
    ['Heading1', 'Start'],
    ['Heading2', '一级标题 Heading one'],
    ['Heading3', '列表 Lists'],
    ['Heading4', 'Table'],
    ['Heading1', 'Guide & 指南'],
    ['Heading2', 'In guide'],
    ['Heading3', 'Own heading'],
    ['Heading2', 'Deep'],
    ['Heading3', 'In deep'],
  ])
  // Word counts the numbers of pages and folders; headings inside pages have none
  const levels = paragraphs.flatMap((one) => {
    const at = one.style.startsWith('Heading') ? allOf(one.element, 'w:ilvl')[0]?.attributes.get('w:val') : undefined
    return at === undefined ? [] : [`${at} ${one.words}`]
  })
  expect(levels).toEqual(['0 Start', '0 Guide & 指南', '1 In guide', '1 Deep', '2 In deep'])
  const contents = paragraphs.filter((one) => /^TOC\d/.test(one.style))
  expect(contents.map((one) => [one.style, one.words])).toEqual([
    ['TOC1', '1  Start'],
    ['TOC1', '2  Guide & 指南'],
    ['TOC2', '2.1  In guide'],
    ['TOC2', '2.2  Deep'],
    ['TOC3', '2.2.1  In deep'],
  ])
  const marks = new Set(allOf(document, 'w:bookmarkStart').map((one) => one.attributes.get('w:name')))
  for (const entry of contents)
    expect(marks).toContain(allOf(entry.element, 'w:hyperlink')[0]?.attributes.get('w:anchor'))
  await expect.poll(() => incoming(app)).toEqual([])
  expect(app.rows.all('item_change_log')).toMatchObject([
    { op_action_type: 'export', op_object_type: 'item', op_object_id: item_id },
  ])
})

test('includes everything that Markdown supports', async () => {
  const app = await createTestApp()
  const { item_id, start } = await richItem(app)
  const { paragraphs, relations, files, document, part } = await open(
    app.as('owner').export.word({ item_id, page_id: start }),
  )
  const styleOf = (words: string) => paragraphs.find((one) => one.words.includes(words))?.style
  expect(paragraphs[0]).toMatchObject({ style: 'Title', words: 'Start' })
  expect(styleOf('一级标题')).toBe('Heading1')
  expect(styleOf('A quote')).toBe('Quote')
  expect(styleOf('Take care')).toBe('Callout')
  expect(styleOf('function hello')).toBe('Code')
  expect(styleOf('graph TD; A-->B')).toBeUndefined() // it is drawn
  expect(paragraphs.find((one) => one.style === 'Formula')?.formula).toBe('i=1ni')
  expect(allOf(document, 'm:nary')).toHaveLength(1)
  expect(allOf(document, 'm:sSup')).toHaveLength(3)
  expect(paragraphs.some((one) => one.words === '☑done')).toBe(true)

  const [table] = allOf(document, 'w:tbl')
  expect(table && allOf(table, 'w:tr')).toHaveLength(4)
  expect(table && allOf(table, 'w:tblHeader')).toHaveLength(1)
  expect(table && allOf(table, 'w:br')).toHaveLength(1)
  const numbered = (words: string) => {
    const found = paragraphs.find((one) => one.words === words)
    const value = (name: string) => found && allOf(found.element, name)[0]?.attributes.get('w:val')
    return [value('w:ilvl'), value('w:numId')]
  }
  expect(numbered('nested bullet')).toEqual(['1', '1'])
  expect(numbered('deepest')[0]).toBe('3')
  expect(numbered('first')[1]).not.toBe(numbered('begins at five')[1])
  expect(files.get('word/numbering.xml')).toContain('<w:startOverride w:val="5"/>')

  const text = document && paragraphs.map((one) => one.words).join('\n')
  expect(text).toContain('HTML bold & bad good')
  expect(text).not.toMatch(/alert|onclick|javascript/)
  const targets = [...relations.values()]
  expect(targets).toEqual(
    expect.arrayContaining(['https://example.com/a?b=1&amp;c=2', 'https://good.test/', 'https://cdn.test/remote.png']),
  )
  expect(targets.join()).not.toMatch(/javascript|visitFile/)
  const [blip] = allOf(document, 'a:blip')
  expect(relations.get(blip?.attributes.get('r:embed') ?? '')).toBe('media/picture1.png')
  expect(files.has('word/media/picture1.png')).toBe(true)
  // the diagram, and the picture over the whole width
  const widths = allOf(document, 'wp:extent').map((one) => one.attributes.get('cx'))
  expect(widths).toHaveLength(2)
  expect(widths).toContain('5731200')

  const notes = allOf(part('word/footnotes.xml'), 'w:footnote').filter((one) => !one.attributes.has('w:type'))
  expect(
    notes.map((one) =>
      allOf(one, 'w:t')
        .flatMap((words) => words.children)
        .join('')
        .trim(),
    ),
  ).toEqual(['The first note with a link.', 'The second note.With two paragraphs.'])
  expect(allOf(document, 'w:footnoteReference').map((one) => one.attributes.get('w:id'))).toEqual(['1', '2'])
  expect(files.get('word/_rels/footnotes.xml.rels')).toContain('https://note.test/')
})

test('links between pages and headings of a document lead inside it', async () => {
  const app = await createTestApp({ config: { site_url: 'https://docs.test' } })
  const item_id = await app.rows.newItem({ item_domain: 'orders' })
  const cat_id = app.rows.newCatalog(item_id, 'Folder', { s_number: 1 })
  const other = app.rows.newPage(item_id, 'Other', { cat_id, page_content: '# 标题 one\n\n# 标题 one' })
  const start = app.rows.newPage(item_id, 'Start', { s_number: 2 })
  const text = `[a](/${item_id}/${other}) [b](#/orders/${other}#${encodeURIComponent('标题-one')}) [c](#own) [d](https://docs.test/${item_id}/${start})
  [e](/${item_id}/77) [f](https://elsewhere.test/${item_id}/${other})\n\n## Own`
  app.rows.sqlite.prepare('UPDATE page_content SET page_content = ? WHERE page_id = ?').run(text, start)
  const { document, relations } = await open(app.as('owner').export.word({ item_id }))
  const marks = allOf(document, 'w:bookmarkStart').map((one) => one.attributes.get('w:name'))
  expect(new Set(marks).size).toBe(marks.length)
  const links = allOf(document, 'w:p')
    .filter((one) => !allOf(one, 'w:pStyle')[0]?.attributes.get('w:val')?.startsWith('TOC'))
    .flatMap((one) => allOf(one, 'w:hyperlink'))
  const inside = links.flatMap((one) => one.attributes.get('w:anchor') ?? [])
  // the folder has the first heading, the pages the second and third
  expect(inside).toEqual(['_Toc00000002', marks[2], marks.at(-1), '_Toc00000003'])
  const outside = links.flatMap((one) => relations.get(one.attributes.get('r:id') ?? '') ?? [])
  expect(outside).toEqual([`https://docs.test/${item_id}/77`, `https://elsewhere.test/${item_id}/${other}`])
})

test.each([
  ['\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}', 'm:f', 'm:rad'],
  ['\\begin{cases}1&x>0\\\\0&\\text{否则}\\end{cases}', 'm:d', 'm:m'],
  ['\\int_0^\\infty e^{-x}\\,dx', 'm:nary', 'm:sSup'],
  ['\\hat{y}+\\overline{AB}+\\vec v', 'm:acc', 'm:bar'],
  ['\\lim_{n\\to\\infty}\\sqrt[3]{\\binom nk}', 'm:limLow', 'm:deg'],
  ['\\underbrace{a+b}_{c}\\xrightarrow{x}', 'm:groupChr', 'm:limUpp'],
  ['{}^{14}C\\;\\phantom{x}\\boxed{y}', 'm:phant', 'm:borderBox'],
])('writes %s as a formula of Word', (tex, ...elements) => {
  const xml = parseXml(formulaXml(tex, true) ?? '')
  for (const name of elements) expect([name, allOf(xml, name).length > 0]).toEqual([name, true])
})

test.each(['\\notacommand', '{', `${'{'.repeat(300)}x${'}'.repeat(300)}`, '\\def\\a{\\a\\a}\\a'])(
  'leaves %s as it is',
  (tex) => {
    expect(formulaXml(tex, true) ?? 'source').toMatch(/^source$|^<m:oMath>/)
  },
)

test('defines every numbering, style and part that is referenced', async () => {
  const app = await createTestApp()
  const { item_id } = await richItem(app)
  const { document, files, relations, part } = await open(app.as('owner').export.word({ item_id }))
  const values = (from: Parameters<typeof allOf>[0], name: string, key = 'w:val') =>
    new Set(allOf(from, name).map((one) => one.attributes.get(key)))
  const styles = values(part('word/styles.xml'), 'w:style', 'w:styleId')
  for (const name of ['w:pStyle', 'w:rStyle', 'w:tblStyle'])
    for (const style of values(document, name)) expect(styles).toContain(style)
  const lists = values(part('word/numbering.xml'), 'w:num', 'w:numId')
  for (const list of values(document, 'w:numId')) expect(lists).toContain(list)
  for (const [, target] of relations)
    if (!/^(https?|mailto):/.test(target)) expect([...files.keys()]).toContain(`word/${target}`)
  for (const cell of allOf(document, 'w:tc')) expect(allOf(cell, 'w:p').length).toBeGreaterThan(0)
  const types = files.get('[Content_Types].xml') ?? ''
  for (const name of files.keys()) {
    const isKnown = types.includes(`PartName="/${name}"`) || types.includes(`Extension="${name.split('.').at(-1)}"`)
    expect([name, isKnown]).toEqual([name, true])
  }
})

test('exports a single catalog once', async () => {
  const app = await createTestApp()
  const { item_id, cat_id } = await richItem(app)
  const { paragraphs } = await open(app.as('owner').export.word({ item_id, cat_id }))
  const headings = paragraphs.filter((one) => /^(Title|Heading\d)$/.test(one.style)).map((one) => one.words)
  expect(headings).toEqual(['Guide & 指南', 'In guide', 'Own heading', 'Deep', 'In deep'])
})

test('supports a ShowDoc link: GET with the token in the address', async () => {
  const app = await createTestApp()
  const { item_id } = await richItem(app)
  const token = app.token('owner')
  const answer = await fetch(`${app.url}/api/export/word?item_id=${item_id}&cat_id=&page_id=0&user_token=${token}`)
  expect(answer.headers.get('content-type')).toBe(
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  )
  expect((await open(answer)).paragraphs.length).toBeGreaterThan(20)
  const head = await fetch(`${app.url}/api/export/word?item_id=${item_id}&user_token=${token}`, { method: 'HEAD' })
  expect(head.status).toBe(200)
  await expect.poll(() => incoming(app)).toEqual([])
})

test('renders API pages as tables, with the parameters of the whole item', async () => {
  const app = await createTestApp()
  const global_param = JSON.stringify({
    header: [{ name: 'X-Everywhere', type: 'string', value: '1', require: '1', remark: 'global' }],
  })
  const item_id = await app.rows.newItem({ item_type: 3, global_param })
  const doc = {
    info: { url: '/v1/x', method: 'post', description: 'about' },
    request: { params: { mode: 'json', json: '{"a":1}' } },
    response: { examples: [{ name: 'sold out', data: '{"left":0}', param: [{ name: 'left', remark: 'in stock' }] }] },
  }
  app.rows.newPage(item_id, 'Call', { page_content: JSON.stringify(doc) })
  const { paragraphs } = await open(app.as('owner').export.word({ item_id }))
  const words = paragraphs.map((one) => one.words)
  expect(paragraphs.find((one) => one.words === 'Call')?.style).toBe('Heading1')
  expect(paragraphs.filter((one) => one.style.startsWith('TOC'))).toEqual([])
  for (const expected of ['about', 'X-Everywhere', 'Body', 'sold out', 'in stock', 'Sample call'])
    expect(words).toContain(expected)
  expect(words.join('\n')).toMatch(/^POST {1,2}\/v1\/x$/m)
  const inChinese = await fetch(`${app.url}/api/export/word?item_id=${item_id}&user_token=${app.token('owner')}`, {
    headers: { 'Accept-Language': 'zh' },
  })
  const chinese = (await open(Promise.resolve(inChinese))).paragraphs.map((one) => one.words)
  for (const expected of ['about', 'X-Everywhere', '请求参数示例', 'sold out', 'in stock', '调用示例'])
    expect(chinese).toContain(expected)
})

test('a document for an English reader contains no Chinese except the users’ texts', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  for (const type of ['api', 'websocket', 'sse']) {
    const doc = { info: { type, url: '/v1/x', method: 'get', apiStatus: '1' }, response: { responseExample: '{}' } }
    app.rows.newPage(item_id, type, { page_content: JSON.stringify(doc) })
  }
  app.rows.newPage(item_id, 'Text', { page_content: '# A\n\n> b\n\n- c[^1]\n\n[^1]: note\n' })
  const parts = textsIn(await bytesOf(await app.as('owner').export.word({ item_id })))
  expect([...parts].filter(([, text]) => /\p{Script=Han}/u.test(text)).map(([name]) => name)).toEqual([])
})

test('renders sheets as tables with merged cells', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_type: 4, item_name: 'Seeds' })
  const sheet = {
    name: 'Sheet & one',
    styles: [{ font: { bold: true } }],
    rows: {
      0: { cells: { 0: { text: 'Name', style: 0 }, 1: { text: '<Price>' } } },
      1: { cells: { 0: { text: 'wide', merge: [0, 1] }, 2: { text: '=B2*C2' } } },
      2: { cells: { 0: { text: 'tall', merge: [1, 0] }, 1: { text: 'b' } } },
      3: { cells: { 1: { text: 'c' } } },
      len: 800,
    },
    cols: { len: 26 },
  }
  app.rows.newPage(item_id, 'Seeds', { page_content: JSON.stringify([sheet, { name: 'Empty' }]) })
  const { document, paragraphs } = await open(app.as('owner').export.word({ item_id }))
  expect(paragraphs.filter((one) => one.style === 'Heading1').map((one) => one.words)).toEqual(['Sheet & one', 'Empty'])
  const [table] = allOf(document, 'w:tbl')
  const rows = table ? allOf(table, 'w:tr').map((row) => allOf(row, 'w:tc').length) : []
  expect(rows).toEqual([3, 2, 3, 3])
  expect(table && allOf(table, 'w:gridSpan')[0]?.attributes.get('w:val')).toBe('2')
  expect(table && allOf(table, 'w:vMerge')).toHaveLength(2)

  app.rows.sqlite.prepare("UPDATE page_content SET page_content = 'no JSON'").run()
  expect((await open(app.as('owner').export.word({ item_id }))).paragraphs.map((one) => one.words)).toContain('no JSON')
})

test('formats the numbers of a sheet as its readers see them', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_type: 4 })
  const styles = [
    { format: 'rmb' },
    { format: 'percent' },
    { numFmt: '#,##0.00' },
    { numFmt: '0.0%' },
    { format: 'text' },
  ]
  const cells = [
    { text: '1234.5', style: 0 },
    { text: '12', style: 1 },
    { text: '-1234567.891', style: 2 },
    { text: '0.125', style: 3 },
    { text: '007', style: 2 },
    { text: '7', t: 's', style: 2 },
    { text: '27.299999999999997', t: 'n', style: 2 },
    { text: '=A1*2', shown: '￥2,469.00', value: 2469, style: 0 },
    { text: '2026/1/2', t: 'd', value: 46_024, style: 2 },
  ]
  const page_content = JSON.stringify([{ name: 'Prices', styles, rows: { 0: { cells: { ...cells } } } }])
  app.rows.newPage(item_id, 'S', { page_content })
  const { paragraphs } = await open(app.as('owner').export.word({ item_id }))
  const words = paragraphs.map((one) => one.words).filter(Boolean)
  expect(words.slice(-cells.length)).toEqual([
    '￥1,234.50',
    '12%',
    '-1,234,567.89',
    '12.5%',
    '007',
    '7',
    '27.30',
    '￥2,469.00',
    '2026/1/2',
  ])
})

test.each([
  ['[1,2]'],
  ['{"rows":{"x":{"cells":5},"1":null,"2":{"cells":{"0":{"text":"a","merge":["x",1e9]}}}}}'],
  ['null'],
  [
    JSON.stringify([
      {
        rows: {
          999999: { cells: { 999999: { text: 'far' } } },
          0: { cells: { 0: { text: 'near', merge: [9e15, 9e15] } } },
        },
      },
    ]),
  ],
])('tolerates a sheet with values of wrong types: %s', async (page_content) => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_type: 4 })
  app.rows.newPage(item_id, 'S', { page_content })
  await open(app.as('owner').export.word({ item_id }))
})

test('omits characters that XML cannot hold', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_name: 'N' })
  const text = `bell\u0007 half\ud800 \uffff & < > " ' ]]> <!-- x -->\n\n<div\n\n- \n\n|a|\n|-|\n||\n\n![](/api/attachment/visitFile?sign=${'a'.repeat(32)})\n\n[^x]: unused\n\n[e]()\n\n<a href="https://x.test">never closed`
  app.rows.newPage(item_id, 'P', { page_content: text })
  expect(
    (await open(app.as('owner').export.word({ item_id }))).paragraphs.some((one) => one.words.startsWith('bell half')),
  ).toBe(true)
})

test('a member limited to a catalog exports that catalog only', async () => {
  const app = await createTestApp()
  const { item_id, cat_id, start, inner } = await richItem(app)
  const other = app.rows.newCatalog(item_id, 'Other')
  app.rows.newPage(item_id, 'Foreign', { cat_id: other })
  app.rows.newMember(item_id, 'limited', 'edit', [cat_id])
  const limited = app.as('limited')
  const { paragraphs } = await open(limited.export.word({ item_id }))
  const words = paragraphs.map((one) => one.words).join('\n')
  expect(words).toContain('In deep')
  expect(words).not.toMatch(/Start|Foreign|draft/)
  await expect(limited.export.word({ item_id, cat_id: other })).rejects.toMatchObject({ errorName: 'catalogGone' })
  await expect(limited.export.word({ item_id, page_id: start })).rejects.toMatchObject({ errorName: 'pageGone' })
  expect((await limited.export.word({ item_id, page_id: inner })).ok).toBe(true)
})

test('rejects unauthorized exports', async () => {
  const app = await createTestApp()
  const { item_id } = await richItem(app)
  app.rows.newMember(item_id, 'reader', 'read')
  const foreign = await app.rows.newItem({ owner: 'stranger', password: 'secret' })
  const foreignPage = app.rows.newPage(foreign, 'Foreign')
  const foreignCatalog = app.rows.newCatalog(foreign, 'Foreign')
  const owner = app.as('owner')
  await expect(app.visitor.export.word({ item_id })).rejects.toMatchObject({ errorName: 'notLoggedIn' })
  await expect(app.as('reader').export.word({ item_id })).rejects.toMatchObject({ errorName: 'noRight' })
  await expect(owner.export.word({ item_id: foreign })).rejects.toMatchObject({ errorName: 'itemPasswordNeeded' })
  await expect(owner.export.word({ item_id, page_id: foreignPage })).rejects.toMatchObject({ code: expect.any(Number) })
  await expect(owner.export.word({ item_id, cat_id: foreignCatalog })).rejects.toMatchObject({
    errorName: 'catalogGone',
  })
  await expect(owner.export.word({ item_id, page_id: 99 })).rejects.toMatchObject({ errorName: 'pageGone' })
  expect(await owner.export.checkMarkdownLimit({ export_format: 'word' })).toEqual([])
  await expect(app.visitor.export.checkMarkdownLimit({})).rejects.toMatchObject({ errorName: 'notLoggedIn' })
  expect(app.rows.all('item_change_log')).toEqual([])
})

test('rejects more text than a document can hold before any work is done', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_content = '字'.repeat(1_600_000)
  for (let at = 0; at < 11; at += 1) app.rows.newPage(item_id, `P${at}`, { page_content })
  await expect(app.as('owner').export.word({ item_id })).rejects.toMatchObject({ errorName: 'exportTooLarge' })
  await expect.poll(() => incoming(app)).toEqual([])
})

test('exports an archived item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ is_archived: 1 })
  app.rows.newPage(item_id, 'P')
  expect((await app.as('owner').export.word({ item_id })).ok).toBe(true)
})

test.each([
  ['a character that XML cannot hold', 'a\ufffeb'],
  [
    'a matrix whose short rows get as many cells as the longest',
    `\\begin{matrix}${'&'.repeat(300)}${'\\\\'.repeat(300)}\\end{matrix}`,
  ],
  ['a text longer than any formula', 'a+'.repeat(50_000)],
])('a formula with %s stays as its source', (_, tex) => expect(formulaXml(tex, true)).toBeUndefined())
