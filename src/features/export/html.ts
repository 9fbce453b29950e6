import { markdown } from '#shared/markdown/pipeline.ts'

/** Collects the parts of a paragraph; `T` is the finished paragraph. */
export interface ParagraphSink<T> {
  readonly isEmpty: boolean
  take(): T
  text(text: string): void
  lineBreak(): void
  image(address: string, alt: string): void
  openLink(address: string): void
  closeLink(): void
  open(tag: string): void
  close(tag: string): void
}

/** Block elements, which begin and end lines of their own. */
const blocks = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'center',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'li',
  'main',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'tbody',
  'tfoot',
  'thead',
  'tr',
  'ul',
])

/** Elements whose content is not shown. */
const unseen = new Set(['script', 'style', 'template', 'title', 'head', 'noscript', 'iframe', 'object', 'svg', 'math'])

const tagPattern = /^<(\/?)([a-z][a-z0-9-]{0,30})((?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}'){0,400})>/i

/** Returns a text with its entities decoded. */
const unescaped = (text: string): string => markdown.utils.unescapeAll(text.replaceAll('\\', '\\\\'))

function attribute(attributes: string, name: string): string {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)
  return unescaped(match?.[1] ?? match?.[2] ?? match?.[3] ?? '')
}

/** Applies one HTML tag to a paragraph: styles, links, images and line breaks. All other HTML is ignored. */
export function applyTag(writer: ParagraphSink<unknown>, source: string): void {
  const tag = tagPattern.exec(source)
  if (tag) apply(writer, tag)
}

function apply(writer: ParagraphSink<unknown>, [, slash, given = '', attributes = '']: RegExpExecArray): void {
  const name = given.toLowerCase()
  if (name === 'br') writer.lineBreak()
  else if (name === 'img') writer.image(attribute(attributes, 'src'), attribute(attributes, 'alt'))
  else if (name === 'a' && slash) writer.closeLink()
  else if (name === 'a') writer.openLink(attribute(attributes, 'href'))
  else if (slash) writer.close(name)
  else if (!attributes.trimEnd().endsWith('/')) writer.open(name)
}

/** Returns the paragraphs of an HTML block: its text and styles, without any active content. */
export function htmlParagraphs<T>(html: string, writer: ParagraphSink<T>): T[] {
  const paragraphs: T[] = []
  const lower = html.toLowerCase()
  const end = () => {
    const isEmpty = writer.isEmpty
    const paragraph = writer.take()
    if (!isEmpty) paragraphs.push(paragraph)
  }
  const words = (text: string) => {
    const shown = unescaped(text).replaceAll(/\s+/g, ' ')
    if (shown.trim() !== '' || !writer.isEmpty) writer.text(shown)
  }
  for (let at = 0; at < html.length; ) {
    if (html[at] !== '<') {
      const next = html.indexOf('<', at)
      const to = next === -1 ? html.length : next
      words(html.slice(at, to))
      at = to
      continue
    }
    if (html.startsWith('<!--', at)) {
      at = after(html, '-->', at)
      continue
    }
    const tag = tagPattern.exec(html.slice(at, at + 9000))
    if (!tag) {
      words('<')
      at += 1
      continue
    }
    const [whole, slash, given = ''] = tag
    const name = given.toLowerCase()
    at += whole.length
    if (!slash && unseen.has(name)) at = after(lower, `</${name}`, at)
    else if (blocks.has(name)) {
      end()
      if (name === 'li' && !slash) writer.text('• ')
    } else if (name === 'td' || name === 'th') {
      if (slash) writer.text('\t')
    } else apply(writer, tag)
  }
  end()
  return paragraphs
}

/** Returns the position after the next `sign`, or the end when there is none, as browsers do. */
function after(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  if (at === -1) return text.length
  const close = sign === '-->' ? at + 2 : text.indexOf('>', at)
  return close === -1 ? text.length : close + 1
}
