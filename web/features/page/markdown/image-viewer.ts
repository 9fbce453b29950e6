import { element } from './dom.ts'
import type { MarkdownTexts } from './texts.ts'

const imagesAround = (image: HTMLImageElement): HTMLImageElement[] => {
  const all = image.closest('.md-body')?.querySelectorAll<HTMLImageElement>('.md-zoom > img, .md-diagram img')
  const shown = [...(all ?? [])]
  return shown.includes(image) ? shown : [image]
}

const addressOf = (image: HTMLImageElement) => image.currentSrc || image.src

function barButton(label: string, sign: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'md-button', 'aria-label': label, title: label }, sign)
  button.addEventListener('click', onClick)
  return button
}

/**
 * Shows an image of a document, with navigation to the images before and after it. The arrow keys move between images;
 * Esc, the button or a click next to the image closes the viewer.
 */
export function showImages(image: HTMLImageElement, texts: MarkdownTexts): void {
  const images = imagesAround(image)
  let at = images.indexOf(image)
  const large = element('img')
  const place = element('span', { class: 'md-lightbox-place', 'aria-live': 'polite' })
  const save = element('a', { class: 'md-button', download: '' }, texts.saveImage)
  const show = (next: number) => {
    at = (next + images.length) % images.length
    const shown = images[at]
    if (!shown) return
    large.src = addressOf(shown)
    large.alt = shown.alt
    large.toggleAttribute('data-drawing', shown.closest('.md-diagram') !== null)
    place.textContent = images.length > 1 ? `${at + 1} / ${images.length}` : ''
    save.href = addressOf(shown)
    // an image of another site is opened there: the browser cannot save it from here
    save.target =
      new URL(save.href).origin === window.location.origin || /^(blob|data):/.test(save.href) ? '' : '_blank'
    dialog.setAttribute('aria-label', shown.alt || texts.openImage)
  }
  const close = element('button', { type: 'button', class: 'md-button', autofocus: '' }, texts.closeImage)
  const turns =
    images.length > 1
      ? [
          barButton(texts.previousImage, '‹', () => show(at - 1)),
          place,
          barButton(texts.nextImage, '›', () => show(at + 1)),
        ]
      : []
  const bar = element('div', { class: 'md-lightbox-bar' }, ...turns, save, close)
  const dialog = element('dialog', { class: 'md-lightbox' }, large, bar)
  bar.addEventListener('click', (event) => event.stopPropagation())
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowLeft') show(at - 1)
    else if (event.key === 'ArrowRight') show(at + 1)
    else return
    event.preventDefault()
  })
  dialog.addEventListener('close', () => dialog.remove())
  show(at)
  document.body.append(dialog)
  dialog.showModal()
}
