import type { ScriptName } from '#shared/contract/tools.ts'
import { sourceExtensions } from '#src/features/open-api/index.ts'
import { commentsPs1 } from './scripts/comments-ps1.ts'
import { commentsSh } from './scripts/comments-sh.ts'
import { dictionaryPs1 } from './scripts/dictionary-ps1.ts'
import { dictionarySh } from './scripts/dictionary-sh.ts'

const templates: Record<ScriptName, string> = {
  'docstead-comments.sh': commentsSh,
  'docstead-comments.ps1': commentsPs1,
  'docstead-dictionary.sh': dictionarySh,
  'docstead-dictionary.ps1': dictionaryPs1,
}

/** What a script knows without being given; each may be empty. */
export interface ScriptValues {
  url: string
  api_key: string
  api_token: string
  /** The name of the item, which the script prints. */
  project: string
}

const withoutControls = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')

/** Quotes a text as one word of a POSIX shell, in which nothing has a meaning. */
const inShell = (text: string): string => `'${withoutControls(text).replaceAll("'", `'\\''`)}'`

// PowerShell takes the typographic quotes for quotes as well. Source: its language specification 2.3.5.2.
const inPowerShell = (text: string): string =>
  `'${withoutControls(text).replaceAll(/['\u2018\u2019\u201a\u201b]/g, (quote) => quote + quote)}'`

/**
 * Returns a script with its values, each quoted: no name, address or key can become a command. Scripts for PowerShell
 * begin with a byte order mark, without which Windows PowerShell 5.1 reads them in the system's own encoding.
 */
export function fillScript(name: ScriptName, values: ScriptValues): string {
  const isShell = name.endsWith('.sh')
  const quoted = isShell ? inShell : inPowerShell
  const fields: Record<string, string> = {
    URL: quoted(values.url),
    KEY: quoted(values.api_key),
    TOKEN: quoted(values.api_token),
    PROJECT: quoted(values.project),
    NAMES: sourceExtensions.map((extension) => `-name '*.${extension}'`).join(' -o '),
    EXTENSIONS: sourceExtensions.map((extension) => `'${extension}'`).join(', '),
  }
  // in one pass, so that no value is taken for a place to fill
  const filled = templates[name].replaceAll(/%([A-Z]+)%/g, (place, field: string) => fields[field] ?? place)
  return isShell ? filled : `\uFEFF${filled.replaceAll('\n', '\r\n')}`
}
