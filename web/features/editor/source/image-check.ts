export { imageMarkdown } from '#web/lib/file-markdown.ts'

/** The maximum size of an image, in bytes. Source: specification 9. */
const imageMaxBytes = 4 * 1024 * 1024
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])

/** Why a file cannot be used as an image. */
export type ImageError = 'notAnImage' | 'tooLarge'

/** Returns what is wrong with a file as an image for a page; undefined when it may be uploaded. */
export function checkImage(file: { type: string; size: number }): ImageError | undefined {
  if (!shownTypes.has(file.type)) return 'notAnImage'
  return file.size > imageMaxBytes ? 'tooLarge' : undefined
}
