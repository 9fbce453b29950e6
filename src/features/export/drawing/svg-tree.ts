import { SaxesParser } from 'saxes'

/** An element of an SVG file, without the prefix of its name. */
export interface SvgElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (SvgElement | string)[]
}

/** The largest SVG file that is read: its length, its elements, and how deep they are in one another. */
const most = { length: 5_000_000, elements: 50_000, depth: 120 } as const

// Editors of drawings declare the addresses of namespaces as entities.
const entityPattern = /<!ENTITY\s+([\w-]{1,40})\s+"([^"&<%]{0,200})"\s*>/g

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads an SVG file. Nothing that it refers to is fetched. @throws {Error} when it is no SVG, broken or too large */
export function readSvgTree(text: string): SvgElement {
  if (text.length > most.length) throw new Error('too large')
  const parser = new SaxesParser({ xmlns: false })
  const [head = ''] = text.slice(0, 20_000).split('<svg', 1)
  for (const [, name = '', value = ''] of head.matchAll(entityPattern)) parser.ENTITIES[name] = value
  const open: SvgElement[] = []
  let root: SvgElement | undefined
  let elements = 0
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1
    if (elements > most.elements || open.length >= most.depth) throw new Error('too large')
    const element: SvgElement = { name: withoutPrefix(name), attributes, children: [] }
    if (open.length === 0) root = element
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const words = (content: string) => void open.at(-1)?.children.push(content)
  parser.on('text', words)
  parser.on('cdata', words)
  parser.write(text.replace(/^\ufeff/, '')).close()
  if (root?.name !== 'svg') throw new Error('no SVG')
  return root
}
