import { expect, test } from 'vitest'
import { initialLang } from '#web/lib/i18n.ts'
import { differences, serverWords, webWords, withoutSingular } from '../../../scripts/check-locales.ts'

test('both languages have the same words', () => {
  expect(differences(webWords('en'), webWords('zh'))).toEqual([])
})

test('what is counted is said of one as well', () => {
  expect(withoutSingular(webWords('en'))).toEqual([])
  expect(withoutSingular(serverWords('en'))).toEqual([])
})

test.each([
  [['zh-CN', 'en'], 'zh'],
  [['fr-FR', 'zh-TW'], 'zh'],
  [['de'], 'en'],
  [[], 'en'],
])('a browser that speaks %j begins in %s', (languages, lang) => {
  expect(initialLang(languages)).toBe(lang)
})
