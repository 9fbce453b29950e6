import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

interface Range {
  from: number
  to: number
}

const setPasted = StateEffect.define<Range>()

/** Where the last paste stands as long as nobody has written in it. */
const pastedField = StateField.define<Range | undefined>({
  create: () => undefined,
  update(range, { effects, changes, docChanged }) {
    for (const effect of effects) if (effect.is(setPasted)) return effect.value
    if (!range || !docChanged || range.from === range.to) return range
    let isInside = false
    changes.iterChangedRanges((from, to) => {
      if (from < range.to && to > range.from) isInside = true
    })
    return isInside ? undefined : { from: changes.mapPos(range.from, 1), to: changes.mapPos(range.to, -1) }
  },
})

/** What must stand around a block so that it has lines of its own with a blank line around it. */
function around(state: EditorState, { from, to }: Range): [string, string] {
  const first = state.doc.lineAt(from)
  const last = state.doc.lineAt(to)
  const head = state.sliceDoc(first.from, from).trim() !== ''
  const above = first.number > 1 && state.doc.line(first.number - 1).text.trim() !== ''
  const tail = state.sliceDoc(to, last.to).trim() !== ''
  const below = last.number < state.doc.lines && state.doc.line(last.number + 1).text.trim() !== ''
  return [head ? '\n\n' : above ? '\n' : '', tail ? '\n\n' : below ? '\n' : '']
}

function put(view: EditorView, { from, to }: Range, text: string, isBlock: boolean) {
  const { state } = view
  const [before, after] = isBlock ? around(state, { from, to }) : ['', '']
  const insert = state.toText(before + text + after)
  const range = { from, to: from + insert.length }
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: range.to - after.length },
    effects: [
      ...(state.field(pastedField, false) === undefined ? [StateEffect.appendConfig.of(pastedField)] : []),
      setPasted.of(range),
    ],
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
}

/** Puts pasted text in place of what is selected. A block gets lines of its own. */
export const insertPasted = (view: EditorView, text: string, isBlock: boolean): void =>
  put(view, view.state.selection.main, text, isBlock)

/** Puts another text in place of the last paste. @returns false when somebody has written in it since */
export function replacePasted(view: EditorView, text: string, isBlock: boolean): boolean {
  const range = view.state.field(pastedField, false)
  if (!range) return false
  put(view, range, text, isBlock)
  return true
}
