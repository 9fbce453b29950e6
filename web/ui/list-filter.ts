const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)

/** Returns the options that contain every typed word; those that start with the typed text come first. */
export function filterList<T>(options: readonly T[], typed: string, textOf: (option: T) => string): T[] {
  const words = wordsOf(typed)
  if (words.length === 0) return [...options]
  const start = words.join(' ')
  const found = options
    .map((option) => ({ option, text: textOf(option).normalize('NFKC').toLowerCase() }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
  const begins = ({ text }: { text: string }) => text.startsWith(start)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].map(({ option }) => option)
}
