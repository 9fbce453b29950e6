import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#web/lib/api.ts'
import { setLang, startI18n } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'

afterEach(() => vi.unstubAllGlobals())

const begin = async () => {
  vi.stubGlobal('navigator', { languages: ['en'], userAgent: '' })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('window', { addEventListener: () => undefined })
  await startI18n()
}

/** The error of a server that speaks English. */
const refuse = (refusal: object) =>
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error_code: 10101, request_id: 'r', ...refusal })))

test('messages and server errors follow the language, with the names in them', async () => {
  await begin()
  const own = localized(() => i18next.t('common:action.cancel'))
  refuse({ error_name: 'domainTaken', error_message: 'The address “api” is taken.', error_values: { domain: 'api' } })
  const refused = errorText(await api.user.updateInfo({ name: '' }).catch((error: unknown) => error))
  expect([own.text, refused.text]).toEqual(['Cancel', 'The address “api” is taken.'])
  await setLang('zh')
  expect(own.text).toBe('取消')
  expect(refused.text).toMatch(/^[\p{Script=Han}“”，。：a-z]*api[\p{Script=Han}“”，。：]*$/u)
  await setLang('en')
  expect(refused.text).toBe('The address “api” is taken.')
})
