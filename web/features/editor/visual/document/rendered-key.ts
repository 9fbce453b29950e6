import type { Token } from 'markdown-it'
import { breakAtom, type Run, renderedLineKey } from './line-runs.ts'

// The source's half of the comparison that `semantic-key.ts` makes of the nodes.

// The id of a heading depends on the headings before it.
const hiddenAttributes = new Set(['data-line', 'data-row', 'id'])
const attributesOf = ({ attrs }: Token, except = hiddenAttributes) =>
  (attrs ?? []).filter(([name]) => !except.has(name)).map(([name, value]) => `${name}=${value}`)

/** Returns the visible content of a line's tokens. */
function inlineShown(tokens: readonly Token[]): string {
  const marks: string[] = []
  const runs: Run[] = []
  const add = (run: Omit<Run, 'marks'>) => runs.push({ ...run, marks: marks.slice() })
  for (const token of tokens) {
    if (token.type === 'text') add({ text: token.content })
    else if (token.type === 'softbreak') add({ text: '\n' })
    else if (token.type === 'hardbreak') add({ atom: breakAtom })
    else if (token.type === 'html_inline' && /^<br\s*\/?>$/i.test(token.content)) add({ atom: breakAtom })
    else if (token.nesting === 1) marks.push([token.tag, ...attributesOf(token)].join(' '))
    else if (token.nesting === -1) marks.pop()
    else if (token.type === 'code_inline') runs.push({ text: token.content, marks: [...marks, 'code'] })
    else {
      const alt = token.type === 'image' ? getAltText(token.children ?? []) : token.content
      add({
        atom: [
          token.type,
          ...attributesOf(token),
          alt,
          token.meta?.['label'] ?? '',
          token.meta?.['checked'] ?? '',
        ].join(' '),
      })
    }
  }
  return renderedLineKey(runs)
}

/** Returns the text of an image's description, without marks, as the viewer renders it. */
export function getAltText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'image') return getAltText(token.children ?? [])
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n'
      return /^(?:text|code_inline|math_inline|html_inline)$/.test(token.type) ? token.content : ''
    })
    .join('')
}

/**
 * Returns the visible content of a block as a text to compare: equal for two ways of writing the same. It uses the
 * viewer's tokens alone, so that a bug in the nodes cannot hide.
 */
export function renderedBlockKey(tokens: readonly Token[]): string {
  let shown = ''
  for (const token of tokens) {
    if (token.type === 'inline') shown += `(${inlineShown(token.children ?? [])})`
    else if (token.type === 'fence' || token.type === 'code_block')
      shown += `<code ${token.info.trim()} ${token.content.replace(/\n$/, '')}>`
    else if (token.type === 'html_block') shown += `<html ${token.content.trim()}>`
    else if (token.type === 'math_block') shown += `<math ${token.content.trim()}>`
    else {
      const hidden = token.hidden ? 'hidden' : ''
      const meta = token.type === 'callout_open' ? String(token.meta?.['kind']) : ''
      shown += `<${[token.type, token.tag, hidden, meta, ...attributesOf(token)].join(' ')}>`
    }
  }
  return shown
}
