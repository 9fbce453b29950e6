import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { toMarkdown } from '#shared/markdown/html-markdown.ts'
import { readTableRows, singleTable } from '#web/features/editor/tools/paste/html-table.ts'
import { hasFormatting, stylesToElements } from '#web/features/editor/tools/paste/pasted-html.ts'
import { isTooMany, parseRows, rowsToMarkdown } from '#web/features/editor/tools/paste/table-text.ts'

// The page that turndown brings for environments without a browser.
const { createDocument } = createRequire(createRequire(import.meta.url).resolve('turndown'))('@mixmark-io/domino') as {
  createDocument: (html: string) => Document
}

const pasted = (html: string) => {
  const page = createDocument(stylesToElements(html))
  return toMarkdown(page.body, page)
}
const markdown = (html: string) => pasted(html).markdown
const lone = (html: string) => singleTable(createDocument(stylesToElements(html)).body)

test('turns tab-separated text into a table with the first line as header', () => {
  expect(rowsToMarkdown(parseRows('name\tnote\nann\ta|b\n\n'), true)).toBe(
    '| name | note |\n| --- | --- |\n| ann | a\\|b |',
  )
  expect(rowsToMarkdown(parseRows('1\t2'), false)).toBe('|  |  |\n| --- | --- |\n| 1 | 2 |')
})

test('reads CSV with quotes, commas and line breaks in cells', () => {
  expect(parseRows('a,"b, c","d ""e"""\n"one\ntwo",,x\r\n')).toEqual([
    ['a', 'b, c', 'd "e"'],
    ['one\ntwo', '', 'x'],
  ])
  expect(rowsToMarkdown([['a'], ['one\ntwo']], true)).toContain('| one<br>two |')
  expect(parseRows('say "hi" now,2\n"open, 3')).toEqual([
    ['say "hi" now', '2'],
    ['"open', '3'],
  ])
})

test('detects the separator of cells', () => {
  expect(parseRows('a;b\n1,5;2')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
  expect(parseRows('a,b\tc')).toEqual([['a,b', 'c']])
  expect(parseRows('one line')).toEqual([['one line']])
  expect(parseRows('| a | b |\n| --- | :-: |\n| 1 | 2 |')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('pads uneven rows, and drops empty rows and trailing empty columns', () => {
  expect(parseRows('a\tb\t\t\n\t\t\n1\n')).toEqual([
    ['a', 'b'],
    ['1', ''],
  ])
  expect(isTooMany(Array.from({ length: 50_001 }, () => ['1', '2']))).toBe(true)
})

test('expands merged spreadsheet cells to the positions they cover', () => {
  const html =
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><!--StartFragment--><table><col width=64><tr><td rowspan=2>a</td><td colspan=2>b</td></tr>' +
    '<tr><td>c<br>d</td><td>&nbsp;e </td></tr></table><!--EndFragment--></body></html>'
  expect(lone(html)).toEqual([
    ['a', 'b', ''],
    ['', 'c\nd', 'e'],
  ])
  expect(lone(`<p>before</p>${html}`)).toBeUndefined()
  expect(lone('<table><tr><td>one cell</td></tr></table>')).toBeUndefined()
  const page = createDocument('<table><tr><td>1<table><tr><td>2</td></tr></table></td></tr></table>')
  const outer = page.getElementsByTagName('table')[0]
  expect(outer && readTableRows(outer)).toHaveLength(1)
})

test('converts a web page to Markdown', () => {
  expect(
    markdown(
      '<h2>Title</h2><p>Some <b>bold</b>, <i>slanted</i> and <del>gone</del> user_name, a*b, [x], 1 &lt; 2<br>next ' +
        '<a href="https://x.example/a b">link</a> and <code>a`b</code></p><ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>' +
        '<ol start="3"><li>x</li></ol><blockquote><p>q</p></blockquote><hr><pre><code class="language-js">let a\n\nb</code></pre>',
    ),
  ).toBe(
    '## Title\n\nSome **bold**, *slanted* and ~~gone~~ user_name, a\\*b, \\[x\\], 1 \\< 2  \nnext [link](<https://x.example/a b>) and ``a`b``\n\n' +
      '- one\n  - two\n- three\n\n3. x\n\n> q\n\n---\n\n```js\nlet a\n\nb\n```',
  )
})

test('text that only looks like Markdown stays text', () => {
  expect(markdown('<p># no heading</p><p>- no list</p><p>1. no list</p><p>&amp;lt; __x__</p>')).toBe(
    '\\# no heading\n\n\\- no list\n\n1\\. no list\n\n\\&lt; \\_\\_x\\_\\_',
  )
})

test('tables keep the content of their cells, unlike layout tables', () => {
  expect(
    markdown(
      '<table cellpadding=5 style="border:1px solid"><tr><td>a</td><td align=right>b|c</td></tr><tr><td><b>x</b><br>y</td><td><ul><li>q</li></ul></td></tr></table>',
    ),
  ).toBe('| a | b\\|c |\n| --- | --- |\n| **x**<br>y | - q |')
  expect(markdown('<table><tr><td><h2>T</h2><table><tr><td>1</td><td>2</td></tr></table></td></tr></table>')).toBe(
    '## T\n\n| 1 | 2 |\n| --- | --- |',
  )
})

test('reads lists, bold text and characters of Word', () => {
  const item = (level: number, mark: string, text: string) =>
    `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`
  expect(
    markdown(
      `<!--[if gte mso 9]><xml>junk</xml><![endif]-->${item(1, '·', 'First')}${item(2, 'o', 'Inner')}${item(1, '·', 'Second')}<p class=MsoNormal>Text <b style='mso-bidi-font-weight:normal'>bold</b></p>${item(1, '1.', 'One')}${item(1, '2.', 'Two')}`,
    ),
  ).toBe('- First\n  - Inner\n- Second\n\nText **bold**\n\n1. One\n2. Two')
})

test('reads bold text of Google’s documents from its style', () => {
  expect(
    markdown(
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:700">Bold</span> and <span style="font-style:italic;font-weight:400">slanted</span></p></b>',
    ),
  ).toBe('**Bold** and *slanted*')
})

test('keeps images with an address and counts embedded ones', () => {
  expect(pasted('<p>a<img src="data:image/png;base64,AA"><img src="https://x.example/p.png" alt="A [1]"></p>')).toEqual(
    {
      markdown: 'a![A 1](https://x.example/p.png)',
      pictures: 1,
    },
  )
})

test('detects HTML that adds nothing to its text', () => {
  expect(hasFormatting('<meta charset="utf-8"><span style="color:red">plain</span>')).toBe(false)
  expect(hasFormatting('<p>a <b>b</b></p>')).toBe(true)
  expect(hasFormatting('<span style="font-weight:700">b</span>')).toBe(true)
})

test('keeps the lines of code that are separated by line break elements', () => {
  expect(markdown('<pre>a<br>  b<br>c</pre>')).toBe('```\na\n  b\nc\n```')
})
