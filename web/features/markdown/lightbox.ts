import { element } from './dom.ts'
import type { MarkdownTexts } from './texts.ts'

/** Shows a picture as large as the window allows; Esc, the button or a click beside it closes. */
export function openLightbox(image: HTMLImageElement, texts: MarkdownTexts): void {
  const close = element('button', { type: 'button', class: 'md-button', autofocus: '' }, texts.closePicture)
  const large = element('img', { src: image.currentSrc || image.src, alt: image.alt })
  const dialog = element('dialog', { class: 'md-lightbox', 'aria-label': image.alt || texts.openPicture }, large, close)
  if (image.closest('.md-diagram')) large.dataset['drawing'] = ''
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
