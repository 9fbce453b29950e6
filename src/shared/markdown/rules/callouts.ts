import type { MarkdownIt, Token } from 'markdown-it'

/** The kinds of callout, as written to `data-callout`. */
type CalloutKind = 'note' | 'tip' | 'important' | 'warning' | 'danger'

const kinds: Record<string, CalloutKind> = {
  note: 'note',
  info: 'note',
  tip: 'tip',
  success: 'tip',
  important: 'important',
  warning: 'warning',
  danger: 'danger',
  error: 'danger',
  caution: 'danger',
}

/** Returns the kind for the word in `[!NOTE]`; undefined for any other word. */
export const calloutKind = (word: string): CalloutKind | undefined => kinds[word.toLowerCase()]

const words: Record<CalloutKind, string> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  danger: 'Danger',
}

/** Removes the marker's line from the children and returns the rest of that line, which is the title. */
function takeTitle(inline: Token, markerLength: number): Token[] {
  const children = inline.children ?? []
  const first = children[0]
  if (!first) return []
  first.content = first.content.slice(markerLength).trimStart()
  const breakAt = children.findIndex((child) => child.type === 'softbreak' || child.type === 'hardbreak')
  const title = breakAt === -1 ? children.slice() : children.slice(0, breakAt)
  inline.children = breakAt === -1 ? [] : children.slice(breakAt + 1)
  inline.content = inline.content.includes('\n') ? inline.content.slice(inline.content.indexOf('\n') + 1) : ''
  return title.filter((child) => child.type !== 'text' || child.content !== '')
}

/**
 * `> [!NOTE]` and similar: a quote whose first line names a kind becomes a callout, with a custom title when text
 * follows.
 *
 * The default title is English here (`data-title="auto"`); the reader's page replaces it with a localized one.
 */
export function callouts(md: MarkdownIt) {
  md.core.ruler.after('inline', 'callouts', (state) => {
    const { tokens } = state
    const open: { token: Token; isCallout: boolean }[] = []
    const out: Token[] = []
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]
      if (!token) continue
      out.push(token)
      if (token.type === 'blockquote_close') {
        if (open.pop()?.isCallout) Object.assign(token, { type: 'callout_close', tag: 'div' })
        continue
      }
      if (token.type !== 'blockquote_open') continue
      const [paragraph, inline, close] = tokens.slice(at + 1, at + 4)
      const marker = /^\[!([A-Za-z]{3,9})\]/.exec(paragraph?.type === 'paragraph_open' ? (inline?.content ?? '') : '')
      const kind = calloutKind(marker?.[1] ?? '')
      const isCallout = kind !== undefined && inline?.children?.[0]?.content.startsWith(marker?.[0] ?? '') === true
      open.push({ token, isCallout })
      if (!isCallout || !inline || !paragraph || !close) continue

      Object.assign(token, { type: 'callout_open', tag: 'div', meta: { kind } })
      token.attrSet('class', 'md-callout')
      token.attrSet('data-callout', kind)
      const title = takeTitle(inline, marker?.[0].length ?? 0)
      const titleOpen = new state.Token('callout_title_open', 'p', 1)
      titleOpen.attrSet('class', 'md-callout-title')
      titleOpen.block = true
      const titleText = new state.Token('inline', '', 0)
      titleText.children = title
      if (title.length === 0) {
        titleOpen.attrSet('data-title', 'auto')
        const word = new state.Token('text', '', 0)
        word.content = words[kind]
        titleText.children = [word]
      }
      titleText.content = titleText.children.map((child) => child.content).join('')
      const titleClose = new state.Token('callout_title_close', 'p', -1)
      titleClose.block = true
      for (const part of [titleOpen, titleText, titleClose]) part.level = token.level + 1
      out.push(titleOpen, titleText, titleClose)
      if (inline.children?.length === 0) at += 3
    }
    state.tokens = out
  })
}
