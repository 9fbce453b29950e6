/** Returns the folder of a path, with a slash at the end; '' for the root. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** Returns the last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Returns a path without its extension. */
export const withoutExtension = (path: string): string => path.replace(/\.[^./]+$/, '')

/** Decodes an address; one that is not encoded properly stays as it is. */
export function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/**
 * Returns the path in an archive that a relative address leads to, with its query and fragment apart; undefined for an
 * address with a scheme or a host, a mere fragment, and one that leaves the archive.
 *
 * @param from the path of the document that has the address
 */
export function pathOfAddress(address: string, from: string): { path: string; fragment: string } | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?|$)/i.test(address)) return undefined
  const [, file = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  const parts = file.startsWith('/') ? [] : folderOf(from).split('/').slice(0, -1)
  for (const part of decoded(file).split('/')) {
    if (part === '..') {
      if (parts.length === 0) return undefined
      parts.pop()
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return { path: parts.join('/').normalize('NFC'), fragment }
}

const collator = new Intl.Collator('zh', { numeric: true })

/**
 * Compares names as file managers do: digits as numbers, Chinese by pronunciation. Never 0 for two different names,
 * because a folder's files must stay together.
 */
export const compareNames = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : Number(a > b))
