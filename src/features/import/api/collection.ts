import { rowTable } from '#shared/api-doc/remark.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ImportFormat } from '#shared/import-formats.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { joined } from '#shared/markdown/write.ts'
import { importLimits } from '../limits.ts'
import { cutTitle } from '../text.ts'
import { type ApiLabels, columnLabels } from './api-labels.ts'
import type { ApiWriter } from './api-pages.ts'
import { authText, requestToApiJson } from './request-page.ts'
import type { RequestFolder } from './request-shape.ts'

const { titleLength } = importLimits

/** Returns one page with the descriptions of a collection and its folders; empty when they have none. */
function buildCollectionOverview(collection: RequestFolder, labels: ApiLabels): string {
  const folders: string[] = []
  const visit = (folder: RequestFolder, path: string[]) => {
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

function aboutFolder(folder: RequestFolder, labels: ApiLabels): string {
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

/** Writes the pages of a collection in any format: folders become catalogs, requests become pages. */
export function writeCollection(out: ApiWriter, source: ImportFormat, collection: RequestFolder): void {
  const name = out.begin(source, collection.name, collection.description)
  const addFolder = (folder: RequestFolder, path: string[], above: UnknownObject | undefined) => {
    const auth = folder.auth ?? above
    for (const request of folder.requests) {
      const call = `${request.method} ${request.url.split('?', 1)[0]}`
      const title = titleOf(request.name)
      const doc = requestToApiJson({ ...request, auth: request.auth ?? auth }, cutTitle(title || call, titleLength))
      const own = request.source && ({ kind: 'postman', item: request.source, folders: path } as const)
      out.addPage(path, { title, call, doc, operation: request.id, source: own, input: request.input })
    }
    folder.folders.forEach((below, index) => {
      const inside = [...path, below.name]
      out.addCatalog(inside, folder.requests.length + index + 1)
      addFolder(below, inside, auth)
    })
  }
  addFolder(collection, [], undefined)
  if (collection.source) out.addHead({ collection: collection.source, folders: folderSources(collection) })
  out.addOverview(name, buildCollectionOverview(collection, out.labels), collection.input)
}

/** Returns what a collection says about its folders, with the names of the folders above each. */
const folderSources = (
  folder: RequestFolder,
  above: readonly string[] = [],
): { path: string[]; folder: UnknownObject }[] =>
  folder.folders.flatMap((below) => {
    const path = [...above, below.name]
    return [{ path, folder: below.source ?? {} }, ...folderSources(below, path)]
  })

/**
 * Returns a request's title: its name, or the last part of a name that is an address, as Postman generates them.
 * Source: reference, formats 2.5.
 */
function titleOf(name: string): string {
  const given = name.trim()
  if (!/^([a-z]+:\/\/|\/|\{\{)\S*$/i.test(given)) return given
  return (
    given
      .split('?', 1)[0]
      ?.split('/')
      .filter((part) => part !== '')
      .slice(-2)
      .join('/') ?? given
  )
}
