import { expect, test } from 'vitest'
import { initialLang } from '#web/lib/i18n.ts'
import { differences, serverMessages, webMessages, withoutSingular } from '../../../scripts/check-locales.ts'

test('both languages have the same keys', () => {
  expect(differences(webMessages('en'), webMessages('zh'))).toEqual([])
})

test('every plural text has a singular form', () => {
  expect(withoutSingular(webMessages('en'))).toEqual([])
  expect(withoutSingular(serverMessages('en'))).toEqual([])
})

test.each([
  [['zh-CN', 'en'], 'zh'],
  [['fr-FR', 'zh-TW'], 'zh'],
  [['de'], 'en'],
  [[], 'en'],
])('a browser that speaks %j starts in %s', (languages, lang) => {
  expect(initialLang(languages)).toBe(lang)
})
