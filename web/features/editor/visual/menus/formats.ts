import { lift, setBlockType, toggleMark, wrapIn } from '@milkdown/kit/prose/commands'
import { type MarkType, type NodeRange, NodeType } from '@milkdown/kit/prose/model'
import { liftListItem, splitListItem, wrapInList } from '@milkdown/kit/prose/schema-list'
import type { Command, EditorState, Transaction } from '@milkdown/kit/prose/state'
import type { FormatName } from '#web/features/editor/core/index.tsx'
import { createTable, insertBlock } from './insert.ts'
import { openLinkBox } from './link-state.ts'

/** The kinds of lists. */
type ListKind = 'bullet' | 'ordered' | 'task'

const isList = (name: string) => name === 'bullet_list' || name === 'ordered_list'

/** Returns the innermost list around the selection. */
function listAround(state: EditorState): NodeRange | undefined {
  const { $from, $to } = state.selection
  return $from.blockRange($to, ({ type }) => isList(type.name)) ?? undefined
}

/** Returns the kind of list that the selection is in; undefined outside of lists. */
function getListKind(state: EditorState): ListKind | undefined {
  const range = listAround(state)
  if (!range) return undefined
  if (range.parent.child(range.startIndex).attrs['checked'] != null) return 'task'
  return range.parent.type.name === 'ordered_list' ? 'ordered' : 'bullet'
}

/** Changes items of the list at `pos` to this kind: the selected ones, or all of them. */
function setKind(tr: Transaction, pos: number, kind: ListKind, from = 0, to = Number.POSITIVE_INFINITY): void {
  const list = tr.doc.nodeAt(pos)
  const type = list?.type.schema.nodes[kind === 'ordered' ? 'ordered_list' : 'bullet_list']
  if (!list || !type) return
  if (list.type !== type) {
    const { spread } = list.attrs
    tr.setNodeMarkup(pos, type, spread === undefined ? null : { spread })
  }
  let at = pos + 1
  list.forEach((item, _offset, index) => {
    const { attrs } = item
    const checked = kind === 'task' ? (attrs['checked'] ?? false) : null
    const isMeant = index >= from && index <= to
    const next = {
      ...attrs,
      ...('listType' in attrs && { listType: kind === 'ordered' ? 'ordered' : 'bullet' }),
      ...('label' in attrs && { label: kind === 'ordered' ? `${index + 1}.` : '•' }),
      ...(isMeant && { checked }),
    }
    if (Object.entries(next).some(([name, value]) => attrs[name] !== value)) tr.setNodeMarkup(at, undefined, next)
    at += item.nodeSize
  })
}

/** Makes the selected lines a list, changes the kind of their list, or makes them plain text again. */
const toggleList =
  (kind: ListKind): Command =>
  (state, dispatch) => {
    const item = state.schema.nodes['list_item']
    const type = state.schema.nodes[kind === 'ordered' ? 'ordered_list' : 'bullet_list']
    if (!(item instanceof NodeType) || !type) return false
    const around = listAround(state)
    if (around && getListKind(state) === kind) return liftListItem(item)(state, dispatch)
    if (around) {
      const tr = state.tr
      const isTask = kind === 'task' || getListKind(state) === 'task'
      setKind(tr, around.$from.before(around.depth), kind, ...(isTask ? [around.startIndex, around.endIndex - 1] : []))
      dispatch?.(tr.scrollIntoView())
      return true
    }
    return wrapInList(type)(state, dispatch && ((tr) => dispatch(markItems(tr, kind))))
  }

function markItems(tr: Transaction, kind: ListKind): Transaction {
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to, ({ type }) => isList(type.name))
  if (range) setKind(tr, range.$from.before(range.depth), kind, range.startIndex, range.endIndex - 1)
  return tr
}

/** Makes a new task after a completed one uncompleted. */
export const splitTask: Command = (state, dispatch) => {
  const { $from } = state.selection
  const item = $from.depth > 1 ? $from.node(-1) : undefined
  if (item?.type.name !== 'list_item' || item.attrs['checked'] !== true || $from.parentOffset === 0) return false
  return splitListItem(item.type, { ...item.attrs, checked: false })(state, dispatch)
}

/** The formats of the text: those of the toolbar, and the levels of headings; level 0 is plain text. */
export type VisualFormat = FormatName | `heading${0 | 1 | 2 | 3 | 4 | 5 | 6}`

/** What a format does, and whether it is active at the cursor. */
interface VisualCommand {
  run: Command
  isActive: (state: EditorState) => boolean
}

const markCommand = (name: string): VisualCommand => ({
  run: (state, dispatch, view) => {
    const mark = state.schema.marks[name]
    return mark ? toggleMark(mark)(state, dispatch, view) : false
  },
  isActive: (state) => hasMark(state, state.schema.marks[name]),
})

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

const isCode = ({ selection }: EditorState) => selection.$from.parent.type.name === 'code_block'

/** Makes the selected lines headings of this level; level 0, or the level they already have, makes them plain text. */
const headingCommand = (level: number): VisualCommand => ({
  run: toggleBlock('heading', { level }, (state) => level === 0 || levelOf(state) === level),
  isActive: (state) => level > 0 && levelOf(state) === level,
})

const listCommand = (kind: ListKind): VisualCommand => ({
  run: toggleList(kind),
  isActive: (state) => getListKind(state) === kind,
})

const table: Record<VisualFormat, VisualCommand> = {
  bold: markCommand('strong'),
  italic: markCommand('emphasis'),
  strike: markCommand('strike_through'),
  code: markCommand('inlineCode'),
  link: { ...markCommand('link'), run: openLinkBox },
  bullet: listCommand('bullet'),
  ordered: listCommand('ordered'),
  task: listCommand('task'),
  quote: { run: toggleQuote, isActive: (state) => ancestor(state, 'blockquote') },
  table: { run: insertBlock((schema) => createTable(schema)), isActive: (state) => ancestor(state, 'table') },
  codeBlock: { run: toggleBlock('code_block', null, isCode), isActive: isCode },
  heading0: headingCommand(0),
  heading1: headingCommand(1),
  heading2: headingCommand(2),
  heading3: headingCommand(3),
  heading4: headingCommand(4),
  heading5: headingCommand(5),
  heading6: headingCommand(6),
}

const visualFormats = Object.keys(table) as VisualFormat[]

/** Returns whether a name of the toolbar or of a part is that of a format. */
export const isVisualFormat = (name: string): name is VisualFormat => Object.hasOwn(table, name)

/**
 * The commands of the formats in visual mode, for the toolbar, the menus and the keys. The toolbar does not import this:
 * while a visual editor is open, `formatterAtom` of web/features/editor/core runs these and holds the active formats.
 */
export const visualCommands = Object.fromEntries(visualFormats.map((name) => [name, table[name].run])) as Record<
  VisualFormat,
  Command
>

/** Returns whether a mark is active for the text typed next, or is in the selection. */
function hasMark(state: EditorState, mark: MarkType | undefined): boolean {
  if (!mark) return false
  const { from, to, empty, $from } = state.selection
  if (empty) return mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  return state.doc.rangeHasMark(from, to, mark)
}

/** Returns the formats active at the cursor, for the toolbar. */
export const activeFormats = (state: EditorState): ReadonlySet<VisualFormat> =>
  new Set(visualFormats.filter((name) => table[name].isActive(state)))
