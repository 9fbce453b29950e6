import { closeHistory } from '@milkdown/kit/prose/history'
import { keydownHandler } from '@milkdown/kit/prose/keymap'
import type { Fragment, Mark } from '@milkdown/kit/prose/model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  Selection,
  TextSelection,
  type Transaction,
} from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import i18next from 'i18next'
import { FindPanel, type FindQuery, getFindLabels } from '#web/features/editor/core/index.tsx'
import { announce } from '#web/lib/live-region.ts'
import { isBareLink } from '../document/semantic-key.ts'
import { getEditorBounds } from '../menus/floating.tsx'
import { linkAround } from '../menus/link-state.ts'
import { readBlocks } from '../paste/page-plugin.ts'
import { changeFind, type FindState, findField, findKey, getFindState } from './find-state.ts'
import { type Hit, isBefore } from './hits.ts'

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
const closeFind: Command = (state, dispatch, view) => {
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
  const isVisible = top >= room.top + edge && bottom <= room.bottom - edge
  found.scrollIntoView({ block: isVisible ? 'nearest' : 'center', inline: 'nearest' })
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
    const neighbour = step > 0 ? Math.max(0, next) : hits.findLastIndex((hit) => isBefore(hit, from, 0))
    const wanted = at < 0 ? neighbour : at + step
    if (hits.length > 0) select(view, view.state.tr, hits, (wanted + hits.length) % hits.length)
    return true
  }

/** Parses the Markdown of a line; returns undefined when it is not a single line. */
type ReadLine = (markdown: string) => Fragment | undefined

const signs: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\' }

/**
 * Returns the replacement of a match. With a regular expression `$1` is its first group, `$&` the whole match, `\t` a
 * tab.
 */
function getReplacement({ match }: Hit, { replace, regexp }: FindQuery): string {
  if (!regexp) return replace
  return replace
    .replace(/\\([nrt\\])/g, (_, sign: string) => signs[sign] ?? sign)
    .replace(/\$([$&]|\d+)/g, (all, sign: string) => {
      if (sign === '$') return '$'
      return (sign === '&' ? match[0] : match[Number(sign)]) ?? all
    })
}

/** Returns the new address of a link whose text is its address, after its text is replaced. */
function addressOf({ attrs }: Mark, words: string): string {
  const href = String(attrs['href'])
  if (href.startsWith('mailto:') && !words.startsWith('mailto:')) return `mailto:${words}`
  return words.startsWith('www.') ? `http://${words}` : words
}

function replaceText(tr: Transaction, { from, to }: Hit, words: string): void {
  const isCode = tr.doc.resolve(from).parent.type.spec.code === true
  const put = isCode ? words : words.replace(/[\r\n]+/g, ' ')
  const found = isCode ? undefined : linkAround(tr, from)
  const link = found && found.from <= from && found.to >= to ? found : undefined
  const isBare = link && isBareLink(tr.doc.textBetween(link.from, link.to), String(link.mark.attrs['href']))
  // uses the style of the first character
  const marks = tr.doc.nodeAt(from)?.marks ?? []
  if (put === '') tr.delete(from, to)
  else tr.replaceWith(from, to, tr.doc.type.schema.text(put, marks))
  if (!link || !isBare) return
  const end = link.to + put.length - (to - from)
  const href = addressOf(link.mark, tr.doc.textBetween(link.from, end))
  if (end > link.from) tr.addMark(link.from, end, link.mark.type.create({ ...link.mark.attrs, href }))
}

/** Writes an attribute; removes a node whose source becomes empty, and parses the new source of an inline node. */
function writeAttribute(tr: Transaction, pos: number, attribute: string, text: string, readLine: ReadLine): void {
  const node = tr.doc.nodeAt(pos)
  if (!node) return
  const end = pos + node.nodeSize
  const isGone = attribute === 'source' && text.trim() === ''
  const line = node.type.name === 'protected_inline' && !isGone ? readLine(text) : undefined
  if (isGone) {
    const isAlone = node.isBlock && tr.doc.resolve(pos).parent.childCount === 1
    const paragraph = isAlone ? tr.doc.type.schema.nodes['paragraph']?.createAndFill() : undefined
    if (paragraph) tr.replaceWith(pos, end, paragraph)
    else tr.delete(pos, end)
  } else if (line) tr.replaceWith(pos, end, line)
  else tr.setNodeAttribute(pos, attribute, text)
}

/** Replaces matches, which are in order, with other text. Nothing else is touched. */
function replaceHits(tr: Transaction, hits: readonly Hit[], query: FindQuery, readLine: ReadLine): Transaction {
  // from the end, so that the positions of earlier matches stay valid
  for (let at = hits.length - 1; at >= 0; at--) {
    const hit = hits[at]
    if (!hit) continue
    const { holder, attribute } = hit
    if (holder === undefined || attribute === undefined) {
      replaceText(tr, hit, getReplacement(hit, query))
      continue
    }
    let text = String(tr.doc.nodeAt(holder)?.attrs[attribute] ?? '')
    const isIn = (other: Hit | undefined) => other?.holder === holder && other.attribute === attribute
    let next: Hit | undefined = hit
    while (next && isIn(next)) {
      text = text.slice(0, next.from) + getReplacement(next, query) + text.slice(next.to)
      at -= 1
      next = hits[at]
    }
    at += 1
    writeAttribute(tr, holder, attribute, text, readLine)
  }
  return tr
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

/** How long typing has to pause before the search runs again, in ms. */
const restMs = 200

const words = () => i18next.getFixedT(null, 'source-editor')

/** The panel above the text, for as long as it is open. */
class FindView {
  readonly #view: EditorView
  #panel: FindPanel | undefined
  #timer = 0

  constructor(view: EditorView) {
    this.#view = view
  }

  update(view: EditorView, former: EditorState): void {
    const now = getFindState(view.state)
    const before = getFindState(former)
    if (now === before) return
    if (!now.isOpen) return this.#close()
    const panel = this.#panel ?? this.#open(now.query)
    panel.show(now.query)
    if (now.opened !== before.opened) panel.select()
    panel.showReplace(now.isReplacing)
    panel.changed()
    if (now.isStale) {
      window.clearTimeout(this.#timer)
      this.#timer = window.setTimeout(() => refreshFind(view), restMs)
    }
  }

  destroy(): void {
    this.#close()
  }

  #open(query: FindQuery): FindPanel {
    const view = this.#view
    const run = (command: typeof replaceOne) => () => void command(view.state, view.dispatch, view)
    const change = (what: Parameters<typeof changeFind>[1]) => view.dispatch(changeFind(view.state.tr, what))
    const panel = new FindPanel(getFindLabels(words()), query, {
      find: (next) => change({ query: next }),
      count: () => {
        const { finder, hits, at } = getFindState(view.state)
        return finder && { at: at + 1, total: hits.length }
      },
      next: run(stepThroughHits(1)),
      previous: run(stepThroughHits(-1)),
      replace: run(replaceOne),
      replaceAll: () => announce(words()('search.replaced').replace('$', String(replaceEvery(view)))),
      showReplace: (isShown) => change({ isReplacing: isShown }),
      close: run(closeFind),
    })
    this.#panel = panel
    // outside the scrolling element
    view.dom.parentElement?.parentElement?.before(panel.dom)
    return panel
  }

  #close() {
    window.clearTimeout(this.#timer)
    this.#panel?.destroy()
    this.#panel?.dom.remove()
    this.#panel = undefined
  }
}

/** Find and replace, in a panel above the text: the source mode's panel, with the same keys. */
export function findPlugin(): Plugin<FindState> {
  const handle = keydownHandler({
    'Mod-f': openFind(false),
    'Mod-h': openFind(true),
    F3: stepThroughHits(1),
    'Shift-F3': stepThroughHits(-1),
    'Mod-g': stepThroughHits(1),
    'Mod-Shift-g': stepThroughHits(-1),
    Escape: closeFind,
  })
  return new Plugin<FindState>({
    key: findKey,
    state: findField,
    props: {
      decorations: (state) => getFindState(state).marked,
      handleKeyDown: (view, event) => !event.isComposing && !view.composing && handle(view, event),
    },
    view: (view) => new FindView(view),
  })
}
