import { toText } from '#shared/api-doc/unknown-json.ts'
import type { ImportFormat } from '#shared/import-formats.ts'
import { readFrontMatter } from './front-matter.ts'
import { htmlDocument, htmlTitle } from './html-document.ts'
import type { DocumentNode, FoundDocument } from './library.ts'
import { markdownDocument } from './markdown.ts'
import { baseName, compareNames, withoutExtension } from './paths.ts'
import { csvDocument } from './sheets.ts'
import type { DocumentSource } from './source.ts'

/** Whether a file is Markdown, by its name. */
export const isMarkdown = (path: string): boolean => /\.(?:md|markdown|mdx)$/i.test(path)
/** Whether a file is HTML, by its name. */
export const isHtml = (path: string): boolean => /\.(?:html?|xhtml)$/i.test(path)
/** Whether a file is a CSV table, by its name. */
export const isCsv = (path: string): boolean => /\.(?:csv|tsv)$/i.test(path)

/** A file that becomes a page, and how it is called. */
export interface TitledFile {
  path: string
  title: string
  document: FoundDocument
}

/** Returns the title that the front matter of a Markdown file names; undefined for none. */
function frontMatterTitle(from: DocumentSource, path: string): string | undefined {
  const { fields } = readFrontMatter(from.text(path)?.text ?? '')
  return toText(fields['sidebar_label']) || toText(fields['title']) || undefined
}

/** Returns a document file of an export with its title: as it says itself, else its name. */
export function titledFile(from: DocumentSource, path: string): TitledFile {
  const named = withoutExtension(baseName(path))
  if (isMarkdown(path)) {
    const title = frontMatterTitle(from, path) ?? named
    return { path, title, document: markdownDocument(from, path) }
  }
  if (isCsv(path)) return { path, title: named, document: csvDocument(from, path) }
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
      ...pages.map(({ title, document }) => ({ title, document, children: [] })),
      ...[...folders]
        .toSorted(([one], [other]) => compareNames(one, other))
        .map(([name, below]) => {
          const parent = parents.get(name)
          return { title: parent?.title ?? nameOf(name), document: parent?.document, children: nodesOf(below) }
        }),
    ]
  }
  return nodesOf(foldersOf(files))
}

/** Returns the format that a set of loose files has. */
export const looseFormat = (paths: readonly string[]): ImportFormat =>
  paths.some(isMarkdown) ? 'markdown' : paths.some(isHtml) ? 'html' : 'sheets'
