import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { normalizeText } from '#src/core/normalize-text.ts'
import { buildConditions } from '#src/core/search-terms.ts'
import { clientScript, searchScript } from '#src/features/export/site/client-script.ts'
import { relativeAddress } from '#src/features/export/site/site-names.ts'
import { createTestApp } from '#tests/support/app.ts'
import { withDrawnText } from '../drawn-text.ts'
import { picture } from '../files.ts'
import { richPage } from '../rich-page.ts'
import { exportedSite } from './exported.ts'

const corpus = join(import.meta.dirname, '../../../../corpus')

/** The text of HTML as a reader sees it. */
const shownIn = (html: string): string =>
  html
    .replaceAll(/<annotation[^>]*>.*?<\/annotation>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')

const hidden = /<!--.*?-->|<script>.*?<\/script>|\[![A-Za-z]+\]|^\[\^?unused\]:.*$|<String>|\[(?:GUIDE|logo)\]/gms

/** The words of the search script, which needs no browser. */
function searchFunctions() {
  const script = new Script(`(function(){${searchScript};return { foldText, conditionsOf, pagesOf, shardOf }})()`)
  return script.runInThisContext() as {
    foldText(text: string): string
    conditionsOf(place: string, word: string): string[][]
    pagesOf(text: string): number[]
    shardOf(term: string, shards: number): number
  }
}

/** The numbers of the pages that a word's terms lead to, as the site's script finds them. */
function pagesWith(files: ReadonlyMap<string, Buffer>, word: string, place = 'a'): number[] {
  const { foldText, conditionsOf, pagesOf, shardOf } = searchFunctions()
  const shards = [...files.keys()].filter((name) => name.startsWith('assets/search/terms')).length
  const pagesOfTerm = (term: string) => {
    const source = files.get(`assets/search/terms${shardOf(term, shards)}.js`)?.toString() ?? ''
    const text = JSON.parse(source.slice(source.indexOf(',') + 1, source.lastIndexOf(')'))) as string
    const line = text.split('\n').find((one) => one.startsWith(`${term}\t`))
    return line ? pagesOf(line.slice(term.length + 1)) : []
  }
  const lists = conditionsOf(place, foldText(word)).map((terms) => new Set(terms.flatMap(pagesOfTerm)))
  const [first = new Set<number>(), ...more] = lists
  return [...first].filter((page) => more.every((list) => list.has(page))).toSorted((one, other) => one - other)
}

test('shows SVG images as drawings without scripts, and stores the file itself as text', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const item_id = await app.rows.newItem({ item_name: 'Orders' })
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" onload="alert(1)"><script>alert(2)</script><rect width="40" height="20" fill="#1d5fbf"/><text x="2" y="15">Hub</text></svg>'
  const upload = (name: string, text: string) => {
    const file = new File([text], name, { type: 'image/svg+xml' })
    return app.as('admin').attachment.attachmentUpload({ item_id, page_id: 0, file }) // others may not upload SVG
  }
  const good = await upload('hub.svg', svg)
  const broken = await upload('broken.svg', '<svg><not closed')
  await owner.page.save({
    item_id,
    page_id: 0,
    page_title: 'Start',
    page_content: `![hub](${good.url})\n\n![lost](${broken.url})\n\n[the file](${good.url})`,
  })
  const { files, textOf, notes } = await exportedSite(app, item_id)
  const page = textOf('index.html')
  expect(page).toContain('src="files/hub.svg"')
  expect(page).toContain('href="files/hub.svg.txt"')
  expect(textOf('files/hub.svg.txt')).toBe(svg)
  expect(textOf('files/hub.svg')).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="40"/)
  expect(textOf('files/hub.svg')).toContain('Hub')
  expect(textOf('files/hub.svg')).not.toMatch(/script|alert|onload/)
  expect(files.has('files/broken.svg')).toBe(false)
  expect(notes).toContainEqual({ page_title: 'Start', reason: 'source', detail: 'broken.svg' })
})

test('writes pages with relative links, pictures, attachments, contents and neighbours', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const item_id = await app.rows.newItem({ item_name: 'Orders', item_description: 'All <about> it' })
  const photo = new File([new Uint8Array(picture(20, 10))], 'my photo#1.png', { type: 'image/png' })
  const { url } = await owner.page.uploadImg({ item_id, 'editormd-image-file': photo })
  const cat_id = app.rows.newCatalog(item_id, '指南 Guide', { s_number: 2 })
  const inner = app.rows.newPage(item_id, '里面', { cat_id, s_number: 1, page_content: '# 一\n\n## 二\n\ntext' })
  const page_id = app.rows.newPage(item_id, 'Start', {
    s_number: 1,
    page_content: `${richPage.replaceAll('PICTURE', url.slice(-32)).replaceAll('FILE', 'f'.repeat(32))}\n\n[in](/${item_id}/${inner}#二) [old](/web/#/${item_id}/${inner}) [gone](/${item_id}/999999) [here](#列表-lists)`,
  })
  await app.as('admin').attachment.attachmentUpload({ item_id, page_id, file: new File(['<script>'], 'run.html') })
  const { files, textOf } = await exportedSite(app, item_id)
  const html = textOf('Start.html')
  expect([...files.keys()].filter((name) => name.endsWith('.html')).toSorted()).toEqual(
    ['Start.html', 'index.html', '指南-Guide/里面.html'].toSorted(),
  )
  const inside = `${encodeURIComponent('指南-Guide')}/${encodeURIComponent('里面')}.html`
  expect(html).toContain(`<a href="${inside}#user-content-${encodeURIComponent('二')}">in</a>`)
  expect(html).toContain(`<a href="${inside}">old</a>`)
  expect(html).toContain(`<a title="/${item_id}/999999">gone</a>`)
  expect(html).toContain(`<a href="#user-content-${encodeURIComponent('列表-lists')}">here</a>`)
  expect(html).toMatch(/<img src="files\/my-photo-1\.png" alt="local picture"/)
  expect(files.has('files/my-photo-1.png')).toBe(true)
  expect(html).toContain(
    '<a class="md-lost" title="https://cdn.test/remote.png" rel="noopener noreferrer" href="https://cdn.test/remote.png">remote</a>',
  )
  expect(html).toContain('<a href="files/run.html.txt" download>run.html</a>')
  expect(html).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">')
  expect(html).toContain('<span class="hljs-keyword">function</span>')
  expect(html).toContain('<nav class="steps"><a class="next"')
  expect(html).toContain('class="outline"')
  expect(html).toContain('Content-Security-Policy')
  const inFolder = textOf('指南-Guide/里面.html')
  expect(inFolder).toContain('<script src="../assets/site.js">')
  expect(inFolder).toContain('href="../Start.html"')
  expect(textOf('index.html')).toContain('All &lt;about&gt; it')
  for (const name of ['sitemap.xml', 'llms.txt', 'Start.md']) expect(files.has(name), name).toBe(false)
  for (const [name, bytes] of files) if (name.endsWith('.js')) new Script(bytes.toString())
})

test('contains all text of the documents of the corpus, and finds it by the terms of the search', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_name: 'Corpus' })
  const names = readdirSync(corpus).filter((name) => name.endsWith('.md') && !name.startsWith('hostile'))
  for (const [at, name] of names.entries())
    app.rows.newPage(item_id, name, { s_number: at + 1, page_content: readFileSync(join(corpus, name), 'utf8') })
  const { files, textOf } = await exportedSite(app, item_id)
  const missing: string[] = []
  let words = 0
  for (const name of names) {
    const html = textOf(`${name}.html`)
    const shown = shownIn(html).replaceAll(/\s+/g, '')
    // What is not shown: comments, scripts, tags, and labels of callouts, footnotes and addresses that nothing uses.
    const source = withDrawnText(readFileSync(join(corpus, name), 'utf8')).replaceAll(hidden, '')
    for (const [word] of source.matchAll(/[\p{Script=Han}]{2,12}|(?<![\w&\\/#.:$=-])[A-Za-z]{4,20}(?![\w/.:;=-])/gu)) {
      words += 1
      const isThere = shown.includes(word) || html.includes(word) || html.includes(word.toLowerCase())
      if (!isThere && !decodeURIComponent(html.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')).includes(word))
        missing.push(`${name}: ${word}`)
    }
  }
  expect(words).toBeGreaterThan(10_000)
  expect([...new Set(missing)].slice(0, 30)).toEqual([])
  const at = (name: string) => names.indexOf(name)
  expect(pagesWith(files, '仓库')).toContain(at('api-warehouse-zh.md'))
  expect(pagesWith(files, 'FOOTNOTE')).toContain(at('footnotes.md'))
  expect(pagesWith(files, 'no such words at all zqxj')).toEqual([])
})

test('folds and splits words like the index of the server', () => {
  const { foldText, conditionsOf } = searchFunctions()
  const all = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).join('')
  expect(foldText(all) === normalizeText(all)).toBe(true)
  const samples = [
    '订单号',
    'config',
    'id',
    'a',
    '数据库-abc',
    'ＡＢＣ全角',
    'Straße',
    'ΣΊΣΥΦΟΣ',
    '한국어x',
    '𠀀𠀁',
    '=>',
    'x1y2',
  ]
  for (const word of [...samples, ...samples.flatMap((one) => samples.map((other) => one + other))])
    for (const place of ['a', 'h'] as const) {
      const folded = foldText(word)
      const unique = [...new Set(conditionsOf(place, folded).map((terms) => terms.join(' ')))]
      expect(unique).toEqual(buildConditions(place, word))
    }
  new Script(clientScript())
})

test('runs nothing of what a page contains', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_name: '</title><script>alert(1)</script>' })
  const hostile = readdirSync(corpus).filter((name) => name.startsWith('hostile'))
  const own = [
    '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
    '</article></main></div><div style="position:fixed;color:red;background:url(https://x.test)" onclick="x">out</div>',
    '[a](javascript:alert(1)) <a href="JaVaScRiPt:alert(1)">b</a> <a href="java&#10;script:alert(1)">c</a> <a href="\\\\evil\\x">d</a> <a href="file:///etc/passwd">e</a> <a href="/\\evil.test/x">f</a>',
    '<iframe src="https://x.test"></iframe><object data=x></object><embed src=x><base href="https://x.test"><meta http-equiv=refresh content="0;url=https://x.test"><link rel=stylesheet href=https://x.test><form action=https://x.test><input name=a><button formaction="javascript:alert(1)">x</button></form>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></math>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<a href="x" title="&quot;><img src=x onerror=alert(1)>">t</a> <img name=body id=docsteadSite>',
    '$\\href{javascript:alert(1)}{x}$ $\\htmlClass{a}{x}$ $\\includegraphics{https://x.test/a.png}$',
    '| a |\n|---|\n| <td></table><script>alert(1)</script> |\n\n```js"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```',
  ]
  for (const [at, text] of own.entries()) app.rows.newPage(item_id, `p${at} <b onclick=x>"`, { page_content: text })
  for (const name of hostile)
    app.rows.newPage(item_id, name, { page_content: readFileSync(join(corpus, name), 'utf8') })
  const { files } = await exportedSite(app, item_id)
  let pages = 0
  for (const [name, bytes] of files) {
    if (!name.endsWith('.html')) continue
    pages += 1
    const html = bytes.toString()
    const tags = html.match(/<[a-z][^>]*>/gi) ?? []
    expect(tags.filter((tag) => /^<script/i.test(tag)).length, name).toBe(2)
    for (const tag of tags) {
      const bare = tag.replaceAll(/"[^"]*"/g, '""')
      expect(bare, name).not.toMatch(/\son\w+\s*=|^<(?:iframe|object|embed|base|form|style|svg|textarea)\b/i)
      expect(tag, name).not.toMatch(/(?:href|src)="(?:\s*(?:javascript|vbscript|file|data:text)|[^"]*\\|\/\/)/i)
    }
    expect(html.match(/<main\b/g)?.length).toBe(1)
    expect(html.indexOf('</main>')).toBeGreaterThan(html.indexOf('</article>'))
    expect(html.match(/<\/article>/g)?.length).toBe(html.match(/<article\b/g)?.length)
  }
  expect(pages).toBe(own.length + hostile.length + 1)
})

test('gives every page a name of its own that every system can hold', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_name: 'Names' })
  const titles = [
    '../../x',
    'con',
    'CON.md',
    'same',
    'Same',
    'same',
    '长'.repeat(300),
    `${'长'.repeat(299)}短`,
    '',
    '...',
    'index',
    'a/b?c#d%e',
    '  ',
    '\u202egnp.exe',
    'assets',
  ]
  const ids = titles.map((title, at) => app.rows.newPage(item_id, title, { s_number: 99 - at, page_content: title }))
  app.rows.newCatalog(item_id, 'assets')
  const cat_id = app.rows.newCatalog(item_id, 'files')
  app.rows.newPage(item_id, 'in files', { cat_id, page_content: 'x' })
  const { files } = await exportedSite(app, item_id)
  const pages = [...files.keys()].filter((name) => name.endsWith('.html') && name !== 'index.html')
  expect(pages.length).toBe(titles.length + 1)
  expect(new Set(pages.map((name) => name.toLowerCase())).size).toBe(pages.length)
  for (const name of files.keys()) {
    expect(name).not.toMatch(/(?:^|\/)\.|\\|[<>:"|?*#%\s\u0000-\u001f]|(?:^|\/)(?:con|nul|aux)(?:\.|$)/i)
    expect(Buffer.byteLength(name)).toBeLessThan(240)
  }
  expect(pages).toContain('same.html')
  expect(pages).toContain(`Same-${ids[4]}.html`)
  expect(pages).toContain(`same-${ids[5]}.html`)
  expect(pages.some((name) => /^files-\d+\/in-files\.html$/.test(name))).toBe(true)
})

test('writes a site to be served with its addresses and its pages as Markdown', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_name: 'Served', item_description: 'For all' })
  const cat_id = app.rows.newCatalog(item_id, '指南', { s_number: 2 })
  app.rows.newPage(item_id, 'First [x]', { s_number: 1, page_content: '# One' })
  app.rows.newPage(item_id, '二', { cat_id, page_content: 'two' })
  const { textOf } = await exportedSite(app, item_id, { base_address: 'https://docs.example.com/a/', lang: 'zh' })
  const base = 'https://docs.example.com/a/'
  const inside = `${encodeURIComponent('指南')}/${encodeURIComponent('二')}`
  expect(textOf('sitemap.xml')).toContain(`<loc>${base}${inside}.html</loc>`)
  expect(textOf('llms.txt')).toContain('# Served\n\n> For all\n')
  expect(textOf('llms.txt')).toContain(`## 指南\n\n- [二](${base}${inside}.md)`)
  expect(textOf('First-x.md')).toBe('# One')
  const html = textOf('指南/二.html')
  expect(html).toContain(`<link rel="canonical" href="${base}${inside}.html">`)
  expect(html).toContain(`<link rel="alternate" type="text/markdown" href="${encodeURIComponent('二')}.md">`)
  expect(html).toContain('<link rel="describedby" type="text/plain" href="../llms.txt">')
  expect(html).toContain('<html lang="zh-CN"')
})

test('exports an empty project, a single page, API pages and spreadsheets', async () => {
  const app = await createTestApp()
  const empty = await app.rows.newItem({ item_name: 'Empty' })
  expect((await exportedSite(app, empty)).textOf('index.html')).toContain('There are no pages here.')

  const item_id = await app.rows.newItem({ item_name: 'API' })
  const doc = {
    info: { url: '/x', method: 'post', description: 'About it' },
    request: { params: { mode: 'json', json: '{"a":1}' } },
  }
  const page_id = app.rows.newPage(item_id, 'Call', { page_content: JSON.stringify(doc) })
  app.rows.newPage(item_id, 'Draft of another', { author: 'other', is_draft: 1, page_content: 'secret' })
  const api = await exportedSite(app, item_id, { scope: { page_id } })
  expect([...api.files.keys()].filter((name) => name.endsWith('.html'))).toEqual(['index.html'])
  expect(api.textOf('index.html')).toContain('/x')
  expect(JSON.stringify([...(await exportedSite(app, item_id)).files.values()].map(String))).not.toContain('secret')

  const sheet = await app.rows.newItem({ item_name: 'Sheet', item_type: 4 })
  const cells = { 0: { text: 'Name <b>' }, 1: { text: '=1+2' } }
  app.rows.newPage(sheet, 'Sheet', { page_content: JSON.stringify([{ name: 'Cells', rows: { 0: { cells } } }]) })
  const html = (await exportedSite(app, sheet)).textOf('index.html')
  expect(html).toContain('>Name &lt;b&gt;</td>')
  expect(html).toContain('>3</td>')
})

test('leads from page to page by relative addresses', () => {
  expect(relativeAddress('a.html', 'b.html')).toBe('b.html')
  expect(relativeAddress('a/b/c.html', 'a/d.html')).toBe('../d.html')
  expect(relativeAddress('a/b.html', 'files/x y.png')).toBe('../files/x%20y.png')
})

test('a page that people wrote has rows for the fields of the models that it names', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const description = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: { '/shop': { get: { summary: 'Shop', responses: { 200: { description: 'ok' } } } } },
    components: { schemas: { Pet: { type: 'object', properties: { nickname: { type: 'string', maxLength: 40 } } } } },
  }
  const { item_id } = await owner.import.auto({ file: new File([JSON.stringify(description)], 'shop.json') })
  const row = { name: 'pet', type: 'object', schema: { $ref: '#/components/schemas/Pet' } }
  const page_content = JSON.stringify({
    info: { type: 'api', method: 'post', url: '/pets' },
    request: { params: { mode: 'json', json: '', jsonDesc: [row] } },
  })
  await owner.page.save({ item_id: String(item_id), page_title: 'Adopt', page_content })
  const { files } = await exportedSite(app, Number(item_id))
  const html = [...files].find(([name]) => /Adopt.*\.html$/i.test(name))?.[1].toString() ?? expect.fail()
  // below the field, as fields of fields are shown
  expect(shownIn(html)).toMatch(/\bpet\s+object[^]*\u00a0{4}nickname\s+string\s+No\s+maxLength: 40/)
})
