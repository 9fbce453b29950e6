import type { MarkdownIt, Token } from 'markdown-it'
import { createSlugger } from '../slug.ts'

/** Returns the visible text of an inline token, without Markdown marks and HTML. */
export function plainText(inline: Token | undefined): string {
  let text = ''
  for (const child of inline?.children ?? []) {
    if (child.type === 'text' || child.type === 'code_inline' || child.type === 'math_inline') text += child.content
    else if (child.type === 'image') text += child.content
    else if (child.type === 'softbreak' || child.type === 'hardbreak') text += ' '
    else if (child.type === 'html_inline' && /^<br\b/i.test(child.content)) text += ' '
  }
  return text.trim()
}

/** Gives every heading an id derived from its text: the same text keeps the same address when it moves. */
export function headingAnchors(md: MarkdownIt) {
  md.core.ruler.push('heading_anchors', (state) => {
    const idFor = createSlugger()
    state.tokens.forEach((token, at) => {
      if (token.type === 'heading_open') token.attrSet('id', idFor(plainText(state.tokens[at + 1])))
    })
  })
}
