import { getSimilarity, splitWords } from './words.ts'

/** Lines shown next to each other; -1 where a side has none. */
export type Pair = [oldLine: number, newLine: number]

/** The maximum number of comparisons for matching similar lines; more would take too long. */
const mostCompared = 2500

/** Two lines count as one changed line from this similarity on (0 to 1). */
const enough = 0.45

const neighbour = (oldCount: number, newCount: number): Pair[] =>
  Array.from({ length: Math.max(oldCount, newCount) }, (_, at) => [at < oldCount ? at : -1, at < newCount ? at : -1])

/** Pairs the most similar lines without reordering either side, like a longest common subsequence. */
function likest(oldLines: readonly string[], newLines: readonly string[]): Pair[] {
  const oldWords = oldLines.map((line) => splitWords(line.slice(0, 500)))
  const newWords = newLines.map((line) => splitWords(line.slice(0, 500)))
  const width = newLines.length + 1
  const best = new Float64Array((oldLines.length + 1) * width)
  const alike = new Float64Array((oldLines.length + 1) * width)
  for (let x = oldLines.length - 1; x >= 0; x -= 1) {
    for (let y = newLines.length - 1; y >= 0; y -= 1) {
      const here = x * width + y
      const like = getSimilarity(oldWords[x] ?? [], newWords[y] ?? [])
      alike[here] = like
      const both = like >= enough ? like + (best[here + width + 1] ?? 0) : 0
      best[here] = Math.max(both, best[here + width] ?? 0, best[here + 1] ?? 0)
    }
  }
  const pairs: Pair[] = []
  let x = 0
  let y = 0
  while (x < oldLines.length && y < newLines.length) {
    const here = x * width + y
    const like = alike[here] ?? 0
    if (like >= enough && best[here] === like + (best[here + width + 1] ?? 0)) pairs.push([x++, y++])
    else if (best[here] === best[here + width]) pairs.push([x++, -1])
    else pairs.push([-1, y++])
  }
  while (x < oldLines.length) pairs.push([x++, -1])
  while (y < newLines.length) pairs.push([-1, y++])
  return pairs
}

/** Puts adjacent one-sided lines in the same rows. */
function closed(pairs: readonly Pair[]): Pair[] {
  const result: Pair[] = []
  let olds: number[] = []
  let news: number[] = []
  const flush = () => {
    for (const [x, y] of neighbour(olds.length, news.length)) result.push([olds[x] ?? -1, news[y] ?? -1])
    olds = []
    news = []
  }
  for (const pair of pairs) {
    if (pair[0] !== -1 && pair[1] !== -1) {
      flush()
      result.push(pair)
    } else if (pair[0] !== -1) olds.push(pair[0])
    else news.push(pair[1])
  }
  flush()
  return result
}

/** Pairs removed with added lines. Indexes start at 0 on both sides. */
export function pairLines(oldLines: readonly string[], newLines: readonly string[]): Pair[] {
  if (oldLines.length * newLines.length > mostCompared) return neighbour(oldLines.length, newLines.length)
  if (oldLines.length === 0 || newLines.length === 0) return neighbour(oldLines.length, newLines.length)
  return closed(likest(oldLines, newLines))
}
