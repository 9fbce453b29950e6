import { toList, toObject, toRecord, toText } from '#shared/api-doc/unknown-json.ts'
import { escapeHtml } from '#src/core/html-entities.ts'

/*
 * The editors of Outline and Docmost store a document as a tree of ProseMirror nodes. It becomes HTML, which the rules
 * of all other documents turn into Markdown. Node names differ only in their notation: `bullet_list`, `bulletList`.
 */

const blocks: Record<string, string> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bulletlist: 'ul',
  orderedlist: 'ol',
  checkboxlist: 'ul',
  tasklist: 'ul',
  listitem: 'li',
  table: 'table',
  tr: 'tr',
  tablerow: 'tr',
  td: 'td',
  tablecell: 'td',
  th: 'th',
  tableheader: 'th',
  containernotice: 'blockquote',
  callout: 'blockquote',
  details: 'details',
  detailssummary: 'summary',
}

const marks: Record<string, string> = {
  strong: 'strong',
  bold: 'strong',
  em: 'em',
  italic: 'em',
  codeinline: 'code',
  code: 'code',
  strikethrough: 'del',
  strike: 'del',
  subscript: 'sub',
  superscript: 'sup',
}

const nameOf = (type: unknown): string => toText(type).replace(/_/g, '').toLowerCase()

const textOf = (node: unknown): string => {
  const one = toRecord(node)
  return toText(one['text']) + toList(one['content']).map(textOf).join('')
}

function markedText(node: Record<string, unknown>): string {
  return toList(node['marks']).reduce<string>(
    (html, mark) => {
      const one = toRecord(mark)
      const name = nameOf(one['type'])
      const href = toText(toRecord(one['attrs'])['href'])
      if (name === 'link' && href !== '') return `<a href="${escapeHtml(href)}">${html}</a>`
      const element = marks[name]
      return element ? `<${element}>${html}</${element}>` : html
    },
    escapeHtml(toText(node['text'])),
  )
}

/** Returns a ProseMirror node as HTML. What is of an unknown kind keeps its text. */
export function nodeHtml(value: unknown): string {
  const node = toObject(value)
  if (!node) return ''
  const name = nameOf(node['type'])
  const attrs = toRecord(node['attrs'])
  if (name === 'text') return markedText(node)
  const inside = () => toList(node['content']).map(nodeHtml).join('')
  if (name === 'heading') {
    const level = Math.min(6, Math.max(1, Number(attrs['level']) || 1))
    return `<h${level}>${inside()}</h${level}>`
  }
  if (name === 'br' || name === 'hardbreak') return '<br>'
  if (name === 'hr' || name === 'horizontalrule') return '<hr>'
  if (name === 'codeblock' || name === 'codefence') {
    const language = toText(attrs['language']).replace(/[^\w+#.-]/g, '')
    return `<pre><code${language && ` class="language-${language}"`}>${escapeHtml(textOf(node))}</code></pre>`
  }
  if (name === 'mathblock')
    return `<pre><code class="language-math">${escapeHtml(textOf(node) || toText(attrs['text']))}</code></pre>`
  if (name === 'mathinline') return `<code>${escapeHtml(textOf(node) || toText(attrs['text']))}</code>`
  if (
    name === 'image' ||
    name === 'attachment' ||
    name === 'video' ||
    name === 'embed' ||
    name === 'drawio' ||
    name === 'excalidraw'
  ) {
    const address = escapeHtml(toText(attrs['src']) || toText(attrs['href']) || toText(attrs['url']))
    const words = escapeHtml(toText(attrs['alt']) || toText(attrs['title']) || toText(attrs['name']))
    return name === 'image' || name === 'drawio' || name === 'excalidraw'
      ? `<img src="${address}" alt="${words}">`
      : `<p><a href="${address}">${words || address}</a></p>`
  }
  if (name === 'mention') return escapeHtml(toText(attrs['label']))
  if (name === 'emoji') return escapeHtml(toText(attrs['data-name']) && `:${toText(attrs['data-name'])}:`)
  if (name === 'checkboxitem' || name === 'taskitem')
    return `<li><input type="checkbox"${attrs['checked'] === true ? ' checked' : ''}>${inside()}</li>`
  const element = blocks[name]
  if (!element) return inside()
  const spans = ['colspan', 'rowspan']
    .map((span) => (Number(attrs[span]) > 1 ? ` ${span}="${Number(attrs[span])}"` : ''))
    .join('')
  return `<${element}${/^t[dh]$/.test(element) ? spans : ''}>${inside()}</${element}>`
}
