import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { webpDecoder } from '#src/core/paths.ts'
import { readTextFont } from '#src/features/export/pdf/parts.ts'
import { writeExport } from '#src/features/export/worker-client.ts'
import type { DocumentPart, ExportFile, SitePage, SitePart } from '#src/features/export/worker-message.ts'
import { poppler, squeezed, textOf, writePdf } from '../pdf/written.ts'
import { animatedWebp, gifOf, tinyPng, webpBase64 } from './image-files.ts'

const diagram = '```mermaid\nflowchart LR\n  A[开始登录] --> B{Is it known?}\n  B -->|是| C[Home]\n```'
const unknown = '```mermaid\nrequirementDiagram\n  title Pets\n  Walk: 5: Dog\n```'
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#c81e3c"/><text x="4" y="60" fill="#fff">库存 stock</text></svg>'

/** Writes files that a page shows, and returns them with the page's text. */
function shownFiles(contents: Record<string, Buffer | string>): { files: ExportFile[]; text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-images-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const types: Record<string, string> = { gif: 'image/gif', webp: 'image/webp', bmp: 'image/bmp', png: 'image/png' }
  const files = Object.entries(contents).map(([display_name, content], at) => {
    const path = join(folder, display_name)
    writeFileSync(path, content)
    const type = types[display_name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    return { sign: String(at).padStart(32, 'a'), path, type, display_name, width: 2, height: 2 }
  })
  return { files, text: files.map(({ sign }) => `![](/api/attachment/visitFile?sign=${sign})`).join('\n\n') }
}

/** Writes one page as a Word document, and returns its parts. */
async function wordOf(text: string, files: ExportFile[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-word-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'x.docx')
  const assets = { webp: readFileSync(webpDecoder()), font: await readTextFont() }
  const facts = {
    title: 'T',
    description: '',
    contents: [],
    globals: {},
    item_type: 1,
    site_url: '',
    items: [],
    headings: [],
  }
  async function* parts(): AsyncGenerator<DocumentPart[]> {
    yield [{ page: { page_id: 1, title: 'T', heading: 1, level: 1, number: '1', text, files } }]
  }
  const notes = await writeExport(path, { frame: { kind: 'docx', lang: 'en', ...facts, ...assets }, parts: parts() })
  return { notes, files: unzipSync(readFileSync(path)) }
}

test('PDF files have the texts of diagrams as texts, and diagrams of other kinds as their source', async () => {
  const { path, notes } = await writePdf([{ title: 'D', text: `${diagram}\n\n${unknown}` }])
  const text = squeezed(await textOf(path))
  for (const words of ['开始登录', 'Isitknown?', '是', 'Home', 'requirementDiagramtitlePets'])
    expect(text).toContain(words)
  expect(text).not.toContain('flowchart')
  expect(notes.map((one) => [one.reason, one.detail.split('\n')[0]])).toEqual([['source', 'requirementDiagram']])
})

test('Word documents have diagrams as an image and as SVG, each once', async () => {
  const { files, notes } = await wordOf(`${diagram}\n\n${diagram}\n\n${unknown}`)
  expect(Object.keys(files).filter((name) => name.includes('media'))).toEqual([
    'word/media/picture1.png',
    'word/media/picture1.svg',
  ])
  const body = Buffer.from(files['word/document.xml'] ?? []).toString()
  expect(body.match(/<asvg:svgBlip [^>]*r:embed="rId\d+"/g)).toHaveLength(2)
  expect(Buffer.from(files['word/media/picture1.svg'] ?? []).toString()).toContain('开始登录')
  expect(Buffer.from(files['word/media/picture1.png'] ?? []).toString('latin1', 1, 4)).toBe('PNG')
  expect(notes.map((one) => one.detail.split('\n')[0])).toEqual(['requirementDiagram'])
})

/** Writes one page as a site, and returns its HTML. */
async function siteOf(text: string, files: SitePage['files'] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'x.zip')
  async function* parts(): AsyncGenerator<SitePart[]> {
    yield [{ sitePage: { number: 0, text, files, attached: [] } }]
    for (const { file, path: to } of files) yield [{ file: { path: to, from: file.path, packs: false } }]
  }
  const nodes = [{ page_id: 1, title: 'D', path: 'd.html' }]
  const facts = { title: 'T', description: '', nodes, globals: {}, item_type: 1, site_url: '', base_address: '' }
  const notes = await writeExport(path, { frame: { kind: 'site', lang: 'zh', ...facts }, parts: parts() })
  const entries = unzipSync(readFileSync(path))
  return { notes, page: Buffer.from(entries['d.html'] ?? []).toString(), names: Object.keys(entries) }
}

test('a site has diagrams as SVG that nothing runs in', async () => {
  const { page, notes } = await siteOf(`${diagram}\n\n${unknown}`)
  expect(page).toMatch(/<pre[^>]*md-mermaid[^>]*><code[^>]*><svg [^]*开始登录[^]*<\/svg><\/code><\/pre>/)
  expect(page).not.toMatch(/flowchart LR|<svg[^>]*>(?:(?!<\/svg>)[^])*<(?:style|script|image|a|foreignObject)\b/)
  expect(page).toContain('Walk: 5: Dog')
  expect(notes.map((one) => one.reason)).toEqual(['source'])
})

/** Images of every kind, and files that none of the formats can show. */
const everyKind = {
  'anim.webp': animatedWebp(2, 0),
  'photo.avif': Buffer.concat([Buffer.from('\0\0\0\u001cftypavif\0\0\0\0', 'latin1'), Buffer.alloc(40)]),
  'whole.png': tinyPng(),
  'cut.png': tinyPng().subarray(0, -14),
  'text.png': 'no image',
  'scan.tiff': Buffer.from('II*\0'),
  'lost.svg': '<svg',
}

test('what a format cannot show as an image is a link or its name there, and in the result', async () => {
  const { files, text } = shownFiles(everyKind)
  const unshown = ['cut.png', 'text.png', 'scan.tiff', 'lost.svg']
  const word = await wordOf(text, files)
  expect(word.notes.map((one) => one.detail)).toEqual(['photo.avif', ...unshown])
  const pdf = await writePdf([{ title: 'Images', text, files }])
  expect(pdf.notes.map((one) => one.detail)).toEqual(['photo.avif', ...unshown])
  // browsers show AVIF, and animations as they are
  const { page, notes, names } = await siteOf(
    text,
    files.map((file) => ({ file, path: `files/${file.display_name}` })),
  )
  expect(notes.map((one) => one.detail)).toEqual(unshown)
  expect([...page.matchAll(/<img [^>]*src="files\/([^"]+)"/g)].map(([, name]) => name)).toEqual([
    'anim.webp',
    'photo.avif',
    'whole.png',
  ])
  for (const name of unshown) expect(page).toMatch(new RegExp(`<a [^>]*href="files/${name}"`))
  expect(names).toEqual(expect.arrayContaining(unshown.map((name) => `files/${name}`)))
})

test('a file that is no longer on the server is in the result', async () => {
  const { files, text } = shownFiles({ 'gone.png': tinyPng() })
  for (const { path } of files) rmSync(path)
  const { notes } = await siteOf(
    text,
    files.map((file) => ({ file, path: 'files/gone.png' })),
  )
  expect(notes.map(({ reason, detail }) => [reason, detail])).toEqual([
    ['source', 'gone.png'],
    ['missing', 'files/gone.png'],
  ])
})

test('a PNG with transparency that is too large to be taken apart is named', async () => {
  const png = tinyPng()
  // its head says 20,000 x 20,000 pixels with transparency
  png.writeUInt32BE(20_000, 16)
  png.writeUInt32BE(20_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  const { files, text } = shownFiles({ 'huge.png': png })
  const { notes, path } = await writePdf([{ title: 'Images', text, files }])
  expect(notes.map((one) => one.detail)).toEqual(['huge.png'])
  expect(await textOf(path)).toContain(`sign=${files[0]?.sign}`)
})

test('PDF files show GIF, WebP, BMP and SVG; what is broken is named and reported', async () => {
  const { files, text } = shownFiles({
    'a.gif': gifOf(Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => 1))),
    'b.webp': Buffer.from(webpBase64, 'base64'),
    'broken.webp': 'RIFF1234WEBPVP8 ',
    'broken.svg': '<svg',
  })
  const { path, notes } = await writePdf([{ title: 'Images', text, files }])
  const listed = await poppler('pdfimages', '-list', path)
  expect(listed.match(/ image +60 +60 /g)).toHaveLength(1)
  expect(listed.match(/ image +1 +1 /g)).toHaveLength(1)
  expect(notes.map((one) => one.detail)).toEqual(['broken.webp', 'broken.svg'])
  expect(await textOf(path)).toContain(`sign=${files[3]?.sign}`)
})

test('an SVG in a PDF is vectors with its texts', async () => {
  const { files, text } = shownFiles({ 'x.svg': svg })
  const { path, notes } = await writePdf([{ title: 'Image', text, files, level: 0 }], { hasCover: false })
  expect(notes).toEqual([])
  expect((await poppler('pdfimages', '-list', path)).trim().split('\n')).toHaveLength(2)
  expect(squeezed(await textOf(path))).toContain('库存stock')
})

test('what an SVG has that cannot be drawn is reported, in both formats', async () => {
  const part = '<image href="x.png" width="1" height="1"/></svg>'
  const { files, text } = shownFiles({ 'part.svg': svg.replace('</svg>', part) })
  const { notes } = await writePdf([{ title: 'Image', text, files }])
  const word = await wordOf(text, files)
  expect([...notes, ...word.notes].map((one) => one.detail)).toEqual(['part.svg: image', 'part.svg: image'])
})

test('Word documents have WebP and SVG as PNG, and GIF as it is', async () => {
  const gif = gifOf([
    [0, 1],
    [2, 3],
  ])
  const { files: shown, text } = shownFiles({
    'a.gif': gif,
    'b.webp': Buffer.from(webpBase64, 'base64'),
    'c.svg': svg,
    'd.svg': 'no',
  })
  const { files, notes } = await wordOf(text, shown)
  expect(Object.keys(files).filter((name) => name.includes('media'))).toEqual([
    'word/media/picture1.gif',
    'word/media/picture2.png',
    'word/media/picture3.png',
    'word/media/picture3.svg',
  ])
  expect(Buffer.from(files['word/media/picture1.gif'] ?? []).equals(gif)).toBe(true)
  expect(notes.map((one) => one.detail)).toEqual(['d.svg'])
})
