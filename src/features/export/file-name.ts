import type { Lang } from '#src/core/i18n.ts'

const longest = 120
const reserved = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$/i

/** The name of a file whose own name has no valid characters. */
export const untitledFile = { en: 'untitled', zh: '未命名' } as const satisfies Record<Lang, string>

/**
 * Returns a file or folder name that is valid on every system: without path separators, control and bidirectional
 * characters, leading or trailing dots, and device names. Never empty: `otherwise` is the fallback.
 */
export function cleanFileName(name: string, otherwise: string = untitledFile.en): string {
  const plain = name
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, ' ')
    .replaceAll(/[<>:"/\\|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .normalize('NFC')
    .replaceAll(/^[\s._]+|[\s.]+$/g, '')
  const short = plain
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/[\s.]+$/g, '')
  if (short === '') return otherwise
  return reserved.test(short) ? `_${short}` : short
}

/** Assigns unique names in one folder, compared case-insensitively. */
export class FolderNames {
  readonly #taken = new Set<string>()
  /** The number that the next file of a name tries first. */
  readonly #next = new Map<string, number>()

  /** @param extension the extension with its dot, or empty */
  take(stem: string, extension = ''): string {
    let name = stem + extension
    const key = name.toLowerCase()
    let number = this.#next.get(key) ?? 1
    for (; this.#taken.has(name.toLowerCase()); number += 1) name = `${stem}_${number}${extension}`
    this.#next.set(key, number)
    this.#taken.add(name.toLowerCase())
    return name
  }
}
