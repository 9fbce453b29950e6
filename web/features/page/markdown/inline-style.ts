const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|(?:rgb|hsl)a?\([\d.,%\s/deg-]{1,40}\))$/i
const sized = new Set(['td', 'th', 'col', 'table', 'img'])

const allowed: Record<string, (value: string, tag: string) => boolean> = {
  color: (value) => colour.test(value),
  'text-align': (value) => /^(?:left|right|center|justify|start|end)$/i.test(value),
  width: (value, tag) => sized.has(tag) && /^\d{1,4}(?:\.\d+)?(?:px|%|em|rem)$/i.test(value),
}

/** Returns what is allowed of a `style` attribute: color, alignment, and the width of cells and images. */
export function allowedStyle(style: string, tag: string): [property: string, value: string][] {
  const stored: [string, string][] = []
  for (const declaration of style.slice(0, 1000).split(';')) {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    if (colon > 0 && Object.hasOwn(allowed, property) && allowed[property]?.(value, tag)) stored.push([property, value])
  }
  return stored
}

const textStyles =
  /^(?:color|background-color|(?:font|text)-[a-z-]+|vertical-align|white-space(?:-collapse)?|line-height|border-(?:top|right|bottom|left)-(?:width|style|color)|width|height)$/

/**
 * Reports whether a property, in its long form, affects only the style of a text or a cell: it moves nothing, covers
 * nothing, loads nothing.
 */
export const isTextStyle = (property: string): boolean => textStyles.test(property)

/** Returns HTML without its style sheets. Many unclosed ones are scanned only once, not each to the end. */
export function withoutStyleSheets(html: string): string {
  const open = /<style\b/gi
  const close = /<\/style\s*>/gi
  let kept = ''
  let at = 0
  for (let found = open.exec(html); found; found = open.exec(html)) {
    close.lastIndex = found.index
    if (!close.exec(html)) break
    kept += html.slice(at, found.index)
    at = close.lastIndex
    open.lastIndex = at
  }
  return kept + html.slice(at)
}
