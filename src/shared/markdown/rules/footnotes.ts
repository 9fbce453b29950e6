import type { MarkdownIt, Token } from 'markdown-it'
import footnotePlugin from 'markdown-it-footnote'
import { idPrefix } from '../slug.ts'

/** The maximum length of a footnote label. */
const longestLabel = 200

type Note = { label?: string; count?: number; content?: string; tokens?: Token[] }

/** Returns the paragraph of an inline note: `^[like this]`. */
function inlineNote(note: Note, make: (type: string, tag: string, nesting: -1 | 0 | 1) => Token): Token[] {
  const open = make('paragraph_open', 'p', 1)
  const inline = make('inline', '', 0)
  inline.children = note.tokens ?? []
  inline.content = note.content ?? ''
  return [open, inline, make('paragraph_close', 'p', -1)]
}

/** Footnotes `[^1]` and `^[inline]`, collected at the end of the document, with links in both directions. */
export function footnotes(md: MarkdownIt) {
  md.use(footnotePlugin)

  // For each `[^`, the plugin's own rule searches the whole paragraph for the end of the label.
  md.inline.ruler.at('footnote_ref', (state, silent) => {
    const { src, pos, posMax } = state
    if (src[pos] !== '[' || src[pos + 1] !== '^') return false
    const found = state.env['footnotes'] as { refs?: Record<string, number>; list?: Note[] } | undefined
    const label = /^[^\s\]]+(?=\])/.exec(src.slice(pos + 2, Math.min(posMax, pos + 3 + longestLabel)))?.[0]
    const known = label === undefined ? undefined : found?.refs?.[`:${label}`]
    if (!found?.refs || label === undefined || known === undefined) return false
    if (!silent) {
      found.list ??= []
      const id = known < 0 ? found.list.length : known
      found.refs[`:${label}`] = id
      const note = (found.list[id] ??= { label, count: 0 })
      const subId = note.count ?? 0
      note.count = subId + 1
      state.push('footnote_ref', '', 0).meta = { id, subId, label }
    }
    state.pos = pos + label.length + 3
    return true
  })

  // The plugin's own rule copies all tokens once per note, which is quadratic for a page full of notes.
  md.core.ruler.at('footnote_tail', (state) => {
    const found = state.env['footnotes'] as { list?: Note[] } | undefined
    if (!found) return
    const bodies = new Map<string, Token[]>()
    const text: Token[] = []
    let body: Token[] | undefined
    for (const token of state.tokens) {
      if (token.type === 'footnote_reference_open') {
        body = []
        bodies.set(String(token.meta?.['label']), body)
      } else if (token.type === 'footnote_reference_close') body = undefined
      else (body ?? text).push(token)
    }
    state.tokens = text
    if (!found.list) return

    // Level 1 inside, so that the notes stay one block when a document is split at level 0.
    const loose = (type: string, tag: string, nesting: -1 | 0 | 1) => {
      const token = new state.Token(type, tag, nesting)
      token.block = true
      token.level = type.startsWith('footnote_block') ? 0 : 1
      return token
    }
    const make = (type: string, tag: string, nesting: -1 | 0 | 1) => {
      const token = loose(type, tag, nesting)
      text.push(token)
      return token
    }
    make('footnote_block_open', 'section', 1)
    found.list.forEach((note, id) => {
      make('footnote_open', 'li', 1).meta = { id, label: note.label }
      const content = note.tokens ? inlineNote(note, loose) : (bodies.get(note.label ?? '') ?? [])
      const last = content.at(-1)?.type === 'paragraph_close' ? content.at(-1) : undefined
      for (const token of content) if (token !== last) text.push(token)
      for (let subId = 0; subId < Math.max(1, note.count ?? 0); subId++)
        make('footnote_anchor', '', 0).meta = { id, subId }
      if (last) text.push(last)
      make('footnote_close', 'li', -1)
    })
    make('footnote_block_close', 'section', -1)
  })

  const numberOf = (token: Token | undefined) => Number(token?.meta?.['id'] ?? 0) + 1
  const referenceOf = (token: Token | undefined) => {
    const sub = Number(token?.meta?.['subId'] ?? 0)
    return `fnref${numberOf(token)}${sub > 0 ? `-${sub + 1}` : ''}`
  }
  const { rules } = md.renderer
  rules['footnote_ref'] = (tokens, at) =>
    `<sup class="md-footnote-ref"><a href="#fn${numberOf(tokens[at])}" id="${idPrefix}${referenceOf(tokens[at])}">` +
    `${numberOf(tokens[at])}</a></sup>`
  rules['footnote_block_open'] = () => '<section class="md-footnotes">\n<ol>\n'
  rules['footnote_block_close'] = () => '</ol>\n</section>\n'
  rules['footnote_open'] = (tokens, at) => `<li id="${idPrefix}fn${numberOf(tokens[at])}">`
  rules['footnote_close'] = () => '</li>\n'
  rules['footnote_anchor'] = (tokens, at) =>
    ` <a href="#${referenceOf(tokens[at])}" class="md-footnote-back">\u21a9\ufe0e</a>`
}
