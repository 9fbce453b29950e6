import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { webpDecoder } from '#src/core/paths.ts'
import { WordDocument } from '#src/features/export/docx/document.ts'
import { readTextFont } from '#src/features/export/pdf/parts.ts'
import { corpus, exportedPages, guidePages } from '#tests/web/features/editor/visual/corpus.ts'
import { withDrawnText } from '../drawn-text.ts'
import { allOf, openWord, wordsOf } from '../opened.ts'
import { wordsIn } from '../words.ts'

// an API page is a reference in the document: its own tests say what is in it
const documents = [...corpus, ...guidePages, ...exportedPages].filter(([, text]) => !readApiDoc(text))

const [webp, font] = await Promise.all([readFile(webpDecoder()), readTextFont()])

test.each(documents)('all text of %s is in the Word file', async (name, text) => {
  const folder = await mkdtemp(join(tmpdir(), 'docstead-word-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'x.docx')
  const frame = {
    title: name,
    description: '',
    contents: [],
    globals: {},
    site_url: '',
    items: [],
    headings: [],
    webp,
    font,
  }
  const document = new WordDocument(path, { kind: 'docx', item_type: 1, lang: 'en', ...frame })
  await document.add({ page: { page_id: 1, heading: 1, title: name, level: 1, number: '1', text, files: [] } })
  document.finish()
  const bytes = await readFile(path)
  const word = openWord(bytes)
  const notes = allOf(word.part('word/footnotes.xml'), 'w:footnote').map((note) => wordsOf(note))
  // addresses of pictures that are not fetched stand for them, and formulas are apart
  const drawn = Object.entries(unzipSync(bytes)).flatMap(([part, content]) =>
    part.endsWith('.svg')
      ? [
          Buffer.from(content)
            .toString()
            .replaceAll(/<[^>]*>/g, ' '),
        ]
      : [],
  )
  const shown = [...word.paragraphs.map((one) => `${one.words} ${one.formula}`), ...notes, ...drawn].join('\n')
  const found = new Set(shown.match(/[\p{L}\p{N}]+/gu))
  const missing = [...new Set(wordsIn(withDrawnText(text)))].filter((one) => !found.has(one) && !shown.includes(one))
  expect(missing).toEqual([])
})
