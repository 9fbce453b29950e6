/** The tags that an announcement may have. Source: reference, api-facts 13.4. */
const allowed = new Set('p br ul ol li strong b em i code pre h1 h2 h3 h4 blockquote a'.split(' '))
const blocks = new Set(['p', 'br', 'ul', 'ol', 'li', 'pre', 'h1', 'h2', 'h3', 'h4', 'blockquote'])
// The content of these elements is not for people.
const unread = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'textarea', 'title', 'svg', 'math'])

// Quoted values end before the next `<`, so that a text of unclosed tags is read only once.
const tag = /<(\/?)([a-z][a-z0-9]*)((?:"[^"<]*"|'[^'<]*'|[^'"<>])*)>/iy
const href = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
// A value with this start is an address and nothing else, whatever entities follow in it.
const address = /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)\S*$/i
const entity = /&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});)/gi

const escapeText = (text: string): string =>
  text.replace(entity, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

type Token = { text: string } | { name: string; closes: boolean; attributes: string }

/** Returns the text from `at` up to the next tag, or that tag, with its end. */
function nextToken(html: string, at: number): { token: Token | undefined; end: number } {
  if (html[at] !== '<') {
    const next = html.indexOf('<', at)
    const end = next < 0 ? html.length : next
    return { token: { text: html.slice(at, end) }, end }
  }
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at)
    return { token: undefined, end: end < 0 ? html.length : end + 3 }
  }
  tag.lastIndex = at
  const [whole, slash, name = '', attributes = ''] = tag.exec(html) ?? []
  if (whole === undefined) return { token: { text: '<' }, end: at + 1 }
  return { token: { name: name.toLowerCase(), closes: slash === '/', attributes }, end: at + whole.length }
}

function tokensOf(html: string): Token[] {
  const tokens: Token[] = []
  let hidden = ''
  for (let at = 0; at < html.length; ) {
    const { token, end } = nextToken(html, at)
    at = end
    if (!token) continue
    const isTag = 'name' in token
    if (hidden === '') {
      if (isTag && unread.has(token.name)) hidden = token.closes ? '' : token.name
      else if (!isTag || allowed.has(token.name)) tokens.push(token)
    } else if (isTag && token.closes && token.name === hidden) hidden = ''
  }
  return tokens
}

function startTag(name: string, attributes: string): string {
  if (name !== 'a') return `<${name}>`
  const [, double, single, bare] = href.exec(attributes) ?? []
  const target = (double ?? single ?? bare ?? '').trim()
  return address.test(target) ? `<a href="${escapeText(target)}" rel="noopener noreferrer">` : '<a>'
}

const isBlock = (token: Token | undefined): boolean => token !== undefined && 'name' in token && blocks.has(token.name)

/** Converts the line ends of a text to breaks, except next to a block, which breaks the line itself. */
function lines(text: string, before: Token | undefined, after: Token | undefined): string {
  let shown = text.replaceAll('\r\n', '\n')
  if (!before || isBlock(before)) shown = shown.trimStart()
  if (!after || isBlock(after)) shown = shown.trimEnd()
  return escapeText(shown).replaceAll('\n', '<br />')
}

/**
 * Returns an announcement as it is stored: the few allowed tags, closed in order and without attributes except a link's
 * address; other tags are removed and their text stays. Line ends become breaks. Code that displays it sanitizes it
 * again.
 */
export function announcementHtml(typed: string): string {
  const tokens = tokensOf(typed)
  const open: string[] = []
  let html = ''
  for (const [at, token] of tokens.entries()) {
    if ('text' in token) {
      html += open.includes('pre') ? escapeText(token.text) : lines(token.text, tokens[at - 1], tokens[at + 1])
    } else if (token.name === 'br') {
      html += '<br />'
    } else if (!token.closes) {
      html += startTag(token.name, token.attributes)
      open.push(token.name)
    } else if (open.includes(token.name)) {
      let ended: string | undefined
      do {
        ended = open.pop()
        html += `</${ended}>`
      } while (ended !== token.name)
    }
  }
  return (
    html +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  )
}

/** Returns whether an announcement contains anything to read. */
export const isReadable = (html: string): boolean => /\S/.test(html.replaceAll(/<[^>]*>|&nbsp;/g, ''))
