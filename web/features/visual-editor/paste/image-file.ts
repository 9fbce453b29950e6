/** The most that a picture may hold, in bytes. Source: specification 9. */
const imageMaxBytes = 4 * 1024 * 1024
/** The types of pictures that can stand in a page. */
export const imageTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
])

/** Why a file cannot stand in a page. */
export type ImageError = 'notAnImage' | 'tooLarge'

/** What is wrong with a file as a picture for a page; undefined when it may be sent. */
export function checkImage(file: { type: string; size: number }): ImageError | undefined {
  if (!imageTypes.has(file.type)) return 'notAnImage'
  return file.size > imageMaxBytes ? 'tooLarge' : undefined
}

/** The name of a picture as its description: without the end that says its type, and without signs of Markdown. */
export const nameWithoutExtension = (name: string): string =>
  name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[[\]\\`*_<>\s]+/g, ' ')
    .trim()

/** The file in a data address; undefined when it is no picture. */
export function fileFromDataUrl(address: string, name: string): File | undefined {
  const [, type = '', data = ''] = /^data:(image\/[a-z]+);base64,([a-z0-9+/=\s]+)$/i.exec(address) ?? []
  if (data === '') return undefined
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
  return new File([bytes], `${name}.${type.slice(6)}`, { type })
}
