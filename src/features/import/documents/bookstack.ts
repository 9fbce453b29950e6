import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { rewriteAddresses } from '#shared/markdown/addresses.ts'
import { itemFileLimits, parseJson } from '../safe-json.ts'
import type { DocumentNode, FoundDocument, FoundDocuments, Reading } from './document-plan.ts'
import { numberOf } from './front-matter.ts'
import { markdownOf, parseHtml } from './html.ts'
import type { DocumentSource } from './source.ts'

const dataFile = 'data.json'

const byPriority = (one: UnknownObject, other: UnknownObject): number =>
  (numberOf(one['priority']) ?? 0) - (numberOf(other['priority']) ?? 0)

/**
 * Returns the portable export of BookStack: `data.json` with a book, a chapter or a page, and the files beside it.
 * Undefined when there is no such file.
 *
 * Source: https://github.com/BookStackApp/BookStack/blob/development/dev/docs/portable-zip-file-format.md
 */
export function readBookStack(from: DocumentSource): FoundDocuments | undefined {
  if (!from.has(dataFile)) return undefined
  const data = toObject(parseJson(from.text(dataFile)?.text ?? '', dataFile, itemFileLimits))
  const book = toObject(data?.['book'])
  const chapter = toObject(data?.['chapter'])
  const page = toObject(data?.['page'])
  if (!data || !(book ?? chapter ?? page)) return undefined
  const files = filesOf(data)
  const pageNode = (one: UnknownObject): DocumentNode => ({
    title: toText(one['name']),
    document: pageOf(one, files),
    children: [],
  })
  const described = (one: UnknownObject): DocumentNode[] => {
    const html = toText(one['description_html'])
    if (html.replace(/<[^<>]*>/g, '').trim() === '') return []
    const path = `${toText(one['name'])} ${toText(one['id'])} description`
    return [
      {
        title: toText(one['name']),
        document: { path, read: (reading) => htmlText(html, path, referring(reading, files)) },
        children: [],
      },
    ]
  }
  const chapterNode = (one: UnknownObject): DocumentNode => ({
    title: toText(one['name']),
    children: [...described(one), ...toObjects(one['pages']).toSorted(byPriority).map(pageNode)],
  })
  const within = (one: UnknownObject): DocumentNode[] =>
    [
      ...toObjects(one['chapters']).map((it) => ({ it, node: chapterNode })),
      ...toObjects(one['pages']).map((it) => ({ it, node: pageNode })),
    ]
      .toSorted((a, b) => byPriority(a.it, b.it))
      .map(({ it, node }) => node(it))
  const top = book ?? chapter ?? page ?? {}
  const nodes = book ? [...described(book), ...within(book)] : chapter ? chapterNode(chapter).children : [pageNode(top)]
  return { source: 'bookstack', item_name: toText(top['name']), nodes, used: [dataFile] }
}

/** The files of an export, by `image:ID` and `attachment:ID`. */
type Files = ReadonlyMap<string, { path: string; name: string; link: string }>

function filesOf(data: UnknownObject): Files {
  const files = new Map<string, { path: string; name: string; link: string }>()
  const visit = (one: UnknownObject) => {
    for (const [kind, list] of [
      ['image', one['images']],
      ['attachment', one['attachments']],
    ] as const) {
      for (const file of toObjects(list)) {
        const path = toText(file['file']) === '' ? '' : `files/${toText(file['file'])}`
        files.set(`${kind}:${toText(file['id'])}`, { path, name: toText(file['name']), link: toText(file['link']) })
      }
    }
    for (const below of [...toObjects(one['chapters']), ...toObjects(one['pages'])]) visit(below)
  }
  for (const root of ['book', 'chapter', 'page']) visit(toObject(data[root]) ?? {})
  return files
}

const reference = /\[\[bsexport:(\w+):(\w+)\]\]/

/** Reads addresses of the form `[[bsexport:page:12]]`. */
const referring = (reading: Reading, files: Files): Reading => ({
  ...reading,
  address(href) {
    const [, kind = '', id = ''] = reference.exec(decodedReference(href)) ?? []
    if (kind === '') return reading.address(href)
    const file = files.get(`${kind}:${id}`)
    if (file?.link) return file.link
    if (file) return reading.file(file.path, file.name) ?? reading.address(`/${file.path}`)
    return reading.address(`/${kind}/${id}`)
  },
})

const decodedReference = (href: string): string =>
  href.replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%3A', ':')

function htmlText(html: string, name: string, reading: Reading): string {
  const page = parseHtml(`<body>${html}</body>`, name)
  return markdownOf(page.body, page, reading)
}

function pageOf(one: UnknownObject, files: Files): FoundDocument {
  const name = toText(one['name'])
  const attachments = toObjects(one['attachments']).flatMap((file) => {
    const known = files.get(`attachment:${toText(file['id'])}`)
    return known && known.path !== '' ? [{ path: known.path, name: known.name }] : []
  })
  const links = toObjects(one['attachments']).flatMap((file) =>
    toText(file['link']) === ''
      ? []
      : [`- [${toText(file['name'])}](<${toText(file['link']).replace(/[<>\s]/g, encodeURIComponent)}>)`],
  )
  return {
    path: `page/${toText(one['id'])}`,
    files: attachments,
    read(reading) {
      const referred = referring(reading, files)
      const markdown = toText(one['markdown'])
      const text =
        markdown === ''
          ? htmlText(toText(one['html']), name, referred)
          : rewriteAddresses(
              markdown.replace(/\[\[bsexport:(\w+):(\w+)\]\]/g, '%5B%5Bbsexport:$1:$2%5D%5D'),
              (address) => referred.address(address),
            )
      return links.length === 0 ? text : `${text.trimEnd()}\n\n${links.join('\n')}\n`
    },
  }
}
