import { closeHistory } from '@milkdown/kit/prose/history'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { getEditorBounds } from '../menus/floating.tsx'
import { readBlocks } from '../paste/page-plugin.ts'
import { changeFind, getFindState } from './find-state.ts'
import { type Hit, isBefore } from './hits.ts'
import { getReplacement, type ReadLine, replaceHits } from './replace.ts'

/** The longest selected text that is copied into the panel. */
const longestTaken = 100
/** The minimum distance of a match from the edge of the visible area, in px. */
const edge = 40

function selectedWords({ doc, selection }: EditorState): string {
  const { $from, $to, from, to } = selection
  const isLine = selection instanceof TextSelection && $from.sameParent($to) && to - from <= longestTaken
  return isLine ? doc.textBetween(from, to, '\n', '\n') : ''
}

/** Opens the panel, with the selection as the search text; with the replace row when requested. */
export const openFind =
  (isReplacing: boolean): Command =>
  (state, dispatch) => {
    const former = getFindState(state)
    const words = selectedWords(state)
    const search = words === '' || words.includes('\n') ? former.query.search : words
    const change = { isOpen: true, query: { ...former.query, search } }
    dispatch?.(changeFind(state.tr, isReplacing ? { ...change, isReplacing } : change))
    return true
  }

/** Closes the panel; the last match is selected in the text. */
export const closeFind: Command = (state, dispatch, view) => {
  if (!getFindState(state).isOpen) return false
  dispatch?.(changeFind(state.tr, { isOpen: false }))
  view?.focus()
  return true
}

/** Searches again if the text has changed since. */
export function refreshFind(view: EditorView): void {
  const { isOpen, isStale } = getFindState(view.state)
  if (isOpen && isStale && !view.composing) view.dispatch(changeFind(view.state.tr, { isFresh: true }))
}

const selectionOf = ({ doc }: Transaction, { holder, from, to }: Hit): Selection => {
  if (holder === undefined) return TextSelection.create(doc, from, to)
  const node = doc.nodeAt(holder)
  const isThing = node && !node.type.spec.content?.includes('block')
  return isThing ? NodeSelection.create(doc, holder) : Selection.near(doc.resolve(holder + 1))
}

/** Scrolls the selected match into view, in the text and in everything that scrolls around it. */
function showCurrent(view: EditorView): void {
  const found = view.dom.querySelector('[data-current]')
  if (!found) return
  const { top, bottom } = found.getBoundingClientRect()
  const room = getEditorBounds(view)
  const isInSight = top >= room.top + edge && bottom <= room.bottom - edge
  found.scrollIntoView({ block: isInSight ? 'nearest' : 'center', inline: 'nearest' })
}

function select(view: EditorView, tr: Transaction, hits: readonly Hit[], at: number): void {
  const hit = hits[at]
  if (hit) tr.setSelection(selectionOf(tr, hit))
  view.dispatch(changeFind(tr, { hits, at: hit ? at : -1 }))
  showCurrent(view)
}

/** Moves to the next match, or with -1 to the previous one; wraps from the last to the first. */
export const stepThroughHits =
  (step: 1 | -1): Command =>
  (state, _dispatch, view) => {
    if (!view || !getFindState(state).isOpen) return false
    refreshFind(view)
    const { hits, at } = getFindState(view.state)
    const { from, to } = view.state.selection
    const next = hits.findIndex((hit) => !isBefore(hit, to, 0))
    const beside = step > 0 ? Math.max(0, next) : hits.findLastIndex((hit) => isBefore(hit, from, 0))
    const wanted = at < 0 ? beside : at + step
    if (hits.length > 0) select(view, view.state.tr, hits, (wanted + hits.length) % hits.length)
    return true
  }

const lineReader =
  (state: EditorState): ReadLine =>
  (markdown) => {
    const [only, ...others] = readBlocks(state, markdown)
    return only?.type.name === 'paragraph' && others.length === 0 ? only.content : undefined
  }

/** Returns where to continue after a replacement: the position, and the offset in the node there. */
function placeAfter(tr: Transaction, { holder, attribute, from, to }: Hit, size: number): [number, number] {
  if (holder === undefined) return [tr.mapping.map(to), 0]
  const place = tr.mapping.map(holder)
  if (attribute === undefined) return [place, tr.mapping.map(to)]
  const isThere = tr.doc.nodeAt(place)?.attrs[attribute] !== undefined
  return isThere ? [place, from + size] : [tr.mapping.map(holder + 1), 0]
}

/** Replaces the selected match and moves to the next one; without a selected match, only moves. */
export const replaceOne: Command = (state, dispatch, view) => {
  if (!view) return false
  refreshFind(view)
  const { hits, at, query, finder } = getFindState(view.state)
  const hit = hits[at]
  if (!hit) return stepThroughHits(1)(state, dispatch, view)
  const tr = replaceHits(closeHistory(view.state.tr), [hit], query, lineReader(view.state))
  const left = finder?.find(tr.doc) ?? []
  const [place, offset] = placeAfter(tr, hit, getReplacement(hit, query).length)
  const next = left.findIndex((other) => !isBefore(other, place, offset))
  select(view, tr, left, next < 0 && left.length > 0 ? 0 : next)
  return true
}

/**
 * Replaces every match, as one undo step.
 *
 * @returns the number of matches
 */
export function replaceEvery(view: EditorView): number {
  refreshFind(view)
  const { hits, query } = getFindState(view.state)
  if (hits.length === 0) return 0
  const tr = replaceHits(closeHistory(view.state.tr), hits, query, lineReader(view.state))
  view.dispatch(changeFind(tr, { isFresh: true }))
  return hits.length
}
