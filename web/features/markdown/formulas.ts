import { loadStyles } from '#web/lib/styles.ts'
import { element } from './dom.ts'
import type { MarkdownTexts } from './texts.ts'

const limits = { maxSize: 20, maxExpand: 500 }

/**
 * Draws a formula in place of its source. KaTeX builds nodes and sets styles through the object model (`render`, not
 * `renderToString`), so neither HTML nor style attributes are parsed, as the page's policy wants it.
 */
export async function drawFormula(node: HTMLElement, texts: MarkdownTexts): Promise<void> {
  const source = node.textContent ?? ''
  const displayMode = node.classList.contains('md-math-block')
  const [{ default: katex }] = await Promise.all([import('katex'), loadStyles('katex')])
  const drawn = document.createElement('span')
  try {
    katex.render(source, drawn, {
      displayMode,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      output: 'html',
      ...limits,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^KaTeX parse error:\s*/, '') : String(error)
    node.replaceChildren(
      element('code', {}, source),
      element('span', { class: 'md-failure' }, `${texts.formulaFailed} ${message.slice(0, 300)}`),
    )
    node.dataset['failed'] = ''
    return
  }
  node.replaceChildren(drawn)
  node.setAttribute('role', 'math')
  node.setAttribute('aria-label', source)
  node.dataset['drawn'] = ''
}
