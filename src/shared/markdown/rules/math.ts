import type { MarkdownIt } from 'markdown-it'

const dollar = 0x24
const longestBlock = 200

/** Whether the text between two dollars is a formula rather than money or a shell variable. */
function isFormula(body: string): boolean {
  if (body === '' || /^\s|\s$/.test(body) || body.length > 2000) return false
  if (body.includes('\\')) return true
  if (/[\u3000-\u303f\u3040-\u30ff\u4e00-\u9fff\uff00-\uffef]/.test(body)) return false
  return !/^\d[\d,.]*\s*[-–~]?\s*[A-Za-z]{2,}/.test(body)
}

function isEscaped(src: string, at: number): boolean {
  let slashes = 0
  while (src[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

/** Returns the position of the next unescaped dollar, or -1. */
function nextDollar(src: string, from: number, max: number): number {
  let at = src.indexOf('$', from)
  while (at !== -1 && at < max && isEscaped(src, at)) at = src.indexOf('$', at + 1)
  return at < max ? at : -1
}

/**
 * Formulas: inline `$a+b$`, `$$` blocks, and fences named `math` or `katex`.
 *
 * An opening dollar has no word character or digit before it and no space after it; the very next dollar must close it,
 * with no space before it and no word character, digit or brace after it. So `$5 和 $6`, `US$5`, `$HOME/$PATH` stay
 * text.
 */
export function math(md: MarkdownIt) {
  md.inline.ruler.after('escape', 'math_inline', (state, silent) => {
    const { src, pos, posMax } = state
    if (src.charCodeAt(pos) !== dollar) return false
    const double = src.charCodeAt(pos + 1) === dollar
    const width = double ? 2 : 1
    const from = pos + width
    const whole = () => {
      if (double && src.charCodeAt(from) === dollar) return -1
      if (!double && /[\w$]/.test(src[pos - 1] ?? '')) return -1
      const end = nextDollar(src, from, posMax)
      if (end === -1 || (double && src.charCodeAt(end + 1) !== dollar)) return -1
      const body = src.slice(from, end)
      if (double) return body.trim() === '' || body.length > 5000 ? -1 : end
      return isFormula(body) && !/[\w{$]/.test(src[end + 1] ?? '') ? end : -1
    }
    const end = whole()
    if (end === -1) {
      // A run of dollars that opens nothing is text as a whole; otherwise its second half could open a formula.
      if (!double) return false
      const past = skipDollars(src, pos, posMax)
      if (!silent) state.pending += src.slice(pos, past)
      state.pos = past
      return true
    }
    if (!silent) {
      const token = state.push('math_inline', 'span', 0)
      token.content = src.slice(from, end).trim()
      token.markup = double ? '$$' : '$'
    }
    state.pos = end + width
    return true
  })

  md.block.ruler.after(
    'fence',
    'math_block',
    (state, startLine, endLine, silent) => {
      if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
      const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
      if (state.src.charCodeAt(start) !== dollar || state.src.charCodeAt(start + 1) !== dollar) return false
      const dead = state.env['mathDeadUntil']
      if (typeof dead === 'number' && startLine < dead) return false

      const lines: string[] = []
      let line = startLine
      let closed = false
      for (; line < endLine && line - startLine < longestBlock; line++) {
        if (line > startLine && (state.isEmpty(line) || (state.sCount[line] ?? 0) < state.blkIndent)) break
        const from = line === startLine ? start + 2 : (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
        const text = state.src.slice(from, state.eMarks[line]).trimEnd()
        closed = text.endsWith('$$') && !text.endsWith('\\$$')
        const inner = closed ? text.slice(0, -2) : text
        if (inner.includes('$$')) {
          closed = false
          break
        }
        lines.push(inner)
        if (closed) break
      }
      const content = lines.join('\n').trim()
      if (!closed || content === '') {
        state.env['mathDeadUntil'] = line
        return false
      }
      if (silent) return true
      state.line = line + 1
      const token = state.push('math_block', 'div', 0)
      token.block = true
      token.content = content
      token.markup = '$$'
      token.map = [startLine, state.line]
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )

  const { escapeHtml } = md.utils
  md.renderer.rules['math_inline'] = (tokens, at) =>
    `<span class="md-math">${escapeHtml(tokens[at]?.content ?? '')}</span>`
  md.renderer.rules['math_block'] = (tokens, at, _options, _env, renderer) => {
    const token = tokens[at]
    if (!token) return ''
    token.attrSet('class', 'md-math-block')
    return `<div${renderer.renderAttrs(token)}>${escapeHtml(token.content)}</div>\n`
  }
}

function skipDollars(src: string, from: number, max: number): number {
  let at = from
  while (at < max && src.charCodeAt(at) === dollar) at++
  return at
}
