import type { Lang } from '#web/lib/i18n.ts'

/** An emoji and the keywords it is found by. */
interface Emoji {
  sign: string
  name: string
  words: string
}

/** A record of a language's emoji data; the build keeps nothing else of it. */
interface Row {
  unicode?: string
  label?: string
  tags?: string[]
  group?: number
}

const load: Record<Lang, () => Promise<{ default: unknown }>> = {
  en: () => import('emojibase-data/en/compact.json', { with: { type: 'json' } }),
  zh: () => import('emojibase-data/zh/compact.json', { with: { type: 'json' } }),
}

const read: Partial<Record<Lang, Promise<Emoji[]>>> = {}

const emojiOf = (rows: unknown): Emoji[] =>
  (Array.isArray(rows) ? (rows as Row[]) : []).flatMap(({ unicode, label = '', tags = [], group }) =>
    unicode && group !== undefined
      ? [{ sign: unicode, name: label, words: `${label} ${tags.join(' ')}`.toLowerCase().replaceAll('_', ' ') }]
      : [],
  )

const inLanguage = (lang: Lang) => (read[lang] ??= load[lang]().then(({ default: rows }) => emojiOf(rows)))

/** Returns the emoji with their names in a language; in Chinese they are found by their English names too. */
export async function loadEmoji(lang: Lang): Promise<Emoji[]> {
  if (lang === 'en') return inLanguage('en')
  const [own, english] = await Promise.all([inLanguage('zh'), inLanguage('en')])
  const words = new Map(english.map((emoji) => [emoji.sign, emoji.words]))
  return own.map((emoji) => ({ ...emoji, words: `${emoji.words} ${words.get(emoji.sign) ?? ''}` }))
}

const placeOf = ({ name, words }: Emoji, query: string): number => {
  if (name.toLowerCase().startsWith(query)) return 0
  if (words.startsWith(query) || words.includes(` ${query}`)) return 1
  return words.includes(query) ? 2 : -1
}

/** Returns the emoji that match the typed text, the best matches first. */
export function findEmoji(all: readonly Emoji[], typed: string, most: number): Emoji[] {
  const query = typed.toLowerCase().replaceAll('_', ' ')
  return all
    .map((emoji, at) => ({ emoji, at, place: placeOf(emoji, query) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place || a.at - b.at)
    .slice(0, most)
    .map(({ emoji }) => emoji)
}
