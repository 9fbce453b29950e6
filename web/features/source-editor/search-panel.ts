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
import type { Command, EditorView, Panel, ViewUpdate } from '@codemirror/view'

/** The words of the panel. */
export interface SearchWords {
  label: string
  find: string
  replaceWith: string
  next: string
  previous: string
  all: string
  matchCase: string
  regexp: string
  byWord: string
  replace: string
  replaceAll: string
  close: string
  showReplace: string
  none: string
  bad: string
  count: (at: number, total: number) => string
  some: (total: number) => string
  many: (total: number) => string
}

/** No more matches than this are counted: beyond it nobody goes through them one by one. */
const mostCounted = 10_000
const countAfterMs = 120

const setReplacing = StateEffect.define<boolean>()
const replacing = StateField.define<boolean>({
  create: () => false,
  update: (value, { effects }) =>
    effects.reduce((now, effect) => (effect.is(setReplacing) ? effect.value : now), value),
})

/** How many matches there are, and which of them is selected: 0 for none. */
function countMatches(query: SearchQuery, state: EditorState): { at: number; total: number } {
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

const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

const button = (label: string, sign: string, run: () => void, className = 'cm-findTool') => {
  const node = element('button', { type: 'button', class: className, title: label, 'aria-label': label }, sign)
  node.addEventListener('click', run)
  return node
}

type Option = 'caseSensitive' | 'wholeWord' | 'regexp'

class FindPanel implements Panel {
  readonly dom: HTMLElement
  readonly top = true
  readonly #view: EditorView
  readonly #words: SearchWords
  readonly #find: HTMLInputElement
  readonly #replace: HTMLInputElement
  readonly #replaceRow: HTMLElement
  readonly #count: HTMLElement
  readonly #more: HTMLButtonElement
  readonly #options: Record<Option, HTMLButtonElement>
  #query: SearchQuery
  #timer = 0

  constructor(view: EditorView, words: SearchWords) {
    this.#view = view
    this.#words = words
    this.#query = getSearchQuery(view.state)
    const field = (label: string, value: string) => {
      const input = element('input', {
        class: 'cm-findField',
        'aria-label': label,
        placeholder: label,
        autocomplete: 'off',
      })
      input.value = value
      input.addEventListener('input', () => this.#commit())
      return input
    }
    this.#find = field(words.find, this.#query.search)
    this.#find.setAttribute('main-field', 'true')
    this.#replace = field(words.replaceWith, this.#query.replace)
    const option = (name: Option, label: string, sign: string) => {
      const node = button(label, sign, () => {
        node.setAttribute('aria-pressed', String(node.getAttribute('aria-pressed') !== 'true'))
        this.#commit()
      })
      node.setAttribute('aria-pressed', String(this.#query[name]))
      return node
    }
    this.#options = {
      caseSensitive: option('caseSensitive', words.matchCase, 'Aa'),
      wholeWord: option('wholeWord', words.byWord, 'W'),
      regexp: option('regexp', words.regexp, '.*'),
    }
    this.#count = element('span', { class: 'cm-findCount', role: 'status' })
    const run = (command: Command) => () => command(view)
    this.#more = button(words.showReplace, '›', () => {
      view.dispatch({ effects: setReplacing.of(!view.state.field(replacing)) })
      if (view.state.field(replacing)) this.#replace.focus()
    })
    this.#more.classList.add('cm-findMore')
    const box = element('div', { class: 'cm-findBox' }, this.#find, ...Object.values(this.#options))
    const tools = element(
      'div',
      { class: 'cm-findTools' },
      button(words.previous, '↑', run(findPrevious)),
      button(words.next, '↓', run(findNext)),
      button(words.all, '≡', run(selectMatches)),
      button(words.close, '×', run(closeSearchPanel)),
    )
    this.#replaceRow = element(
      'div',
      { class: 'cm-findRow cm-findReplace' },
      element('div', { class: 'cm-findBox' }, this.#replace),
      button(words.replace, words.replace, run(replaceNext), 'cm-findWord'),
      button(words.replaceAll, words.replaceAll, run(replaceAll), 'cm-findWord'),
    )
    const row = element('div', { class: 'cm-findRow' }, this.#more, box, this.#count, tools)
    this.dom = element('div', { class: 'cm-find', role: 'search', 'aria-label': words.label }, row, this.#replaceRow)
    this.dom.addEventListener('keydown', (event) => this.#onKey(event))
    this.#show()
    this.#countSoon()
  }

  mount() {
    this.#find.select()
  }

  update(update: ViewUpdate) {
    for (const { effects } of update.transactions)
      for (const effect of effects)
        if (effect.is(setSearchQuery) && !effect.value.eq(this.#query)) this.#take(effect.value)
    if (update.startState.field(replacing) !== update.state.field(replacing)) this.#show()
    if (update.docChanged || update.selectionSet) this.#countSoon()
  }

  destroy() {
    window.clearTimeout(this.#timer)
  }

  #show() {
    const isReplacing = this.#view.state.field(replacing)
    this.#replaceRow.hidden = !isReplacing
    this.#more.setAttribute('aria-expanded', String(isReplacing))
  }

  #take(query: SearchQuery) {
    this.#query = query
    this.#find.value = query.search
    this.#replace.value = query.replace
    for (const [name, node] of Object.entries(this.#options))
      node.setAttribute('aria-pressed', String(query[name as Option])) // the keys of #options
    this.#countSoon()
  }

  #commit() {
    const isOn = (name: Option) => this.#options[name].getAttribute('aria-pressed') === 'true'
    const query = new SearchQuery({
      search: this.#find.value,
      replace: this.#replace.value,
      caseSensitive: isOn('caseSensitive'),
      wholeWord: isOn('wholeWord'),
      regexp: isOn('regexp'),
      literal: !isOn('regexp'),
    })
    if (query.eq(this.#query)) return
    this.#query = query
    this.#view.dispatch({ effects: setSearchQuery.of(query) })
    this.#countSoon()
  }

  #onKey(event: KeyboardEvent) {
    if (event.isComposing) return
    const { key, shiftKey, target } = event
    if (key === 'Escape') closeSearchPanel(this.#view)
    else if (key === 'Enter' && target === this.#find) (shiftKey ? findPrevious : findNext)(this.#view)
    else if (key === 'Enter' && target === this.#replace) replaceNext(this.#view)
    else if (key === 'F3') (shiftKey ? findPrevious : findNext)(this.#view)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  #countSoon() {
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#tell(), countAfterMs)
  }

  #tell() {
    const { valid, search: text } = this.#query
    const isBad = text !== '' && !valid
    const { at, total } = valid ? countMatches(this.#query, this.#view.state) : { at: 0, total: 0 }
    const isNone = valid && total === 0
    this.#find.toggleAttribute('aria-invalid', isBad)
    this.#count.dataset['tone'] = isBad || isNone ? 'danger' : ''
    const { bad, none, many, count, some } = this.#words
    const told =
      text === ''
        ? ''
        : isBad
          ? bad
          : isNone
            ? none
            : total > mostCounted
              ? many(mostCounted)
              : at > 0
                ? count(at, total)
                : some(total)
    if (this.#count.textContent !== told) this.#count.textContent = told
  }
}

/** Opens the panel, with what is selected as the text to find. */
export const openFind: Command = (view) => openSearchPanel(view)

/** Opens the panel with its field for what to put in place. */
export const openReplace: Command = (view) => {
  openSearchPanel(view)
  view.dispatch({ effects: setReplacing.of(true) })
  return true
}

/** Finding and replacing, in a panel above the text. */
export const findAndReplace = (words: () => SearchWords): Extension => [
  replacing,
  search({ top: true, createPanel: (view) => new FindPanel(view, words()) }),
]
