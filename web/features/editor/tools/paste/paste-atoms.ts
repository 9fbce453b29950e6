import type { EditorView } from '@codemirror/view'
import { atom } from 'jotai'
import { type Paste, pasteFor } from './paste-for.ts'
import { insertPasted, replacePasted } from './pasted-range.ts'

/** The format in which pasted content was inserted. */
export type PastedAs = 'text' | 'markdown' | 'table'

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
    import('./html-markdown.ts'),
    import('./paste-for.ts'),
  ])
  return markdownOf(cleanNodes(html), document)
}

/** The result of converting the last paste. */
export interface Swapped {
  as: PastedAs
  /** How many images were left out. */
  pictures: number
  /** Whether a user edited it in the meantime, so that it stays as it is. */
  isTooLate: boolean
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
