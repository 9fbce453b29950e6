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

/** More than what is parsed at once, whether that is limited by characters or by tokens. */
const pageLength = 800_000

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

/** Pages as a Word document, written by the worker with its real memory limit. */
async function exported(pages: readonly { title: string; text: string }[]): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'docstead-large-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'large.docx')
  async function* parts(): AsyncGenerator<DocumentPart[]> {
    for (const [at, { title, text }] of pages.entries())
      yield [{ page: { page_id: at + 1, heading: at + 1, title, level: 1, number: `${at + 1}`, text, files: [] } }]
  }
  await writeExport(path, { frame, parts: parts() })
  const files = Object.entries(unzipSync(readFileSync(path)))
  return new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]))
}

const large: [kind: string, text: string, first: string][] = [
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
]

// In one document: what a page leaves in memory adds up to that of a page of their common size.
test('exports pages of 800 KB that are one table, list, paragraph, ...', { timeout: 120_000 }, async () => {
  const files = await exported(large.map(([kind, text]) => ({ title: `One ${kind}`, text })))
  for (const [name, xml] of files) if (/\.(xml|rels)$/.test(name)) requireWellFormed(xml, name)
  const document = files.get('word/document.xml') ?? Buffer.alloc(0)
  const starts = large.map(([kind]) => document.indexOf(`>One ${kind}<`))
  for (const [at, [kind, text, first]] of large.entries()) {
    const page = document.subarray(starts[at], starts[at + 1])
    expect(page.includes(first), `the first line of the ${kind}`).toBe(true)
    // the last line is included
    const last = /\d+(?!.*\d)/.exec(text.slice(-100))?.[0] ?? 'none'
    const where = text.includes('^[') ? files.get('word/footnotes.xml') : page
    expect(where?.includes(last), `the last line of the ${kind}`).toBe(true)
  }
})

test('rejects a table that expands to more cells than a Word file holds and names its page', async () => {
  const head = `${'|c'.repeat(1000)}|\n${'|-'.repeat(1000)}|\n`
  const begun = performance.now()
  await expect(exported([{ title: 'Large', text: head + '|a\n'.repeat(400_000) }])).rejects.toMatchObject({
    errorName: 'exportTooManyCells',
    values: { title: 'Large', most: '3,000,000' },
  })
  expect(performance.now() - begun).toBeLessThan(10_000)
})
