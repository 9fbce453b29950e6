import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Token } from 'markdown-it'
import { expect, test } from 'vitest'
import { root } from '#build/paths.ts'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { parseMarkdown } from '#shared/markdown/pipeline.ts'
import { withDrawnText } from '../drawn-text.ts'
import { pageCount, poppler, squeezed, textOf, writePdf } from './written.ts'

const folder = join(root, 'tests/corpus')

/** Returns the texts of a document that a reader must find, in order; formulas and code as their sources. */
function textsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'inline') return textsOf(token.children ?? [])
    const isText = ['text', 'text_special', 'code_inline', 'math_inline', 'math_block', 'code_block', 'fence'].includes(
      token.type,
    )
    return isText ? [token.content] : []
  })
}

test('every document of the corpus is found in the file as text, in its order', { timeout: 120_000 }, async () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'))
  const { path } = await writePdf(names.map((name, at) => ({ title: `${name} BEGIN${at}#`, text: texts[at] ?? '' })))
  const whole = squeezed(await textOf(path))
  const missing: string[] = []
  names.forEach((name, at) => {
    // the contents list the titles too
    const from = whole.lastIndexOf(`BEGIN${at}#`)
    const to =
      at + 1 < names.length ? whole.lastIndexOf(`${at + 2}${squeezed(names[at + 1] ?? '')}BEGIN`) : whole.length
    const own = whole.slice(from, to)
    const source = texts[at] ?? ''
    expect(readApiDoc(source), name).toBeUndefined()
    let position = 0
    for (const text of textsOf(parseMarkdown(withDrawnText(source)).tokens)) {
      // a block of code may go on on the next page, between whose lines nothing else is
      // poppler turns round what is written from right to left, which is drawn from left to right here
      for (const part of text.split(/[\n\u0590-\u08ff\ufb1d-\ufefc]+/).map(squeezed)) {
        if (part === '') continue
        const next = own.indexOf(part, position)
        if (next === -1 && !own.includes(part)) missing.push(`${name}: ${part.slice(0, 200)}`)
        else if (next !== -1) position = next
      }
    }
  })
  expect(missing).toEqual([])
  expect(await pageCount(path)).toBeGreaterThan(names.length)
  expect(await poppler('pdffonts', path)).toMatch(/WenQuanYiMicroHei +CID TrueType +Identity-H +yes yes yes/)
})
