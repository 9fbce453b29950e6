import { SaxesParser } from 'saxes'
import { rejectImport } from '../import-error.ts'

/** A reference to another object, or a value. */
type XmlValue = string | { class: string; id: string }

/** An object of a Hibernate export, as `entities.xml` of Confluence contains them. */
export interface XmlObject {
  class: string
  id: string
  properties: Map<string, XmlValue>
}

/** The deepest nesting of such a file is six. */
const levelsMost = 100

/**
 * Reads the objects of an XML text, each when it is complete, without building a tree. Declarations of entities are
 * rejected; none is ever expanded.
 *
 * @param wanted the classes that are read; the others are skipped
 * @throws {ImportError} badXml, xmlEntities
 */
export function readXmlObjects(
  xml: string,
  name: string,
  wanted: ReadonlySet<string>,
  onObject: (object: XmlObject) => void,
): void {
  const parser = new SaxesParser()
  const open: { element: string; attributes: Record<string, string> }[] = []
  let object: XmlObject | undefined
  let property: { name: string; class: string } | undefined
  let text = ''
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) rejectImport('xmlEntities', name)
  })
  parser.on('error', () => rejectImport('badXml', name))
  parser.on('opentag', ({ name: element, attributes }) => {
    open.push({ element, attributes: attributes as Record<string, string> })
    if (open.length > levelsMost) rejectImport('badXml', name)
    text = ''
    if (element === 'object' && open.length === 2) {
      const kind = String(attributes['class'] ?? '')
      object = wanted.has(kind) ? { class: kind, id: '', properties: new Map() } : undefined
    } else if (element === 'property' && open.length === 3) {
      property = { name: String(attributes['name'] ?? ''), class: String(attributes['class'] ?? '') }
    }
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('cdata', (part) => {
    text += part
  })
  parser.on('closetag', ({ name: element }) => {
    if (object && element === 'id') {
      if (open.length === 3) object.id = text.trim()
      else if (open.length === 4 && property)
        object.properties.set(property.name, { class: property.class, id: text.trim() })
    } else if (object && element === 'property' && open.length === 3 && property) {
      if (!object.properties.has(property.name)) object.properties.set(property.name, text)
      property = undefined
    } else if (element === 'object' && open.length === 2 && object) {
      onObject(object)
      object = undefined
    }
    text = ''
    open.pop()
  })
  parser.write(xml).close()
}
