import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureProgram } from '#build/debian.ts'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { webpDecoder } from '#src/core/paths.ts'
import { WordDocument } from '#src/features/export/docx/document.ts'
import { readTextFont } from '#src/features/export/pdf/parts.ts'
import type { WordFrame } from '#src/features/export/worker-message.ts'
import { ExcelFile } from '#src/features/export/xlsx/file.ts'
import { corpus } from '#tests/web/features/editor/visual/corpus.ts'
import { withoutDrawn } from './drawn-text.ts'
import { richPage } from './rich-page.ts'
import { wordsIn } from './words.ts'
import { rates, sales, sheetPage } from './xlsx/sheets.ts'

const run = promisify(execFile)

// One start of LibreOffice converts all files: it takes longer than the conversions.
const soffice = await ensureProgram('soffice', 'libreoffice-writer-nogui', 'libreoffice-calc-nogui')
const folder = mkdtempSync(join(tmpdir(), 'docstead-office-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function writeWord(name: string, pages: readonly { title: string; text: string }[]): Promise<void> {
  const frame: WordFrame = {
    kind: 'docx',
    title: '手册',
    description: '',
    globals: {},
    item_type: 1,
    site_url: '',
    items: [],
    headings: [],
    lang: 'zh',
    contents: pages.map(({ title }, at) => ({ title: `${at + 1}  ${title}`, level: 1, heading: at + 1 })),
    webp: readFileSync(webpDecoder()),
    font: await readTextFont(),
  }
  const document = new WordDocument(join(folder, name), frame)
  for (const [at, { title, text }] of pages.entries()) {
    const page = { page_id: at + 1, heading: at + 1, title, level: 1, number: `${at + 1}`, text, files: [] }
    await document.add({ page })
  }
  document.finish()
}

const texts = [
  '一级标题 Heading one',
  'A paragraph with bold, italic, struck, code <x>, a link, under',
  'second with a paragraph',
  'a rather long cell that has to be broken into several lines',
  '名称，带有 a|b and bold',
  'A quote',
  'of this',
  'return "你好" + name // <b>&',
  'HTML bold & bad good',
]

// an API page is a reference in the document: its own tests say what is in it
const documents = corpus.filter(([, text]) => !readApiDoc(text))

/** Returns what LibreOffice shows of a file that it has converted. */
function shownOf(name: string): string {
  const path = join(folder, `${name}.html`)
  if (!existsSync(path)) throw new Error(`LibreOffice does not open ${name}`)
  return readFileSync(path, 'utf8')
    .replace(/<style[\s\S]*?<\/style>/gi, ' ')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
}

if (soffice === undefined) console.warn('LibreOffice is missing and cannot be installed here: its tests are skipped')

describe.skipIf(soffice === undefined)('LibreOffice', () => {
  beforeAll(async () => {
    await writeWord('rich.docx', [
      { title: 'Page 1', text: richPage },
      { title: 'Page 2', text: richPage },
    ])
    await writeWord(
      'corpus.docx',
      documents.map(([title, text]) => ({ title, text })),
    )
    const excel = new ExcelFile(join(folder, 'sheets.xlsx'), { kind: 'xlsx', lang: 'en' })
    excel.add({ title: 'Numbers', text: sheetPage(sales, rates), isOnly: true })
    excel.finish()
    const files = ['rich.docx', 'corpus.docx', 'sheets.xlsx'].map((name) => join(folder, name))
    const options = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'html']
    await run(soffice ?? '', [...options, '--outdir', folder, ...files])
  }, 180_000)

  test('shows a Word document in its order, each text once for each page', () => {
    const shown = shownOf('rich')
    const missing = texts.filter((text) => shown.split(text).length !== 3)
    expect(missing, 'texts that are not there twice').toEqual([])
    const [contentsAt, first, second] = ['目录', 'Page 1', 'Page 2'].map((text) => shown.lastIndexOf(text))
    expect(contentsAt).toBeGreaterThan(-1)
    expect(first).toBeGreaterThan(contentsAt ?? 0)
    expect(second).toBeGreaterThan(first ?? 0)
  })

  test('shows all text of the documents of the corpus but that of diagrams, which are images', () => {
    const shown = shownOf('corpus')
    const found = new Set(shown.match(/[\p{L}\p{N}]+/gu))
    const missing = documents.flatMap(([name, text]) =>
      [...new Set(wordsIn(withoutDrawn(text)))]
        .filter((word) => !found.has(word) && !shown.includes(word))
        .map((word) => `${name}: ${word}`),
    )
    expect(missing).toEqual([])
  })

  test('shows the sheets of an Excel file, and calculates their formulas', () => {
    const shown = shownOf('sheets')
    expect(shown).toContain('名称 Share 茶 12.50% 2026-11-21 Sum 0.25 8 merged')
  })
})
