import { loadStyles } from '#web/lib/styles.ts'
import { element } from './dom.ts'
import type { MarkdownTexts } from './texts.ts'

const limits = { maxSize: 20, maxExpand: 500 }

/**
 * Renders a formula in place of its source. KaTeX builds nodes (`render`, not `renderToString`), so no HTML is parsed;
 * the few `style` attributes among them, those of arrows over characters, are set through the object model, as the
 * page's policy requires.
 */
export async function drawFormula(node: HTMLElement, texts: MarkdownTexts): Promise<void> {
  const source = node.textContent ?? ''
  const displayMode = node.classList.contains('md-math-block')
  const [{ default: katex }, { withQuietStyles }] = await Promise.all([
    import('katex'),
    import('./csp-inline-styles.ts'),
    loadStyles('katex').catch(() => undefined), // a formula without its styles is better than none
  ])
  const drawn = document.createElement('span')
  try {
    withQuietStyles(() =>
      katex.render(source, drawn, {
        displayMode,
        throwOnError: true,
        trust: false,
        strict: 'ignore',
        output: 'html',
        ...limits,
      }),
    )
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
