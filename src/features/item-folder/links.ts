import { join, normalize } from 'node:path/posix'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { rewriteAddresses } from '#shared/markdown/addresses.ts'
import { parsePageAddress } from '#shared/markdown/page-address.ts'
import { findFileSigns } from '#src/features/attachment/index.ts'
import { relativeAddress } from '#src/features/export/index.ts'
import { folderOf } from './disk.ts'

/** Where pages and files of an item are in the folder. */
export interface Paths {
  /** The names by which addresses name the item: its number and its own address. */
  items: ReadonlySet<string>
  /** The origin of the site; '' when it is not known. */
  origin: string
  page(page_id: number): string | undefined
  file(sign: string): string | undefined
  /** Whether the folder has a file. */
  has(path: string): boolean
}

/** The addresses of a file that are others on the server. */
type PageLinks = readonly (readonly [here: string, there: string])[]

/** The text of a file, and the addresses in it that are others on the server. */
export interface LinkedText {
  text: string
  links: [here: string, there: string][]
}

/** Whether addresses in a text are rewritten: not in JSON. */
export const hasLinks = (path: string, text: string): boolean => path.endsWith('.md') && readApiDoc(text) === undefined

/** Returns the sign of an uploaded file that an address opens, if it opens one. */
export const signIn = (address: string): string | undefined => findFileSigns(address)[0]

/** Returns the relative address of a page or file of the folder that an address of the server opens. */
function localAddress(address: string, from: string, paths: Paths): string | undefined {
  const sign = signIn(address)
  const file = sign === undefined ? undefined : paths.file(sign)
  if (file !== undefined) return relativeAddress(from, file)
  const found = parsePageAddress(address)
  if (!found || !paths.items.has(found.item) || (found.origin !== '' && found.origin !== paths.origin)) return undefined
  const page = paths.page(found.page_id)
  if (page === undefined) return undefined
  const [heading = ''] = /#.*$/.exec(found.after) ?? []
  return relativeAddress(from, page) + heading
}

/**
 * Returns the text of a page as its file has it. Only what comes back byte for byte is replaced; if the text would not,
 * it stays as it is.
 */
export function textOfFile(text: string, path: string, paths: Paths): LinkedText {
  if (!hasLinks(path, text)) return { text, links: [] }
  const links = new Map<string, string>()
  const local = rewriteAddresses(text, (address) => {
    const here = localAddress(address, path, paths)
    if (here === undefined || (links.get(here) ?? address) !== address) return address
    links.set(here, address)
    return here
  })
  if (links.size === 0) return { text, links: [] }
  const back = rewriteAddresses(local, (address) => links.get(address) ?? address)
  return back === text ? { text: local, links: [...links] } : { text, links: [] }
}

/** Returns a text with the addresses that a former one had in the file, for comparing it with that file. */
export function withLinks(text: string, path: string, links: PageLinks): string {
  if (!hasLinks(path, text)) return text
  const here = new Map(links.map(([local, there]) => [there, local]))
  return rewriteAddresses(text, (address) => here.get(address) ?? address)
}

/** Where an address in a file leads: to a path of the folder, with what follows. */
export interface Target {
  path: string
  /** `#heading`, or ''. */
  heading: string
}

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** Returns where a relative address in a file leads; undefined for other addresses, and for paths outside. */
function targetOf(address: string, from: string): Target | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|[/\\#?])/i.test(address)) return undefined
  const [, path = '', heading = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  if (path === '') return undefined
  const resolved = normalize(join(folderOf(from), decoded(path)))
  return /^\.\.?(?:\/|$)/.test(resolved) || /[\u0000\\]/.test(resolved) ? undefined : { path: resolved, heading }
}

/** Whether the addresses in a file still lead to the paths of what they open on the server. */
export const areCurrent = (links: PageLinks, path: string, paths: Paths): boolean =>
  links.every(([here, there]) => {
    const wanted = localAddress(there, path, paths)
    const now = targetOf(here, path)?.path
    if (wanted === undefined || now === undefined) return false
    // somebody may show a file that was uploaded from another place
    return now === targetOf(wanted, path)?.path || (signIn(there) !== undefined && paths.has(now))
  })

/** Returns all targets of the addresses in a file. */
export function targetsIn(text: string, path: string, links: PageLinks): Target[] {
  if (!hasLinks(path, text)) return []
  const known = new Set(links.map(([here]) => here))
  const targets: Target[] = []
  rewriteAddresses(text, (address) => {
    const target = known.has(address) ? undefined : targetOf(address, path)
    if (target) targets.push(target)
    return address
  })
  return targets
}

/**
 * Returns the text of a file as the server is to have it.
 *
 * @param links the addresses that the file got from the server
 * @param addressOf returns the address of something else of the folder, if the server has it
 */
export function textOfServer(
  text: string,
  path: string,
  links: PageLinks,
  addressOf: (target: Target) => string | undefined,
): LinkedText {
  if (!hasLinks(path, text)) return { text, links: [] }
  const there = new Map(links.map(([here, address]) => [here, address]))
  const used = new Map<string, string>()
  const sent = rewriteAddresses(text, (address) => {
    const target = there.has(address) ? undefined : targetOf(address, path)
    const next = there.get(address) ?? (target && addressOf(target))
    if (next === undefined) return address
    used.set(address, next)
    return next
  })
  return { text: sent, links: [...used] }
}
