import { toText } from '#shared/api-doc/unknown-json.ts'
import type { ImportFormat } from '#shared/import-formats.ts'
import { ImportError } from '../import-error.ts'
import type { DocumentNode, FoundDocument } from './document-plan.ts'
import { readFrontMatter } from './front-matter.ts'
import { htmlDocument, htmlTitle } from './html-document.ts'
import { markdownDocument } from './markdown.ts'
import { baseName, compareNames, withoutExtension } from './paths.ts'
import { csvDocument, excelNode } from './sheets.ts'
import type { DocumentSource } from './source.ts'
import { textDocument } from './text-file.ts'
import { isUnreadable, wordDocuments } from './word.ts'

/** Whether a file is Markdown, by its name. */
export const isMarkdown = (path: string): boolean => /\.(?:md|markdown|mdx)$/i.test(path)
/** Whether a file is HTML, by its name. */
export const isHtml = (path: string): boolean => /\.(?:html?|xhtml)$/i.test(path)
/** Whether a file is a CSV table, by its name. */
export const isCsv = (path: string): boolean => /\.(?:csv|tsv)$/i.test(path)

/** Whether a file is a Word document, by its name. */
export const isWordFile = (path: string): boolean => /\.docx?$/i.test(path)
/** Whether a file is an Excel file, by its name. */
export const isExcelFile = (path: string): boolean => /\.xlsx$/i.test(path)
/** Whether a file is plain text, by its name. */
const isTextFile = (path: string): boolean => /\.txt$/i.test(path)
/** Whether a file becomes a page, by its name. */
export const isDocumentFile = (path: string): boolean =>
  isMarkdown(path) || isHtml(path) || isCsv(path) || isWordFile(path) || isExcelFile(path) || isTextFile(path)

/** A file that becomes a page, or a folder of pages, and how it is called. */
export interface TitledFile {
  path: string
  title: string
  document: FoundDocument | undefined
  /** Its chapters or sheets. */
  children?: DocumentNode[]
}

/** Returns the title that the front matter of a Markdown file names; undefined for none. */
function frontMatterTitle(from: DocumentSource, path: string): string | undefined {
  const { fields } = readFrontMatter(from.text(path)?.text ?? '')
  return toText(fields['sidebar_label']) || toText(fields['title']) || undefined
}

/** A document that is left out, because it is not what its name says. */
const unreadable = (path: string): FoundDocument => ({ path, read: () => undefined })

function excelFile(from: DocumentSource, path: string, title: string): Omit<TitledFile, 'path'> {
  try {
    const { document, ...node } = excelNode(from.bytes(path), path)
    return { ...node, document }
  } catch (error) {
    if (!(error instanceof ImportError) || !isUnreadable(error)) throw error
    return { title, document: unreadable(path) }
  }
}

/** Returns a document file of an export with its title: as it says itself, else its name. */
export function titledFile(from: DocumentSource, path: string): TitledFile {
  const named = withoutExtension(baseName(path))
  if (isMarkdown(path)) {
    const title = frontMatterTitle(from, path) ?? named
    return { path, title, document: markdownDocument(from, path) }
  }
  if (isCsv(path)) return { path, title: named, document: csvDocument(from, path) }
  if (isTextFile(path)) return { path, title: named, document: textDocument(from, path) }
  if (isWordFile(path)) {
    const word = from.words.get(path)
    const [node] = word ? wordDocuments(word, path).nodes : []
    return { path, title: named, document: unreadable(path), ...node }
  }
  if (isExcelFile(path)) return { path, ...excelFile(from, path, named) }
  const title = htmlTitle(from, path)
  return { path, title, document: htmlDocument(from, path, title) }
}

const rank = (name: string): number => {
  const plain = withoutExtension(name)
  if (/^readme$/i.test(plain)) return 0
  return /^index$/i.test(plain) ? 1 : 2
}

const levelsMost = 50

interface Folder {
  folders: Map<string, Folder>
  files: TitledFile[]
}

function foldersOf(files: readonly TitledFile[]): Folder {
  const root: Folder = { folders: new Map(), files: [] }
  for (const file of files) {
    let folder = root
    const parts = file.path.split('/').slice(0, -1)
    // folders below the third level are joined anyway; a path of thousands is no reason to nest as deeply
    const near = parts.length > levelsMost ? [...parts.slice(0, levelsMost), ...parts.slice(-1)] : parts
    for (const part of near) {
      const below = folder.folders.get(part) ?? { folders: new Map(), files: [] }
      folder.folders.set(part, below)
      folder = below
    }
    folder.files.push(file)
  }
  return root
}

/**
 * Returns the tree of files as their folders define it: in each folder its pages, the readme or index page first, then
 * its folders, in natural order. A folder with a page of the same name beside it is below that page.
 *
 * @param nameOf returns what a folder is called
 */
export function folderNodes(files: readonly TitledFile[], nameOf = (folder: string) => folder): DocumentNode[] {
  const nodesOf = ({ folders, files: own }: Folder): DocumentNode[] => {
    const sorted = own.toSorted(
      (one, other) =>
        rank(baseName(one.path)) - rank(baseName(other.path)) || compareNames(baseName(one.path), baseName(other.path)),
    )
    const parents = new Map(sorted.map((file) => [withoutExtension(baseName(file.path)), file] as const))
    const pages = sorted.filter(
      (file) =>
        !folders.has(withoutExtension(baseName(file.path))) ||
        parents.get(withoutExtension(baseName(file.path))) !== file,
    )
    return [
      ...pages.map(({ title, document, children = [] }) => ({ title, document, children })),
      ...[...folders]
        .toSorted(([one], [other]) => compareNames(one, other))
        .map(([name, below]) => {
          const parent = parents.get(name)
          const children = [...(parent?.children ?? []), ...nodesOf(below)]
          return { title: parent?.title ?? nameOf(name), document: parent?.document, children }
        }),
    ]
  }
  return nodesOf(foldersOf(files))
}

/** Returns the format that a set of loose files has. */
export const looseFormat = (paths: readonly string[]): ImportFormat =>
  paths.some((path) => isMarkdown(path) || isTextFile(path))
    ? 'markdown'
    : paths.some(isHtml)
      ? 'html'
      : paths.some(isWordFile)
        ? 'word'
        : 'sheets'
