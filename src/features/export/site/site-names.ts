import type { Lang } from '#src/core/i18n.ts'
import { cleanFileName, untitledFile } from '../file-name.ts'

// Windows opens paths of up to 260 characters: three folders and a page stay below that.
const longest = 48

/**
 * Returns a title as a name in an address: like a file name, without characters that have a meaning in addresses,
 * shells or static hosts. Chinese stays.
 */
function webName(title: string, lang: Lang): string {
  const plain = cleanFileName(title, untitledFile[lang])
    .replaceAll(/[\s#%&+,;=@!$'()^`~{}[\]]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  const short = plain
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/[-.]+$/g, '')
  return cleanFileName(short, untitledFile[lang])
}

/**
 * Assigns names in one folder. The entry with the lowest id has the plain name, others of the same name have their id
 * behind it: a name does not change when pages are moved or added.
 *
 * @param taken names that the folder already has, in lower case
 */
export function assignNames(
  entries: readonly { id: number; title: string; extension: string }[],
  lang: Lang,
  taken: readonly string[] = [],
): Map<(typeof entries)[number], string> {
  const used = new Set(taken)
  const names = new Map<(typeof entries)[number], string>()
  for (const entry of entries.toSorted((one, other) => one.id - other.id)) {
    const stem = webName(entry.title, lang)
    let name = stem + entry.extension
    for (let more = 0; used.has(name.toLowerCase()); more += 1)
      name = `${stem}-${entry.id}${more === 0 ? '' : `-${more}`}${entry.extension}`
    used.add(name.toLowerCase())
    names.set(entry, name)
  }
  return names
}

/** Encodes a path of the archive as an address. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** Returns the address of a path as seen from a page at another path. */
export function relativeAddress(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')]
  let common = 0
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) common += 1
  return '../'.repeat(here.length - common) + encodePath(there.slice(common).join('/'))
}

/**
 * Returns the path of the image that pages show for a file: of an SVG file, which would run its scripts as a page of its
 * own and is therefore stored as text, that of its drawing.
 */
export const drawnImage = (path: string): string => path.replace(/(\.svg)\.txt$/i, '$1')
