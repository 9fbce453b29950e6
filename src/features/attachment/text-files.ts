// Only this many files of a page are linked; reading further would cost too much.
const signsMost = 2000

// All address forms that a file ever had: `visitFile?sign=`, `visitFile&sign=` (also escaped), `visitFile/sign/`, and
// each of them inside JSON. Source: reference, formats-and-data 8.6.
const address = /visitfile[^\s"'<>()]{0,40}?sign[=/\\]{1,2}([0-9a-f]{32})(?![0-9a-f])/gi

/** Returns the signs of the uploaded files whose addresses occur in a text, each once. */
export function findFileSigns(text: string): string[] {
  const signs = new Set<string>()
  for (const match of text.matchAll(address)) {
    signs.add((match[1] ?? '').toLowerCase())
    if (signs.size >= signsMost) break
  }
  return [...signs]
}
