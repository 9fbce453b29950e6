/** The maximum size of an image, in bytes. Source: specification 9. */
const imageMaxBytes = 4 * 1024 * 1024
/** The image types allowed in a page. */
export const imageTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
])

/** Why a file cannot be used as an image. */
export type ImageError = 'notAnImage' | 'tooLarge'

/** Returns what is wrong with a file as an image for a page; undefined when it may be uploaded. */
export function checkImage(file: { type: string; size: number }): ImageError | undefined {
  if (!imageTypes.has(file.type)) return 'notAnImage'
  return file.size > imageMaxBytes ? 'tooLarge' : undefined
}

/** Returns the name of an image as its description: without its extension, and without Markdown characters. */
export const nameWithoutExtension = (name: string): string =>
  name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[[\]\\`*_<>\s]+/g, ' ')
    .trim()

/** Returns the file in a data URL; undefined when it is not an image. */
export function fileFromDataUrl(address: string, name: string): File | undefined {
  const [, type = '', data = ''] = /^data:(image\/[a-z]+);base64,([a-z0-9+/=\s]+)$/i.exec(address) ?? []
  if (data === '') return undefined
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
  return new File([bytes], `${name}.${type.slice(6)}`, { type })
}
