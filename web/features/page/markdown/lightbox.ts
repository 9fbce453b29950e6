import type { MarkdownTexts } from './texts.ts'

async function show(image: HTMLImageElement, texts: MarkdownTexts): Promise<void> {
  const { showImages: showPictures } = await import('./image-viewer.ts')
  showPictures(image, texts)
}

/** Shows an image as large as the window allows. The viewer is loaded when the first image is opened. */
export function openLightbox(image: HTMLImageElement, texts: MarkdownTexts): void {
  // without a network, the browser shows the image that it has
  show(image, texts).catch(() => window.open(image.currentSrc || image.src, '_blank', 'noopener'))
}
