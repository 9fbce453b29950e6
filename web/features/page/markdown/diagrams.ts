import { copyButton } from './code-blocks.ts'
import { element } from './dom.ts'
import { openLightbox } from './lightbox.ts'
import type { MarkdownTexts } from './texts.ts'

/** A diagram of the page: drawn when it comes near the viewport, and again when the theme changes. */
export interface Diagram {
  draw: () => Promise<void>
  redraw: () => void
  release: () => void
}

/**
 * Replaces the source of a diagram with the diagram.
 *
 * It is shown as an `<img>` of a blob, not as inline SVG: an image runs no scripts, loads nothing, and its style sheet
 * cannot affect the page, whatever a diagram's source made the library output. It is sanitized before that all the
 * same.
 */
export function frameDiagram(pre: HTMLPreElement, texts: MarkdownTexts): Diagram {
  const source = (pre.textContent ?? '').trim()
  const frame = element('figure', { class: 'md-diagram' })
  for (const name of ['data-line', 'data-row']) {
    const value = pre.getAttribute(name)
    if (value !== null) frame.setAttribute(name, value)
  }
  const imageFile = element('div', { class: 'md-diagram-picture' }, element('pre', {}, element('code', {}, source)))
  const bar = element('div', { class: 'md-diagram-bar', 'data-no-print': '' })
  bar.append(copyButton(texts.copySource, texts, () => source))
  frame.append(imageFile, bar)
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
      const { drawDiagram } = await import('./draw-diagram.ts')
      const image = await drawDiagram(source, texts)
      const former = mine === run ? url : image.src
      if (former) URL.revokeObjectURL(former)
      if (mine !== run) return
      url = image.src
      const button = element('button', { type: 'button', class: 'md-zoom', 'aria-label': texts.openImage }, image)
      button.addEventListener('click', () => openLightbox(image, texts))
      imageFile.replaceChildren(button)
      delete frame.dataset['failed']
    } catch (error) {
      if (mine !== run) return
      const message = error instanceof Error ? error.message : String(error)
      imageFile.replaceChildren(
        element('p', { class: 'md-failure' }, `${texts.diagramFailed} ${message.slice(0, 400)}`),
        element('pre', {}, element('code', {}, source)),
      )
      frame.dataset['failed'] = ''
    }
  }
  return { draw: show, redraw: () => void (wasDrawn && show()), release }
}
