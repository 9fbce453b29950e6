import { history, redo, undo } from '@milkdown/kit/prose/history'
import type { Node } from '@milkdown/kit/prose/model'
import { EditorState, type Transaction } from '@milkdown/kit/prose/state'
import { expect, test } from 'vitest'
import { type LosslessDocument, openLossless } from '#web/features/editor/visual/document/lossless.ts'
import { blockKey } from '#web/features/editor/visual/document/semantic-key.ts'
import { corpus } from './corpus.ts'
import { listEdits } from './edits.ts'
import { testSchema } from './schema.ts'

const schema = await testSchema()
/** The same number of runs on every machine, so that failures are reproducible. */
const seeds = 500

/** Numbers from 0 to 1 that are the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const placeOf = (doc: Node, index: number) => doc.children.slice(0, index).reduce((sum, node) => sum + node.nodeSize, 0)
const meaningsOf = (doc: Node) => doc.children.map(blockKey).filter((meaning) => meaning !== '<p>')

/** Changes a document: edits, deletes, copies or moves a block, or inserts a new one. */
function randomStep(tr: Transaction, random: () => number): Transaction {
  const { doc } = tr
  const pick = (below: number) => Math.floor(random() * below)
  const index = pick(doc.childCount)
  const block = doc.child(index)
  const at = placeOf(doc, index)
  const kind = random()
  if (kind < 0.5) {
    const edits = listEdits(block)
    edits[pick(edits.length)]?.apply(tr, at)
    return tr
  }
  if (kind < 0.65) return doc.childCount > 1 ? tr.delete(at, at + block.nodeSize) : tr
  if (kind < 0.75) return tr.insert(placeOf(doc, pick(doc.childCount + 1)), block)
  if (kind < 0.9) {
    tr.delete(at, at + block.nodeSize)
    return tr.insert(placeOf(tr.doc, pick(tr.doc.childCount + 1)), block)
  }
  return tr.insert(
    placeOf(doc, pick(doc.childCount + 1)),
    schema.node('paragraph', null, [schema.text('# new * paragraph')]),
  )
}

/** An unclosed fence that runs to the end of its document: with something after it, it must be closed. */
const isOpenFence = (source: string): boolean => {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1]
  return fence !== undefined && !new RegExp(`\\n {0,3}${fence[0]}{${fence.length},}[ \\t]*$`).test(source)
}

/** A block whose link takes its address from another block: when that one goes, the address moves into the link. */
const usesOther = (text: string, source: string): boolean =>
  /^[>\s]*\[[^\]]+\]:/m.test(text) && /\[[^\]]+\](?!\()/.test(source)

/** Whether a block could merge with its neighbor: when moved there, it is written differently. */
function mayRunTogether(doc: Node, index: number, source: string): boolean {
  const node = doc.child(index)
  if (isOpenFence(source) && index < doc.childCount - 1) return true
  const isLike = (other: Node | null) => other?.type === node.type && node.type.name.endsWith('_list')
  return isLike(doc.maybeChild(index - 1)) || isLike(doc.maybeChild(index + 1)) || node.attrs['written'] === 'indent'
}

/** Whether the untouched blocks are in the text with their bytes, in their order. */
function keepsUntouched(
  opened: LosslessDocument,
  sources: ReadonlyMap<Node, string>,
  { doc, former }: { doc: Node; former: string },
): boolean {
  const text = opened.read(doc)
  let from = 0
  for (const [index, node] of doc.children.entries()) {
    const source = sources.get(node)
    if (source === undefined || mayRunTogether(doc, index, source) || usesOther(former, source)) continue
    const at = text.indexOf(source, from)
    if (at === -1) return false
    from = at + source.length
  }
  return true
}

test('after any edits and undos, untouched blocks keep their bytes and the meaning is right', () => {
  let runs = 0
  for (let seed = 1; seed <= seeds; seed++) {
    const random = dice(seed)
    const [name, text] = corpus[Math.floor(random() * corpus.length)] ?? ['', '']
    if (text.length > 20_000) continue
    runs++
    const opened = openLossless(schema, text)
    // Raw HTML and definitions mean something else elsewhere, as in any editor.
    const isPlain = opened.doc.children.every((node) => node.type.name !== 'protected_block')
    const sources = new Map(
      opened
        .blocksOf(opened.doc)
        .map(({ index, first, last }) => [opened.doc.child(index), linesOf(text, first, last)]),
    )
    let state = EditorState.create({ doc: opened.doc, plugins: [history({ newGroupDelay: 0 })] })
    const run = (tr: Transaction) => (state = state.apply(tr))
    const what = `seed ${seed}, ${name}`
    const steps = 1 + Math.floor(random() * 5)
    for (let step = 0; step < steps; step++) {
      run(randomStep(state.tr, random))
      if (random() < 0.3) undo(state, run)
      if (random() < 0.2) redo(state, run)
    }
    const after = opened.read(state.doc)
    const isEmpty = meaningsOf(state.doc).length === 0
    expect(isEmpty || keepsUntouched(opened, sources, { doc: state.doc, former: text }), what).toBe(true)
    if (isPlain) expect(meaningsOf(openLossless(schema, after).doc), what).toEqual(meaningsOf(state.doc))
    while (undo(state, run)) {}
    expect(opened.read(state.doc), what).toBe(text)
  }
  expect(runs).toBeGreaterThan(20)
}, 120_000)

function linesOf(text: string, first: number, last: number): string {
  const parts = text.split(/(\r\n?|\n)/)
  return parts.slice(first * 2, last * 2 + 1).join('')
}
