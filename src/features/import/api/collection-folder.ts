import { toObject, toRecord, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ApiWriter } from './api-pages.ts'
import { type BruFile, brunoName, bruVariables, readBruFile } from './bruno.ts'
import { writeCollection } from './collection.ts'
import { addOpenEnvironments, isOpenCollection, openFolder, openRequest, openVariables } from './opencollection.ts'
import { emptyFolder, type RequestFolder, type SavedRequest } from './request-shape.ts'
import type { SourceFile } from './source-file.ts'
import { addVariables } from './variables.ts'

/** A folder while its files are collected. */
interface Place {
  folder: RequestFolder
  seq: number
  requests: { seq: number; name: string; request: SavedRequest }[]
  below: Map<string, Place>
}

const newPlace = (name: string): Place => ({ folder: emptyFolder(name), seq: 0, requests: [], below: new Map() })

const isBru = (name: string) => /\.bru$/i.test(name)
const isYaml = (name: string) => /\.ya?ml$/i.test(name)
const isRootFile = (name: string) => /(?:^|\/)(?:bruno\.json|opencollection\.ya?ml)$/i.test(name)

/** Returns the folders of collections in an archive, the outermost only: `` for the archive itself. */
export function findCollections(files: readonly SourceFile[]): string[] {
  const roots = files.filter(({ name }) => isRootFile(name)).map(({ name }) => name.slice(0, name.lastIndexOf('/') + 1))
  const own = roots.filter((root) => !roots.some((other) => other !== root && root.startsWith(other)))
  if (own.length > 0) return [...new Set(own)]
  const bru = files.filter(({ name }) => isBru(name)).map(({ name }) => name)
  if (bru.length === 0) return []
  const [first = ''] = bru
  const top = first.slice(0, first.indexOf('/') + 1)
  return [bru.every((name) => name.startsWith(top)) ? top : '']
}

const folderFrom = (given: BruFile, folder: RequestFolder, name: string): RequestFolder => ({
  ...folder,
  name: given.name || name,
  description: given.docs,
  auth: given.auth,
  variables: [...given.variables, ...given.headers],
  scripts: given.scripts,
})

/** Writes a collection of Bruno that stands in a folder: one file for each request, in `.bru` or YAML. */
export function writeCollectionFolder(out: ApiWriter, files: readonly SourceFile[], root: string): void {
  const top = newPlace('')
  const environments: [name: string, file: SourceFile][] = []
  let named = ''
  let rootYaml: UnknownObject | undefined
  for (const file of files.filter(({ name }) => name.startsWith(root))) {
    const parts = file.name.slice(root.length).split('/')
    const last = parts.pop() ?? ''
    const bare = last.replace(/\.\w+$/, '')
    if (parts.at(-1) === 'environments' && (isBru(last) || isYaml(last))) {
      environments.push([bare, file])
      continue
    }
    if (last === 'bruno.json') named = brunoName(file.value()) ?? named
    if (!isBru(last) && !isYaml(last)) continue
    const place = parts.reduce((at, name) => {
      const known = at.below.get(name) ?? newPlace(name)
      at.below.set(name, known)
      return known
    }, top)
    if (isBru(last)) takeBru(place, file, bare)
    else {
      const value = toRecord(file.value())
      if (isOpenCollection(value)) rootYaml = value
      takeYaml(place, value, bare)
    }
  }
  const whole = folderOf(top)
  writeCollection(out, 'bruno', { ...whole, name: named || whole.name || root.replace(/\/$/, '') || 'Bruno' })
  if (rootYaml) addOpenEnvironments(out, rootYaml)
  for (const [name, file] of environments)
    addVariables(out, name, isBru(file.name) ? bruVariables(file.text()) : openVariables(toRecord(file.value())))
}

function takeBru(place: Place, file: SourceFile, bare: string): void {
  const read = readBruFile(file.text(), bare)
  if (!read) return
  if (read.request) place.requests.push({ seq: read.seq, name: read.name, request: read.request })
  else {
    place.folder = folderFrom(read, place.folder, place.folder.name)
    if (bare === 'collection' && toText(read.name) === 'collection') place.folder.name = ''
    place.seq = read.seq
  }
}

function takeYaml(place: Place, value: UnknownObject, bare: string): void {
  const request = openRequest(value, bare)
  const info = toRecord(value['info'])
  const seq = Number(info['seq']) || 0
  if (request) place.requests.push({ seq, name: request.name, request })
  else if (isOpenCollection(value) || info['type'] === 'folder' || bare === 'folder' || toObject(value['request'])) {
    const read = openFolder(value, place.folder.name)
    place.folder = read
    place.requests.push(...read.requests.map((one, at) => ({ seq: at + 1, name: one.name, request: one })))
    place.seq = seq
  }
}

function folderOf({ folder, requests, below }: Place): RequestFolder {
  const inOrder = [...below.values()].toSorted((one, other) => one.seq - other.seq)
  return {
    ...folder,
    requests: requests.toSorted((one, other) => one.seq - other.seq).map(({ request }) => request),
    folders: [
      ...folder.folders,
      ...inOrder.map(folderOf).filter((one) => one.requests.length + one.folders.length > 0),
    ],
  }
}
