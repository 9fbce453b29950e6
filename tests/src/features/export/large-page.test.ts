import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { webpDecoder } from '#src/core/paths.ts'
import { readTextFont } from '#src/features/export/pdf/parts.ts'
import { writeExport } from '#src/features/export/worker-client.ts'
import type { DocumentPart, WordFrame } from '#src/features/export/worker-message.ts'

const pageLength = 4 * 1024 * 1024

/** Repeats lines up to the size of a large page; `#` becomes the line number. */
function lines(line: string, head = ''): string {
  const parts = [head]
  for (let length = head.length, at = 0; length < pageLength; at += 1) {
    const next = line.replaceAll('#', String(at))
    parts.push(next)
    length += next.length
  }
  return parts.join('')
}

const frame: WordFrame = {
  kind: 'docx',
  title: 'Large',
  description: '',
  contents: [],
  globals: {},
  item_type: 1,
  site_url: '',
  items: [],
  headings: [],
  webp: await readFile(webpDecoder()),
  font: await readTextFont(),
  lang: 'en',
}

const [lessThan, greaterThan, slash, question, blank] = Buffer.from('<>/? ')

/**
 * Throws unless the elements of a part close in the order in which they were opened. Compares bytes: a string for each of
 * millions of tags takes longer than the export.
 */
function requireWellFormed(xml: Buffer, name: string): void {
  const nameOf = (start: number) => xml.toString('latin1', start, xml.indexOf(greaterThan ?? 0, start))
  /** Where the name of each open element begins. */
  const open: number[] = []
  for (let at = 0; at < xml.length; at++) {
    if (xml[at] !== lessThan) continue
    const start = at + 1
    while (xml[at] !== greaterThan) if (++at >= xml.length) throw new Error(`${name}: a tag without an end`)
    if (xml[start] === question || xml[at - 1] === slash) continue
    if (xml[start] !== slash) {
      open.push(start)
      continue
    }
    let opened = open.pop() ?? xml.length
    for (let closing = start + 1; closing < at; closing++)
      if (xml[closing] !== xml[opened++]) throw new Error(`${name}: ${nameOf(start)} closes another element`)
    if (xml[opened] !== greaterThan && xml[opened] !== blank)
      throw new Error(`${name}: ${nameOf(start)} closes another element`)
  }
  const left = open.at(-1)
  if (left !== undefined) throw new Error(`${name}: ${nameOf(left)} is not closed`)
}

/** A page as a Word document, written by the worker with its real memory limit. */
async function exported(text: string): Promise<Record<string, Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'docstead-large-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'large.docx')
  async function* parts(): AsyncGenerator<DocumentPart[]> {
    yield [{ page: { page_id: 1, heading: 1, title: 'Large', level: 1, number: '1', text, files: [] } }]
  }
  await writeExport(path, { frame, parts: parts() })
  return unzipSync(readFileSync(path))
}

test.each<[string, string, string]>([
  [
    'table',
    lines('| field_# | string | the `value` of **row** # |\n', '| name | type | what |\n|---|---|---|\n'),
    'field_0',
  ],
  ['table of short rows', lines('|#|x|\n', '| a | b |\n|---|---|\n'), '>0<'],
  ['code block', `${lines('line # of code\n', '```\n')}\`\`\`\n`, 'line 0 of code'],
  ['list', lines('- item # of the list\n'), 'item 0 of the list'],
  ['list in lists', lines('- a #\n  - b\n    - c\n'), 'a 0'],
  ['numbered list after another', lines('1. item #\n\nbetween\n\n'), 'item 0'],
  ['HTML table', lines('<tr><td>cell #</td><td>b</td></tr>\n', '<table>\n'), 'cell 0'],
  ['HTML table in one line', lines('<tr><td>cell #</td><td>b</td></tr>', '<table>'), 'cell 0'],
  ['paragraph in one line', lines('**bold #** *slanted* `code` '), 'bold 0'],
  ['paragraph of links', lines('[link #](http://example.com/#) '), 'link 0'],
  ['paragraph of notes', lines('words^[note #] '), 'words'],
])('exports a page of 4 MB that is one %s', { timeout: 180_000 }, async (_, text, first) => {
  const files = await exported(text)
  for (const [name, bytes] of Object.entries(files)) {
    const xml = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (/\.(xml|rels)$/.test(name)) requireWellFormed(xml, name)
  }
  const bytes = files['word/document.xml'] ?? new Uint8Array()
  const document = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  expect(document.includes(first)).toBe(true)
  // the last line is included
  const last = /\d+(?!.*\d)/.exec(text.slice(-100))?.[0] ?? 'none'
  const where = text.includes('^[') ? Buffer.from(files['word/footnotes.xml'] ?? []) : document
  expect(where.includes(last)).toBe(true)
})

test('rejects a table that expands to more cells than a Word file holds and names its page', async () => {
  const head = `${'|c'.repeat(1000)}|\n${'|-'.repeat(1000)}|\n`
  const begun = performance.now()
  await expect(exported(head + '|a\n'.repeat(400_000))).rejects.toMatchObject({
    errorName: 'exportTooManyCells',
    values: { title: 'Large', most: '3,000,000' },
  })
  expect(performance.now() - begun).toBeLessThan(10_000)
})
