import { Fragment, type Node, type Schema, Slice } from '@milkdown/kit/prose/model'
import { type EditorState, NodeSelection, Selection, type Transaction } from '@milkdown/kit/prose/state'
import { countCharacters, type EditorHandle } from '#web/features/editor/core/index.tsx'
import { sliceToMarkdown, type VisualEditor } from './create-editor.ts'
import { lineAtPosition, positionAfterCharacters, positionOfLine } from './document/line-positions.ts'
import { type LosslessDocument, openLossless } from './document/lossless.ts'

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
  const isKept = (at: number) => /^(?:doc|blockquote|callout)$/.test($from.node(at).type.name)
  while (depth > 0 && !isKept(depth - 1)) depth--
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
