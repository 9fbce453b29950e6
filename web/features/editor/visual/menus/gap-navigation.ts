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
