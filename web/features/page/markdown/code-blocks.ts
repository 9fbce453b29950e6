import { copyText } from '#web/lib/clipboard.ts'
import { element } from './dom.ts'
import { highlight } from './highlight.ts'
import { sanitizeCode } from './sanitize.ts'
import type { MarkdownTexts } from './texts.ts'

const copiedMs = 2000
const mostHighlighted = 60_000
const numberedFrom = 6

/** Creates a button that copies `read()` and says so for two seconds. */
export function copyButton(label: string, texts: MarkdownTexts, read: () => string): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'md-button', 'data-no-print': '', 'aria-live': 'polite' },
    label,
  )
  let timer = 0
  button.addEventListener('click', async () => {
    if (!(await copyText(read()))) return
    window.clearTimeout(timer)
    button.textContent = texts.copied
    button.dataset['done'] = ''
    timer = window.setTimeout(() => {
      button.textContent = label
      delete button.dataset['done']
    }, copiedMs)
  })
  return button
}

function wrapButton(frame: HTMLElement, texts: MarkdownTexts): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'md-button', 'aria-pressed': 'false' }, texts.wrap)
  button.addEventListener('click', () => {
    const wrap = frame.toggleAttribute('data-wrap')
    button.setAttribute('aria-pressed', String(wrap))
  })
  return button
}

/**
 * Adds the header and the line numbers of a code block. @returns a function that highlights it, to be called when it
 * comes near the viewport
 */
export function frameCode(pre: HTMLPreElement, code: HTMLElement, texts: MarkdownTexts): () => Promise<void> {
  const text = code.textContent ?? ''
  const language = /language-(\S+)/.exec(code.className)?.[1] ?? ''
  const frame = element('div', { class: 'md-code' })
  const bar = element('div', { class: 'md-code-bar' }, element('span', { class: 'md-code-lang' }, language))
  bar.append(
    wrapButton(frame, texts),
    copyButton(texts.copy, texts, () => text.replace(/\n$/, '')),
  )
  for (const name of ['data-line', 'data-row']) {
    const value = pre.getAttribute(name)
    if (value !== null) frame.setAttribute(name, value)
    pre.removeAttribute(name)
  }
  pre.replaceWith(frame)
  pre.tabIndex = 0
  pre.setAttribute('role', 'group')
  pre.setAttribute('aria-label', language === '' ? texts.code : `${texts.code}: ${language}`)
  frame.append(bar, pre)
  const lines = text.replace(/\n$/, '').split('\n').length
  if (lines >= numberedFrom) {
    const numbers = Array.from({ length: lines }, (_, at) => at + 1).join('\n')
    pre.prepend(element('span', { class: 'md-code-numbers', 'aria-hidden': 'true' }, numbers))
  }
  return async () => {
    if (language === '' || text.length > mostHighlighted) return
    const html = await highlight(text, language)
    if (html !== undefined) code.replaceChildren(sanitizeCode(html))
  }
}
