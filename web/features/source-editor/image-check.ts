export { imageMarkdown } from '#web/lib/file-markdown.ts'

/** The most that a picture may hold, in bytes. Source: specification 9. */
const imageMaxBytes = 4 * 1024 * 1024
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])

/** Why a file cannot stand in a page. */
export type ImageError = 'notAnImage' | 'tooLarge'

/** What is wrong with a file as a picture for a page; undefined when it may be sent. */
export function checkImage(file: { type: string; size: number }): ImageError | undefined {
  if (!shownTypes.has(file.type)) return 'notAnImage'
  return file.size > imageMaxBytes ? 'tooLarge' : undefined
}
