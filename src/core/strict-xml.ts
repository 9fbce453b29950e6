import { type SaxesAttributeNS, SaxesParser } from 'saxes'

/** XML that is not read: what is wrong with it, in English. */
export class StrictXmlError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'StrictXmlError'
  }
}

/** An element of a document. */
export interface XmlElement {
  /** Its name without a prefix, and its namespace; empty for none. */
  name: string
  namespace: string
  /** Attributes by their name without a prefix. Declarations of namespaces are left out. */
  attributes: ReadonlyMap<string, string>
  children: readonly XmlElement[]
  /** All text directly in it. */
  text: string
  parent: XmlElement | undefined
}

/** What a document may have at most. */
interface XmlLimits {
  characters: number
  /** Comments and processing instructions are rejected unless this is set; neither ever divides a text. */
  hasComments?: boolean
}

// Far more than messages of sign-in have, and little enough for a parser of any kind.
const levelsMost = 40
const elementsMost = 20_000
const attributesMost = 60

interface OpenElement extends XmlElement {
  children: XmlElement[]
}

/**
 * Parses XML of another system into a tree: no document type, no entities but the five of XML itself, no CDATA, few levels.
 *
 * @throws {StrictXmlError}
 */
export function parseStrictXml(text: string, { characters, hasComments = false }: XmlLimits): XmlElement {
  if (text.length > characters) throw new StrictXmlError('the XML is too large')
  const parser = new SaxesParser({ xmlns: true })
  const reject = (reason: string) => {
    throw new StrictXmlError(reason)
  }
  let root: OpenElement | undefined
  let current: OpenElement | undefined
  let level = 0
  let count = 0
  parser.on('error', (error) => reject(`not well-formed XML (${error.message})`))
  parser.on('doctype', () => reject('the XML has a document type'))
  parser.on('cdata', () => reject('the XML has CDATA'))
  parser.on('comment', () => hasComments || reject('the XML has a comment'))
  parser.on('processinginstruction', () => hasComments || reject('the XML has a processing instruction'))
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (++level > levelsMost) reject('the XML has too many levels')
    if (++count > elementsMost) reject('the XML has too many elements')
    const all: SaxesAttributeNS[] = Object.values(attributes)
    if (all.length > attributesMost) reject('an element has too many attributes')
    const own = all.filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
    const named = new Map(own.map((one) => [one.local, one.value]))
    if (named.size !== own.length) reject('an element has two attributes of one name')
    const element: OpenElement = {
      name: local,
      namespace: uri,
      attributes: named,
      children: [],
      text: '',
      parent: current,
    }
    if (current) current.children.push(element)
    else root = element
    current = element
  })
  parser.on('text', (part) => {
    if (current) current.text += part
  })
  parser.on('closetag', () => {
    level--
    current = current?.parent as OpenElement | undefined
  })
  parser.write(text).close()
  return root ?? reject('there is no XML')
}

/** Returns an element and all within it, in the order of the document. */
export function* allElements(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* allElements(child)
}

/** Returns the children of a name. */
export const childrenOf = (element: XmlElement | undefined, namespace: string, name: string): XmlElement[] =>
  (element?.children ?? []).filter((one) => one.name === name && one.namespace === namespace)
