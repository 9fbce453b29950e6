import { longestRun } from './fence.ts'

/** Returns a text as inline code, verbatim except for line breaks; an empty text stays empty. */
export function inlineCode(text: string): string {
  if (text === '') return ''
  const fence = '`'.repeat(longestRun(text) + 1)
  const pad = /^[` ]|[` ]$/.test(text) && text.trim() !== '' ? ' ' : ''
  return fence + pad + text.replaceAll(/\r\n?|\n/g, ' ') + pad + fence
}

/** Returns a text as inline code where Markdown would interpret its characters: `^[1-9]` would be a footnote. */
export const plainOrCode = (text: string): string => (/[\\`*_~^<>[\]|$]/.test(text) ? inlineCode(text) : text)

/** Joins non-empty pieces of Markdown with an empty line between them. */
export const joined = (...parts: (string | undefined)[]): string =>
  parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n')
