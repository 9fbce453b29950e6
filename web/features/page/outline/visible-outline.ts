import type { OutlineEntry } from '#web/features/page/markdown/index.tsx'

// h1 to h4. Source: the interface guide, 4.5.
const deepestHeading = 4
// More lines than anyone reads, but few enough to render at once.
const linesMost = 600

/**
 * Returns the headings that the outline shows: for a page with very many, the upper levels, and the first 600 of those.
 */
export function visibleOutline(entries: readonly OutlineEntry[]): OutlineEntry[] {
  for (let deepest = deepestHeading; deepest > 0; deepest--) {
    const shown = entries.filter(({ level }) => level <= deepest)
    const hasUpper = shown.some(({ level }) => level < deepest)
    if (shown.length <= linesMost || !hasUpper) return shown.slice(0, linesMost)
  }
  return []
}
