/** A text with its selection. */
export interface Chosen {
  text: string
  start: number
  end: number
}

/** Formatting that a toolbar button applies to the selection. */
export type MarkUp = 'bold' | 'italic' | 'heading' | 'list' | 'link'

const around: Record<Exclude<MarkUp, 'list'>, [before: string, after: string]> = {
  bold: ['<strong>', '</strong>'],
  italic: ['<em>', '</em>'],
  heading: ['<h3>', '</h3>'],
  link: ['<a href="https://">', '</a>'],
}

const listOf = (chosen: string) =>
  `<ul>\n${chosen
    .split('\n')
    .map((line) => `<li>${line}</li>`)
    .join('\n')}\n</ul>`

/** Wraps the selection in tags. Keeps the same text selected; for a new link selects its URL. */
export function markUp({ text, start, end }: Chosen, how: MarkUp): Chosen {
  const chosen = text.slice(start, end)
  if (how === 'list') {
    const list = listOf(chosen)
    const at = start + '<ul>\n<li>'.length
    return {
      text: text.slice(0, start) + list + text.slice(end),
      start: at,
      end: start + list.length - '</li>\n</ul>'.length,
    }
  }
  const [before, after] = around[how]
  const next = text.slice(0, start) + before + chosen + after + text.slice(end)
  const at = start + before.length
  if (how === 'link') return { text: next, start: at - 'https://">'.length, end: at - '">'.length }
  return { text: next, start: at, end: at + chosen.length }
}
