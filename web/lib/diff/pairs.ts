import { getSimilarity, splitWords } from './words.ts'

/** Lines that stand beside one another; -1 where there is none. */
export type Pair = [oldLine: number, newLine: number]

/** Up to this many comparisons the likest lines are brought together; more would take too long. */
const mostCompared = 2500

/** A line is taken as another one changed when they share this much. */
const enough = 0.45

const beside = (oldCount: number, newCount: number): Pair[] =>
  Array.from({ length: Math.max(oldCount, newCount) }, (_, at) => [at < oldCount ? at : -1, at < newCount ? at : -1])

/** The likest lines brought together without changing the order of either side, as in the longest shared part. */
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

/** Lines of one side alone that stand next to each other, beside one another: they fill the same rows. */
function closed(pairs: readonly Pair[]): Pair[] {
  const result: Pair[] = []
  let olds: number[] = []
  let news: number[] = []
  const flush = () => {
    for (const [x, y] of beside(olds.length, news.length)) result.push([olds[x] ?? -1, news[y] ?? -1])
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

/** Which of the removed and added lines stand beside one another, from 0 in both. */
export function pairLines(oldLines: readonly string[], newLines: readonly string[]): Pair[] {
  if (oldLines.length * newLines.length > mostCompared) return beside(oldLines.length, newLines.length)
  if (oldLines.length === 0 || newLines.length === 0) return beside(oldLines.length, newLines.length)
  return closed(likest(oldLines, newLines))
}
