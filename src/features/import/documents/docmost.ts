import { toObject, toText } from '#shared/api-doc/unknown-json.ts'
import { parseJson } from '../safe-json.ts'
import type { DocumentNode, FoundDocuments } from './document-plan.ts'
import { folderNodes, isHtml, isMarkdown, type TitledFile, titledFile } from './folder.ts'
import { htmlDocument } from './html-document.ts'
import { markdownDocument } from './markdown.ts'
import { baseName, withoutExtension } from './paths.ts'
import type { DocumentSource } from './source.ts'

const metadata = 'docmost-metadata.json'

/**
 * Returns an export of Docmost: Markdown or HTML files, sub-pages in the folder of a page's name, and the positions of
 * the pages in a file of its own. Undefined when there is no such file.
 */
export function readDocmost(from: DocumentSource): FoundDocuments | undefined {
  if (!from.has(metadata)) return undefined
  const pages = toObject(toObject(parseJson(from.text(metadata)?.text ?? '', metadata))?.['pages']) ?? {}
  const positions = new Map<string, string>()
  const files = from.paths
    .filter((path) => isMarkdown(path) || isHtml(path))
    .map((path): TitledFile => {
      const title = withoutExtension(baseName(path))
      const named = isMarkdown(path) ? title : titledFile(from, path).title
      const document = isMarkdown(path)
        ? markdownDocument(from, path, { repeatedTitle: named })
        : htmlDocument(from, path, named)
      positions.set(path, toText(toObject(pages[path])?.['position']))
      return { path, title: named, document }
    })
  const sorted = (nodes: readonly DocumentNode[]): DocumentNode[] =>
    nodes
      .map((node) => ({ ...node, children: sorted(node.children) }))
      .toSorted((one, other) => {
        const [a = '', b = ''] = [one, other].map(({ document }) => positions.get(document?.path ?? ''))
        return a < b ? -1 : Number(a > b)
      })
  return { source: 'docmost', nodes: sorted(folderNodes(files)), used: [metadata] }
}
