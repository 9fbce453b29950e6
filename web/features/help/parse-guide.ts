import { createSlugger, idToHash } from '#shared/markdown/slug.ts'
import { type Chapter, type ChapterId, chapterIds, type GuideTexts } from './chapters.ts'

const plain = (markdown: string) =>
  markdown
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/\[!(\w+)\]/g, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[-|\s]+\|$/gm, '')
    .replaceAll(/[*`>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

function chapter(id: ChapterId, source: string): Chapter {
  const [head = '', ...parts] = source.split(/^(?=## )/m)
  const [first = '', ...rest] = head.split('\n')
  const slug = createSlugger()
  return {
    id,
    title: first.replace(/^#\s+/, '').trim(),
    markdown: rest.join('\n').trim() + parts.map((part) => `\n\n${part.trim()}`).join(''),
    sections: [
      { heading: '', anchor: '', text: plain(rest.join('\n')) },
      ...parts.map((part) => {
        const [line = '', ...lines] = part.split('\n')
        const heading = plain(line.replace(/^##\s+/, ''))
        return { heading, anchor: idToHash(slug(heading)).slice(1), text: plain(lines.join('\n')) }
      }),
    ],
  }
}

/** Parses the chapters of the guide, in order. */
export const readGuide = (texts: GuideTexts): Chapter[] => chapterIds.map((id) => chapter(id, texts[id]))

/** A section of the guide that matches a search. */
interface GuideHit {
  id: ChapterId
  title: string
  heading: string
  anchor: string
  snippet: string
}

const around = 40

function snippetOf(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word)
  if (at < 0) return text.slice(0, 2 * around)
  const from = Math.max(0, at - around)
  return `${from > 0 ? '…' : ''}${text.slice(from, at + 2 * around)}${at + 2 * around < text.length ? '…' : ''}`
}

/** Returns the sections that contain all words; those with the words in their headings come first. */
export function searchGuide(chapters: readonly Chapter[], typed: string): GuideHit[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const [first] = words
  if (first === undefined) return []
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const hits = chapters.flatMap(({ id, title, sections }) =>
    sections
      .filter(
        ({ heading, text }) =>
          holds(`${title} ${heading} ${text}`) &&
          words.some((word) => `${heading} ${text} ${heading === '' ? title : ''}`.toLowerCase().includes(word)),
      )
      .map(({ heading, anchor, text }) => ({ id, title, heading, anchor, snippet: snippetOf(text, first) })),
  )
  const rank = ({ heading, title }: GuideHit) => Number(!holds(heading)) + Number(!holds(`${title} ${heading}`))
  return hits.toSorted((one, other) => rank(one) - rank(other))
}
