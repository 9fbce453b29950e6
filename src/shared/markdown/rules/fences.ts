import type { MarkdownIt } from 'markdown-it'

/**
 * Returns the language of a fence: the first word of its info string, in lower case, limited to characters of language
 * names.
 */
function languageOf(info: string): string {
  const word = /^[{.\s]*([\w+#.-]{1,30})/.exec(info)?.[1] ?? ''
  return word.toLowerCase().replace(/[.}]+$/, '')
}

/** Renders code as `<pre><code class="language-…">`, and the fences that become images: `mermaid`, `math`, `katex`. */
export function fences(md: MarkdownIt) {
  const { escapeHtml } = md.utils
  md.renderer.rules['fence'] = (tokens, at, _options, _env, renderer) => {
    const token = tokens[at]
    if (!token) return ''
    const language = languageOf(token.info)
    const code = escapeHtml(token.content)
    if (language === 'math' || language === 'katex') {
      token.attrSet('class', 'md-math-block')
      return `<div${renderer.renderAttrs(token)}>${code.trim()}</div>\n`
    }
    if (language === 'mermaid') {
      token.attrSet('class', 'md-mermaid')
      return `<pre${renderer.renderAttrs(token)}><code>${code}</code></pre>\n`
    }
    const name = language === '' ? '' : ` class="language-${escapeHtml(language)}"`
    return `<pre${renderer.renderAttrs(token)}><code${name}>${code}</code></pre>\n`
  }
}
