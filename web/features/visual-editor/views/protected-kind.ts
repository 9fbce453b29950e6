/** What a protected block is. */
export type ProtectedKind = 'frontMatter' | 'contents' | 'comment' | 'html' | 'footnote' | 'reference' | 'other'

/** What the source of a protected block is, for its label. */
export function protectedKind(source: string): ProtectedKind {
  const text = source.trimStart()
  if (/^(?:---|\+\+\+)\s*\r?\n/.test(text)) return 'frontMatter'
  if (/^\[TOCM?\]\s*$/i.test(text)) return 'contents'
  if (/^<!--[\s\S]*-->\s*$/.test(text)) return 'comment'
  if (text.startsWith('<')) return 'html'
  if (/^\[\^[^\]]+\]:/.test(text)) return 'footnote'
  if (/^\[[^\]]+\]:/.test(text)) return 'reference'
  return 'other'
}

const drawn = new Set<ProtectedKind>(['html', 'other'])

/** Whether the viewer shows a protected block by itself: the others act on the whole page, or are not seen at all. */
export const isShownAlone = (source: string): boolean => drawn.has(protectedKind(source))
