import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { ensureProgram } from '#build/debian.ts'
import { webpDecoder } from '#src/core/paths.ts'
import { readFonts } from '#src/features/export/pdf/parts.ts'
import { writeExport } from '#src/features/export/worker-client.ts'
import type { DocumentPart, ExportFile, ExportNote, PdfFrame } from '#src/features/export/worker-message.ts'

const run = promisify(execFile)

/** Runs a program of poppler on a PDF file and returns what it prints. */
export async function poppler(program: string, ...args: string[]): Promise<string> {
  const path = await ensureProgram(program, 'poppler-utils')
  if (path === undefined) throw new Error(`${program} is missing: install poppler-utils`)
  const { stdout, stderr } = await run(path, args, { maxBuffer: 256e6 })
  if (/error/i.test(stderr)) throw new Error(stderr.slice(0, 2000))
  return stdout
}

/** A page of a PDF file in tests. */
export interface TestPage {
  title: string
  text: string
  level?: number
  files?: ExportFile[]
}

/** A PDF file that the worker has written, with its real memory limit. */
export interface WrittenPdf {
  path: string
  notes: ExportNote[]
  folder: string
}

/** Writes pages as a PDF file in the worker; it is deleted after the test. */
export async function writePdf(pages: readonly TestPage[], change: Partial<PdfFrame> = {}): Promise<WrittenPdf> {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-pdf-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'file.pdf')
  const frame: PdfFrame = {
    kind: 'pdf',
    title: '手册 Manual',
    description: '',
    contents: pages.flatMap(({ title, level = 1 }, at) =>
      level === 0 ? [] : [{ title: `${at + 1}  ${title}`, level, heading: at + 1 }],
    ),
    globals: {},
    item_type: 1,
    site_url: 'https://docs.test',
    webp: readFileSync(webpDecoder()),
    lang: 'en',
    facts: ['2026-11-26'],
    hasCover: true,
    page_ids: pages.map((_, at) => at + 1),
    fonts: await readFonts(),
    siteFonts: [],
    header: '',
    footer: '',
    watermark: '',
    ...change,
  }
  async function* parts(): AsyncGenerator<DocumentPart[]> {
    for (const [at, { title, text, level = 1, files = [] }] of pages.entries())
      yield [{ page: { page_id: at + 1, heading: at + 1, title, level, number: String(at + 1), text, files } }]
  }
  const notes = await writeExport(path, { frame, parts: parts() })
  return { path, notes, folder }
}

/** Returns the text of a PDF file in the order in which it is drawn, without headers and footers. */
export const textOf = (path: string): Promise<string> =>
  poppler('pdftotext', '-raw', '-enc', 'UTF-8', '-x', '0', '-y', '52', '-W', '600', '-H', '735', path, '-')

/** Returns a text without spaces, line breaks and invisible characters. */
export const squeezed = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, '')

/** Returns the number of pages of a PDF file. */
export async function pageCount(path: string): Promise<number> {
  return Number(/^Pages:\s+(\d+)/m.exec(await poppler('pdfinfo', path))?.[1])
}

/** Returns the colour of a point of a page, in points from its upper left corner. */
export async function colourAt(pdf: WrittenPdf, page: number, x: number, y: number): Promise<number[]> {
  const base = join(pdf.folder, `page-${page}`)
  await poppler('pdftoppm', '-r', '72', '-f', String(page), '-l', String(page), '-singlefile', pdf.path, base)
  const bytes = readFileSync(`${base}.ppm`)
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 40))
  const width = Number(head?.[1])
  const at = (head?.[0].length ?? 0) + (Math.round(y) * width + Math.round(x)) * 3
  return [...bytes.subarray(at, at + 3)]
}
