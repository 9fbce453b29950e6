import type { MarkdownTexts } from './texts.ts'

async function show(image: HTMLImageElement, texts: MarkdownTexts): Promise<void> {
  const { showImages: showPictures } = await import('./image-viewer.ts')
  showPictures(image, texts)
}

/** Shows a picture as large as the window allows. What draws it is loaded when the first picture is opened. */
export function openLightbox(image: HTMLImageElement, texts: MarkdownTexts): void {
  // without a network, the browser shows what it has
  show(image, texts).catch(() => window.open(image.currentSrc || image.src, '_blank', 'noopener'))
}
