const wide = /[\u2e80-\u2fdf\u3000\uf900-\ufaff\uff01-\uffdc]/

/** Normalizes case and width of a text, unit by unit, so that offsets stay the same. */
function plain(text: string): string {
  const lower = text.toLowerCase()
  const isEven = lower.length === text.length
  if (isEven && !wide.test(text)) return lower.replaceAll('ς', 'σ')
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at)
    const narrow = wide.test(unit) ? unit.normalize('NFKC') : unit
    const small = (narrow.length === 1 ? narrow : unit).toLowerCase()
    return small.length === 1 ? small.replace('ς', 'σ') : unit
  }).join('')
}

/** Returns where any of the words occur in a text: from and to, in order, not overlapping; as the server finds them. */
export function findHits(text: string, words: string): [from: number, to: number][] {
  const wanted = [...new Set(words.split(/\s+/).filter(Boolean).map(plain))]
  const small = plain(text)
  const found: [number, number][] = []
  for (const word of wanted) {
    for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + word.length)) {
      found.push([at, at + word.length])
    }
  }
  const hits: [number, number][] = []
  for (const one of found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (one[0] >= (hits.at(-1)?.[1] ?? 0)) hits.push(one)
  }
  return hits
}
