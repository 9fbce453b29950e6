import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Texts = { [key: string]: string | Texts }

const langs = ['en', 'zh'] as const

function textAt(texts: Texts, key: string): string | undefined {
  let found: string | Texts | undefined = texts
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : undefined
}

/** The keys in the `text` of each empty state of a source, such as `text={t(isNew ? 'none' : 'noMatch')}`. */
const keysIn = (source: string): string[] =>
  source
    .split('<EmptyState')
    .slice(1)
    .flatMap((part) => {
      const start = part.indexOf('text={t(')
      if (start < 0) return []
      const expression = /^text=\{t\(((?:[^(){}]|\{[^{}]*\})*)\)\}/.exec(part.slice(start))?.[1] ?? ''
      return [...expression.matchAll(/'([a-z]\w*(?:\.\w+)*)'/gi)].map(([, key = '']) => key)
    })

test('the text of every empty state is a sentence with its full stop, in both languages', () => {
  const without: string[] = []
  let checked = 0
  for (const path of globSync('web/**/*.tsx')) {
    const source = readFileSync(path, 'utf8')
    const names = [...source.matchAll(/useTranslation\(\[?'([\w-]+)'/g)].map(([, name = '']) => name)
    for (const key of keysIn(source)) {
      for (const lang of langs) {
        const texts = names.flatMap(
          (name) => textAt(JSON.parse(readFileSync(`web/locales/${lang}/${name}.json`, 'utf8')) as Texts, key) ?? [],
        )
        checked += texts.length
        // a reason at the end brings its own
        for (const text of texts) if (!/(?:[.?。？]|\{\{reason\}\})$/.test(text)) without.push(`${path}: ${text}`)
      }
    }
  }
  expect(without).toEqual([])
  expect(checked).toBeGreaterThan(100)
})
