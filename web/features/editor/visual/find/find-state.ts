import type { Node } from '@milkdown/kit/prose/model'
import {
  type EditorState,
  PluginKey,
  type Selection,
  type StateField,
  type Transaction,
} from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet } from '@milkdown/kit/prose/view'
import { type FindQuery, noQuery } from '#web/features/editor/core/index.tsx'
import { Finder, type Hit, isSameHit, toPattern } from './hits.ts'

/** The state of a search. */
export interface FindState {
  isOpen: boolean
  /** How often the panel was opened: each time it takes the focus. */
  opened: number
  isReplacing: boolean
  query: FindQuery
  /** The finder of the query; undefined for an incomplete regular expression. */
  finder: Finder | undefined
  hits: readonly Hit[]
  /** The index of the selected match; -1 for none. */
  at: number
  /** Whether the text has changed since it was searched. */
  isStale: boolean
  marked: DecorationSet
}

/** A change of the search: the panel, another query, another selected match, or a repeated search. */
type FindChange = {
  isOpen?: boolean
  isReplacing?: boolean
  query?: FindQuery
  /** The matches, when they are known already, and the index of the selected one. */
  hits?: readonly Hit[]
  at?: number
  /** Whether to search again. */
  isFresh?: boolean
}

/** The maximum number of matches marked at once: the browser draws each. */
const mostMarked = 1000

/** The key of the plugin that holds the search state. */
export const findKey = new PluginKey<FindState>('docstead-find')

const none: FindState = {
  isOpen: false,
  opened: 0,
  isReplacing: false,
  query: noQuery,
  finder: new Finder(undefined),
  hits: [],
  at: -1,
  isStale: false,
  marked: DecorationSet.empty,
}

/** Returns the current search state. */
export const getFindState = (state: EditorState): FindState => findKey.getState(state) ?? none

/** Applies a change to the search state. */
export const changeFind = (tr: Transaction, change: FindChange): Transaction => tr.setMeta(findKey, change)

const finderOf = (query: FindQuery): Finder | undefined => {
  const pattern = toPattern(query)
  return pattern || query.search === '' ? new Finder(pattern) : undefined
}

/** Returns the index of the selected match; -1 for none. */
const selectedOf = (hits: readonly Hit[], { from, to }: Selection): number =>
  hits.findIndex((hit) => hit.holder === undefined && hit.from === from && hit.to === to)

function mark(doc: Node, hits: readonly Hit[], at: number): DecorationSet {
  const first = hits.length <= mostMarked ? 0 : Math.max(0, at - mostMarked / 2)
  const marks = hits.slice(first, first + mostMarked).map((hit, index) => {
    const isCurrent = first + index === at
    const attributes = {
      'data-found': hit.holder === undefined ? 'text' : 'node',
      ...(isCurrent && { 'data-current': '' }),
    }
    if (hit.holder === undefined) return Decoration.inline(hit.from, hit.to, attributes)
    const size = doc.nodeAt(hit.holder)?.nodeSize ?? 0
    return Decoration.node(hit.holder, hit.holder + size, attributes)
  })
  return DecorationSet.create(doc, marks)
}

/** Searches again where necessary, and marks the matches. */
function read(former: FindState, tr: Transaction, { query, hits: known, at: wanted }: FindChange): FindState {
  const finder = query ? finderOf(query) : former.finder
  const hits = known ?? finder?.find(tr.doc) ?? []
  const current = former.isStale || tr.docChanged ? undefined : former.hits[former.at]
  const same = current ? hits.findIndex((hit) => isSameHit(hit, current)) : -1
  const at = wanted ?? (same >= 0 ? same : selectedOf(hits, tr.selection))
  return { ...former, query: query ?? former.query, finder, hits, at, isStale: false, marked: mark(tr.doc, hits, at) }
}

/**
 * Stores the search state with the text. While the user types, matches move with the text; it is searched again
 * afterwards.
 */
export const findField: StateField<FindState> = {
  init: () => none,
  apply(tr, former) {
    const change: FindChange | undefined = tr.getMeta(findKey)
    if (change?.isOpen === false) return { ...none, query: former.query }
    if (change) {
      const { isOpen = former.isOpen, isReplacing = former.isReplacing } = change
      const next = { ...former, isOpen, isReplacing, opened: former.opened + (change.isOpen ? 1 : 0) }
      return change.isFresh || change.query || change.hits ? read(next, tr, change) : next
    }
    if (!former.isOpen) return former
    if (tr.docChanged) return { ...former, at: -1, isStale: true, marked: former.marked.map(tr.mapping, tr.doc) }
    const at = tr.selectionSet && !former.isStale ? selectedOf(former.hits, tr.selection) : former.at
    return at === former.at ? former : { ...former, at, marked: mark(tr.doc, former.hits, at) }
  },
}
