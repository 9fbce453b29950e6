/** The kind of a protected block. */
type ProtectedKind = 'frontMatter' | 'contents' | 'comment' | 'html' | 'footnote' | 'reference' | 'other'

/** Returns the kind of a protected block by its source, for its label. */
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

/** Returns whether the viewer shows a protected block by itself: others affect the whole page, or are invisible. */
export const isShownAlone = (source: string): boolean => drawn.has(protectedKind(source))
