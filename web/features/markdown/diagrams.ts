import { copyButton } from './code-blocks.ts'
import { element } from './dom.ts'
import { openLightbox } from './lightbox.ts'
import { sanitizeDrawing } from './sanitize.ts'
import type { MarkdownTexts } from './texts.ts'

const fonts = '-apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif'

let last: Promise<unknown> = Promise.resolve()
let count = 0

/** Runs one drawing at a time: mermaid keeps its settings for the whole page. */
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const next = last.then(run, run)
  last = next.catch(() => undefined)
  return next
}

/** While `run` lasts, style elements get the page's nonce: mermaid measures its text with a style element of its own. */
async function withStyleNonce<T>(run: () => Promise<T>): Promise<T> {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (!nonce) return run()
  const create = document.createElement
  document.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
    const node = create.call(document, name, options)
    if (name.toLowerCase() === 'style') node.nonce = nonce
    return node
  } as typeof document.createElement
  try {
    return await run()
  } finally {
    document.createElement = create
  }
}

/** Colours of the product for a diagram, read from the page as it looks now. */
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

async function draw(source: string): Promise<SVGSVGElement> {
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
      const { svg } = await withStyleNonce(() => mermaid.render(`md-diagram-${++count}`, source, stage))
      const drawing = sanitizeDrawing(svg)
      if (!drawing) throw new Error('empty')
      return drawing
    } finally {
      stage.remove()
    }
  })
}

/** The drawing as a file of its own, with the size its view box says. */
function fileOf(drawing: SVGSVGElement): { url: string; width: number; height: number } {
  const [, , width = 600, height = 400] = (drawing.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  drawing.setAttribute('width', String(width))
  drawing.setAttribute('height', String(height))
  drawing.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const text = new XMLSerializer().serializeToString(drawing)
  return { url: URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' })), width, height }
}

/** A diagram that stands in the page: drawn when it comes near, again when the theme changes. */
export interface Diagram {
  draw: () => Promise<void>
  redraw: () => void
  release: () => void
}

/**
 * Puts a diagram in place of its source.
 *
 * It is shown as an `<img>` of a blob, not as inline SVG: a picture runs no script, loads nothing, and its style sheet
 * cannot reach the page, whatever a diagram's text talked the library into. It is sanitised before that all the same.
 */
export function frameDiagram(pre: HTMLPreElement, texts: MarkdownTexts): Diagram {
  const source = (pre.textContent ?? '').trim()
  const frame = element('figure', { class: 'md-diagram' })
  for (const name of ['data-line', 'data-row']) {
    const value = pre.getAttribute(name)
    if (value !== null) frame.setAttribute(name, value)
  }
  const picture = element('div', { class: 'md-diagram-picture' }, element('pre', {}, element('code', {}, source)))
  const bar = element('div', { class: 'md-diagram-bar', 'data-no-print': '' })
  bar.append(copyButton(texts.copySource, texts, () => source))
  frame.append(picture, bar)
  pre.replaceWith(frame)

  let url: string | undefined
  let wasDrawn = false
  let run = 0
  const release = () => {
    run++
    if (url) URL.revokeObjectURL(url)
    url = undefined
  }
  const show = async () => {
    wasDrawn = true
    const mine = ++run
    try {
      const drawing = await draw(source)
      if (mine !== run) return
      const file = fileOf(drawing)
      if (url) URL.revokeObjectURL(url)
      url = file.url
      const image = element('img', {
        src: file.url,
        alt: `${texts.diagram}: ${source.slice(0, 200)}`,
        width: String(Math.ceil(file.width)),
        height: String(Math.ceil(file.height)),
      })
      const button = element('button', { type: 'button', class: 'md-zoom', 'aria-label': texts.openPicture }, image)
      button.addEventListener('click', () => openLightbox(image, texts))
      picture.replaceChildren(button)
      delete frame.dataset['failed']
    } catch (error) {
      if (mine !== run) return
      const message = error instanceof Error ? error.message : String(error)
      picture.replaceChildren(
        element('p', { class: 'md-failure' }, `${texts.diagramFailed} ${message.slice(0, 400)}`),
        element('pre', {}, element('code', {}, source)),
      )
      frame.dataset['failed'] = ''
    }
  }
  return { draw: show, redraw: () => void (wasDrawn && show()), release }
}
