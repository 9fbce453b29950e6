import { lift, setBlockType, toggleMark, wrapIn } from '@milkdown/kit/prose/commands'
import type { MarkType, NodeType } from '@milkdown/kit/prose/model'
import type { Command, EditorState } from '@milkdown/kit/prose/state'
import { createTable, insertBlock } from './insert.ts'
import { openLinkBox } from './link-state.ts'
import { getListKind, type ListKind, toggleList } from './lists.ts'

/** The formats of the text, named as in the toolbar. */
export type VisualFormat =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'quote'
  | ListKind
  | 'table'
  | 'link'
  | 'code'
  | 'codeBlock'
  | `heading${0 | 1 | 2 | 3 | 4 | 5 | 6}`

const markNames = { bold: 'strong', italic: 'emphasis', strike: 'strike_through', code: 'inlineCode' } as const

const withMark =
  (name: string): Command =>
  (state, dispatch, view) => {
    const mark = state.schema.marks[name]
    return mark ? toggleMark(mark)(state, dispatch, view) : false
  }

const ancestor = ({ selection }: EditorState, name: string): boolean => {
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type.name === name) return true
  return false
}

const toggleBlock =
  (name: string, attrs: Record<string, unknown> | null, isOn: (state: EditorState) => boolean): Command =>
  (state, dispatch, view) => {
    const { paragraph } = state.schema.nodes
    const type: NodeType | undefined = isOn(state) ? paragraph : state.schema.nodes[name]
    return type ? setBlockType(type, type === paragraph ? null : attrs)(state, dispatch, view) : false
  }

const toggleQuote: Command = (state, dispatch, view) => {
  const quote = state.schema.nodes['blockquote']
  if (!quote) return false
  return ancestor(state, 'blockquote') ? lift(state, dispatch) : wrapIn(quote)(state, dispatch, view)
}

const levelOf = ({ selection }: EditorState): number => {
  const { parent } = selection.$from
  return parent.type.name === 'heading' ? Number(parent.attrs['level']) : 0
}

/** Makes the selected lines headings of this level; level 0, or the level they already have, makes them plain text. */
export const setHeading = (level: number): Command =>
  toggleBlock('heading', { level }, (state) => level === 0 || levelOf(state) === level)

const isCode = ({ selection }: EditorState) => selection.$from.parent.type.name === 'code_block'

const heading = (level: 0 | 1 | 2 | 3 | 4 | 5 | 6) => setHeading(level)

/**
 * All the toolbar's commands in visual mode, by the toolbar's names. The toolbar does not import this: while a visual
 * editor is open, `formatterAtom` of web/features/editor/core runs these and holds the active formats.
 */
export const visualCommands: Record<VisualFormat, Command> = {
  bold: withMark('strong'),
  italic: withMark('emphasis'),
  strike: withMark('strike_through'),
  code: withMark('inlineCode'),
  quote: toggleQuote,
  bullet: toggleList('bullet'),
  ordered: toggleList('ordered'),
  task: toggleList('task'),
  table: insertBlock((schema) => createTable(schema)),
  link: openLinkBox,
  codeBlock: toggleBlock('code_block', null, isCode),
  heading0: heading(0),
  heading1: heading(1),
  heading2: heading(2),
  heading3: heading(3),
  heading4: heading(4),
  heading5: heading(5),
  heading6: heading(6),
}

/** Returns whether a mark is active for the text typed next, or is in the selection. */
function hasMark(state: EditorState, mark: MarkType | undefined): boolean {
  if (!mark) return false
  const { from, to, empty, $from } = state.selection
  if (empty) return mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  return state.doc.rangeHasMark(from, to, mark)
}

/** Returns the formats active at the cursor, for the toolbar. */
export function activeFormats(state: EditorState): ReadonlySet<VisualFormat> {
  const active = new Set<VisualFormat>()
  for (const name of ['bold', 'italic', 'strike', 'code'] as const) {
    if (hasMark(state, state.schema.marks[markNames[name]])) active.add(name)
  }
  if (hasMark(state, state.schema.marks['link'])) active.add('link')
  const list = getListKind(state)
  if (list) active.add(list)
  if (ancestor(state, 'blockquote')) active.add('quote')
  if (ancestor(state, 'table')) active.add('table')
  if (isCode(state)) active.add('codeBlock')
  const level = levelOf(state)
  for (const one of [1, 2, 3, 4, 5, 6] as const) if (one === level) active.add(`heading${one}`)
  return active
}
