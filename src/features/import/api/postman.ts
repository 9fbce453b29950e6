import { rowTable } from '#shared/api-doc/remark.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { trimName } from '#shared/contract/name.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { joined } from '#shared/markdown/write.ts'
import { importLimits } from '../limits.ts'
import { PlanTree, pathName } from '../plan-tree.ts'
import { cutTitle } from '../text.ts'
import { type ApiLabels, columnLabels, getLabels } from './api-labels.ts'
import { apiPage, type DescriptionFormat, FreeTitles, planItem } from './api-pages.ts'
import { authText, requestToApiJson } from './postman-request.ts'
import type { PostmanFolder, PostmanRequest } from './postman-shape.ts'
import { readPostman1 } from './postman-v1.ts'
import { readPostman2 } from './postman-v2.ts'

/** Returns the collection in a JSON value, in any wrapping; undefined for anything else. */
function findCollection(value: UnknownObject): PostmanFolder | undefined {
  const root = toObject(value['collection']) ?? value
  if (toObject(root['info']) && Array.isArray(root['item'])) return readPostman2(root)
  return Array.isArray(root['requests']) ? readPostman1(root) : undefined
}

/** Returns one page with the descriptions of a collection and its folders; empty when they have none. */
function buildCollectionOverview(collection: PostmanFolder, labels: ApiLabels): string {
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

/**
 * Returns the plan of a Postman collection: folders become catalogs, requests become pages. Undefined for other JSON.
 */
export const planPostman: DescriptionFormat = (root, choice) => {
  const collection = findCollection(root)
  if (!collection) return undefined
  const tree = new PlanTree(choice.lang)
  const labels = getLabels(choice.lang)
  const titles = new FreeTitles()
  const addRequest = (request: PostmanRequest, path: string[], auth: UnknownObject | undefined) => {
    const call = `${request.method} ${request.url.split('?', 1)[0]}`
    const whole = titleOf(request.name) || call
    const title = cutTitle(whole, importLimits.titleLength)
    const free = titles.take(path, title, cutTitle(call, importLimits.titleLength))
    if (free !== whole) tree.note(pathName([...path, free]), title === whole ? 'renamed' : 'nameCut')
    const doc = requestToApiJson({ ...request, auth: request.auth ?? auth }, free)
    tree.addPage(path, { page_title: free, ...apiPage(doc) })
  }
  const addFolder = (folder: PostmanFolder, path: string[], above: UnknownObject | undefined) => {
    const auth = folder.auth ?? above
    for (const request of folder.requests) addRequest(request, path, auth)
    folder.folders.forEach((below, index) => {
      const inside = [...path, tree.catalogName(below.name)]
      tree.addCatalog(inside, folder.requests.length + index + 1)
      addFolder(below, inside, auth)
    })
  }
  addFolder(collection, [], undefined)

  const name = trimName(collection.name) || 'API'
  const overview = buildCollectionOverview(collection, labels)
  if (overview !== '')
    tree.addPage([], { page_title: cutTitle(name, importLimits.titleLength), page_content: overview, s_number: 0 })
  return {
    source: 'postman',
    item: planItem(tree, name, collection.description, choice),
    catalogs: tree.catalogs,
    pages: tree.pages,
    skipped: tree.skipped,
    notes: tree.notes,
    files: [],
  }
}

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
