/** How much of a text is escaped: nothing, what looks like Markdown, or every character that can have a meaning. */
export type Escaping = 'none' | 'likely' | 'all'

/** Matches what looks like Markdown at its position in a line. */
const likely: [RegExp, string][] = [
  [/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\'],
  [/`/g, '\\`'],
  [/(?<!\s)\*|\*(?!\s)/g, '\\*'],
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_'],
  [/~(?=~)/g, '\\~'],
  [/\[/g, '\\['],
  [/\](?=[[(:])/g, '\\]'],
  [/<(?=[a-z/!?])/gi, '\\<'],
  [/&(?=#?\w{1,31};)/g, '\\&'],
  [/(?<![\w$])\$|\$(?!\s)/g, '\\$'],
  [/\^(?=\[)/g, '\\^'],
]

/** Escapes the text of a line. */
export function escapeText(text: string, escaping: Escaping): string {
  if (escaping === 'none') return text
  if (escaping === 'all') return text.replace(/[\\`*_[\]<>~$^!&|]/g, '\\$&')
  return likely.reduce((escaped, [sign, written]) => escaped.replace(sign, () => written), text)
}

/** Matches what would begin another block at the start of a line; the backslash goes before the last group. */
const starts = [
  /^()([#>|=])/,
  /^()([-+*])(?=[ \t]|$)/,
  /^()([-*_])(?=(?:[ \t]*[-*_]){2,}[ \t]*$)/,
  /^()(-)(?=-*[ \t]*$)/,
  /^(\d{1,9})([.)])(?=[ \t]|$)/,
  /^()(`{3}|~{3}|\$\$|\[|<)/,
]

/** Escapes the start of a line that would begin another block. */
export function escapeStart(line: string): string {
  for (const start of starts) {
    if (start.test(line)) return line.replace(start, (_, before: string, sign: string) => `${before}\\${sign}`)
  }
  return line
}

/** Returns whether a text needs no check, because none of it can be Markdown syntax. */
export const isPlainText = (text: string): boolean => !/[\\`*_{}[\]<>#+=|~$&!:@^\n-]|www|^\s*\d+[.)]/i.test(text)
