import type { Node } from '@milkdown/kit/prose/model'
import { EditorState } from '@milkdown/kit/prose/state'
import { describe, expect, test } from 'vitest'
import { openLossless } from '#web/features/editor/visual/document/lossless.ts'
import { blockKey } from '#web/features/editor/visual/document/semantic-key.ts'
import { splitDocument } from '#web/features/editor/visual/document/split-blocks.ts'
import { corpus, exportedPages, guidePages } from './corpus.ts'
import { listEdits } from './edits.ts'
import { testSchema } from './schema.ts'

const schema = await testSchema()
const documents = [...corpus, ...exportedPages]
const meaningsOf = (doc: Node) => doc.children.map(blockKey).filter((meaning) => meaning !== '<p>')

/** The first index at which two lists differ. */
const difference = (wanted: string[], found: string[]): string => {
  const at = wanted.findIndex((one, index) => one !== found[index])
  return `wanted ${wanted[at]?.slice(0, 300)}\nfound  ${found[at]?.slice(0, 300)}`
}

test('the corpus is large', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(100)
  expect(exportedPages.length).toBeGreaterThan(20)
})

describe('without an edit no byte changes', () => {
  test.each([...documents, ...guidePages])('%s', (_, text) => {
    const opened = openLossless(schema, text)
    opened.doc.check()
    expect(opened.read(opened.doc)).toBe(text)
    // as new nodes too: by undo, by paste
    const reopened = schema.nodeFromJSON(opened.doc.toJSON())
    expect(opened.read(reopened)).toBe(text)
  })
})

/** Whether the text means what the document does, judged by the changed part, or by the whole where needed. */
function saysWhatIsMeant(doc: Node, after: string, from: number, to: number): string | undefined {
  const wanted = meaningsOf(doc)
  const part = meaningsOf(openLossless(schema, after.slice(from, to)).doc)
  const isThere =
    part.length > 0 && wanted.some((_, at) => part.every((meaning, index) => wanted[at + index] === meaning))
  if (isThere) return undefined
  const found = meaningsOf(openLossless(schema, after).doc)
  if (JSON.stringify(wanted) === JSON.stringify(found)) return undefined
  return `${after.slice(from, to)}\n${difference(wanted, found)}`
}

describe('editing a block keeps the bytes of all others', () => {
  test.each(documents)(
    '%s',
    (_, text) => {
      const opened = openLossless(schema, text)
      const { pieces } = splitDocument(text)
      const state = EditorState.create({ doc: opened.doc })
      const step = Math.max(1, Math.ceil(pieces.length / 12))
      const faults: string[] = []
      opened.doc.forEach((block, at, index) => {
        const piece = pieces[index]
        if (!piece || index % step !== 0) return
        for (const { name, apply: make } of listEdits(block)) {
          const tr = state.tr
          make(tr, at)
          const after = opened.read(tr.doc)
          const what = `${name} (${block.type.name}, line ${piece.first + 1})`
          const rest = text.slice(piece.to)
          const isKept = after.startsWith(text.slice(0, piece.from)) && after.endsWith(rest)
          if (!isKept) faults.push(`${what}: other blocks changed`)
          if (block.isAtom) continue
          const fault = saysWhatIsMeant(tr.doc, after, piece.from, after.length - rest.length)
          if (fault) faults.push(`${what}: not what was meant:\n${fault}`)
        }
      })
      expect(faults).toEqual([])
    },
    60_000,
  )
})
