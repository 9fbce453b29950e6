/** How much of a text is escaped: nothing, what looks like Markdown, or every sign that can mean something. */
export type Escaping = 'none' | 'likely' | 'all'

/** What looks like Markdown where it stands in a line. */
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

/** Escapes the words of a line. */
export function escapeText(text: string, escaping: Escaping): string {
  if (escaping === 'none') return text
  if (escaping === 'all') return text.replace(/[\\`*_[\]<>~$^!&|]/g, '\\$&')
  return likely.reduce((escaped, [sign, written]) => escaped.replace(sign, () => written), text)
}

/** What would begin another block at the start of a line, with the place to put the backslash: before the last group. */
const starts = [
  /^()([#>|=])/,
  /^()([-+*])(?=[ \t]|$)/,
  /^()([-*_])(?=(?:[ \t]*[-*_]){2,}[ \t]*$)/,
  /^()(-)(?=-*[ \t]*$)/,
  /^(\d{1,9})([.)])(?=[ \t]|$)/,
  /^()(`{3}|~{3}|\$\$|\[|<)/,
]

/** Escapes the start of a line, when it would begin another block. */
export function escapeStart(line: string): string {
  for (const start of starts) {
    if (start.test(line)) return line.replace(start, (_, before: string, sign: string) => `${before}\\${sign}`)
  }
  return line
}

/** Whether a line could begin another block than a paragraph; when not, there is nothing to find out. */
export const isPlainText = (text: string): boolean => !/[\\`*_{}[\]<>#+=|~$&!:@^\n-]|www|^\s*\d+[.)]/i.test(text)
