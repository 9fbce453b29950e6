import type { FindLabels } from './find-labels.ts'
import styles from './find-panel.module.css'

/** The search text and its replacement. */
export interface FindQuery {
  search: string
  replace: string
  caseSensitive: boolean
  wholeWord: boolean
  regexp: boolean
}

/** The number of matches, and which of them is selected: 0 for none. */
export interface FindCount {
  at: number
  total: number
}

/** The text that a panel searches. */
interface FindHost {
  /** Sets the search query. */
  find: (query: FindQuery) => void
  /** Counts the matches; undefined for an incomplete regular expression. */
  count: () => FindCount | undefined
  next: () => void
  previous: () => void
  /** Selects all matches at once, where the editor supports it. */
  selectAll?: () => void
  replace: () => void
  replaceAll: () => void
  /** Shows or hides the replace row. */
  showReplace: (isShown: boolean) => void
  close: () => void
}

/** An empty query. */
export const noQuery: FindQuery = { search: '', replace: '', caseSensitive: false, wholeWord: false, regexp: false }

/** Matches are counted up to this number: nobody steps through more of them one by one. */
export const mostCounted = 10_000
const countAfterMs = 120

type Option = 'caseSensitive' | 'wholeWord' | 'regexp'

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

const button = (label: string, sign: string, run: () => void, className = styles['tool']) => {
  const node = element('button', { type: 'button', class: className ?? '', title: label, 'aria-label': label }, sign)
  node.addEventListener('click', run)
  return node
}

const box = (tag: 'div' | 'span', className: string, ...children: (Node | string)[]) =>
  element(tag, { class: styles[className] ?? '' }, ...children)

/** Returns whether two queries search for the same. */
const isSame = (a: FindQuery, b: FindQuery) =>
  a.search === b.search &&
  a.replace === b.replace &&
  a.caseSensitive === b.caseSensitive &&
  a.wholeWord === b.wholeWord &&
  a.regexp === b.regexp

/** The find and replace panel above a text, the same for all editors. */
export class FindPanel {
  readonly dom: HTMLElement
  readonly #host: FindHost
  readonly #words: FindLabels
  readonly #find: HTMLInputElement
  readonly #replace: HTMLInputElement
  readonly #replaceRow: HTMLElement
  readonly #count = box('span', 'count')
  readonly #more: HTMLButtonElement
  readonly #options: Record<Option, HTMLButtonElement>
  #query: FindQuery
  #timer = 0

  constructor(words: FindLabels, query: FindQuery, host: FindHost) {
    this.#host = host
    this.#words = words
    this.#query = query
    const field = (label: string, value: string) => {
      const input = element('input', {
        class: styles['field'] ?? '',
        'aria-label': label,
        placeholder: label,
        autocomplete: 'off',
      })
      input.value = value
      input.addEventListener('input', () => this.#commit())
      return input
    }
    this.#find = field(words.find, query.search)
    this.#find.setAttribute('main-field', 'true') // CodeMirror puts the focus here
    this.#replace = field(words.replaceWith, query.replace)
    const option = (name: Option, label: string, sign: string) => {
      const node = button(label, sign, () => {
        node.setAttribute('aria-pressed', String(node.getAttribute('aria-pressed') !== 'true'))
        this.#commit()
      })
      node.setAttribute('aria-pressed', String(query[name]))
      return node
    }
    this.#options = {
      caseSensitive: option('caseSensitive', words.matchCase, 'Aa'),
      wholeWord: option('wholeWord', words.byWord, 'W'),
      regexp: option('regexp', words.regexp, '.*'),
    }
    this.#count.setAttribute('role', 'status')
    this.#more = button(words.showReplace, '›', () => {
      const isShown = this.#replaceRow.hidden === true
      host.showReplace(isShown)
      if (isShown) this.#replace.focus()
    })
    this.#more.classList.add(styles['more'] ?? '')
    const tools = [
      button(words.previous, '↑', host.previous),
      button(words.next, '↓', host.next),
      ...(host.selectAll ? [button(words.all, '≡', host.selectAll)] : []),
      button(words.close, '×', host.close),
    ]
    this.#replaceRow = box(
      'div',
      'row',
      box('div', 'box', this.#replace),
      button(words.replace, words.replace, host.replace, styles['word']),
      button(words.replaceAll, words.replaceAll, host.replaceAll, styles['word']),
    )
    this.#replaceRow.classList.add(styles['replace'] ?? '')
    const find = box('div', 'box', this.#find, ...Object.values(this.#options))
    this.dom = box('div', 'panel', box('div', 'row', this.#more, find, this.#count, box('div', 'tools', ...tools)))
    this.dom.append(this.#replaceRow)
    this.dom.setAttribute('role', 'search')
    this.dom.setAttribute('aria-label', words.label)
    this.dom.addEventListener('keydown', (event) => this.#onKey(event))
    this.showReplace(false)
    this.changed()
  }

  /** Focuses the search field. */
  select(): void {
    this.#find.focus()
    this.#find.select()
  }

  /** Shows or hides the replace row. */
  showReplace(isShown: boolean): void {
    this.#replaceRow.hidden = !isShown
    this.#more.setAttribute('aria-expanded', String(isShown))
  }

  /** Shows the current query after it was changed from outside. */
  show(query: FindQuery): void {
    if (isSame(query, this.#query)) return
    this.#query = query
    this.#find.value = query.search
    this.#replace.value = query.replace
    for (const [name, node] of Object.entries(this.#options))
      node.setAttribute('aria-pressed', String(query[name as Option])) // the keys of #options
    this.changed()
  }

  /** To be called when the text or its selection has changed: schedules a new count. */
  changed(): void {
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#notify(), countAfterMs)
  }

  destroy(): void {
    window.clearTimeout(this.#timer)
  }

  #commit() {
    const isOn = (name: Option) => this.#options[name].getAttribute('aria-pressed') === 'true'
    const query: FindQuery = {
      search: this.#find.value,
      replace: this.#replace.value,
      caseSensitive: isOn('caseSensitive'),
      wholeWord: isOn('wholeWord'),
      regexp: isOn('regexp'),
    }
    if (isSame(query, this.#query)) return
    this.#query = query
    this.#host.find(query)
    this.changed()
  }

  #onKey(event: KeyboardEvent) {
    if (event.isComposing) return
    const { key, shiftKey, target } = event
    const step = shiftKey ? this.#host.previous : this.#host.next
    const isMod = event.ctrlKey || event.metaKey
    if (key === 'Escape') this.#host.close()
    else if (key === 'F3' || (key === 'Enter' && target === this.#find)) step()
    else if (key === 'Enter' && target === this.#replace) this.#host.replace()
    else if (isMod && key === 'f') this.select()
    else if (isMod && key === 'h') {
      this.#host.showReplace(true)
      this.#replace.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  #notify() {
    const { search } = this.#query
    const found = search === '' ? { at: 0, total: 0 } : this.#host.count()
    const isNone = search !== '' && found?.total === 0
    this.#find.toggleAttribute('aria-invalid', !found)
    this.#count.dataset['tone'] = !found || isNone ? 'danger' : ''
    const reported = search === '' ? '' : this.#notified(found)
    if (this.#count.textContent !== reported) this.#count.textContent = reported
  }

  #notified(found: FindCount | undefined): string {
    const { bad, none, many, count, some } = this.#words
    if (!found) return bad
    const { at, total } = found
    if (total === 0) return none
    if (total > mostCounted) return many(mostCounted)
    return at > 0 ? count(at, total) : some(total)
  }
}
