import { toList, toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { DocumentNode, FoundDocuments } from './document-plan.ts'
import {
  folderNodes,
  isCsv,
  isDocumentFile,
  isExcelFile,
  isHtml,
  isMarkdown,
  isWordFile,
  looseFormat,
  type TitledFile,
  titledFile,
} from './folder.ts'
import { numberOf, readFrontMatter, yamlOf } from './front-matter.ts'
import { exportedLiteral } from './js-literal.ts'
import { baseName, compareNames, decoded, folderOf, pathOfAddress, withoutExtension } from './paths.ts'
import type { DocumentSource } from './source.ts'
import { WordsNeeded } from './word.ts'

/** The documents of a site by their paths, each of which gets one place in the tree. */
class Pages {
  readonly #files: Map<string, TitledFile>
  readonly #placed = new Set<string>()

  constructor(files: readonly TitledFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]))
  }

  find(path: string): TitledFile | undefined {
    return this.#files.get(path)
  }

  /** Returns the node of a file, when it has no place yet. */
  place(path: string, title: string | undefined, children: DocumentNode[] = []): DocumentNode | undefined {
    const file = this.#files.get(path)
    if (!file || this.#placed.has(path)) return undefined
    this.#placed.add(path)
    return { title: title || file.title, document: file.document, children }
  }

  /** The files that have no place. */
  get others(): TitledFile[] {
    return [...this.#files.values()].filter(({ path }) => !this.#placed.has(path))
  }
}

/** What the definition of a site says about its tree. */
interface SiteTree {
  item_name: string
  nodes: DocumentNode[]
  used: string[]
  notes?: FoundDocuments['notes']
}

/** Returns the path of the file with this name that is nearest to the root. */
const nearest = (from: DocumentSource, name: RegExp): string | undefined =>
  from.paths
    .filter((path) => name.test(baseName(path)))
    .toSorted((one, other) => one.split('/').length - other.split('/').length)[0]

/** The files that no definition mentions follow in the order of their folders, below `root`. */
function restOf(pages: Pages, root: string): DocumentNode[] {
  const others = pages.others
  const isBelow = others.every(({ path }) => path.startsWith(root))
  return folderNodes(isBelow ? others.map((file) => ({ ...file, path: file.path.slice(root.length) })) : others)
}

// MkDocs. Source: https://www.mkdocs.org/user-guide/configuration/#nav

function mkdocsTree(from: DocumentSource, pages: Pages): SiteTree | undefined {
  const file = nearest(from, /^mkdocs\.ya?ml$/i)
  if (file === undefined) return undefined
  // tags that name Python functions have no meaning here, and the values beside them are not read
  const config = toObject(yamlOf((from.text(file)?.text ?? '').replace(/!(?:!python\/[\w:.]+|ENV|relative)\b/g, '')))
  if (!config) return undefined
  const root = `${folderOf(file)}${(toText(config['docs_dir']) || 'docs').replace(/^\.?\/|\/$/g, '')}/`
  const nodesOf = (list: unknown): DocumentNode[] =>
    toList(list).flatMap((entry) => {
      if (typeof entry === 'string') return pages.place(root + entry.replace(/^\.?\//, ''), undefined) ?? []
      return Object.entries(toObject(entry) ?? {}).flatMap(([title, value]) => {
        if (typeof value === 'string') return pages.place(root + value.replace(/^\.?\//, ''), title) ?? []
        return { title, children: nodesOf(value) }
      })
    })
  const nodes = nodesOf(config['nav'])
  return { item_name: toText(config['site_name']), nodes: [...nodes, ...restOf(pages, root)], used: [file] }
}

// GitBook. Source: https://gitbook.com/docs/getting-started/git-sync/content-configuration#summary

function gitbookTree(from: DocumentSource, pages: Pages): SiteTree | undefined {
  const file = nearest(from, /^SUMMARY\.md$/i)
  if (file === undefined) return undefined
  const root = folderOf(file)
  const top: DocumentNode[] = []
  let part = top
  let open: { indent: number; node: DocumentNode }[] = []
  let item_name = ''
  for (const line of (from.text(file)?.text ?? '').split(/\r?\n/)) {
    const [, level = '', heading = ''] = /^(#{1,6})[ \t]+(.*?)[ \t]*#*$/.exec(line) ?? []
    if (level === '#') {
      if (!/^(?:table of contents|summary|目录)$/i.test(heading)) item_name = heading
    } else if (heading !== '') {
      const node: DocumentNode = { title: heading.replace(/\s*<a\b.*$/, ''), children: [] }
      top.push(node)
      part = node.children
      open = []
    }
    const [, space = '', entry = ''] = /^([ \t]*)[*+-][ \t]+(.*)$/.exec(line) ?? []
    if (entry === '') continue
    const indent = space.replaceAll('\t', '    ').length
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    const [, label = entry, link = ''] = /^\[((?:[^[\]]|\\[[\]])*)\]\(\s*(<[^>]*>|[^\s)]*)/.exec(entry) ?? []
    const title = label
      .replace(/\\(?=[^\w\s])/g, '')
      .replaceAll('`', '')
      .trim()
    const address = pathOfAddress(link.replace(/^<|>$/g, ''), file)
    const node = (address && pages.place(address.path, title)) ?? (link === '' ? { title, children: [] } : undefined)
    const siblings = open.at(-1)?.node.children ?? part
    if (!node) continue
    siblings.push(node)
    open.push({ indent, node })
  }
  return { item_name, nodes: [...top, ...restOf(pages, root)], used: [file] }
}

// Docusaurus. Source: https://docusaurus.io/docs/sidebar

const withoutNumber = (name: string): string => name.replace(/^\d+\s*[-_.]+\s*(?=[^\d\s])/, '')

/** One category: `_category_.json` or `_category_.yml` of a folder. */
function categoryOf(from: DocumentSource, folder: string): UnknownObject {
  for (const name of ['_category_.json', '_category_.yml', '_category_.yaml']) {
    if (from.has(folder + name)) return toObject(yamlOf(from.text(folder + name)?.text ?? '')) ?? {}
  }
  return {}
}

/** Returns the tree of a folder as Docusaurus generates it: by `sidebar_position`, prefixed numbers, then names. */
function generatedNodes(
  from: DocumentSource,
  pages: Pages,
  files: readonly TitledFile[],
  root: string,
): DocumentNode[] {
  const names = new Set(
    files.filter(({ path }) => path.startsWith(root)).map(({ path }) => path.slice(root.length).split('/')[0] ?? ''),
  )
  const numberIn = (name: string) => numberOf(/^\d+/.exec(name)?.[0])
  const entries = [...names].flatMap((name) => {
    if (from.has(root + name)) {
      const { fields } = readFrontMatter(from.text(root + name)?.text ?? '')
      const position = numberOf(fields['sidebar_position']) ?? numberIn(name)
      const plain = withoutNumber(withoutExtension(name))
      const known = pages.find(root + name)
      const title =
        known && known.title !== withoutExtension(name) ? known.title : headingOf(from, root + name) || plain
      return [{ name: plain, position, node: () => pages.place(root + name, title) }]
    }
    const folder = `${root}${name}/`
    const category = categoryOf(from, folder)
    const position = numberOf(category['position']) ?? numberIn(name)
    const title = toText(category['label']) || withoutNumber(name)
    return [
      {
        name: withoutNumber(name),
        position,
        node: (): DocumentNode | undefined => {
          const own = ['index', 'README', 'readme', name, withoutNumber(name)].flatMap((one) => [
            `${folder}${one}.md`,
            `${folder}${one}.mdx`,
          ])
          const first = own.find((path) => from.has(path))
          const document = first === undefined ? undefined : pages.place(first, undefined)?.document
          return {
            title,
            document,
            children: generatedNodes(
              from,
              pages,
              files.filter(({ path }) => path !== first),
              folder,
            ),
          }
        },
      },
    ]
  })
  return entries
    .toSorted((one, other) => (one.position ?? 1e9) - (other.position ?? 1e9) || compareNames(one.name, other.name))
    .flatMap(({ node }) => node() ?? [])
}

const headingOf = (from: DocumentSource, path: string): string =>
  /^#[ \t]+(.+?)[ \t]*#*$/m.exec(readFrontMatter(from.text(path)?.text ?? '').text)?.[1]?.trim() ?? ''

function docusaurusTree(from: DocumentSource, pages: Pages, files: readonly TitledFile[]): SiteTree | undefined {
  const sidebars = nearest(from, /^sidebars\.(?:[cm]?[jt]s|json)$/i)
  const config = nearest(from, /^docusaurus\.config\.[cm]?[jt]s$/i)
  const categories = from.paths.filter((path) => /^_category_\.(?:json|ya?ml)$/i.test(baseName(path)))
  const hasPositions = files.some(
    ({ path }) => readFrontMatter(from.text(path)?.text ?? '').fields['sidebar_position'] !== undefined,
  )
  if (sidebars === undefined && config === undefined && categories.length === 0 && !hasPositions) return undefined
  const base = folderOf(sidebars ?? config ?? '')
  const root = files.some(({ path }) => path.startsWith(`${base}docs/`)) ? `${base}docs/` : base
  const byId = new Map<string, string>()
  for (const { path } of files) {
    if (!path.startsWith(root)) continue
    const local = withoutExtension(path.slice(root.length))
    const id = toText(readFrontMatter(from.text(path)?.text ?? '').fields['id'])
    const plain = local.split('/').map(withoutNumber).join('/')
    for (const name of [id && folderOf(plain) + id, plain, local]) if (name && !byId.has(name)) byId.set(name, path)
  }
  const doc = (id: string, label?: string) => {
    const path = byId.get(id)
    return path === undefined ? undefined : pages.place(path, label ?? (headingTitle(path) || undefined))
  }
  const headingTitle = (path: string) => {
    const known = pages.find(path)
    return known && known.title === withoutExtension(baseName(path)) ? headingOf(from, path) : ''
  }
  const nodesOf = (value: unknown): DocumentNode[] => {
    if (typeof value === 'string') return [doc(value)].flatMap((node) => node ?? [])
    if (Array.isArray(value)) return value.flatMap(nodesOf)
    const one = toObject(value)
    if (!one) return []
    const type = toText(one['type'])
    const label = toText(one['label']) || undefined
    if (type === 'doc' || type === 'ref') return [doc(toText(one['id']), label)].flatMap((node) => node ?? [])
    if (type === 'autogenerated') {
      const folder = toText(one['dirName']).replace(/^\.\/?|\/$/g, '')
      return generatedNodes(from, pages, files, folder === '' ? root : `${root}${folder}/`)
    }
    if (type === 'category') {
      const link = toObject(one['link'])
      const first = link && toText(link['type']) === 'doc' ? doc(toText(link['id'])) : undefined
      return [{ title: label ?? first?.title ?? '', document: first?.document, children: nodesOf(one['items']) }]
    }
    if (type !== '') return []
    return Object.entries(one).map(([title, items]) => ({ title, children: nodesOf(items) }))
  }
  const used = [sidebars, config, ...categories].filter((path) => path !== undefined)
  const literal = sidebars === undefined ? undefined : toObject(exportedLiteral(from.text(sidebars)?.text ?? ''))
  const bars = Object.entries(literal ?? {})
  const nodes =
    bars.length === 1 ? nodesOf(bars[0]?.[1]) : bars.map(([title, items]) => ({ title, children: nodesOf(items) }))
  const rest = generatedNodes(from, pages, pages.others, root)
  const [, name = ''] =
    /\btitle\s*:\s*['"]([^'"\n]{1,200})['"]/.exec(config === undefined ? '' : (from.text(config)?.text ?? '')) ?? []
  const notes = sidebars !== undefined && !literal ? [{ name: sidebars, reason: 'treeUnread' as const }] : []
  return { item_name: name, nodes: [...nodes, ...rest, ...restOf(pages, root)], used, notes }
}

/**
 * Returns a folder of Markdown, HTML, Word, text, Excel and CSV files, with the tree that a MkDocs, GitBook or Docusaurus
 * site defines, else that of its folders. A file of Office or CSV that a page links to is an attachment. Undefined when
 * there is none of them.
 *
 * @throws {WordsNeeded} for Word documents that become pages and have not been converted
 */
export function readSite(from: DocumentSource): FoundDocuments | undefined {
  const documents = from.paths.filter((path) => isDocumentFile(path) && !isHidden(path))
  if (documents.length === 0) return undefined
  const markdown = documents.filter(isMarkdown)
  const sites = [
    ['mkdocs', mkdocsTree],
    ['gitbook', gitbookTree],
    ['docusaurus', docusaurusTree],
  ] as const
  if (markdown.length > 0) {
    for (const [source, treeOf] of sites) {
      // the pages of such a site are Markdown; other files belong to its theme, or are linked
      const files = markdown.filter((path) => source !== 'gitbook' || !/^SUMMARY\.md$/i.test(baseName(path)))
      const titled = files.map((path) => titledFile(from, path))
      const tree = treeOf(from, new Pages(titled), titled)
      if (tree) return { source, ...tree }
    }
  }
  const linked = linkedFiles(from, [...markdown, ...documents.filter(isHtml)])
  const files = documents.filter((path) => !isAttachable(path) || !linked.has(path))
  const words = files.filter((path) => isWordFile(path) && !from.words.has(path))
  if (words.length > 0) throw new WordsNeeded(new Map(words.map((path) => [path, from.bytes(path)])))
  return { source: looseFormat(documents), nodes: folderNodes(files.map((path) => titledFile(from, path))) }
}

/** Whether a file is one that people attach to pages: a page that links to it offers it as it is. */
const isAttachable = (path: string): boolean => isCsv(path) || isWordFile(path) || isExcelFile(path)

/** Files that systems and editors put beside documents. */
const isHidden = (path: string): boolean => /(?:^|\/)(?:__MACOSX\/|\._|~\$)/.test(path)

/** Returns the tables and Office files that pages link to. */
function linkedFiles(from: DocumentSource, pages: readonly string[]): Set<string> {
  if (!from.paths.some(isAttachable)) return new Set()
  const linked = new Set<string>()
  for (const path of pages) {
    for (const [, address = ''] of (from.text(path)?.text ?? '').matchAll(
      /(?:\]\(\s{0,3}<?|href\s{0,3}=\s{0,3}["'])([^\s<>()"']{1,1000}\.(?:csv|tsv|docx?|xlsx))/gi,
    )) {
      const target = pathOfAddress(decoded(address), path)
      if (target) linked.add(target.path)
    }
  }
  return linked
}
