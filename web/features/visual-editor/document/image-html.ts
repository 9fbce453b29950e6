const tag = /^<img((?:\s+[a-z]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))+)\s*\/?>$/i
const known = new Set(['src', 'alt', 'title', 'width'])

/** What a picture says of itself. `width` is in pixels, empty for the picture's own. */
export type ImageAttributes = { src: string; alt: string; title: string; width: string }

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The picture that an HTML tag shows; undefined when the tag is another one or says more than a picture here can hold. */
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

/** A picture of a width as HTML: Markdown has no way to say it. */
export function toImageHtml({ src, alt, title, width }: ImageAttributes): string {
  const rest = `${title && ` title="${escape(title)}"`}${width && ` width="${width}"`}`
  return `<img src="${escape(src)}" alt="${escape(alt)}"${rest}>`
}
