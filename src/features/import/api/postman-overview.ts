import { type ApiLabels, columnLabels } from './api-labels.ts'
import { rowTable } from './api-pages.ts'
import { fenced, joined } from './markdown-text.ts'
import { authText } from './postman-request.ts'
import type { PostmanFolder } from './postman-shape.ts'

/** Returns one page with the descriptions of a collection and its folders; empty when they have none. */
export function buildCollectionOverview(collection: PostmanFolder, labels: ApiLabels): string {
  const folders: string[] = []
  const visit = (folder: PostmanFolder, path: string[]) => {
    for (const below of folder.folders) {
      const inside = [...path, below.name]
      const about = aboutFolder(below, labels)
      if (about !== '') folders.push(joined(`### ${inside.join(' / ')}`, about))
      visit(below, inside)
    }
  }
  visit(collection, [])
  return joined(aboutFolder(collection, labels), folders.length > 0 ? `## ${labels.folders}` : '', ...folders)
}

function aboutFolder(folder: PostmanFolder, labels: ApiLabels): string {
  const { pre, post } = folder.scripts
  const part = (name: string, text: string) => (text === '' ? '' : joined(`**${name}**`, text))
  return joined(
    folder.description,
    part(labels.variables, rowTable(folder.variables, columnLabels(labels))),
    part(labels.security, folder.auth ? authText(folder.auth) : ''),
    part(labels.scriptBefore, pre.trim() && fenced(pre, 'js')),
    part(labels.scriptAfter, post.trim() && fenced(post, 'js')),
  )
}
