import { escapedName } from '#shared/api-doc/openapi/pointer.ts'
import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { rejectImport } from '../import-error.ts'
import type { ApiWriter } from './api-pages.ts'
import { type RemoteFiles, remoteAddress } from './remote-files.ts'
import type { SourceFile } from './source-file.ts'

/** Where the other files of a description stand in the joined one. */
export const filesKey = 'x-files'

/** Whether the root of an OpenAPI description stands in a file, decided without parsing it whole. */
export function isOpenApiFile(file: SourceFile): boolean {
  if (!/\.(?:json|ya?ml)$/i.test(file.name)) return false
  return isOpenApiText(file.text())
}

/** Whether a text begins like the root of an OpenAPI description. */
export const isOpenApiText = (text: string): boolean =>
  /(?:^|[{,\n])\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?[\d.]+/.test(text.slice(0, 20_000))

const isRemote = (ref: string): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(ref)

/**
 * Returns the path of `target` as seen from the file at `from`; undefined when it leads out of the archive.
 */
function pathFrom(from: string, target: string): string | undefined {
  const parts = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a lone % belongs to the name
  }
}

const escaped = (name: string): string => escapedName(name).replaceAll('%', '%25')

/**
 * Joins a description with the files that it refers to: each of them becomes a part of the value, and references lead
 * there, so that circular ones stay circular. Only files of the archive are read, and those of `remote`. References to
 * other addresses and to missing files stay as they are, and are noted.
 *
 * @param remote the files of other addresses that were fetched before, and why others were not
 * @throws {ImportError} refOutside for a reference that leads out of the archive; those of `SourceFile.value`
 */
export function joinReferences(
  main: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
  out: Pick<ApiWriter, 'note'>,
  remote: RemoteFiles = new Map(),
): unknown {
  const root = toObject(main.value())
  if (!root) return main.value()
  const joined = new Map<string, unknown>()
  const toRead: string[] = []

  const targetOf = (ref: string, from: string): string => {
    const [place = '', pointer = ''] = ref.split('#', 2)
    const own = from === main.name ? '' : `/${filesKey}/${escaped(from)}`
    if (place === '') return own === '' ? ref : `#${own}${pointer}`
    const address = remoteAddress(ref, from)
    const file = address === undefined ? undefined : remote.get(address)
    if (address !== undefined && typeof file === 'object') {
      if (!joined.has(address)) {
        joined.set(address, undefined)
        toRead.push(address)
      }
      return `#/${filesKey}/${escaped(address)}${pointer}`
    }
    if (address !== undefined || isRemote(place)) {
      out.note(ref.slice(0, 300), typeof file === 'string' ? file : 'refRemote')
      return ref
    }
    const path = pathFrom(from, decoded(place))
    if (path === undefined) {
      if (files.size <= 1) out.note(ref.slice(0, 300), 'refMissing')
      else rejectImport('refOutside', from, { ref: ref.slice(0, 300) })
      return ref
    }
    if (path === main.name) return `#${pointer}`
    if (!files.has(path)) {
      out.note(ref.slice(0, 300), 'refMissing')
      return ref
    }
    if (!joined.has(path)) {
      joined.set(path, undefined)
      toRead.push(path)
    }
    return `#/${filesKey}/${escaped(path)}${pointer}`
  }

  const copyOf = (value: unknown, from: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => copyOf(one, from))
    const object = toObject(value)
    if (!object) return value
    const copy: UnknownObject = {}
    for (const [key, field] of Object.entries(object)) {
      const isReference = key === '$ref' && typeof field === 'string'
      const written = isReference ? targetOf(toText(field), from) : copyOf(field, from)
      // a key such as __proto__ is an ordinary name
      Object.defineProperty(copy, key, { value: written, writable: true, enumerable: true, configurable: true })
    }
    return copy
  }

  const whole = copyOf(root, main.name) as UnknownObject
  for (let path = toRead.shift(); path !== undefined; path = toRead.shift()) {
    const far = remote.get(path)
    const file = typeof far === 'object' ? far : files.get(path)
    const isValue = typeof far === 'object' || /\.(?:json|ya?ml)$/i.test(path)
    joined.set(path, copyOf(file && isValue ? file.value() : file?.text(), path))
  }
  return joined.size === 0 ? whole : { ...whole, [filesKey]: Object.fromEntries(joined) }
}
