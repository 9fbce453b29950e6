import { Fragment, type Node, type Schema } from '@milkdown/kit/prose/model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  TextSelection,
  type Transaction,
} from '@milkdown/kit/prose/state'

/**
 * Inserts blocks at the cursor: in place of an empty line, otherwise below the current block, where they are allowed.
 */
function insertBlocks(state: EditorState, blocks: readonly Node[]): Transaction | undefined {
  const { $from } = state.selection
  const first = blocks[0]
  if (!first) return undefined
  for (let depth = $from.depth; depth > 0; depth--) {
    const parent = $from.node(depth - 1)
    const index = $from.index(depth - 1)
    const own = $from.node(depth)
    const isEmpty = own.type.name === 'paragraph' && own.content.size === 0
    if (isEmpty && parent.canReplaceWith(index, index + 1, first.type)) {
      const at = $from.before(depth)
      return selectFirst(state.tr.replaceWith(at, $from.after(depth), Fragment.from(blocks)), at, first)
    }
    if (parent.canReplaceWith(index + 1, index + 1, first.type)) {
      const at = $from.after(depth)
      return selectFirst(state.tr.insert(at, Fragment.from(blocks)), at, first)
    }
  }
  return undefined
}

function selectFirst(tr: Transaction, at: number, block: Node): Transaction {
  const isWhole = block.isAtom || isDrawn(block)
  const selection = isWhole ? NodeSelection.create(tr.doc, at) : TextSelection.near(tr.doc.resolve(at + 1))
  return tr.setSelection(selection).scrollIntoView()
}

const drawnLanguages = new Set(['mermaid', 'math', 'katex'])

/** Returns whether a block shows a drawing instead of its text: Mermaid, formulas, protected text. */
export const isDrawn = (node: Node): boolean =>
  node.type.name === 'protected_block' ||
  node.type.name === 'math_block' ||
  (node.type.name === 'code_block' && drawnLanguages.has(String(node.attrs['language']).toLowerCase()))

/** Inserts the block that `make` returns. */
export const insertBlock =
  (make: (schema: Schema) => Node | null | undefined): Command =>
  (state, dispatch) => {
    const block = make(state.schema)
    const tr = block ? insertBlocks(state, [block]) : undefined
    if (tr) dispatch?.(tr)
    return tr !== undefined
  }

/** Creates an empty table with a header. */
export function createTable(schema: Schema, columns = 3, rows = 3): Node | undefined {
  const { table, table_header_row, table_row, table_header, table_cell } = schema.nodes
  const many = (count: number, make: () => Node | null | undefined) =>
    Array.from({ length: count }, make).filter((node) => node !== null && node !== undefined)
  const attrs = { alignment: null }
  const head = table_header_row?.create(
    null,
    many(columns, () => table_header?.createAndFill(attrs)),
  )
  const body = many(rows - 1, () =>
    table_row?.create(
      null,
      many(columns, () => table_cell?.createAndFill(attrs)),
    ),
  )
  return head ? table?.create(null, [head, ...body]) : undefined
}

/** Inserts a collapsible section: its title, its text and its end are one below the other. */
export const insertDetails =
  (title: string, words: string): Command =>
  (state, dispatch) => {
    const { schema } = state
    const html = (source: string) => schema.node('protected_block', { source })
    const tr = insertBlocks(state, [
      html(`<details>\n<summary>${title}</summary>`),
      schema.node('paragraph', null, schema.text(words)),
      html('</details>'),
    ])
    if (tr) dispatch?.(tr)
    return tr !== undefined
  }

/** Inserts a footnote: its number at the cursor, its text at the end of the page, where it is selected. */
export const insertFootnote =
  (words: string): Command =>
  ({ doc, schema, tr }, dispatch) => {
    let last = 0
    doc.descendants(({ attrs }) => {
      for (const [, digits] of String(attrs['source'] ?? '').matchAll(/\[\^(\d{1,6})\]/g))
        last = Math.max(last, Number(digits))
    })
    const mark = `[^${last + 1}]`
    tr.replaceSelectionWith(schema.node('protected_inline', { source: mark }))
    const end = tr.doc.content.size
    tr.insert(end, schema.node('protected_block', { source: `${mark}: ${words}` }))
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, end)).scrollIntoView())
    return true
  }
