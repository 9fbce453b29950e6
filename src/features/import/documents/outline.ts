import { toObject, toObjects, toRecord, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { rewriteAddresses } from '#shared/markdown/addresses.ts'
import { itemFileLimits, parseJson } from '../safe-json.ts'
import type { DocumentNode, FoundDocument, FoundDocuments, Reading } from './document-plan.ts'
import { markdownOf, parseHtml } from './html.ts'
import { nodeHtml } from './prosemirror.ts'
import type { DocumentSource } from './source.ts'

/** One collection of an export. */
interface Collection {
  path: string
  title: string
  documents: UnknownObject
  attachments: UnknownObject
  structure: UnknownObject[]
}

function collectionOf(from: DocumentSource, path: string): Collection | undefined {
  const json = toObject(parseJson(from.text(path)?.text ?? '', path, itemFileLimits))
  const collection = toObject(json?.['collection'])
  const documents = toObject(json?.['documents'])
  if (!collection || !documents) return undefined
  return {
    path,
    title: toText(collection['name']) || path.replace(/\.json$/i, ''),
    documents,
    attachments: toRecord(json?.['attachments']),
    structure: toObjects(collection['documentStructure']),
  }
}

/**
 * Returns the JSON export of Outline: a file for each collection with its documents as ProseMirror trees, and the
 * attachments beside them. Undefined when there is no such file.
 */
export function readOutline(from: DocumentSource): FoundDocuments | undefined {
  const lists = from.paths.filter((path) => /^[^/]+\.json$/i.test(path))
  if (!lists.includes('metadata.json')) return undefined
  const collections = lists.filter((path) => path !== 'metadata.json').flatMap((path) => collectionOf(from, path) ?? [])
  if (collections.length === 0) return undefined
  const nodes = collections.map((one) => ({ title: one.title, children: nodesOf(from, one) }))
  const [only] = nodes
  return {
    source: 'outline',
    item_name: only && nodes.length === 1 ? only.title : '',
    nodes: only && nodes.length === 1 ? only.children : nodes,
    used: ['metadata.json', ...collections.map(({ path }) => path)],
  }
}

function nodesOf(from: DocumentSource, collection: Collection): DocumentNode[] {
  const placed = new Set<string>()
  const nodeOf = (id: string, title: string, children: UnknownObject[]): DocumentNode => {
    placed.add(id)
    const document = toObject(collection.documents[id])
    return {
      title: toText(document?.['title']) || title,
      document: document && documentOf(from, collection, id, document),
      children: children
        .filter((child) => !placed.has(toText(child['id'])))
        .map((child) => nodeOf(toText(child['id']), toText(child['title']), toObjects(child['children']))),
    }
  }
  const nodes = collection.structure
    .filter((one) => !placed.has(toText(one['id'])))
    .map((one) => nodeOf(toText(one['id']), toText(one['title']), toObjects(one['children'])))
  const others = Object.keys(collection.documents).filter((id) => !placed.has(id))
  return [...nodes, ...others.map((id) => nodeOf(id, '', []))]
}

function documentOf(from: DocumentSource, collection: Collection, id: string, document: UnknownObject): FoundDocument {
  const urlId = toText(document['urlId'])
  return {
    path: `doc/${id}`,
    aliases: urlId === '' ? [] : [`doc/${urlId}`],
    read(reading) {
      const here = addressesOf(collection, from, reading)
      const text = toText(document['text'])
      if (!toObject(document['data'])) return rewriteAddresses(text, here.address)
      const page = parseHtml(`<body>${nodeHtml(document['data'])}</body>`, toText(document['title']))
      return markdownOf(page.body, page, here)
    },
  }
}

/** How addresses of Outline name a document (`/doc/title-urlId`) and an attachment (by its id). */
function addressesOf(collection: Collection, from: DocumentSource, reading: Reading): Reading {
  return {
    ...reading,
    address(href) {
      const [, attachment = ''] = /attachments\.redirect\?id=([\w-]+)/.exec(href) ?? []
      const file = toObject(collection.attachments[attachment])
      if (file) return reading.file(toText(file['key']), toText(file['name'])) ?? reading.address(toText(file['key']))
      const [, urlId = ''] = /\/doc\/(?:[^/?#\s]*-)?(\w{10})(?=[/?#]|$)/.exec(href) ?? []
      return urlId === '' ? reading.address(from.has(href) ? `/${href}` : href) : reading.address(`/doc/${urlId}`)
    },
  }
}
