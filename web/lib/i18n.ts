import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { ErrorResponse } from '#contract/errors.ts'
import { boot } from '#web/lib/boot.ts'
import { onStoredElsewhere, readStored, writeStored } from '#web/lib/storage.ts'
import type { deferredResources as enLaterResources } from '#web/locales/en/deferred.ts'
import type { resources as enResources } from '#web/locales/en/index.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof enResources &
      typeof enLaterResources & { refusal: Record<ErrorResponse['error_name'] | 'offline', string> }
    returnNull: false
  }
}

export { Trans, useTranslation } from 'react-i18next'

/** A language of the interface. */
export type Lang = 'en' | 'zh'

/** Each language in its own words, in the order of menus. */
export const langNames: Record<Lang, string> = { zh: '中文', en: 'English' }

const key = 'docstead.lang'
const isLang = (value: unknown): value is Lang => value === 'en' || value === 'zh'

type Words = Record<string, object>

const load: Record<Lang, () => Promise<{ resources: Words }>> = {
  en: () => import('#web/locales/en/index.ts'),
  zh: () => import('#web/locales/zh/index.ts'),
}

const loadLater: Record<Lang, () => Promise<{ deferredResources: Words }>> = {
  en: () => import('#web/locales/en/deferred.ts'),
  zh: () => import('#web/locales/zh/deferred.ts'),
}

// What the server says itself, in the language that each call asks for; here for what stands there when that changes.
const loadRefusals: Record<Lang, () => Promise<{ default: { errors: object } }>> = {
  en: () => import('#src/locales/en.json', { with: { type: 'json' } }),
  zh: () => import('#src/locales/zh.json', { with: { type: 'json' } }),
}

let needsLater = false
let started: Promise<void> | undefined

/** The language to begin with: the person's choice, then the server's, then the browser's. */
export function initialLang(languages: readonly string[]): Lang {
  const chosen = readStored<Lang | null>(key, null, (value): value is Lang | null => isLang(value)) ?? boot.lang
  if (chosen) return chosen
  const known = languages.map((one) => one.slice(0, 2).toLowerCase()).find(isLang)
  return known ?? 'en'
}

/** The language shown now. */
export const currentLang = (): Lang => (isLang(i18next.language) ? i18next.language : 'en')

/** The tag for `lang` attributes, Intl and the server. */
export const langTag = (lang: Lang): string => (lang === 'zh' ? 'zh-CN' : 'en')

const add = (lang: Lang, words: Words) => {
  for (const [namespace, its] of Object.entries(words)) i18next.addResourceBundle(lang, namespace, its)
}

const addLater = async (lang: Lang) => add(lang, (await loadLater[lang]()).deferredResources)

/** Loads the words that the first page does not need. What is loaded later waits for them: see ui/lazy.tsx. */
export async function loadDeferredMessages(): Promise<void> {
  await started
  if (!needsLater) await addLater(currentLang())
  needsLater = true
}

const show = async (lang: Lang) => {
  const [{ resources }, refusals] = await Promise.all([
    load[lang](),
    loadRefusals[lang](),
    needsLater && addLater(lang),
  ])
  add(lang, { ...resources, refusal: refusals.default.errors })
  await i18next.changeLanguage(lang)
  document.documentElement.lang = langTag(lang)
}

/** Changes the language of the interface, here and in the other tabs. */
export async function setLang(lang: Lang): Promise<void> {
  await show(lang)
  writeStored(key, lang)
}

/** Loads the first language; call once, before the first render. */
export function startI18n(): Promise<void> {
  started = start()
  return started
}

async function start(): Promise<void> {
  const lang = initialLang(navigator.languages)
  const { resources } = await load[lang]()
  await i18next.use(initReactI18next).init({
    lng: lang,
    resources: { [lang]: resources as Record<string, Record<string, string>> },
    defaultNS: 'common',
    fallbackLng: false,
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false },
  })
  document.documentElement.lang = langTag(lang)
  onStoredElsewhere(key, () => void show(readStored<Lang>(key, lang, isLang)))
}
