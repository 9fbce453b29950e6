import { isOpenApi } from '#shared/api-doc/openapi/operations.ts'
import { toObject } from '#shared/api-doc/unknown-json.ts'
import { documentExtensions } from '#shared/import-formats.ts'
import { rejectImport } from '../import-error.ts'
import type { FilePlan } from '../plan-types.ts'
import { readApiJson } from './api-json.ts'
import { type ApiChoice, ApiWriter, type ValueReader } from './api-pages.ts'
import { readApidocJson } from './apidoc-json.ts'
import { readBruFile } from './bruno.ts'
import { writeCollection } from './collection.ts'
import { findCollections, writeCollectionFolder } from './collection-folder.ts'
import { isCurlText, readCurlLines } from './curl-lines.ts'
import { isGraphql, readIntrospection, writeGraphql } from './graphql.ts'
import { readHar } from './har.ts'
import { readInsomnia } from './insomnia.ts'
import { readOpenApi } from './openapi.ts'
import { readOpenCollection } from './opencollection.ts'
import { readPostman } from './postman.ts'
import { isProtobuf, writeProtobuf } from './protobuf.ts'
import { isOpenApiFile, joinReferences } from './references.ts'
import type { RemoteFiles } from './remote-files.ts'
import { emptyFolder } from './request-shape.ts'
import { isValueText, type SourceFile } from './source-file.ts'
import { readYapi } from './yapi.ts'

/** The readers of formats in JSON or YAML, in the order in which they are tried. Source of the order: reference 2. */
const valueReaders: readonly ValueReader[] = [
  readOpenApi,
  readInsomnia,
  readHar,
  readOpenCollection,
  readIntrospection,
  readYapi,
  readApidocJson,
  readApiJson,
  readPostman,
]

/** The files of an archive that may belong to an API description. */
const sourceExtension = /\.(?:json|ya?ml|har|bru|proto|graphqls?|gql|sdl|txt|sh|curl)$/i

/** Whether a text may be an API description, by its name or its beginning. */
export const isDescriptionText = (text: string, name: string): boolean =>
  isValueText(text, name) || isCurlText(text) || isProtobuf(text, name) || isGraphql(text, name) || /\.bru$/i.test(name)

/** Writes the pages of one file; returns false when it is no API description. */
function writeFile(
  out: ApiWriter,
  file: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
  remote: RemoteFiles | undefined,
): boolean {
  const { name } = file
  const text = file.text()
  if (isProtobuf(text, name)) writeProtobuf(out, [file], name)
  else if (isGraphql(text, name) && !isValueText(text, name)) writeGraphql(out, text, name)
  else if (readCurlLines(text, out, name)) return true
  else if (/\.bru$/i.test(name)) {
    const { request } = readBruFile(text, name.replace(/\.bru$/i, '')) ?? {}
    if (!request) return false
    writeCollection(out, 'bruno', { ...emptyFolder(request.name), requests: [request] })
  } else if (isValueText(text, name)) {
    const value = file.value()
    const root = toObject(value)
    const whole = root && isOpenApi(root) ? joinReferences(file, files, out, remote) : value
    return valueReaders.some((read) => read(whole, out, name))
  } else return false
  return true
}

/**
 * Returns the plan of a single file with an API description.
 *
 * @throws {ImportError} unknownJson, empty, and those of the formats
 */
export function planDescription(file: SourceFile, choice: ApiChoice): FilePlan {
  const out = new ApiWriter(choice)
  if (!writeFile(out, file, new Map([[file.name, file]]), choice.remote)) rejectImport('unknownJson', file.name)
  const plan = out.finish('openapi')
  if (out.isEmpty) rejectImport('empty', file.name)
  return plan
}

/** Files that stand beside every project and describe nothing of its API. */
const isReadme = (name: string): boolean =>
  /(?:^|\/)(?:readme|changelog|license|contributing|security)[^/]*\.(?:md|markdown)$/i.test(name)
const isMarkdown = (name: string): boolean => /\.(?:md|markdown)$/i.test(name)

/** Whether a file is a document, which stands for itself: not the viewer of a description. */
const isDocument = (name: string): boolean =>
  documentExtensions.some((ending) => name.toLowerCase().endsWith(`.${ending}`)) &&
  !/\.doc$/i.test(name) && // beside a description it is what somebody wrote about it
  !isReadme(name) &&
  !/(?:^|\/)(?:index|oauth2-redirect|redoc|swagger)\.html?$/i.test(name)

/**
 * Returns the plan of an archive of API descriptions: a collection of Bruno, descriptions with the files they refer to,
 * protobuf files, GraphQL schemas, or several files in any other format. Undefined when it is an archive of documents: one
 * with texts besides those that every project has.
 *
 * @throws {ImportError} those of the formats
 */
export function planDescriptions(
  all: readonly SourceFile[],
  archiveName: string,
  choice: ApiChoice,
): FilePlan | undefined {
  const title = archiveName.replace(/\.zip$/i, '')
  const texts = all.filter(({ name }) => isMarkdown(name))
  const files = all.filter(({ name }) => sourceExtension.test(name) && !/(?:^|\/)(?:node_modules|\.git)\//.test(name))
  const collections = findCollections(files)
  if (collections.length === 0 && all.some(({ name }) => isDocument(name))) return undefined
  const out = new ApiWriter(choice)
  const done = new Set<string>()
  for (const root of collections) {
    writeCollectionFolder(out, files, root)
    for (const { name } of files) if (name.startsWith(root)) done.add(name)
  }
  const byName = new Map([...texts, ...files].map((file) => [file.name, file]))
  const rest = files.filter(({ name }) => !done.has(name))
  const protos = rest.filter(({ name }) => /\.proto$/i.test(name))
  if (protos.length > 0) writeProtobuf(out, protos, title)
  const schemas = rest.filter(({ name }) => /\.(?:graphqls?|gql|sdl)$/i.test(name))
  const [firstSchema] = schemas
  if (firstSchema)
    writeGraphql(
      out,
      schemas.map((file) => file.text()).join('\n\n'),
      firstSchema.name,
      schemas.length === 1 ? firstSchema.name : title,
    )
  const values = rest.filter(
    ({ name }) => !protos.some((one) => one.name === name) && !schemas.some((one) => one.name === name),
  )
  const openApis = values.filter(isOpenApiFile)
  for (const file of openApis) writeFile(out, file, byName, choice.remote)
  // what a description consists of is not tried on its own
  if (openApis.length === 0) for (const file of values) writeLone(out, file, byName, choice.remote)
  if (out.isEmpty) return undefined
  for (const { name, text } of texts) out.addText([], name.replace(/^.*\//, '').replace(/\.\w+$/, ''), text())
  return out.finish('openapi')
}

/** Writes a file of an archive that may have nothing to do with an API: an error in it is its own. */
function writeLone(
  out: ApiWriter,
  file: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
  remote: RemoteFiles | undefined,
): void {
  if (!isDescriptionText(file.text(), file.name) || !writeFile(out, file, files, remote))
    out.skip({ name: file.name, reason: 'notApi' })
}
