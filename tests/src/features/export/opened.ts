import { unzipSync } from 'fflate'

/** The files of an archive as texts, by name. */
export function textsIn(bytes: Uint8Array): Map<string, string> {
  const files = unzipSync(bytes)
  return new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString()]))
}

/** The bytes of a download. */
export const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

interface Element {
  name: string
  attributes: Map<string, string>
  children: (Element | string)[]
}

const token = /<\?[^?]*\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<>]*")*)\s*(\/?)>|([^<]+)|(<)/g

/** Parses XML strictly: throws on unbalanced tags, stray characters and duplicate attributes. */
export function parseXml(text: string): Element {
  const root: Element = { name: '', attributes: new Map(), children: [] }
  const open = [root]
  for (const [whole, slash, name, attributes = '', closed, words, stray] of text.matchAll(token)) {
    const at = open.at(-1)
    if (stray || !at) throw new Error('a stray <')
    if (words !== undefined) {
      if (/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(words)) throw new Error(`a stray & in ${words}`)
      if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(words)) throw new Error('a control character')
      at.children.push(words)
    } else if (name === undefined) continue
    else if (slash) {
      if (open.pop()?.name !== name) throw new Error(`${whole} closes another element`)
    } else {
      const element: Element = { name, attributes: new Map(), children: [] }
      for (const [, key = '', value = ''] of attributes.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
        if (element.attributes.has(key)) throw new Error(`${key} twice`)
        element.attributes.set(key, value)
      }
      at.children.push(element)
      if (!closed) open.push(element)
    }
  }
  if (open.length !== 1) throw new Error(`${open.at(-1)?.name} is not closed`)
  return root
}

/** All elements of a name below one. */
export const allOf = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(child.name === name ? [child] : []), ...allOf(child, name)],
  )

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The text in an element; that of formulas is in `m:t`. */
export const wordsOf = (element: Element, name = 'w:t'): string =>
  allOf(element, name)
    .map((one) => one.children.filter((child) => typeof child === 'string').join(''))
    .map(unescaped)
    .join('')

/** Parses a Word document strictly: every part is well-formed and every reference has a target. */
export function openWord(bytes: Uint8Array) {
  const files = textsIn(bytes)
  const part = (name: string) => parseXml(files.get(name) ?? fail(name))
  for (const [name, text] of files) if (/\.(xml|rels)$/.test(name)) parseXml(text)
  const document = part('word/document.xml')
  const relations = new Map(
    allOf(part('word/_rels/document.xml.rels'), 'Relationship').map((one) => [
      one.attributes.get('Id') ?? '',
      one.attributes.get('Target') ?? '',
    ]),
  )
  const paragraphs = allOf(document, 'w:p').map((paragraph) => ({
    style: allOf(paragraph, 'w:pStyle')[0]?.attributes.get('w:val') ?? '',
    words: wordsOf(paragraph),
    formula: wordsOf(paragraph, 'm:t'),
    element: paragraph,
  }))
  return { files, document, relations, paragraphs, part }
}

function fail(name: string): never {
  throw new Error(`no ${name}`)
}
