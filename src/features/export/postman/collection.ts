import { isDeepStrictEqual } from 'node:util'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { parseItemParameters, readApiDoc } from '#shared/api-doc/api-doc.ts'
import type { PageSource } from '#shared/api-doc/openapi/page-source.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { joined } from '#shared/markdown/write.ts'
import { NothingToExport } from '../api/nothing.ts'
import { TextFile } from '../api/text-file.ts'
import { JsonTree } from '../api/tree-writer.ts'
import { unpacked } from '../openapi/heads.ts'
import type { ApiFrame, ApiPage, ApiPart, ExportNote } from '../worker-message.ts'
import type { ExportWriter } from '../writer.ts'
import { baseVariable, editedRequest, requestOf } from './request.ts'

/** A folder that waits for the end, because pages of it may come from several places. */
interface Folder {
  name: string
  /** What a collection says about it beside what it contains. */
  about: UnknownObject
  /** Texts of pages that describe no request. */
  texts: string[]
  requests: Buffer[]
  folders: Map<string, Folder>
  /** Its place in the collection, for folders from below the third level, which have no catalogs. */
  order: number
}

interface Head {
  collection: UnknownObject
  folders: { path: string[]; folder: UnknownObject }[]
}

const newFolder = (name: string): Folder => ({ name, about: {}, texts: [], requests: [], folders: new Map(), order: 0 })
const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Folders of a collection below this level have no catalogs of their own. */
const catalogLevels = 3

/** Returns a description, which is a text or an object with the text, with more text below. */
function described(given: unknown, texts: readonly string[]): unknown {
  if (texts.length === 0) return given
  const object = toObject(given)
  return object ? { ...object, content: joined(toText(object['content']), ...texts) } : joined(toText(given), ...texts)
}

/** Writes the API pages of an item as a Postman collection 2.1. Requests are held compressed until the end. */
export class PostmanCollection implements ExportWriter<ApiPart> {
  readonly notes: ExportNote[] = []
  readonly #file: TextFile
  readonly #frame: ApiFrame
  readonly #root = newFolder('')
  readonly #heads: Map<string, Head>
  /** The present place of each folder of a collection. */
  readonly #moved = new Map<string, string[]>()
  #count = 0
  #usesBase = false

  constructor(path: string, frame: ApiFrame) {
    this.#file = new TextFile(path)
    this.#frame = frame
    this.#heads = new Map(frame.heads.map(({ description, head }) => [description, unpacked<Head>(head)]))
  }

  get sizeBytes(): number {
    return this.#file.sizeBytes
  }

  add(part: ApiPart): void {
    if ('folder' in part) {
      // a catalog that holds a folder from below the third level is not a folder of its own
      this.#folder(part.folder)
      return
    }
    const { page } = part
    if (readApiDoc(page.text)) this.#addRequest(page)
    else this.#addText(page)
  }

  finish(): void {
    if (this.#count === 0) throw new NothingToExport()
    const [head] = this.#frame.heads
    const main = head ? (this.#heads.get(head.description)?.collection ?? {}) : {}
    for (const { folders } of this.#heads.values())
      for (const [order, { path, folder }] of folders.entries()) {
        const at = this.#moved.get(JSON.stringify(path)) ?? path
        // an empty folder from below the third level has no catalog that says that it is there
        const isDeep = this.#frame.isWhole && at.length > catalogLevels
        const found = isDeep ? this.#folder(at) : this.#find(at)
        if (found) Object.assign(found, { about: folder, order })
      }
    const tree = new JsonTree(this.#file)
    tree.entry('info', this.#info(toObject(main['info']) ?? {}))
    this.#items(tree, this.#root)
    const variables = this.#variables(toObjects(main['variable']))
    if (variables.length > 0) tree.entry('variable', variables)
    if (this.#frame.isWhole)
      for (const [key, value] of Object.entries(main))
        if (key !== 'info' && key !== 'variable' && key !== 'description') tree.entry(key, value)
    tree.end()
    this.#file.close()
  }

  #addRequest({ title, folders, text, imported }: ApiPage): void {
    this.#count += 1
    const root = toObject(JSON.parse(text)) ?? {}
    const source = imported && imported.source.length > 0 ? unpacked<PageSource>(imported.source) : undefined
    let place = folders
    let item: UnknownObject
    if (imported && source?.kind === 'postman') {
      const isMoved = this.#frame.isLimited || !isDeepStrictEqual(source.place, folders)
      if (!isMoved) place = source.folders
      this.#moved.set(JSON.stringify(source.folders), place)
      const base = inflateRawSync(imported.packed).toString()
      const isRenamed = title !== imported.title
      const before = readApiDoc(base) ? (toObject(JSON.parse(base)) ?? {}) : {}
      item =
        base === text && !isRenamed
          ? source.item
          : editedRequest(source.item, before, root, isRenamed ? title : undefined)
    } else item = this.#withItemParameters(requestOf(root, title))
    this.#usesBase ||= JSON.stringify(item).includes(`{{${baseVariable}}}`)
    this.#folder(place).requests.push(deflateRawSync(JSON.stringify(item), { level: 1 }))
  }

  /** Adds the parameters of the whole item, which a collection has no place for. */
  #withItemParameters(item: UnknownObject): UnknownObject {
    const { header } = parseItemParameters(this.#frame.globals)
    const request = toObject(item['request']) ?? {}
    const own = toObjects(request['header'])
    const missing = header
      .filter((row) => !own.some((one) => toText(one['key']).toLowerCase() === row.name.toLowerCase()))
      .map((row) => ({ key: row.name, value: row.value, ...(row.remark !== '' && { description: row.remark }) }))
    return missing.length === 0 ? item : { ...item, request: { ...request, header: [...own, ...missing] } }
  }

  /** Keeps a page that describes no request in the description of its folder. */
  #addText({ title, folders, text, imported }: ApiPage): void {
    const source = imported && imported.source.length > 0 ? unpacked<PageSource>(imported.source) : undefined
    const isKnown = imported && this.#heads.has(imported.description) && this.#frame.isWhole
    const isOverview = source?.kind === 'overview' && isKnown
    if (isOverview && inflateRawSync(imported.packed).toString() === text) return
    if (text.trim() === '') return
    this.#folder(folders).texts.push(joined(`## ${title}`, text))
    this.notes.push({ page_title: title, reason: 'notApi', detail: '' })
  }

  #folder(path: readonly string[]): Folder {
    let at = this.#root
    for (const name of path) {
      const below = at.folders.get(name) ?? newFolder(name)
      at.folders.set(name, below)
      at = below
    }
    return at
  }

  #find(path: readonly string[]): Folder | undefined {
    return path.reduce<Folder | undefined>((at, name) => at?.folders.get(name), this.#root)
  }

  #info(own: UnknownObject): UnknownObject {
    const { title, description, isWhole, heads } = this.#frame
    const [head] = heads
    const isRenamed = !head || !isWhole || title !== head.item_name
    const isDescribed = head && isWhole && description === head.item_description
    const about = described(isDescribed ? own['description'] : description, this.#root.texts)
    const { name, description: _, schema: __, ...rest } = isWhole ? own : {}
    return {
      name: isRenamed || name === undefined ? title : name,
      ...(about !== undefined && about !== '' && { description: about }),
      schema,
      ...rest,
    }
  }

  /** Returns the variables of the collection, and those of environments that it does not have. */
  #variables(own: readonly UnknownObject[]): UnknownObject[] {
    const known = new Map(own.map((one) => [toText(one['key']) || toText(one['id']), one]))
    const base = this.#frame.environments.find((one) => one.base_url !== '')?.base_url ?? ''
    if (this.#usesBase && !known.has(baseVariable))
      known.set(baseVariable, { key: baseVariable, value: base, type: 'string' })
    for (const { variables } of this.#frame.environments)
      for (const { name, value, is_secret } of variables)
        if (!known.has(name)) known.set(name, { key: name, value, type: is_secret ? 'secret' : 'string' })
    return [...known.values()]
  }

  #items(tree: JsonTree, { requests, folders }: Folder, depth = 0): void {
    tree.openList('item')
    for (const request of requests) tree.entry('', JSON.parse(inflateRawSync(request).toString()))
    const all = [...folders.values()]
    const isDeep = depth >= catalogLevels
    for (const folder of isDeep ? all.toSorted((one, other) => one.order - other.order) : all) {
      const { name, description, ...about } = folder.about
      const text = described(description, folder.texts)
      tree.open('')
      tree.entry('name', folder.name === toText(name) || name === undefined ? folder.name : this.#nameOf(folder, name))
      this.#items(tree, folder, depth + 1)
      if (text !== undefined && text !== '') tree.entry('description', text)
      for (const [key, value] of Object.entries(about)) if (key !== 'item') tree.entry(key, value)
      tree.close()
    }
    tree.close()
  }

  /** Returns the name of a folder: that of its catalog, unless it differs only as a title must. */
  #nameOf(folder: Folder, name: unknown): string {
    const given = toText(name)
    return given.replaceAll(/\s+/g, ' ').trim() === folder.name ? given : folder.name
  }
}
