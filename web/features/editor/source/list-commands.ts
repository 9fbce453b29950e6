import type { ChangeSpec, EditorState, StateCommand } from '@codemirror/state'
import type { KeyBinding } from '@codemirror/view'
import { listAround, listLine, renumber, shiftEntries } from './list-model.ts'

/** Lists longer than this many lines are only read this far around the cursor. */
const farthest = 2000

function around(state: EditorState) {
  const { from, to } = state.selection.main
  const top = Math.max(1, state.doc.lineAt(from).number - farthest)
  const end = Math.min(state.doc.lines, state.doc.lineAt(to).number + farthest)
  const lines: string[] = []
  for (let at = top; at <= end; at += 1) lines.push(state.doc.line(at).text)
  return { top, lines, from: state.doc.lineAt(from).number - top, to: state.doc.lineAt(to).number - top }
}

/**
 * Returns the changes that turn `lines`, which begin at line `top`, into `next`: only the differences at line starts.
 */
function changesTo(state: EditorState, top: number, lines: readonly string[], next: readonly string[]): ChangeSpec[] {
  return lines.flatMap((line, at) => {
    const wanted = next[at] ?? ''
    if (wanted === line) return []
    let tail = 0
    while (tail < Math.min(line.length, wanted.length) && line.at(-1 - tail) === wanted.at(-1 - tail)) tail += 1
    const { from } = state.doc.line(top + at)
    return [{ from, to: from + line.length - tail, insert: wanted.slice(0, wanted.length - tail) }]
  })
}

/** Indents or outdents the selected list items by one level and renumbers them. */
const shiftList =
  (step: 1 | -1): StateCommand =>
  ({ state, dispatch }) => {
    const { top, lines, from, to } = around(state)
    if (!listLine(lines[from] ?? '')) return false
    const { first, last } = listAround(lines, from)
    const moved = shiftEntries(lines, from, to, step)
    const next = [
      ...moved.slice(0, first),
      ...renumber(moved.slice(first, Math.max(last, to) + 1)),
      ...moved.slice(Math.max(last, to) + 1),
    ]
    const changes = changesTo(state, top, lines, next)
    if (changes.length > 0) dispatch(state.update({ changes, userEvent: 'input.indent', scrollIntoView: true }))
    return true
  }

/** Checks the selected tasks, or unchecks them. */
export const toggleTask: StateCommand = ({ state, dispatch }) => {
  const { top, lines, from, to } = around(state)
  const boxes = lines.map((line) => listLine(line)?.box).slice(from, to + 1)
  if (!boxes.some((box) => box !== undefined)) return false
  const sign = boxes.includes('open') ? 'x' : ' '
  const changes = boxes.flatMap((box, at) => {
    if (box === undefined) return []
    const line = state.doc.line(top + from + at)
    const place = line.from + line.text.indexOf('[') + 1
    return [{ from: place, to: place + 1, insert: sign }]
  })
  dispatch(state.update({ changes, userEvent: 'input.format' }))
  return true
}

/**
 * Handles Enter in an empty item at the end of a list: ends the list. A blank line separates what follows from the
 * list, which would otherwise belong to its last item.
 */
const leaveList: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection
  const line = state.doc.lineAt(main.head)
  const entry = listLine(line.text)
  const isBare = entry?.indent === 0 && /^\S+\s*(?:\[[ xX]\]\s*)?$/.test(line.text)
  if (!main.empty || !isBare || line.number === 1) return false
  const isAfterText = state.doc.line(line.number - 1).text.trim() !== ''
  const changes = { from: line.from, to: line.to, insert: state.toText(isAfterText ? '\n' : '') }
  const anchor = line.from + (isAfterText ? 1 : 0)
  dispatch(state.update({ changes, selection: { anchor }, scrollIntoView: true, userEvent: 'delete.list' }))
  return true
}

/** The keys that act differently while the cursor is in a list. */
export const listKeys: readonly KeyBinding[] = [
  { key: 'Tab', run: shiftList(1) },
  { key: 'Shift-Tab', run: shiftList(-1) },
  { key: 'Mod-Enter', run: toggleTask },
  { key: 'Enter', run: leaveList },
]
