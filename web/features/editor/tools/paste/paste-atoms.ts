import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { atom } from 'jotai'
import { type Paste, pasteFor } from './paste-for.ts'

/** The format in which pasted content was inserted. */
type PastedAs = 'text' | 'markdown' | 'table'

/** The last paste and its current format; it can still be converted. */
export interface PasteOffer {
  id: number
  paste: Exclude<Paste, { kind: 'plain' }>
  as: PastedAs
  view: EditorView
}

/** The notice about the last paste; undefined when there is none. */
export const pasteOfferAtom = atom<PasteOffer>()

/** The format for pasted HTML until the window is closed: the user's last choice. */
const choiceAtom = atom<'text' | 'markdown'>('text')

let lastId = 0

/** Converts HTML to Markdown. The converter is loaded on first use. */
async function converted(html: string): Promise<{ markdown: string; pictures: number }> {
  const [{ toMarkdown: markdownOf }, { cleanNodes }] = await Promise.all([
    import('#shared/markdown/html-markdown.ts'),
    import('./paste-for.ts'),
  ])
  return markdownOf(cleanNodes(html), document)
}

/** The result of converting the last paste. */
interface Swapped {
  as: PastedAs
  /** How many images were left out. */
  pictures: number
  /** Whether a user edited it in the meantime, so that it stays as it is. */
  isTooLate: boolean
}

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
const insertPasted = (view: EditorView, text: string, isBlock: boolean): void =>
  put(view, view.state.selection.main, text, isBlock)

/** Replaces the last paste with another text. @returns false when it was edited since */
function replacePasted(view: EditorView, text: string, isBlock: boolean): boolean {
  const range = view.state.field(pastedField, false)
  if (!range) return false
  put(view, range, text, isBlock)
  return true
}

/** Converts the last paste to text, Markdown or a table, and remembers the format for the next paste. */
export const swapPasteAtom = atom(null, async (get, set, as: PastedAs): Promise<Swapped | undefined> => {
  const offer = get(pasteOfferAtom)
  if (!offer) return undefined
  const { paste, view } = offer
  if (paste.kind === 'html' && as !== 'table') set(choiceAtom, as)
  const made =
    as === 'text'
      ? { markdown: paste.text, pictures: 0 }
      : paste.kind === 'table'
        ? { markdown: paste.markdown, pictures: 0 }
        : await converted(paste.html)
  if (get(pasteOfferAtom) !== offer) return undefined
  const isDone = replacePasted(view, made.markdown, as === 'table' || made.markdown.includes('\n\n'))
  set(pasteOfferAtom, isDone ? { ...offer, as } : undefined)
  view.focus()
  return { as, pictures: made.pictures, isTooLate: !isDone }
})

/**
 * Pastes what is more than plain text: cells as a table at once, HTML as its text or as Markdown.
 *
 * @returns whether it was pasted; plain text is left to the editor
 */
export const pasteAtom = atom(null, (get, set, view: EditorView, data: DataTransfer): boolean => {
  set(pasteOfferAtom, undefined)
  if (view.state.readOnly || view.state.selection.ranges.length > 1) return false
  const paste = pasteFor(data)
  if (paste.kind === 'plain') return false
  lastId += 1
  const as = paste.kind === 'table' ? 'table' : 'text'
  insertPasted(view, as === 'table' && paste.kind === 'table' ? paste.markdown : paste.text, as === 'table')
  set(pasteOfferAtom, { id: lastId, paste, as, view })
  if (paste.kind === 'html' && get(choiceAtom) === 'markdown') void set(swapPasteAtom, 'markdown')
  return true
})
