import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '#build/paths.ts'
import { picture } from '../files.ts'
import { pixels } from './pixels.ts'
import { colourAt, pageCount, poppler, squeezed, textOf, writePdf } from './written.ts'

const imageFile = (path: string, own: string) => ({
  sign: own,
  path,
  type: 'image/png',
  display_name: 'shown.png',
  width: 0,
  height: 0,
})
const imageOf = (own: string) => `![the alt](/api/attachment/visitFile?sign=${own})`

/** Returns the whole text of one page. */
const pageText = (path: string, page: number) =>
  poppler('pdftotext', '-layout', '-f', String(page), '-l', String(page), path, '-')

test('begins with a cover and contents whose numbers and links lead to the pages', async () => {
  const { path } = await writePdf(
    [
      {
        title: 'First',
        text: 'one\n\nSee [second](/item/2) and [its part](/item/2#part-two) and [outside](https://out.test/x).',
      },
      { title: '第二章', text: `${'段落。\n\n'.repeat(40)}## Part two\n\nend` },
      { title: 'Third', text: 'last' },
    ],
    { description: 'What it is about', facts: ['Project X', '2026-11-26'] },
  )
  expect(await pageText(path, 1)).toMatch(/手册 Manual[^]*What it is about[^]*Project X[^]*2026-11-26/)
  const count = await pageCount(path)
  expect(count).toBe(6)
  const contents = await pageText(path, 2)
  expect(contents).toMatch(/Contents[^]*1 +First +3\n[^]*2 +第二章 +4\n[^]*3 +Third +6\n/)
  for (const page of [2, 3, 6]) expect(await pageText(path, page)).toMatch(new RegExp(`${page} ?/ ?${count}`))
  expect(await pageText(path, 1)).not.toMatch(/\d ?\/ ?\d/)
  expect(await pageText(path, 3)).toContain('First')
  const linked = await poppler('pdftohtml', '-xml', '-i', '-stdout', path)
  expect(linked).toMatch(/#4"[^>]*>(<b>)?2 {2}第二章/)
  expect(linked).toMatch(/#4"[^>]*>second</)
  expect(linked).toMatch(/#5"[^>]*>its part</)
  expect(await poppler('pdfinfo', '-url', path)).toContain('https://out.test/x')
  expect(linked.slice(linked.indexOf('<outline>'))).toMatch(/1 {2}First[^]*2 {2}第二章[^]*Part two[^]*3 {2}Third/)
  expect(await poppler('pdfinfo', path)).toMatch(/^Title: +手册 Manual$/m)
})

test('a link to a heading that is not there leads to its page', async () => {
  const { path } = await writePdf([
    { title: 'A', text: '[b](/item/2#nowhere) [own](#nowhere)' },
    { title: 'B', text: 'b' },
  ])
  const linked = await poppler('pdftohtml', '-xml', '-i', '-stdout', path)
  expect(linked).toMatch(/#4"[^>]*>b</)
  expect(linked).toMatch(/#3"[^>]*>own</)
})

test('repeats the head of a table, and breaks a cell that is higher than a page', async () => {
  const rows = Array.from({ length: 90 }, (_, at) => `| r${at} | value ${at} |`).join('\n')
  const long = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ')
  const { path } = await writePdf([
    { title: 'T', text: `| HEADONE | HEADTWO |\n|---|---|\n${rows}\n| long | ${long} |\n| after | end |` },
  ])
  const count = await pageCount(path)
  const text = await textOf(path)
  expect(count).toBeGreaterThanOrEqual(6)
  // all pages but the cover and the contents
  expect(text.split('HEADONE').length - 1).toBe(count - 2)
  for (const word of ['r0', 'r89', 'word0', 'word450', 'word899', 'after']) expect(text).toContain(word)
  expect(squeezed(text).split('word450').length).toBe(2)
})

test('a line of Chinese neither begins with closing nor ends with opening marks; words are whole', async () => {
  const text = '这是「一段」很长的文字（带有括号），用来检查标点；documentation words stay whole。'.repeat(40)
  const { path } = await writePdf([{ title: 'K', text }])
  const lines = (await textOf(path)).split('\n').filter((line) => line.length > 20)
  expect(lines.length).toBeGreaterThan(30)
  for (const line of lines) {
    expect(line).not.toMatch(/^[，。；）」、]/)
    expect(line.trimEnd()).not.toMatch(/[（「]$/)
    expect(line).not.toMatch(/^[a-z]{1,3}(?![a-z])(?<!stay)/)
  }
})

test('a character that no font has is a box, can still be copied, and is reported', async () => {
  const { path, notes } = await writePdf([{ title: 'Emoji', text: 'ship it 🚀 now 𠀀' }])
  expect(await textOf(path)).toMatch(/ship it 🚀 now 𠀀/u)
  expect(notes).toEqual([{ page_title: 'Emoji', reason: 'glyphs', detail: '🚀𠀀' }])
})

test('searches the fonts of the site first, and ignores a file that is none', async () => {
  const font = join(root, 'node_modules/katex/dist/fonts/KaTeX_Typewriter-Regular.ttf')
  const { path } = await writePdf([{ title: 'Fonts', text: 'plain 中文' }], {
    siteFonts: [join(root, 'package.json'), font],
  })
  const fonts = await poppler('pdffonts', path)
  expect(fonts).toContain('KaTeX_Typewriter-Regular')
  expect(fonts).toContain('WenQuanYiMicroHei')
  expect(await textOf(path)).toMatch(/plain 中文/)
})

test('draws formulas, which are copied as their source; what cannot be drawn is shown as its source', async () => {
  const { path, notes } = await writePdf([
    {
      title: 'Math',
      text: 'In $\\frac{a}{b}$ line.\n\n$$\n\\sum_{i=1}^{n} \\sqrt[3]{x_i} = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}\n$$\n\n$\\unknowncommand{x}$\n\n```mermaid\ngantt\n A section\n```',
    },
  ])
  const fonts = await poppler('pdffonts', path)
  expect(fonts).toContain('KaTeX_Math-Italic')
  expect(fonts).toContain('KaTeX_Size2-Regular')
  const text = squeezed(await textOf(path))
  expect(text).toContain('In\\frac{a}{b}line.')
  expect(text).toContain('ganttAsection')
  expect(notes.map((one) => [one.reason, one.detail])).toEqual([
    ['source', '\\unknowncommand{x}'],
    ['source', 'gantt\n A section'],
  ])
})

const kindsOfPixels: [kind: string, bytes: Buffer, colour: number[]][] = [
  ['colours', pixels({ kind: 2 }), [200, 30, 60]],
  ['a palette', pixels({ kind: 3 }), [200, 30, 60]],
  ['an interlaced one', pixels({ kind: 2, isInterlaced: true }), [200, 30, 60]],
  ['half transparent over white', pixels({ kind: 6, alpha: 128 }), [227, 142, 157]],
  ['a transparent palette', pixels({ kind: 3, alpha: 0 }), [255, 255, 255]],
  ['grey', pixels({ kind: 0 }), [200, 200, 200]],
  ['interlaced grey with alpha', pixels({ kind: 4, alpha: 0, isInterlaced: true }), [255, 255, 255]],
]

test('draws images of every kind of pixels', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-pixels-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const pages = kindsOfPixels.map(([title, bytes], at) => {
    const path = join(folder, `${at}.png`)
    writeFileSync(path, bytes)
    const own = String(at).repeat(32)
    return { title, text: imageOf(own), files: [imageFile(path, own)] }
  })
  const pdf = await writePdf(pages, { contents: [] })
  expect(pdf.notes).toEqual([])
  for (const [at, [kind, , colour]] of kindsOfPixels.entries()) {
    // after the cover, each on a sheet of its own
    const found = await colourAt(pdf, at + 2, 62 + 20, 68 + 80)
    const differences = found.map((one, channel) => Math.abs(one - (colour[channel] ?? 0)))
    expect(Math.max(...differences), kind).toBeLessThan(8)
  }
})

test('an image that is larger than a page fits on one; a broken, cut off or missing one is its text with a note', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-images-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [large, broken, cut] = ['large.png', 'broken.png', 'cut.png'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(large, picture(3000, 6000))
  const bytes = Buffer.from(picture(200, 200))
  writeFileSync(cut, bytes.subarray(0, bytes.length / 2))
  bytes.fill(7, 60, 90)
  writeFileSync(broken, bytes)
  const pages = [large, broken, cut, join(folder, 'none.png')].map((path, at) => {
    const own = String(at).repeat(32)
    return { title: path, text: imageOf(own), files: [imageFile(path, own)] }
  })
  const { path, notes } = await writePdf(pages)
  expect(notes.map((one) => [one.page_title, one.detail])).toEqual(
    [broken, cut, join(folder, 'none.png')].map((one) => [one, 'the alt']),
  )
  expect(await pageCount(path)).toBe(6)
  expect(await poppler('pdfimages', '-list', path)).toMatch(/3000 +6000/)
})

test('puts the texts of the firm on every page', async () => {
  const { path } = await writePdf([{ title: 'A', text: 'text' }], {
    header: 'HEAD 公司',
    footer: 'FOOT 内部',
    watermark: '机密 Secret',
  })
  const text = await pageText(path, 3)
  for (const one of ['HEAD 公司', 'FOOT 内部']) expect(text).toContain(one)
  expect(text).toMatch(/3 ?\/ ?3/)
  expect(squeezed(await poppler('pdftotext', '-raw', path, '-'))).toContain('机密Secret')
})

test('shows a spreadsheet as tables', async () => {
  const sheet = JSON.stringify([
    {
      name: 'Prices',
      rows: {
        0: { cells: { 0: { text: 'Name' }, 1: { text: 'Sum' } } },
        1: { cells: { 0: { text: '苹果' }, 1: { text: '=1+2' } } },
      },
    },
  ])
  const { path } = await writePdf([{ title: 'Sheet', text: sheet }], { item_type: 4 })
  expect(squeezed(await textOf(path))).toContain('PricesNameSum苹果3')
})

test('the heading of a page is on the sheet of the figure or of the headings below it', async () => {
  const diagram = '```mermaid\npie\n "Dogs" : 3\n "Cats" : 2\n```'
  const fill = (lines: number) => Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n\n')
  for (const lines of [20, 24, 26, 28, 30]) {
    const pages = [
      { title: 'First', text: fill(lines) },
      { title: 'FIGURE', text: diagram, level: 2 },
      { title: 'Second', text: fill(lines) },
      { title: 'ABOVE', text: '# MIDDLE\n\n## BELOW\n\nlast words of it', level: 2 },
    ]
    const { path } = await writePdf(pages, { contents: [] })
    const sheets = (await textOf(path)).split('\f').map(squeezed)
    expect(sheets.find((text) => text.includes('FIGURE'))).toContain('Dogs')
    expect(sheets.find((text) => text.includes('ABOVE'))).toMatch(/MIDDLEBELOWlastwords/)
  }
})

test('what announces a block is on its sheet: a heading, a line in bold, a paragraph with a colon', async () => {
  const code = `\`\`\`\n${Array.from({ length: 8 }, (_, at) => `code ${at}`).join('\n')}\n\`\`\``
  const table = '| HEAD | x |\n|---|---|\n| CELL | y |'
  const fill = (lines: number) => Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n\n')
  for (const [words, block, found] of [
    ['## MARK', code, 'code7'],
    ['**MARK**', code, 'code7'],
    ['**MARK：**', table, 'CELL'],
    ['MARK:', '- ITEM', 'ITEM'],
  ] as const) {
    const texts = [22, 23, 24, 25, 26, 27, 28].map((lines) => `${fill(lines)}\n\n${words}\n\n${block}`)
    const { path } = await writePdf(texts.map((text, at) => ({ title: `P${at}`, text })))
    const sheets = (await textOf(path)).split('\f').map(squeezed)
    const marked = sheets.filter((text) => text.includes('MARK'))
    expect(marked).toHaveLength(texts.length)
    expect(marked.filter((text) => !text.includes(found))).toEqual([])
  }
})

test('a sign that the font lacks is drawn as a similar one, and copied as itself', async () => {
  const { path, notes } = await writePdf([{ title: 'Signs', text: 'done ✅ failed ❌ mind ⚠ that' }])
  expect(await textOf(path)).toMatch(/done ✅ failed ❌ mind ⚠ that/u)
  expect(notes).toEqual([])
})
