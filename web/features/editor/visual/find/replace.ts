import type { Fragment, Mark } from '@milkdown/kit/prose/model'
import type { Transaction } from '@milkdown/kit/prose/state'
import type { FindQuery } from '#web/features/editor/core/index.tsx'
import { isBareLink } from '../document/semantic-key.ts'
import { linkAround } from '../menus/link-state.ts'
import type { Hit } from './hits.ts'

/** Parses the Markdown of a line; returns undefined when it is not a single line. */
export type ReadLine = (markdown: string) => Fragment | undefined

const signs: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\' }

/**
 * Returns the replacement of a match. With a regular expression `$1` is its first group, `$&` the whole match, `\t` a
 * tab.
 */
export function getReplacement({ match }: Hit, { replace, regexp }: FindQuery): string {
  if (!regexp) return replace
  return replace
    .replace(/\\([nrt\\])/g, (_, sign: string) => signs[sign] ?? sign)
    .replace(/\$([$&]|\d+)/g, (all, sign: string) => {
      if (sign === '$') return '$'
      return (sign === '&' ? match[0] : match[Number(sign)]) ?? all
    })
}

/** Returns the new address of a link whose text is its address, after its text is replaced. */
function addressOf({ attrs }: Mark, words: string): string {
  const href = String(attrs['href'])
  if (href.startsWith('mailto:') && !words.startsWith('mailto:')) return `mailto:${words}`
  return words.startsWith('www.') ? `http://${words}` : words
}

function replaceText(tr: Transaction, { from, to }: Hit, words: string): void {
  const isCode = tr.doc.resolve(from).parent.type.spec.code === true
  const put = isCode ? words : words.replace(/[\r\n]+/g, ' ')
  const found = isCode ? undefined : linkAround(tr, from)
  const link = found && found.from <= from && found.to >= to ? found : undefined
  const isBare = link && isBareLink(tr.doc.textBetween(link.from, link.to), String(link.mark.attrs['href']))
  // uses the style of the first character
  const marks = tr.doc.nodeAt(from)?.marks ?? []
  if (put === '') tr.delete(from, to)
  else tr.replaceWith(from, to, tr.doc.type.schema.text(put, marks))
  if (!link || !isBare) return
  const end = link.to + put.length - (to - from)
  const href = addressOf(link.mark, tr.doc.textBetween(link.from, end))
  if (end > link.from) tr.addMark(link.from, end, link.mark.type.create({ ...link.mark.attrs, href }))
}

/** Writes an attribute; removes a node whose source becomes empty, and parses the new source of an inline node. */
function writeAttribute(tr: Transaction, pos: number, attribute: string, text: string, readLine: ReadLine): void {
  const node = tr.doc.nodeAt(pos)
  if (!node) return
  const end = pos + node.nodeSize
  const isGone = attribute === 'source' && text.trim() === ''
  const line = node.type.name === 'protected_inline' && !isGone ? readLine(text) : undefined
  if (isGone) {
    const isAlone = node.isBlock && tr.doc.resolve(pos).parent.childCount === 1
    const paragraph = isAlone ? tr.doc.type.schema.nodes['paragraph']?.createAndFill() : undefined
    if (paragraph) tr.replaceWith(pos, end, paragraph)
    else tr.delete(pos, end)
  } else if (line) tr.replaceWith(pos, end, line)
  else tr.setNodeAttribute(pos, attribute, text)
}

/** Replaces matches, which are in order, with other text. Nothing else is touched. */
export function replaceHits(tr: Transaction, hits: readonly Hit[], query: FindQuery, readLine: ReadLine): Transaction {
  // from the end, so that the positions of earlier matches stay valid
  for (let at = hits.length - 1; at >= 0; at--) {
    const hit = hits[at]
    if (!hit) continue
    const { holder, attribute } = hit
    if (holder === undefined || attribute === undefined) {
      replaceText(tr, hit, getReplacement(hit, query))
      continue
    }
    let text = String(tr.doc.nodeAt(holder)?.attrs[attribute] ?? '')
    const isIn = (other: Hit | undefined) => other?.holder === holder && other.attribute === attribute
    let next: Hit | undefined = hit
    while (next && isIn(next)) {
      text = text.slice(0, next.from) + getReplacement(next, query) + text.slice(next.to)
      at -= 1
      next = hits[at]
    }
    at += 1
    writeAttribute(tr, holder, attribute, text, readLine)
  }
  return tr
}
