import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  completionStatus,
  startCompletion,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorState, Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { ReactNode } from 'react'
import type { Lang } from '#web/lib/i18n.ts'
import { findEmoji, loadEmoji } from './emoji.ts'
import { fuzzyMatch } from './fuzzy-match.ts'
import { getHeadings } from './headings.ts'

/** An entry of the `/` menu. */
export interface SlashEntry {
  id: string
  label: string
  icon: ReactNode
  /** Its Markdown syntax, or another short hint. */
  hint?: string
  /** Further keywords, among them English ones and Pinyin. */
  words: string
  run: (view: EditorView) => void
}

/** A page that can be linked to. */
export interface PageTarget {
  title: string
  /** The catalogs above it. */
  path: string
  /** Its address without the host. */
  address: string
}

/** A person who can be mentioned. */
export interface PersonTarget {
  username: string
  name: string
}

/**
 * The sources of suggestions. A source that fails to load returns an empty list, and one with nothing to offer responds
 * immediately: it is called at each keystroke.
 */
export interface SuggestionHost {
  slash: () => readonly SlashEntry[]
  /** Returns the rendered icon of a `/` menu entry. */
  icon: (id: string) => Element | null
  pages: () => Promise<readonly PageTarget[]>
  people: () => Promise<readonly PersonTarget[]>
  lang: () => Lang
}

const most = 50
const notProse =
  /^(?:FencedCode|CodeBlock|InlineCode|CodeText|CodeMark|CodeInfo|HTMLBlock|HTMLTag|Comment|CommentBlock|URL)$/

/** Returns whether a position is in code, HTML or an address, where characters have no special meaning. */
function isCode(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, -1); ; ) {
    if (notProse.test(node.name)) return true
    if (!node.parent) return false
    node = node.parent
  }
}

const before = (context: CompletionContext, pattern: RegExp): RegExpExecArray | null => {
  const line = context.state.doc.lineAt(context.pos)
  const start = Math.max(line.from, context.pos - 200)
  return pattern.exec(context.state.sliceDoc(start, context.pos))
}

const result = (from: number, options: Completion[]): CompletionResult | null =>
  options.length > 0 ? { from, options, filter: false } : null

type Find = (context: CompletionContext) => CompletionResult | null

/**
 * Makes a source that follows the text at each further keystroke, in the same update. A list that waits for its source does
 * not accept a suggestion: a fast Enter would begin a line.
 */
const following =
  (find: Find): Find =>
  (context) => {
    const found = find(context)
    return found && { ...found, update: (_found, _from, _to, next) => following(find)(next) }
  }

/** Replaces the typed text; a closing character that already follows is not repeated. */
const putIn =
  (text: string, closing = '') =>
  (view: EditorView, _completion: Completion, from: number, to: number) => {
    const isClosed = closing !== '' && view.state.sliceDoc(to, to + closing.length) === closing
    const end = isClosed ? to + closing.length : to
    view.dispatch({
      changes: { from, to: end, insert: text + closing },
      selection: { anchor: from + text.length + closing.length },
      userEvent: 'input.complete',
      scrollIntoView: true,
    })
  }

const slash = (host: SuggestionHost): CompletionSource =>
  following((context) => {
    const typed = before(context, /(?:^|[\s\u3000])\/([\p{L}\p{N}]{0,20})$/u)?.[1]
    if (typed === undefined || isCode(context.state, context.pos)) return null
    const found = fuzzyMatch(host.slash(), typed, ({ label, words }) => [label, ...words.split(' ')], most)
    return result(
      context.pos - typed.length - 1,
      found.map(({ id, label, hint, run }) => ({
        label,
        type: `slash ${id}`,
        ...(hint && { detail: hint }),
        apply: (view, _completion, from, to) => {
          view.dispatch({ changes: { from, to }, selection: { anchor: from }, userEvent: 'delete.complete' })
          run(view)
        },
      })),
    )
  })

const headings: CompletionSource = following((context) => {
  const typed = before(context, /\]\(#([^)\s]*)$/)?.[1]
  if (typed === undefined) return null
  const found = fuzzyMatch(getHeadings(context.state.doc), decoded(typed), ({ text }) => [text], most)
  return result(
    context.pos - typed.length - 1,
    found.map(({ level, text, hash }) => ({ label: text, detail: `H${level}`, apply: putIn(hash, ')') })),
  )
})

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a single % is not an escape
  }
}

const linkText = (title: string) => title.replace(/[[\]\\]/g, '\\$&')

const pages =
  (host: SuggestionHost): CompletionSource =>
  (context) => {
    const typedAt = (at: CompletionContext) => {
      const wiki = before(at, /\[\[([^[\]]{0,60})$/)?.[1]
      const typed = wiki ?? before(at, /\]\(\/([^)\s]{0,60})$/)?.[1]
      if (typed === undefined || (wiki !== undefined && isCode(at.state, at.pos))) return undefined
      return { typed, isWiki: wiki !== undefined }
    }
    if (!typedAt(context)) return null
    return host.pages().then((all) =>
      following((at) => {
        const found = typedAt(at)
        if (!found) return null
        const { typed, isWiki } = found
        return result(
          at.pos - typed.length - (isWiki ? 2 : 1),
          fuzzyMatch(all, typed, ({ title, path }) => [title, `${path} ${title}`], most).map(
            ({ title, path, address }) => ({
              label: title,
              ...(path && { detail: path }),
              apply: isWiki ? putPage(`[${linkText(title)}](${address})`) : putIn(address, ')'),
            }),
          ),
        )
      })(context),
    )
  }

/** Replaces `[[…` with a link, along with the brackets that may already close it. */
const putPage = (link: string) => (view: EditorView, completion: Completion, from: number, to: number) => {
  const closing = /^\]{1,2}/.exec(view.state.sliceDoc(to, to + 2))?.[0].length ?? 0
  putIn(link)(view, completion, from, to + closing)
}

/** A source of what has to be loaded first. `pattern` catches what is typed behind the sign that calls for it. */
const loaded =
  <T>(pattern: RegExp, load: () => Promise<T>, options: (all: T, typed: string) => Completion[]): CompletionSource =>
  (context) => {
    const typedAt = (at: CompletionContext) => (isCode(at.state, at.pos) ? undefined : before(at, pattern)?.[1])
    if (typedAt(context) === undefined) return null
    return load().then((all) =>
      following((at) => {
        const typed = typedAt(at)
        return typed === undefined ? null : result(at.pos - typed.length - 1, options(all, typed))
      })(context),
    )
  }

const people = (host: SuggestionHost): CompletionSource =>
  loaded(
    /(?:^|[\s(（，。、：；])@([\p{L}\p{N}._-]{0,30})$/u,
    () => host.people(),
    (all, typed) =>
      fuzzyMatch(all, typed, ({ username, name }) => [username, name], most).map(({ username, name }) => ({
        label: username,
        ...(name && name !== username && { detail: name }),
        apply: putIn(`@${username} `),
      })),
  )

const emoji = (host: SuggestionHost): CompletionSource =>
  loaded(
    /(?:^|[\s(（，。！？、])[:：]((?:\p{Script=Han}|[A-Za-z+-][\w+-])[\p{L}\p{N}_+-]{0,28})$/u,
    () => loadEmoji(host.lang()),
    (all, typed) =>
      findEmoji(all, typed, most).map(({ sign, name }) => ({ label: `${sign} ${name}`, apply: putIn(sign) })),
  )

const iconOf = (host: SuggestionHost) => (completion: Completion) => {
  const [kind, id = ''] = completion.type?.split(' ') ?? []
  const drawn = kind === 'slash' ? host.icon(id) : null
  return drawn?.cloneNode(true) ?? null
}

/** Makes the list scrollable for users of assistive technology that puts the focus on its lines. */
const reachable = EditorView.updateListener.of(({ view }) => {
  if (completionStatus(view.state) !== 'active') return
  for (const line of view.dom.querySelectorAll('.cm-tooltip-autocomplete li:not([tabindex])'))
    line.setAttribute('tabindex', '-1')
})

/** One source of several with different signs: of several, those that found nothing would make the list wait at each keystroke. */
const oneOf =
  (sources: readonly CompletionSource[]): CompletionSource =>
  (context) => {
    for (const source of sources) {
      const found = source(context)
      if (found) return found
    }
    return null
  }

/** Suggestions during typing: `/` for parts of a page, `](#` headings, `[[` and `](/` pages, `@` people, `:` emoji. */
export const suggestions = (host: SuggestionHost): Extension => [
  autocompletion({
    override: [oneOf([slash(host), headings, pages(host), people(host), emoji(host)])],
    icons: false,
    addToOptions: [{ render: iconOf(host), position: 10 }],
    maxRenderedOptions: most,
    tooltipClass: () => 'cm-suggest',
  }),
  reachable,
]

/** Types a trigger at the cursor and opens its suggestions. */
export const typeAndSuggest = (text: string) => (view: EditorView) => {
  const { from } = view.state.selection.main
  const last = view.state.sliceDoc(Math.max(0, from - 1), from)
  const gap = last === '' || /\s/.test(last) || text === '[[' ? '' : ' '
  view.dispatch(view.state.replaceSelection(gap + text), { userEvent: 'input.type', scrollIntoView: true })
  view.focus()
  startCompletion(view)
}
