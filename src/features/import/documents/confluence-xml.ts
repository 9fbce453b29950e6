import { SaxesParser } from 'saxes'
import { rejectImport } from '../import-error.ts'
import { decodeAs } from '../text.ts'
import { storageMarkdown } from './confluence-storage.ts'
import { type DocumentNode, type FoundDocument, type FoundDocuments, levelsMost } from './document-plan.ts'
import { pathOfAddress } from './paths.ts'
import type { DocumentSource } from './source.ts'

const entities = 'entities.xml'
const wanted = new Set(['Space', 'Page', 'BlogPost', 'BodyContent', 'Attachment', 'Comment'])

/** A reference to another object, or a value. */
type XmlValue = string | { class: string; id: string }

/** An object of a Hibernate export, as `entities.xml` of Confluence contains them. */
interface XmlObject {
  class: string
  id: string
  properties: Map<string, XmlValue>
}

/** The deepest nesting of such a file is six. */
const nestingMost = 100

/**
 * Reads the objects of an XML text, each when it is complete, without building a tree. Declarations of entities are
 * rejected; none is ever expanded.
 *
 * @param wanted the classes that are read; the others are skipped
 * @throws {ImportError} badXml, xmlEntities
 */
function readXmlObjects(
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
    if (open.length > nestingMost) rejectImport('badXml', name)
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

const value = (object: XmlObject | undefined, name: string): string => {
  const found = object?.properties.get(name)
  return typeof found === 'string' ? found : ''
}
const reference = (object: XmlObject, ...names: string[]): string => {
  for (const name of names) {
    const found = object.properties.get(name)
    if (typeof found === 'object') return found.id
  }
  return ''
}

/** A text is character data in which the export writes the end of inner character data with a space. */
const bodyOf = (object: XmlObject): string => value(object, 'body').replaceAll(']] >', ']]>')

/** Whether an object is what readers see, rather than an earlier version, a draft or something deleted. */
const isCurrent = (object: XmlObject): boolean =>
  /^(?:current)?$/.test(value(object, 'contentStatus')) &&
  typeof object.properties.get('originalVersion') !== 'object' &&
  value(object, 'originalVersion') === ''

const addressOfTitle = (title: string): string => `/title/${encodeURIComponent(title)}`

/**
 * Returns the XML export of a Confluence space: `entities.xml` with pages, their texts in the storage format, blog posts
 * and attachments, whose files are named by ids. Undefined when there is no such file.
 *
 * @throws {ImportError} badXml, xmlEntities
 */
export function readConfluenceXml(from: DocumentSource): FoundDocuments | undefined {
  const file = from.paths.find((path) => path === entities || path.endsWith(`/${entities}`))
  if (file === undefined) return undefined
  const root = file.slice(0, -entities.length)
  const objects = new Map<string, XmlObject>()
  const bodies = new Map<string, string>()
  const attachments: XmlObject[] = []
  let space: XmlObject | undefined
  let comments = 0
  let former = 0
  const xml = decodeAs('utf-8', from.bytes(file)) ?? rejectImport('badXml', file)
  readXmlObjects(xml, file, wanted, (object) => {
    if (object.class === 'Space') space ??= object
    else if (object.class === 'BodyContent') bodies.set(reference(object, 'content'), bodyOf(object))
    else if (object.class === 'Comment') comments += 1
    else if (!isCurrent(object)) former += 1
    else if (object.class === 'Attachment') attachments.push(object)
    else objects.set(object.id, object)
  })
  const filesOf = attachmentsOf(from, root, attachments)
  const idOfTitle = new Map([...objects].map(([id, object]) => [value(object, 'title'), id] as const))
  const documentOf = (object: XmlObject): FoundDocument => ({
    path: `page/${object.id}`,
    aliases: [pathOfAddress(addressOfTitle(value(object, 'title')), '')?.path ?? ''],
    files: [...(filesOf.get(object.id) ?? new Map<string, string>())].map(([name, path]) => ({ name, path })),
    read: (reading) =>
      storageMarkdown(
        bodies.get(object.id) ?? '',
        value(object, 'title'),
        {
          page: addressOfTitle,
          attachment: (name, title) =>
            filesOf.get(title === undefined ? object.id : (idOfTitle.get(title) ?? ''))?.get(name),
        },
        reading,
      ),
  })
  const below = Map.groupBy(
    [...objects.values()].filter((object) => object.class === 'Page'),
    (object) => {
      const parent = reference(object, 'parent')
      return objects.get(parent)?.class === 'Page' ? parent : ''
    },
  )
  const positionOf = (object: XmlObject): number => Number.parseInt(value(object, 'position'), 10) || 0
  const placed = new Set<string>()
  const nodesOf = (parent: string, depth = 0): DocumentNode[] =>
    (depth > levelsMost ? rejectImport('treeTooDeep') : (below.get(parent) ?? []))
      .filter(({ id }) => !placed.has(id))
      .toSorted((one, other) => positionOf(one) - positionOf(other))
      .map((object) => {
        placed.add(object.id)
        return { title: value(object, 'title'), document: documentOf(object), children: nodesOf(object.id, depth + 1) }
      })
  const nodes = nodesOf('')
  // pages whose parents refer to each other
  for (const parent of below.keys()) nodes.push(...nodesOf(parent))
  const posts = [...objects.values()].filter((object) => object.class === 'BlogPost')
  if (posts.length > 0)
    nodes.push({
      title: 'Blog',
      children: posts.map((object) => ({ title: value(object, 'title'), document: documentOf(object), children: [] })),
    })
  const skipped: NonNullable<FoundDocuments['skipped']> = []
  if (comments > 0) skipped.push({ name: `${comments} × Comment`, reason: 'unusedPart' })
  if (former > 0) skipped.push({ name: `${former} × originalVersion`, reason: 'unusedPart' })
  const used = from.paths.filter((path) => path === file || /(?:^|\/)exportDescriptor\.properties$/.test(path))
  return { source: 'confluence-xml', item_name: value(space, 'name'), nodes, skipped, used }
}

/** Returns the paths of the attachments by their names, by the id of their page. */
function attachmentsOf(
  from: DocumentSource,
  root: string,
  attachments: readonly XmlObject[],
): Map<string, Map<string, string>> {
  const files = new Map<string, Map<string, string>>()
  const byFolder = Map.groupBy(
    from.paths.filter((path) => path.startsWith(`${root}attachments/`)),
    (path) => path.slice(root.length).split('/').slice(0, 3).join('/'),
  )
  for (const object of attachments) {
    const owner = reference(object, 'containerContent', 'content', 'container')
    const name = value(object, 'title') || value(object, 'fileName')
    // one file for each version; the highest is the one that readers see
    const versions = byFolder.get(`attachments/${owner}/${object.id}`) ?? []
    const last = versions.toSorted((one, other) => versionOf(other) - versionOf(one))[0]
    if (last === undefined || name === '') continue
    const own = files.get(owner) ?? new Map<string, string>()
    files.set(owner, own.set(name, last))
  }
  return files
}

const versionOf = (path: string): number => Number.parseInt(path.slice(path.lastIndexOf('/') + 1), 10) || 0
