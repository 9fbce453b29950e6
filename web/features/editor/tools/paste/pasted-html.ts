/*
 * Word processors use styles where HTML has elements. Before the styles are removed, their meaning is noted on the
 * elements; see src/shared/markdown/html-markdown.ts.
 */

const conditional = /<!--\[if[^>]*\]>[\s\S]*?<!\[endif\]-->|<!\[(?:if|endif)[^>]*\]>|<!--(?:Start|End)Fragment-->/gi
const officeTag = /<\/?[ovwxm]:\w+[^<>]*>/gi
const sheet = /<style\b[\s\S]*?<\/style>/gi
const tag = /<[a-z][^<>]*>/gi
const style = /\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi
const styled = /<(p|span|b|strong|li)\b([^<>]*\bstyle\s*=[^<>]*)>/gi

/** Returns what a style means for its text. */
function meaningOf(tag: string, attributes: string): string {
  const style = attributes.toLowerCase()
  const level = /mso-list:[^;"']*level(\d)/.exec(style)?.[1]
  if (tag === 'p' && level) return `list-${level}`
  if (tag === 'span' && /mso-list:\s*ignore/.test(style)) return 'list-mark'
  if (tag === 'b' || tag === 'strong') return /(?<![\w-])font-weight:\s*(normal|400)/.test(style) ? 'plain' : ''
  if (tag !== 'span') return ''
  return [
    /(?<![\w-])font-weight:\s*(bold|[6-9]00)/.test(style) && 'bold',
    /(?<![\w-])font-style:\s*italic/.test(style) && 'italic',
    /text-decoration[^;]*:\s*[^;]*line-through/.test(style) && 'strike',
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Returns the HTML of a clipboard with the meaning of its styles in `data-title`, without the styles themselves, which
 * would violate the page's policy, and without the leftovers of office programs.
 */
export function stylesToElements(html: string): string {
  return html
    .replace(conditional, '')
    .replace(sheet, '')
    .replace(officeTag, '')
    .replace(styled, (whole, tag: string, attributes: string) => {
      const meaning = meaningOf(tag.toLowerCase(), attributes)
      return meaning
        ? `<${tag} data-title="${meaning}"${attributes.replace(/\sdata-title\s*=\s*("[^"]*"|'[^']*'|\S+)/gi, '')}>`
        : whole
    })
    .replace(tag, (whole) => whole.replace(style, ''))
}

const structure = /<(?:h[1-6]|table|ul|ol|img|a|b|strong|i|em|s|del|pre|code|blockquote|hr|dl|sub|sup|kbd)\b/i
const styledStructure = /mso-list:|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic/i

/** Reports whether HTML contains more than its plain text. */
export const hasFormatting = (html: string): boolean => structure.test(html) || styledStructure.test(html)
