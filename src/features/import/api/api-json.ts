import { isApiText } from '#shared/api-doc/api-text.ts'
import { toList, toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ApiWriter, ValueReader } from './api-pages.ts'

/** Whether a value is the JSON of an API page: a request with an address. */
const isPage = (value: unknown): value is UnknownObject => {
  const root = toObject(value)
  const info = toObject(root?.['info'])
  return root !== undefined && info !== undefined && toText(info['url']) !== '' && isApiText(JSON.stringify(root))
}

function addStored(out: ApiWriter, page: UnknownObject): void {
  const info = toObject(page['info']) ?? {}
  const method = (toText(info['method']) || 'get').toUpperCase()
  const call = `${method} ${toText(info['url'])}`
  const folder = toText(info['folder']) || toText(page['cat_name'])
  const path = folder.split('/').filter((part) => part.trim() !== '')
  out.addStoredPage(path, toText(info['title']) || call, JSON.stringify(page, null, 1), call)
}

/** Writes the JSON of one API page, or of a list of them, as API clients store it. */
export const readApiJson: ValueReader = (value, out, fileName) => {
  const pages = Array.isArray(value) ? value : toList(toObject(value)?.['apis'] ?? [value])
  if (pages.length === 0 || !pages.every(isPage)) return false
  out.begin('api-page', fileName.replace(/\.json$/i, ''), '')
  for (const one of pages) addStored(out, one)
  return true
}
