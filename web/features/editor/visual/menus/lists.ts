import { type NodeRange, NodeType } from '@milkdown/kit/prose/model'
import { liftListItem, splitListItem, wrapInList } from '@milkdown/kit/prose/schema-list'
import type { Command, EditorState, Transaction } from '@milkdown/kit/prose/state'

/** The kinds of lists. */
export type ListKind = 'bullet' | 'ordered' | 'task'

const isList = (name: string) => name === 'bullet_list' || name === 'ordered_list'

/** Returns the innermost list around the selection. */
function listAround(state: EditorState): NodeRange | undefined {
  const { $from, $to } = state.selection
  return $from.blockRange($to, ({ type }) => isList(type.name)) ?? undefined
}

/** Returns the kind of list that the selection is in; undefined outside of lists. */
export function getListKind(state: EditorState): ListKind | undefined {
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
export const toggleList =
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
