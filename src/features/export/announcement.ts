import type { Token } from 'markdown-it'

/** Whether a paragraph ends with a colon, or is one line in bold, as headings are often written. */
export function isAnnouncement({ content, children }: Token): boolean {
  if (/[:：][*_\s]*$/.test(content)) return true
  const shown = (children ?? []).filter((child) => child.type !== 'text' || child.content.trim() !== '')
  const isBold = shown[0]?.type === 'strong_open' && shown.at(-1)?.type === 'strong_close'
  return isBold && shown.filter((child) => child.type === 'strong_open').length === 1
}

/** A block of code of at most so many lines is not broken at the end of a page. */
export const shortCodeLines = 14

/** Returns the lines of a block of code, without empty ones at its end. */
export const codeLines = (content: string): string[] => content.replace(/\s+$/, '').split(/\r\n?|\n/)
