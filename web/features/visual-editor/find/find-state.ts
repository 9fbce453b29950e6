import type { Node } from '@milkdown/kit/prose/model'
import {
  type EditorState,
  PluginKey,
  type Selection,
  type StateField,
  type Transaction,
} from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet } from '@milkdown/kit/prose/view'
import { type FindQuery, noQuery } from '#web/features/writing/index.tsx'
import { Finder, type Hit, isSameHit, toPattern } from './hits.ts'

/** What is looked for in the text. */
export interface FindState {
  isOpen: boolean
  /** How often the panel was asked for: each time it takes the focus. */
  opened: number
  isReplacing: boolean
  query: FindQuery
  /** What looks for it; undefined for an expression that is not complete. */
  finder: Finder | undefined
  hits: readonly Hit[]
  /** Which of the hits is selected; -1 for none. */
  at: number
  /** Whether the text was changed since it was read. */
  isStale: boolean
  marked: DecorationSet
}

/** What changes it: the panel, another query, another hit to be selected; or the text is to be read again. */
export type FindChange = {
  isOpen?: boolean
  isReplacing?: boolean
  query?: FindQuery
  /** The hits, when they are known already, and which of them is selected. */
  hits?: readonly Hit[]
  at?: number
  /** Whether the text is to be read again. */
  isFresh?: boolean
}

/** No more hits than this are marked at once: the browser draws each. */
const mostMarked = 1000

/** The key of the plugin that holds it. */
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

/** What is looked for now. */
export const getFindState = (state: EditorState): FindState => findKey.getState(state) ?? none

/** Changes it. */
export const changeFind = (tr: Transaction, change: FindChange): Transaction => tr.setMeta(findKey, change)

const finderOf = (query: FindQuery): Finder | undefined => {
  const pattern = toPattern(query)
  return pattern || query.search === '' ? new Finder(pattern) : undefined
}

/** Which of the hits is selected; -1 for none. */
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

/** Reads the text again where it must be, and marks what is found. */
function read(former: FindState, tr: Transaction, { query, hits: known, at: wanted }: FindChange): FindState {
  const finder = query ? finderOf(query) : former.finder
  const hits = known ?? finder?.find(tr.doc) ?? []
  const current = former.isStale || tr.docChanged ? undefined : former.hits[former.at]
  const same = current ? hits.findIndex((hit) => isSameHit(hit, current)) : -1
  const at = wanted ?? (same >= 0 ? same : selectedOf(hits, tr.selection))
  return { ...former, query: query ?? former.query, finder, hits, at, isStale: false, marked: mark(tr.doc, hits, at) }
}

/** Holds it with the text. While the text is written, what was found moves with it; it is read again when that rests. */
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
