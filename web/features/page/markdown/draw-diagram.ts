import { createSerialQueue } from '#web/lib/serial-queue.ts'
import { withQuietStyles } from './csp-inline-styles.ts'
import { element } from './dom.ts'
import { sanitizeDrawing } from './sanitize.ts'
import type { MarkdownTexts } from './texts.ts'

const fonts = '-apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif'

let count = 0

/** Draws one diagram at a time: mermaid has one configuration for the whole page. */
const inTurn = createSerialQueue()

/** Returns the colors of the product for a diagram, read from the current theme of the page. */
function colours(): Record<string, string | boolean> {
  const style = window.getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    darkMode: document.documentElement.dataset['theme'] === 'dark',
    background: of('bg'),
    mainBkg: of('accent-soft'),
    primaryColor: of('accent-soft'),
    primaryTextColor: of('text'),
    primaryBorderColor: of('accent'),
    secondaryColor: of('ok-soft'),
    tertiaryColor: of('bg-muted'),
    lineColor: of('text-3'),
    textColor: of('text'),
    noteBkgColor: of('warn-soft'),
    noteTextColor: of('text'),
    noteBorderColor: of('warn'),
    edgeLabelBackground: of('bg'),
    clusterBkg: of('bg-side'),
    clusterBorder: of('border-strong'),
    fontFamily: fonts,
    fontSize: '14px',
  }
}

/** Returns the drawing as an image of a blob, with the size of its view box. */
function imageOf(drawing: SVGSVGElement, alt: string): HTMLImageElement {
  const [, , width = 600, height = 400] = (drawing.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  drawing.setAttribute('width', String(width))
  drawing.setAttribute('height', String(height))
  drawing.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const text = new XMLSerializer().serializeToString(drawing)
  return element('img', {
    src: URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' })),
    alt,
    width: String(Math.ceil(width)),
    height: String(Math.ceil(height)),
  })
}

/**
 * Draws a diagram in the current colors, as an image of a blob, whose address the caller revokes. Loaded with mermaid, for
 * the first diagram that comes near the viewport.
 *
 * @throws the error of mermaid about the source
 */
export async function drawDiagram(source: string, texts: MarkdownTexts): Promise<HTMLImageElement> {
  const { default: mermaid } = await import('mermaid')
  return inTurn(async () => {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      htmlLabels: false,
      suppressErrorRendering: true,
      look: 'classic',
      theme: 'base',
      themeVariables: colours(),
      fontFamily: fonts,
      maxTextSize: 50_000,
      maxEdges: 1000,
      secure: [
        'secure',
        'securityLevel',
        'startOnLoad',
        'maxTextSize',
        'maxEdges',
        'suppressErrorRendering',
        'htmlLabels',
        'themeCSS',
        'fontFamily',
      ],
    })
    const stage = element('div', { class: 'md-stage', 'aria-hidden': 'true' })
    document.body.append(stage)
    try {
      const { svg } = await withQuietStyles(() => mermaid.render(`md-diagram-${++count}`, source, stage))
      const drawing = withQuietStyles(() => sanitizeDrawing(svg))
      if (!drawing) throw new Error('empty')
      // from here on it is an independent image
      for (const sheet of drawing.querySelectorAll('style')) sheet.removeAttribute('nonce')
      return imageOf(drawing, `${texts.diagram}: ${source.slice(0, 200)}`)
    } finally {
      stage.remove()
    }
  })
}
