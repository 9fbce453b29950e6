const most = 1000

/** Where words stand in a text, whatever their letters' size; the first thousand places. */
export function findAll(text: string, words: string): number[] {
  if (words === '') return []
  const found: number[] = []
  const [inside, wanted] = [text.toLowerCase(), words.toLowerCase()]
  // letters whose small form is longer would move all places behind them
  const [where, what] = inside.length === text.length ? [inside, wanted] : [text, words]
  for (let at = where.indexOf(what); at >= 0 && found.length < most; at = where.indexOf(what, at + what.length))
    found.push(at)
  return found
}

/** Places in the text of a node as ranges, in order. */
export function rangesOf(node: Node, places: readonly number[], length: number): Range[] {
  const ranges: Range[] = []
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  let text = walker.nextNode()
  let begin = 0
  const go = (place: number) => {
    while (text && place > begin + (text.nodeValue?.length ?? 0)) {
      begin += text.nodeValue?.length ?? 0
      text = walker.nextNode()
    }
    return text
  }
  for (const place of places) {
    const first = go(place)
    if (!first) break
    const range = document.createRange()
    range.setStart(first, place - begin)
    const last = go(place + length)
    if (!last) break
    range.setEnd(last, place + length - begin)
    ranges.push(range)
  }
  return ranges
}
