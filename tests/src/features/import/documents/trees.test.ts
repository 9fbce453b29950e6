import { describe, expect, test } from 'vitest'
import { readAnyImport } from '#src/features/import/plan.ts'
import type { ImportPlan, PlanCatalog } from '#src/features/import/plan-types.ts'
import { entitiesOf, excelOf, pixel, wordFiles, zipOf } from './archives.ts'

const read = (files: Record<string, string | Buffer>, name = 'x.zip') =>
  readAnyImport({ name, bytes: zipOf(files) }, { forApiClient: false, lang: 'en' })
const readFile = (name: string, bytes: string | Buffer) =>
  readAnyImport({ name, bytes: Buffer.from(bytes as string) }, { forApiClient: false, lang: 'en' })

type Branch = Pick<PlanCatalog, 'catalogs' | 'pages'>
const paths = ({ pages, catalogs }: Branch, path = ''): string[] => [
  ...pages.map((page) => path + page.page_title),
  ...catalogs.flatMap((one) => paths(one, `${path}${one.cat_name}/`)),
]
const pagesOf = ({ pages, catalogs }: Branch): ImportPlan['pages'] => [...pages, ...catalogs.flatMap(pagesOf)]

/** The text of a page, with the addresses of pages and files by their titles and names. */
function textOf(plan: ImportPlan, title: string): string {
  const page = pagesOf(plan).find((one) => one.page_title === title)
  let text = page?.page_content ?? 'no such page'
  for (const { link, page_title } of pagesOf(plan).filter((one) => one.link !== ''))
    text = text.replaceAll(`docstead-page:${link}`, `page:${page_title}`)
  for (const { sign, display_name } of plan.files)
    text = text.replaceAll(`/api/attachment/visitFile?sign=${sign}`, `file:${display_name}`)
  return text
}

describe('links', () => {
  test('lead to pages and files of the import, in Markdown and in HTML', async () => {
    const plan = await read({
      'guide/start.md':
        '# Start\n\nSee [next](../other/next%20one.md#part), ![](img/p.png "t") <img src="img/p.png"> [doc](files/a.pdf) [out](https://a.test/b.md) [gone](no.md)\n\n`[c](../other/next one.md)`\n',
      'guide/img/p.png': pixel,
      'guide/files/a.pdf': '%PDF-1.4',
      'other/next one.md': 'x [up](../guide/start.md) [folder](../guide/start)',
      'other/page.html':
        '<title>Page</title><p><a href="next one.md">n</a> <a href="../guide/start.md?x=1#y">s</a> <img src="../guide/img/p.png" alt="pic"></p>',
      'other/unused.bin': 'x',
    })
    expect(textOf(plan, 'start')).toBe(
      '# Start\n\nSee [next](page:next one#part), ![](file:p.png "t") <img src="file:p.png"> [doc](file:a.pdf) [out](https://a.test/b.md) [gone](no.md)\n\n`[c](../other/next one.md)`\n',
    )
    expect(textOf(plan, 'next one')).toBe('x [up](page:start) [folder](page:start)')
    expect(textOf(plan, 'Page')).toBe('[n](page:next one) [s](page:start#y) ![pic](file:p.png)\n')
    expect(plan.files).toHaveLength(2)
    expect(plan.skipped).toEqual([{ name: 'other/unused.bin', reason: 'notMarkdown' }])
    expect(plan.notes).toEqual([{ name: 'guide / start', reason: 'linkBroken' }])
  })

  test('cannot leave the archive, and unsafe ones keep only their text', async () => {
    const plan = await read({
      'a.html':
        '<title>A</title><a href="../../etc/passwd">p</a> <a href="javascript:alert(1)">j</a> <a href=" java\nscript:alert(1)">k</a><img src="file:///etc/passwd" alt="i">',
    })
    expect(textOf(plan, 'A')).not.toMatch(/javascript|file:\/\//)
    expect(plan.files).toEqual([])
  })
})

describe('Word, text and table files in a folder', () => {
  const wordOf = (body: string, links = '') =>
    zipOf({
      ...wordFiles(body),
      'word/_rels/document.xml.rels': `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links}</Relationships>`,
    })
  const p = (text: string, style = '') =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`
  const link = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${target}" TargetMode="External"/>`
  const to = (id: string, text: string) =>
    `<w:p><w:hyperlink r:id="${id}"><w:r><w:t>${text}</w:t></w:r></w:hyperlink></w:p>`

  test('become pages, and the links between them lead there', async () => {
    const plan = await read({
      'Handbook/Manual.docx': wordOf(
        p('Install', 'Heading1') + to('r1', 'rules') + p('Run', 'Heading1') + to('r2', 'figures') + to('r3', 'notes'),
        link('r1', 'Rules.docx') + link('r2', '../Figures/2025.xlsx') + link('r3', '../notes.txt'),
      ),
      'Handbook/Rules.docx': wordOf(p('Be kind.') + to('r1', 'manual'), link('r1', 'Manual.docx')),
      'Figures/2025.xlsx': excelOf({
        Sales: [
          ['a', 'b'],
          ['1', '2'],
        ],
        Costs: [['c'], ['3']],
      }),
      'notes.txt': 'Line *one*\nline two\n\n# no heading\n',
      'layout.txt': 'name    value\n  a      1\n',
      'table.csv': 'x,y\n1,2\n',
    })
    expect(paths(plan)).toEqual([
      'layout',
      'notes',
      'table',
      'Figures/2025/Sales',
      'Figures/2025/Costs',
      'Handbook/Rules',
      'Handbook/Manual/Install',
      'Handbook/Manual/Run',
    ])
    expect(textOf(plan, 'Install')).toBe('[rules](page:Rules)\n')
    expect(textOf(plan, 'Run')).toBe('[figures](page:Sales)\n\n[notes](page:notes)\n')
    expect(textOf(plan, 'Rules')).toBe('Be kind.\n\n[manual](page:Install)\n')
    expect(textOf(plan, 'notes')).toBe('Line \\*one\\*  \nline two\n\n\\# no heading\n')
    expect(textOf(plan, 'layout')).toBe('```\nname    value\n  a      1\n```\n')
    expect(textOf(plan, 'Costs')).toContain('| c |')
    expect(plan.skipped).toEqual([])
    expect(plan.notes).toEqual([])
  })

  test('stay attachments where a page links to them', async () => {
    const plan = await read({
      'a.md': '[contract](files/contract.docx)',
      'b.html': '<title>B</title><a href="files/plan.xlsx">plan</a>',
      'files/contract.docx': wordOf(p('We agree.')),
      'files/plan.xlsx': excelOf({ Plan: [['x']] }),
      'files/other.docx': wordOf(p('Alone.')),
    })
    expect(paths(plan)).toEqual(['a', 'B', 'files/other'])
    expect(textOf(plan, 'a')).toBe('[contract](file:contract.docx)')
    expect(textOf(plan, 'B')).toBe('[plan](file:plan.xlsx)\n')
  })

  test('Word documents that are HTML, as ShowDoc exports them, are read beside others; those that are none are left out', async () => {
    const plan = await read({
      'a.md': 'x',
      'Manual/b.doc': '<html><body><h1>Water</h1><p>Daily.</p><h1>Soil</h1><p>Loose.</p></body></html>',
      'Manual/c.doc': '<!DOCTYPE html><html><head><title>c</title></head><body><p>One page.</p></body></html>',
      'Manual/d.doc': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    })
    expect(textOf(plan, 'c')).toBe('One page.\n')
    expect(JSON.stringify(plan.catalogs)).toMatch(/Water.*Daily\..*Soil.*Loose\./)
    expect(plan.skipped).toEqual([{ name: 'Manual/d.doc', reason: 'notText' }])
  })

  test('are left out with a reason when they are not what their name says', async () => {
    const plan = await read({ 'a.md': 'x', 'b.docx': 'no word', 'c.xlsx': 'no table', '~$b.docx': 'lock' })
    expect(paths(plan)).toEqual(['a'])
    expect(plan.skipped).toEqual([
      { name: 'b.docx', reason: 'notText' },
      { name: 'c.xlsx', reason: 'notText' },
      { name: '~$b.docx', reason: 'notMarkdown' },
    ])
  })

  test('a single text file is a page', async () => {
    const plan = await readFile('notes.txt', 'Only a note')
    expect(paths(plan)).toEqual(['notes'])
    expect(textOf(plan, 'notes')).toBe('Only a note\n')
  })
})

describe('trees', () => {
  test('MkDocs: nav with sections, titles and pages that it leaves out', async () => {
    const plan = await read({
      'mkdocs.yml':
        'site_name: Garden\ntheme: {name: material}\nmarkdown_extensions:\n  - pymdownx.emoji:\n      emoji_index: !!python/name:material.extensions.emoji.twemoji\nnav:\n  - Home: index.md\n  - Beds:\n    - beds/roses.md\n    - More: [beds/tulips.md]\n',
      'docs/index.md': 'i',
      'docs/beds/roses.md': '---\ntitle: The roses\n---\nr',
      'docs/beds/tulips.md': 't',
      'docs/zz.md': 'z',
    })
    expect(plan).toMatchObject({ source: 'mkdocs', item: { item_name: 'Garden' } })
    expect(paths(plan)).toEqual(['Home', 'zz', 'Beds/The roses', 'Beds/More/tulips'])
    expect(plan.skipped).toEqual([])
  })

  test('Docusaurus: categories and positions without a sidebar, and one that a program computes', async () => {
    const files = {
      'docs/intro.md': '---\nsidebar_position: 1\ntitle: Intro\nauthor: Ann\n---\n\ntext',
      'docs/02-beds/_category_.json': '{"label": "All beds", "position": 2}',
      'docs/02-beds/b.md': '---\nsidebar_position: 1\n---\n# Bee\n',
      'docs/02-beds/a.md': '---\nsidebar_position: 2\nsidebar_label: Ay\n---\n',
    }
    const plan = await read(files)
    expect(plan.source).toBe('docusaurus')
    expect(paths(plan)).toEqual(['Intro', 'All beds/Bee', 'All beds/Ay'])
    expect(textOf(plan, 'Intro')).toBe('```yaml\nauthor: Ann\n```\n\ntext')
    const computed = await read({ ...files, 'sidebars.js': 'module.exports = makeSidebars(require("fs"))' })
    expect(paths(computed)).toEqual(paths(plan))
    expect(computed.notes).toEqual([{ name: 'sidebars.js', reason: 'treeUnread' }])
  })

  test('GitBook: parts, nested pages, pages below a page', async () => {
    const plan = await read({
      'SUMMARY.md':
        '# Garden book\n\n* [Welcome](README.md)\n\n## Plants\n\n* [Roses](plants/roses.md)\n  * [Old roses](plants/old.md)\n* [Out](https://a.test)\n',
      'README.md': 'w',
      'plants/roses.md': 'r [o](old.md)',
      'plants/old.md': 'o',
    })
    expect(plan.item.item_name).toBe('Garden book')
    expect(paths(plan)).toEqual(['Welcome', 'Plants/Roses/Roses', 'Plants/Roses/Old roses'])
    expect(textOf(plan, 'Roses')).toBe('r [o](page:Old roses)')
  })

  test('Notion: ids leave the names, databases become tables once, sub-pages follow their page', async () => {
    const id = (digit: string) => digit.repeat(32)
    const plan = await read({
      [`Team ${id('1')}.md`]: `# Team & friends\n\n[Tasks](Team%20${id('1')}/Tasks%20${id('2')}.csv)\n![p](Team%20${id('1')}/p.png)`,
      [`Team ${id('1')}/p.png`]: pixel,
      [`Team ${id('1')}/Tasks ${id('2')}.csv`]: 'Name,Done\nWater,Yes',
      [`Team ${id('1')}/Tasks ${id('2')}_all.csv`]: 'Name,Done,Hidden\nWater,Yes,h|1',
      [`Team ${id('1')}/Tasks ${id('2')}/Water ${id('3')}.md`]: '# Water\n\nDone: Yes\n\ntext',
    })
    expect(paths(plan)).toEqual([
      'Team & friends/Team & friends',
      'Team & friends/Tasks/Tasks',
      'Team & friends/Tasks/Water',
    ])
    expect(textOf(plan, 'Team & friends')).toBe('[Tasks](page:Tasks)\n![p](file:p.png)')
    expect(textOf(plan, 'Tasks')).toBe('| Name | Done | Hidden |\n| --- | --- | --- |\n| Water | Yes | h\\|1 |\n')
    expect(plan.skipped).toEqual([{ name: `Team ${id('1')}/Tasks ${id('2')}.csv`, reason: 'duplicate' }])
  })

  test('Word: images, tables and a page for each first heading', async () => {
    const p = (text: string, style = '') =>
      `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
    const image =
      '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="n" descr="a rose"/><a:graphic><a:graphicData uri="x"><pic:pic><pic:blipFill><a:blip r:embed="rId7"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
    const plan = await read(
      {
        ...wordFiles(
          `${p('before')}${p('One', 'Heading1')}${image}${p('let a', 'Code')}${p('let b', 'Code')}${p('Two', 'Heading1')}<w:tbl><w:tr><w:tc>${p('h')}</w:tc><w:tc>${p('i')}</w:tc></w:tr><w:tr><w:tc>${p('1')}</w:tc><w:tc>${p('2')}</w:tc></w:tr></w:tbl>`,
        ),
        'word/media/image1.png': pixel,
      },
      'Manual.docx',
    )
    expect(paths(plan)).toEqual(['Manual/Manual', 'Manual/One', 'Manual/Two'])
    expect(textOf(plan, 'One')).toBe('![a rose](file:a rose.png)\n\n```\nlet a\nlet b\n```\n')
    expect(textOf(plan, 'Two')).toBe('| h | i |\n| --- | --- |\n| 1 | 2 |\n')
    const short = await read(wordFiles(`${p('Only', 'Heading1')}${p('x')}`), 'Short.docx')
    expect(paths(short)).toEqual(['Short'])
    expect(textOf(short, 'Short')).toBe('# Only\n\nx\n')
  })

  test('Confluence XML: links, images, macros, tasks, attachments, earlier versions', async () => {
    const body =
      '<p>To <ac:link><ri:page ri:content-title="Target &amp; co" /><ac:plain-text-link-body><![CDATA[there]] ></ac:plain-text-link-body></ac:link></p><ac:image ac:alt="pic"><ri:attachment ri:filename="p.png" /></ac:image><ac:structured-macro ac:name="info"><ac:parameter ac:name="title">Note</ac:parameter><ac:rich-text-body><p>careful</p></ac:rich-text-body></ac:structured-macro><ac:structured-macro ac:name="toc" /><ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>done it</ac:task-body></ac:task></ac:task-list><ac:structured-macro ac:name="code"><ac:parameter ac:name="language">java</ac:parameter><ac:plain-text-body><![CDATA[a < b && "c"]] ></ac:plain-text-body></ac:structured-macro><ac:structured-macro ac:name="children" />'
    const object = (kind: string, id: number, properties: string) =>
      `<object class="${kind}" package="x"><id name="id">${id}</id>${properties}</object>`
    const owner = (id: number, name = 'content') =>
      `<property name="${name}" class="Page" package="x"><id name="id">${id}</id></property>`
    const more = [
      object('Page', 1, '<property name="title"><![CDATA[Source]]></property>'),
      object('BodyContent', 11, `<property name="body"><![CDATA[${body}]]></property>${owner(1)}`),
      object('Page', 2, `<property name="title"><![CDATA[Target & co]]></property>${owner(1, 'parent')}`),
      object(
        'Page',
        3,
        `<property name="title"><![CDATA[Source]]></property><property name="originalVersion" class="Page" package="x"><id name="id">1</id></property>`,
      ),
      object('Attachment', 21, `<property name="title"><![CDATA[p.png]]></property>${owner(1, 'containerContent')}`),
      object('Attachment', 22, `<property name="title"><![CDATA[list.pdf]]></property>${owner(1, 'containerContent')}`),
      object('Comment', 31, ''),
    ].join('')
    const plan = await read({
      'entities.xml': entitiesOf([], more),
      'exportDescriptor.properties': '',
      'attachments/1/21/1': 'old',
      'attachments/1/21/2': pixel,
      'attachments/1/22/1': '%PDF-1.4',
    })
    expect(paths(plan)).toEqual(['Source/Source', 'Source/Target & co'])
    expect(textOf(plan, 'Source')).toBe(
      'To [there](page:Target & co)\n\n![pic](file:p.png)\n\n> [!NOTE] Note\n>\n> careful\n\n[TOC]\n\n- [x] done it\n\n```java\na < b && "c"\n```\n',
    )
    expect(plan.pages.length + plan.catalogs.length).toBe(1)
    expect(pagesOf(plan)[0]?.files).toHaveLength(2)
    expect(plan.files.map(({ display_name }) => display_name)).toEqual(['p.png', 'list.pdf'])
    expect(plan.notes).toEqual([{ name: 'Source / Source', reason: 'macroLeftOut' }])
    expect(plan.skipped).toEqual([
      { name: '1 × Comment', reason: 'unusedPart' },
      { name: '1 × originalVersion', reason: 'unusedPart' },
      { name: 'attachments/1/21/1', reason: 'notMarkdown' },
    ])
  })

  test('BookStack and Outline: their own references', async () => {
    const book = await read({
      'data.json': JSON.stringify({
        instance: {},
        page: {
          id: 4,
          name: 'P',
          html: '<p><a href="[[bsexport:page:4]]">self</a> <img src="[[bsexport:image:7]]"> <a href="[[bsexport:attachment:8]]">f</a></p>',
          images: [{ id: 7, name: 'i.png', file: 'abc' }],
          attachments: [
            { id: 8, name: 'f.pdf', file: 'def' },
            { id: 9, name: 'site', link: 'https://a.test' },
          ],
        },
      }),
      'files/abc': pixel,
      'files/def': '%PDF-1.4',
    })
    expect(textOf(book, 'P')).toBe('[self](page:P) ![](file:i.png) [f](file:f.pdf)\n\n- [site](<https://a.test>)\n')
    const node = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'to', marks: [{ type: 'link', attrs: { href: '/doc/b-bbbbbbbbbb' } }] },
            { type: 'image', attrs: { src: '/api/attachments.redirect?id=x-1', alt: 'i' } },
          ],
        },
      ],
    }
    const outline = await read({
      'metadata.json': '{}',
      'C.json': JSON.stringify({
        collection: {
          name: 'C',
          documentStructure: [{ id: '1', title: 'A', children: [{ id: '2', title: 'B', children: [] }] }],
        },
        documents: {
          1: { title: 'A', urlId: 'aaaaaaaaaa', data: node },
          2: { title: 'B', urlId: 'bbbbbbbbbb', text: 'plain **B**' },
        },
        attachments: { 'x-1': { key: 'uploads/u/i.png', name: 'i.png' } },
      }),
      'uploads/u/i.png': pixel,
    })
    expect(paths(outline)).toEqual(['A/A', 'A/B'])
    expect(textOf(outline, 'A')).toBe('[to](page:B)![i](file:i.png)\n')
  })

  test('an Excel file: a page for each sheet, or the sheets of a spreadsheet item', async () => {
    const bytes = excelOf({
      Beds: [
        ['a', 'b'],
        ['1', 'x*y'],
      ],
      Plants: [['c']],
    })
    const plan = await readFile('Garden.xlsx', bytes)
    expect(paths(plan)).toEqual(['Garden/Beds', 'Garden/Plants'])
    expect(textOf(plan, 'Beds')).toBe('| a | b |\n| --- | --- |\n| 1 | x\\*y |\n')
    const book = await readAnyImport(
      { name: 'Garden.xlsx', bytes },
      { forApiClient: false, lang: 'en', intoSheets: true },
    )
    expect(JSON.parse(book.pages[0]?.page_content ?? '')).toMatchObject([{ name: 'Beds' }, { name: 'Plants' }])
  })
})
