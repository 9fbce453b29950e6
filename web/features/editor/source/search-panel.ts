import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  replaceAll,
  replaceNext,
  SearchQuery,
  search,
  selectMatches,
  setSearchQuery,
} from '@codemirror/search'
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import type { Command, EditorView, Panel } from '@codemirror/view'
import { type FindCount, type FindLabels, FindPanel, mostCounted } from '#web/features/editor/core/index.tsx'

const setReplacing = StateEffect.define<boolean>()
const replacing = StateField.define<boolean>({
  create: () => false,
  update: (value, { effects }) =>
    effects.reduce((now, effect) => (effect.is(setReplacing) ? effect.value : now), value),
})

/** Counts the matches and returns which of them is selected: 0 for none. */
function countMatches(query: SearchQuery, state: EditorState): FindCount {
  const { from, to } = state.selection.main
  let total = 0
  let at = 0
  const cursor = query.getCursor(state)
  for (let next = cursor.next(); !next.done && total <= mostCounted; next = cursor.next()) {
    total += 1
    if (next.value.from === from && next.value.to === to) at = total
  }
  return { at, total }
}

function panelOf(view: EditorView, words: FindLabels): Panel {
  const run = (command: Command) => () => void command(view)
  const panel = new FindPanel(words, getSearchQuery(view.state), {
    find: (query) =>
      view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ ...query, literal: !query.regexp })) }),
    count: () => {
      const query = getSearchQuery(view.state)
      return query.valid ? countMatches(query, view.state) : undefined
    },
    next: run(findNext),
    previous: run(findPrevious),
    selectAll: run(selectMatches),
    replace: run(replaceNext),
    replaceAll: run(replaceAll),
    showReplace: (isShown) => view.dispatch({ effects: setReplacing.of(isShown) }),
    close: run(closeSearchPanel),
  })
  panel.showReplace(view.state.field(replacing))
  return {
    dom: panel.dom,
    top: true,
    mount: () => panel.select(),
    update: ({ state, transactions, docChanged, selectionSet }) => {
      const effects = transactions.flatMap((transaction) => transaction.effects)
      for (const effect of effects) if (effect.is(setSearchQuery)) panel.show(effect.value)
      panel.showReplace(state.field(replacing))
      if (docChanged || selectionSet) panel.changed()
    },
    destroy: () => panel.destroy(),
  }
}

/** Opens the find panel, with the selection as the search text. */
export const openFind: Command = (view) => openSearchPanel(view)

/** Opens the find panel with its replace field. */
export const openReplace: Command = (view) => {
  openSearchPanel(view)
  view.dispatch({ effects: setReplacing.of(true) })
  return true
}

/** Find and replace, in a panel above the text. */
export const findAndReplace = (words: () => FindLabels): Extension => [
  replacing,
  search({ top: true, createPanel: (view) => panelOf(view, words()) }),
]
