const tag = /^<img((?:\s+[a-z]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))+)\s*\/?>$/i
const known = new Set(['src', 'alt', 'title', 'width'])

/** The attributes of an image. `width` is in pixels, empty for the image's own width. */
type ImageAttributes = { src: string; alt: string; title: string; width: string }

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Parses an HTML image tag; returns undefined for other tags and for attributes that an image node cannot hold. */
export function parseImageHtml(html: string): ImageAttributes | undefined {
  const attributes = tag.exec(html.trim())?.[1]
  if (!attributes) return undefined
  const found: ImageAttributes = { src: '', alt: '', title: '', width: '' }
  for (const [, name = '', double, single] of attributes.matchAll(/([a-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)) {
    const key = name.toLowerCase()
    const value = (double ?? single ?? '').replace(/&(amp|lt|gt|quot);/g, (_, word: string) => entities[word] ?? '')
    if (!known.has(key) || /&[#\w]+;/.test(value)) return undefined
    Object.assign(found, { [key]: value })
  }
  return found.src !== '' && /^\d{0,4}$/.test(found.width) ? found : undefined
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&${Object.entries(entities).find(([, plain]) => plain === sign)?.[0]};`)

/** Returns an image with a width as HTML, because Markdown cannot express it. */
export function toImageHtml({ src, alt, title, width }: ImageAttributes): string {
  const rest = `${title && ` title="${escape(title)}"`}${width && ` width="${width}"`}`
  return `<img src="${escape(src)}" alt="${escape(alt)}"${rest}>`
}
