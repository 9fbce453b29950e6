import type { MarkdownIt } from 'markdown-it'

/** Aligns columns with an attribute: the page's content security policy blocks style attributes in HTML. */
export function tables(md: MarkdownIt) {
  md.core.ruler.push('table_align', (state) => {
    for (const token of state.tokens) {
      if (token.type !== 'th_open' && token.type !== 'td_open') continue
      const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
      if (align) token.attrs = [['align', align]]
    }
  })
}
