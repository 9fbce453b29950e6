import { Fragment, type Node, type ResolvedPos, type Schema, Slice } from '@milkdown/kit/prose/model'
import { type EditorState, NodeSelection, Selection, type Transaction } from '@milkdown/kit/prose/state'
import { countCharacters, type EditorHandle } from '#web/features/editor/core/index.tsx'
import { sliceToMarkdown, type VisualEditor } from './create-editor.ts'
import { type LosslessDocument, openLossless, type WrittenBlock } from './document/lossless.ts'

/** Parses Markdown as the text of a single line, with the spaces around it; returns undefined when it is not one. */
function lineIn(markdown: string, lossless: LosslessDocument, schema: Schema): Fragment | undefined {
  const [, before = '', words = '', after = ''] = /^([ \t]*)(.*?)([ \t]*)$/s.exec(markdown) ?? []
  const blocks = lossless.parse(words)
  const [only] = blocks
  if (blocks.length > 1 || (only && only.type.name !== 'paragraph')) return undefined
  const space = (text: string) => (text === '' ? [] : [schema.text(text)])
  return Fragment.from([...space(before), ...(only?.children ?? []), ...space(after)])
}

/** Inserts blocks on lines of their own: in place of an empty paragraph, otherwise after the current block. */
function insertBlocks(tr: Transaction, blocks: readonly Node[]): Transaction {
  const { $from } = tr.selection
  const content = Fragment.from(blocks)
  let depth = $from.depth
  const isStored = (at: number) => /^(?:doc|blockquote|callout)$/.test($from.node(at).type.name)
  while (depth > 0 && !isStored(depth - 1)) depth--
  const block = depth > 0 ? $from.node(depth) : undefined
  const isEmpty = block?.type.name === 'paragraph' && block.content.size === 0
  const from = depth > 0 ? (isEmpty ? $from.before(depth) : $from.after(depth)) : $from.pos
  const to = isEmpty && depth > 0 ? $from.after(depth) : from
  tr.replaceWith(from, to, content)
  return tr.setSelection(Selection.near(tr.doc.resolve(from + content.size), -1))
}

function insert(state: EditorState, markdown: string, lossless: LosslessDocument): Transaction {
  const { tr, selection } = state
  if (selection.$from.parent.type.spec.code) return tr.insertText(markdown)
  const line = markdown.includes('\n') ? undefined : lineIn(markdown, lossless, state.schema)
  if (line && selection.$from.parent.inlineContent) return tr.replaceSelection(new Slice(line, 0, 0))
  const blocks = lossless.parse(markdown)
  return blocks.length > 0 ? insertBlocks(tr, blocks) : tr
}

function replaceSelected(state: EditorState, markdown: string, lossless: LosslessDocument): Transaction {
  const { tr, selection } = state
  if (selection.empty) return insert(state, markdown, lossless)
  if (selection.$from.parent.type.spec.code && selection.$from.sameParent(selection.$to)) return tr.insertText(markdown)
  const line = lineIn(markdown, lossless, state.schema)
  if (line) return tr.replaceSelection(new Slice(line, 0, 0))
  const blocks = lossless.parse(markdown)
  const depth = (node: Node | undefined) => (node?.type.name === 'paragraph' ? 1 : 0)
  return tr.replaceSelection(new Slice(Fragment.from(blocks), depth(blocks[0]), depth(blocks.at(-1))))
}

/** Counts the source lines before `offset` in the text of a block. */
function linesBefore(node: Node, offset: number): number {
  if (node.type.name === 'code_block') {
    const isFenced = node.attrs['written'] !== 'indent'
    return (isFenced ? 1 : 0) + (node.textBetween(0, offset).match(/\n/g)?.length ?? 0)
  }
  let lines = 0
  node.nodesBetween(0, offset, (child, at) => {
    if (at < offset && child.type.name === 'hardbreak' && !String(child.attrs['written']).startsWith('<')) lines++
  })
  return lines
}

const isWords = (node: Node) => node.isTextblock

/** Returns the source block of the document's block `index`, or the last one before it. */
function blockAt(blocks: readonly WrittenBlock[], index: number): WrittenBlock | undefined {
  return blocks.findLast((block) => block.index <= index) ?? blocks[0]
}

/** Returns the source line, from 1, of a position in the document. */
function lineAtPosition(lossless: LosslessDocument, doc: Node, $place: ResolvedPos): number {
  const index = $place.index(0)
  const block = blockAt(lossless.blocksOf(doc), index)
  if (!block) return 1
  if (block.index !== index) return block.last + 1
  let line = block.first
  if (block.opened !== undefined) {
    for (let depth = 1; depth <= $place.depth; depth++) {
      const parent = $place.node(depth - 1)
      const at = $place.index(depth - 1)
      for (let sibling = at; sibling >= 0; sibling--) {
        const known = lossless.lineOf(parent.child(sibling))
        if (known === undefined) continue
        line = block.first + known - block.opened
        break
      }
    }
  }
  const words = $place.parent
  const inside = isWords(words) ? linesBefore(words, $place.parentOffset) : 0
  return Math.min(Math.max(line + inside, block.first), block.last) + 1
}

/** Returns the document position where the text of a source line, from 1, begins. */
function positionOfLine(lossless: LosslessDocument, doc: Node, line: number): number {
  const blocks = lossless.blocksOf(doc)
  const wanted = line - 1
  const block = blocks.find(({ last }) => last >= wanted) ?? blocks.at(-1)
  if (!block) return 0
  let start = 0
  for (let at = 0; at < block.index; at++) start += doc.child(at).nodeSize
  const top = doc.child(block.index)
  const shift = block.opened === undefined ? undefined : block.first - block.opened
  let found = { node: top, at: start, line: block.first }
  top.descendants((node, offset) => {
    const known = lossless.lineOf(node)
    if (known === undefined || shift === undefined || known + shift > wanted) return true
    found = { node, at: start + 1 + offset, line: known + shift }
    return true
  })
  const { node } = found
  if (!isWords(node)) return found.at + (node.isLeaf ? 0 : 1)
  let offset = 0
  while (offset < node.content.size && found.line + linesBefore(node, offset) < wanted) offset++
  return found.at + 1 + offset
}

/** Returns the position after `letters` characters from another one, within the same top-level block. */
function positionAfterCharacters(doc: Node, from: number, charOffset: number): number {
  const $from = doc.resolve(from)
  let low = from
  let high = charOffset > 0 && $from.depth > 0 ? $from.end(1) : from
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (countCharacters(doc.textBetween(from, middle, ' ', ' ')) < charOffset) low = middle + 1
    else high = middle
  }
  return low
}

/** Creates the editor handle of the visual editor. It stays readable after the editor has left the screen. */
export function createVisualHandle({ view, documents }: VisualEditor): EditorHandle {
  /** Returns the opened text that most of the document came from. */
  const opened = (): LosslessDocument => {
    const [first, ...others] = documents
    if (!first) throw new Error('no document was opened')
    const { doc } = view.state
    return others.reduce((best, next) => (next.owned(doc) >= best.owned(doc) ? next : best), first)
  }
  return {
    kind: 'visual',
    read: () => opened().read(view.state.doc),
    write: (text) => {
      const { state } = view
      const next = openLossless(state.schema, text)
      documents.push(next)
      const tr = state.tr.replaceWith(0, state.doc.content.size, next.doc.content)
      view.dispatch(tr.setSelection(Selection.atStart(tr.doc)))
    },
    insert: (markdown) => view.dispatch(insert(view.state, markdown, opened()).scrollIntoView()),
    selected: () => {
      const { selection } = view.state
      if (selection.empty) return ''
      const { $from, $to } = selection
      const isLine = $from.sameParent($to) && $from.parent.inlineContent && !(selection instanceof NodeSelection)
      if (!isLine) return sliceToMarkdown(opened(), selection.content())
      if ($from.parent.type.spec.code) return $from.parent.textBetween($from.parentOffset, $to.parentOffset)
      const words = $from.parent.content.cut($from.parentOffset, $to.parentOffset)
      return sliceToMarkdown(opened(), new Slice(words, 0, 0))
    },
    replaceSelected: (markdown) => view.dispatch(replaceSelected(view.state, markdown, opened()).scrollIntoView()),
    line: () => lineAtPosition(opened(), view.state.doc, view.state.selection.$head),
    letters: () => {
      const { doc, selection } = view.state
      const start = positionOfLine(opened(), doc, lineAtPosition(opened(), doc, selection.$head))
      return start < selection.head ? countCharacters(doc.textBetween(start, selection.head, ' ', ' ')) : 0
    },
    goToLine: (line, letters = 0) => {
      const { state } = view
      const place = positionAfterCharacters(state.doc, positionOfLine(opened(), state.doc, line), letters)
      const node = state.doc.nodeAt(place)
      const isThing = node && node.isAtom && !node.isInline && NodeSelection.isSelectable(node)
      const selection = isThing ? NodeSelection.create(state.doc, place) : Selection.near(state.doc.resolve(place))
      view.dispatch(state.tr.setSelection(selection))
      const { node: dom } = view.domAtPos(selection.from)
      const element = dom instanceof Element ? dom : dom.parentElement
      element?.scrollIntoView({ block: 'center' })
    },
    focus: () => view.focus(),
  }
}
