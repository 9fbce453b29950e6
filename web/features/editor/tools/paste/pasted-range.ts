import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

interface Range {
  from: number
  to: number
}

const setPasted = StateEffect.define<Range>()

/** The range of the last paste, as long as nobody has edited it. */
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

/** Returns what has to surround a block so that it has its own lines with an empty line around it. */
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

/** Replaces the selection with pasted text. A block gets its own lines. */
export const insertPasted = (view: EditorView, text: string, isBlock: boolean): void =>
  put(view, view.state.selection.main, text, isBlock)

/** Replaces the last paste with another text. @returns false when it was edited since */
export function replacePasted(view: EditorView, text: string, isBlock: boolean): boolean {
  const range = view.state.field(pastedField, false)
  if (!range) return false
  put(view, range, text, isBlock)
  return true
}
