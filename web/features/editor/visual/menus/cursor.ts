import {
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  TextSelection,
  type Transaction,
} from '@milkdown/kit/prose/state'

/** Blocks that the cursor cannot leave by typing. */
const walls = new Set(['code_block', 'table', 'blockquote', 'callout', 'protected_block', 'math_block', 'hr'])

type Edge = 'start' | 'end'

const wallAt = ({ doc }: EditorState, edge: Edge) => {
  const block = edge === 'start' ? doc.firstChild : doc.lastChild
  return block && walls.has(block.type.name) ? block : undefined
}

function lineAt({ tr, doc, schema }: EditorState, edge: Edge): Transaction | undefined {
  const line = schema.nodes['paragraph']?.create()
  const at = edge === 'start' ? 0 : doc.content.size
  return (
    line &&
    tr
      .insert(at, line)
      .setSelection(TextSelection.near(tr.doc.resolve(at + 1)))
      .scrollIntoView()
  )
}

/**
 * Handles an arrow key that leaves the first or last block of the page where no line exists beyond it: adds an empty
 * line. In a table this works from any column of its first or last row.
 */
export const stepBeyond =
  (direction: 'up' | 'down'): Command =>
  (state, dispatch, view) => {
    const edge = direction === 'up' ? 'start' : 'end'
    const wall = wallAt(state, edge)
    if (!wall) return false
    const { empty, $from, $to } = state.selection
    const $at = edge === 'start' ? $from : $to
    if ($at.depth > 0) {
      if (!empty || !view?.endOfTextblock(direction)) return false
      const isAtEdge = Array.from({ length: $at.depth }, (_, depth) => depth).every((depth) => {
        const node = $at.node(depth)
        const isRow = /^table_(?:header_)?row$/.test(node.type.name)
        return isRow || $at.index(depth) === (edge === 'start' ? 0 : node.childCount - 1)
      })
      if (!isAtEdge) return false
    } else if ((edge === 'start' ? $at.nodeAfter : $at.nodeBefore) !== wall) return false
    const tr = lineAt(state, edge)
    if (tr) dispatch?.(tr)
    return tr !== undefined
  }

/** Inserts a line below a block that is selected as a whole; returns undefined where none is. */
function lineBelow({ tr, selection, schema }: EditorState): Transaction | undefined {
  const line = schema.nodes['paragraph']?.create()
  if (!(selection instanceof NodeSelection) || selection.node.isInline || !line) return undefined
  tr.insert(selection.to, line)
  return tr.setSelection(TextSelection.create(tr.doc, selection.to + 1)).scrollIntoView()
}

/** The key name of a keystroke that an input method handles. */
const composes = 'Process'

/**
 * Allows typing after a block that takes no text: a click below the last block adds a line, and text typed while a
 * block is selected as a whole goes on a line below it instead of replacing it.
 */
export const belowPlugin = (): Plugin =>
  new Plugin({
    props: {
      handleTextInput(view, _from, _to, text) {
        const tr = lineBelow(view.state)
        if (tr) view.dispatch(tr.insertText(text))
        return tr !== undefined
      },
      handleDOMEvents: {
        keydown(view, { key }) {
          const tr = key === composes ? lineBelow(view.state) : undefined
          if (tr) view.dispatch(tr)
          return false
        },
        mousedown(view, event) {
          const wall = wallAt(view.state, 'end')
          if (!wall || event.target !== view.dom || event.button !== 0 || !view.editable) return false
          const dom = view.nodeDOM(view.state.doc.content.size - wall.nodeSize)
          const tr = lineAt(view.state, 'end')
          if (!tr || !(dom instanceof HTMLElement) || event.clientY <= dom.getBoundingClientRect().bottom) return false
          event.preventDefault()
          view.dispatch(tr)
          view.focus()
          return true
        },
      },
    },
  })

/** Returns whether a backtick before the cursor opens code that the next backtick will close. */
function isBehindBacktick({ selection: { $from } }: EditorState): boolean {
  let count = 0
  $from.parent.nodesBetween(0, $from.parentOffset, (node, pos) => {
    if (!node.isText || node.marks.some(({ type }) => type.spec.code)) return
    count += (node.text ?? '').slice(0, $from.parentOffset - pos).split('`').length - 1
  })
  return count % 2 === 1
}

/**
 * Makes text typed at an edge of inline code plain when the cursor was moved there, and code when the user typed up to
 * there or has switched code on. Between two backticks, characters have no special meaning: they create no bold text
 * and no link before the second backtick is typed.
 */
export const codeEdgePlugin = (): Plugin =>
  new Plugin({
    appendTransaction(transactions, _former, state) {
      const code = state.schema.marks['inlineCode']
      const { $from, empty } = state.selection
      const marks = $from.marks()
      if (!code || !empty || state.storedMarks || !code.isInSet(marks)) return null
      const isBehind = code.isInSet($from.nodeBefore?.marks ?? []) !== undefined
      const isBefore = code.isInSet($from.nodeAfter?.marks ?? []) !== undefined
      if (isBehind && (isBefore || transactions.some(({ docChanged }) => docChanged))) return null
      return state.tr.setStoredMarks(code.removeFromSet(marks))
    },
    props: {
      handleTextInput(view, from, to, text) {
        const { state } = view
        if (!/^[*_~)\]]$/.test(text) || view.composing || state.selection.$from.parent.type.spec.code) return false
        if (!isBehindBacktick(state)) return false
        view.dispatch(state.tr.insertText(text, from, to).scrollIntoView())
        return true
      },
    },
  })

const points = ['anchorNode', 'anchorOffset', 'focusNode', 'focusOffset'] as const
/** The ends of the browser's selection. */
type Ends = Pick<Selection, (typeof points)[number]>

/**
 * Makes user actions apply at the current cursor position. The browser moves the cursor immediately but reports it in a
 * later task; a key pressed before that, as under load, would act at the old position: after Ctrl+A and End, on
 * everything. It must come before all plugins that handle events.
 */
export function freshSelectionPlugin(): Plugin {
  let reported: Ends | undefined
  const report = () => {
    const now = document.getSelection()
    if (points.some((name) => reported?.[name] !== now?.[name])) document.dispatchEvent(new Event('selectionchange'))
    return false
  }
  const onKey = ({ composing }: { composing: boolean }, event: KeyboardEvent) =>
    !composing && !event.isComposing && report()
  return new Plugin({
    props: { handleDOMEvents: { keydown: onKey, paste: report, cut: report, copy: report } },
    view: () => {
      const onChange = () => {
        const now = document.getSelection()
        reported = now
          ? {
              anchorNode: now.anchorNode,
              anchorOffset: now.anchorOffset,
              focusNode: now.focusNode,
              focusOffset: now.focusOffset,
            }
          : undefined
      }
      document.addEventListener('selectionchange', onChange)
      return { destroy: () => document.removeEventListener('selectionchange', onChange) }
    },
  })
}
