/** Returns how well words match the typed text: 0 is best, -1 is no match. Characters may be skipped in between. */
export function fuzzyScore(words: string, typed: string): number {
  const text = words.toLowerCase()
  const query = typed.toLowerCase().trim()
  if (query === '' || text.startsWith(query)) return 0
  const at = text.indexOf(query)
  if (at > 0) return /[\s/·-]/.test(text[at - 1] ?? '') ? 1 : 2
  let from = 0
  for (const sign of query) {
    const next = text.indexOf(sign, from)
    if (next < 0) return -1
    from = next + sign.length
  }
  return query.length < 3 ? -1 : 3
}

/** Returns the entries that match the typed text, the best first; `wordsOf` returns all the keywords of an entry. */
export function fuzzyMatch<T>(
  entries: readonly T[],
  typed: string,
  wordsOf: (entry: T) => readonly string[],
  most: number,
): T[] {
  return entries
    .map((entry, at) => {
      const fits = wordsOf(entry)
        .map((words) => fuzzyScore(words, typed))
        .filter((fit) => fit >= 0)
      return { entry, at, fit: fits.length > 0 ? Math.min(...fits) : -1 }
    })
    .filter(({ fit }) => fit >= 0)
    .sort((a, b) => a.fit - b.fit || a.at - b.at)
    .slice(0, most)
    .map(({ entry }) => entry)
}
