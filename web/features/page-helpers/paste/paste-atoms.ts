import type { EditorView } from '@codemirror/view'
import { atom } from 'jotai'
import { type Paste, pasteFor } from './paste-for.ts'
import { insertPasted, replacePasted } from './pasted-range.ts'

/** How what was pasted stands in the text. */
export type PastedAs = 'text' | 'markdown' | 'table'

/** What was pasted last, and how it stands there; it can still be had the other way. */
export interface PasteOffer {
  id: number
  paste: Exclude<Paste, { kind: 'plain' }>
  as: PastedAs
  view: EditorView
}

/** What can be said of the last paste; undefined when there is nothing to say. */
export const pasteOfferAtom = atom<PasteOffer>()

/** How HTML is pasted until the window is left: as the person chose last. */
const choiceAtom = atom<'text' | 'markdown'>('text')

let lastId = 0

/** What HTML says, as Markdown. What reads it is loaded when it is first wanted. */
async function converted(html: string): Promise<{ markdown: string; pictures: number }> {
  const [{ toMarkdown: markdownOf }, { cleanNodes }] = await Promise.all([
    import('./html-markdown.ts'),
    import('./paste-for.ts'),
  ])
  return markdownOf(cleanNodes(html), document)
}

/** What became of a wish to have the last paste the other way. */
export interface Swapped {
  as: PastedAs
  /** How many pictures stayed behind. */
  pictures: number
  /** Somebody wrote in it meanwhile, so it stays as it is. */
  isTooLate: boolean
}

/** Has the last paste as text, as Markdown or as a table, and remembers it for the next one. */
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
