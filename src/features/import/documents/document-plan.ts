import { randomBytes } from 'node:crypto'
import type { ImportFormat } from '#shared/import-formats.ts'
import { itemTypes } from '#shared/item-types.ts'
import type { Lang } from '#src/core/i18n.ts'
import { rejectImport } from '../import-error.ts'
import { importLimits } from '../limits.ts'
import { pendingAddress } from '../page-links.ts'
import { PlanTree, pathName } from '../plan-tree.ts'
import type { FilePlan, NoteReason, PlanFile } from '../plan-types.ts'
import { cleanTitle, cutTitle } from '../text.ts'
import { baseName, pathOfAddress, withoutExtension } from './paths.ts'
import type { DocumentSource } from './source.ts'

/** What the text of a document is read with. */
export interface Reading {
  /**
   * Returns the address of a page or file of the import for a relative address; the address itself when it leads
   * elsewhere.
   */
  address(href: string): string
  /** Takes a file of the export, and returns its address here; undefined when it is not there. */
  file(path: string, name?: string): string | undefined
  /** Takes bytes that are inside a text as a file. */
  bytes(bytes: Uint8Array, name: string): string
  /** Records a change to the page. */
  note(reason: NoteReason): void
}

/** A document that becomes a page. */
export interface FoundDocument {
  /** Its path in the export, which links lead to. */
  path: string
  /** Further paths that lead to it. */
  aliases?: readonly string[]
  /** Returns its text as Markdown; undefined when its bytes are not text. */
  read(reading: Reading): string | undefined
  /** Files of the export that belong to it, whether or not its text shows them, with their names. */
  files?: readonly { path: string; name: string }[]
}

/** A place in the tree of an export: a page, a folder, or both. */
export interface DocumentNode {
  title: string
  document?: FoundDocument | undefined
  children: DocumentNode[]
}

/** What a reader found in an export. */
export interface FoundDocuments {
  source: ImportFormat
  /** The item's name, as the export has it; empty when it has none. */
  item_name?: string
  item_description?: string
  nodes: readonly DocumentNode[]
  /** Files that have no page of their own, because the others are read from them: the tree, the whole export. */
  used?: readonly string[]
  /** Parts that are left out, with the reason. */
  skipped?: FilePlan['skipped']
  /** Changes to the tree. */
  notes?: FilePlan['notes']
}

/** Stores the bytes of a file in the archive and returns its path. Without it the files are not stored. */
export type KeepFile = ((bytes: Uint8Array) => string) | undefined

/** How many places of a tree may be below one another: far more than any export has. */
export const levelsMost = 100

/** The extension of an address is optional in some exports, and a folder stands for its first page. */
const candidatesOf = (path: string): string[] => {
  const folder = path === '' ? '' : `${path}/`
  const names = ['index.md', 'README.md', 'readme.md', 'index.html'].map((name) => folder + name)
  return [path, `${path}.md`, `${path}.mdx`, `${path}.html`, ...names]
}

/** Builds the plan of an export from its tree. */
class Library {
  readonly tree: PlanTree
  readonly #from: DocumentSource
  readonly #keep: KeepFile
  readonly #keys = new Map<FoundDocument, string>()
  readonly #byPath = new Map<string, FoundDocument>()
  readonly #files = new Map<string, PlanFile>()
  readonly #inside: PlanFile[] = []
  readonly #missing = new Set<string>()
  readonly #referred = new Set<string>()

  constructor(from: DocumentSource, { keep, lang }: { keep: KeepFile; lang: Lang }) {
    this.#from = from
    this.#keep = keep
    this.tree = new PlanTree(lang)
  }

  /** Registers the documents, so that their links find each other whatever their order. */
  register(nodes: readonly DocumentNode[], depth = 0): void {
    if (depth > levelsMost) rejectImport('treeTooDeep')
    for (const { document, children } of nodes) {
      if (document && !this.#keys.has(document)) {
        this.#keys.set(document, randomBytes(16).toString('hex'))
        for (const path of [document.path, ...(document.aliases ?? [])])
          if (!this.#byPath.has(path)) this.#byPath.set(path, document)
      }
      this.register(children, depth + 1)
    }
  }

  /** Adds the pages below a folder. A page with pages below it is the first page of a folder with its name. */
  place(nodes: readonly DocumentNode[], folders: readonly string[]): void {
    if (folders.length > levelsMost) rejectImport('treeTooDeep')
    for (const { title, document, children } of nodes) {
      if (children.length === 0) {
        if (document) this.#addPage(document, title, [...folders])
        continue
      }
      const below = [...folders, this.tree.catalogName(title)]
      if (document) this.#addPage(document, title, below)
      this.place(children, below)
    }
  }

  /** Takes the keys from the pages that no other one refers to. */
  forgetUnusedKeys({ pages, catalogs }: Pick<FilePlan, 'pages' | 'catalogs'> = this.tree): void {
    for (const page of pages) if (!this.#referred.has(page.link)) page.link = ''
    for (const catalog of catalogs) this.forgetUnusedKeys(catalog)
  }

  /** The paths that have become pages or files. */
  get taken(): Set<string> {
    return new Set([...this.#byPath.keys(), ...this.#files.keys()])
  }

  get files(): PlanFile[] {
    return [...this.#files.values(), ...this.#inside]
  }

  #addPage(document: FoundDocument, title: string, folders: string[]): void {
    const where = pathName([...folders, title])
    const noted = new Set<NoteReason>()
    const reading: Reading = {
      address: (href) => this.#address(href, document, () => reading.note('linkBroken')),
      file: (path, name) => this.#takeFile(path, name),
      bytes: (bytes, name) => this.#takeBytes(bytes, name),
      note: (reason) => {
        if (noted.has(reason)) return
        noted.add(reason)
        this.tree.note(reason === 'encodingGuessed' ? document.path : where, reason)
      },
    }
    const text = document.read(reading)
    if (text === undefined) return this.tree.skip(document.path, 'notText')
    const files = (document.files ?? []).flatMap(({ path, name }) => {
      const address = this.#takeFile(path, name)
      return address === undefined ? [] : [signOf(address)]
    })
    const link = this.#keys.get(document) ?? ''
    this.tree.addPage(folders, { page_title: title, page_content: text, files, link })
  }

  #address(href: string, document: FoundDocument, isBroken: () => void): string {
    if (href.startsWith(fileAddress)) return href
    for (const form of new Set([href, href.replaceAll('%', '%25')])) {
      const target = pathOfAddress(form, document.path)
      if (!target) return href
      for (const path of candidatesOf(target.path)) {
        const found = this.#byPath.get(path)
        if (found) {
          const key = this.#keys.get(found) ?? ''
          this.#referred.add(key)
          return pendingAddress(key) + target.fragment
        }
      }
      const address = this.#takeFile(target.path)
      if (address !== undefined) return address
    }
    isBroken()
    return href
  }

  #takeFile(path: string, name = baseName(path)): string | undefined {
    const known = this.#files.get(path)
    if (known) return addressOf(known)
    if (!this.#from.has(path)) {
      if (/\.(?:png|jpe?g|gif|webp|svg|bmp|pdf|docx?|xlsx?|pptx?|zip)$/i.test(path) && !this.#missing.has(path)) {
        this.#missing.add(path)
        this.tree.skip(path, 'fileMissing')
      }
      return undefined
    }
    const file = this.#store(this.#from.bytes(path), name)
    this.#files.set(path, file)
    return addressOf(file)
  }

  #takeBytes(bytes: Uint8Array, name: string): string {
    const file = this.#store(bytes, name)
    this.#inside.push(file)
    return addressOf(file)
  }

  #store(bytes: Uint8Array, name: string): PlanFile {
    const display_name = cutTitle(cleanTitle(name), importLimits.titleLength) || 'file'
    const sign = randomBytes(16).toString('hex')
    return { sign, display_name, sizeBytes: bytes.length, path: this.#keep?.(bytes) ?? '' }
  }
}

/** The native address of an uploaded file, as the attachment feature writes it. */
const fileAddress = '/api/attachment/visitFile?sign='
const addressOf = ({ sign }: PlanFile): string => fileAddress + sign
const signOf = (address: string): string => address.slice(-32)

/**
 * Returns the plan of an export: its tree within the product's limits, its texts with links to the pages and files of
 * the import, and everything that is left out.
 *
 * @throws {ImportError} empty when nothing becomes a page; treeTooDeep; those of reading its files
 */
export function planDocuments(
  from: DocumentSource,
  found: FoundDocuments,
  choice: { keep?: KeepFile; lang: Lang },
): FilePlan {
  const library = new Library(from, { keep: choice.keep, lang: choice.lang })
  const { tree } = library
  tree.skipped.push(...(found.skipped ?? []))
  tree.notes.push(...(found.notes ?? []))
  library.register(found.nodes)
  library.place(found.nodes, [])
  library.forgetUnusedKeys()
  if (tree.pages.length + tree.catalogs.length === 0) rejectImport('empty', tree.skipped[0]?.name)
  const { taken } = library
  const used = new Set(found.used ?? [])
  const known = new Set(tree.skipped.map(({ name }) => name))
  for (const path of from.paths) {
    if (!taken.has(path) && !known.has(path) && !used.has(path)) tree.skip(path, 'notMarkdown')
  }
  return {
    source: found.source,
    item: {
      item_name: tree.itemName(found.item_name || withoutExtension(baseName(from.name))),
      item_description: tree.description(found.item_description ?? ''),
      item_type: itemTypes.regular.numbers[0],
      password: '',
      isPrivate: true,
    },
    catalogs: tree.catalogs,
    pages: tree.pages,
    skipped: tree.skipped,
    notes: tree.notes,
    files: library.files,
  }
}
