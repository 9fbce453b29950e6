import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { ErrorResponse } from '#shared/contract/errors.ts'
import { boot } from '#web/lib/boot.ts'
import { onStoredElsewhere, readStored, writeStored } from '#web/lib/storage.ts'
import type { adminResources as enAdminResources } from '#web/locales/en/admin.ts'
import type { resources as enResources } from '#web/locales/en/index.ts'
import type { deferredResources as enLaterResources } from '#web/locales/en/screens.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof enResources &
      typeof enLaterResources &
      typeof enAdminResources & { refusal: Record<ErrorResponse['error_name'] | 'offline', string> }
    returnNull: false
  }
}

export { useTranslation } from 'react-i18next'

/** A language of the interface. */
export type Lang = 'en' | 'zh'

/** The native name of each language, in menu order. */
export const langNames: Record<Lang, string> = { zh: '中文', en: 'English' }

const key = 'docstead.lang'
const isLang = (value: unknown): value is Lang => value === 'en' || value === 'zh'

type Words = Record<string, object>

const load: Record<Lang, () => Promise<{ resources: Words }>> = {
  en: () => import('#web/locales/en/index.ts'),
  zh: () => import('#web/locales/zh/index.ts'),
}

/**
 * Messages that the first page does not need: those of Admin, those of a reader of API pages, those of models, and
 * those of all other screens and dialogs, which include these two.
 */
export type DeferredMessages = 'screens' | 'admin' | 'reading' | 'models'

const loadLater: Record<DeferredMessages, Record<Lang, () => Promise<Words>>> = {
  screens: {
    en: async () => (await import('#web/locales/en/screens.ts')).deferredResources,
    zh: async () => (await import('#web/locales/zh/screens.ts')).deferredResources,
  },
  reading: {
    en: async () => (await import('#web/locales/en/reading.ts')).readingResources,
    zh: async () => (await import('#web/locales/zh/reading.ts')).readingResources,
  },
  models: {
    en: async () => (await import('#web/locales/en/models.ts')).modelResources,
    zh: async () => (await import('#web/locales/zh/models.ts')).modelResources,
  },
  admin: {
    en: async () => (await import('#web/locales/en/admin.ts')).adminResources,
    zh: async () => (await import('#web/locales/zh/admin.ts')).adminResources,
  },
}

// The server's error messages. Each request asks for its language; these replace messages on screen when it changes.
const loadErrorMessages: Record<Lang, () => Promise<{ default: { errors: object } }>> = {
  en: () => import('#shared/locales/en.json', { with: { type: 'json' } }),
  zh: () => import('#shared/locales/zh.json', { with: { type: 'json' } }),
}

const neededLater = new Set<DeferredMessages>()
let started: Promise<void> | undefined

/** Returns the initial language: the user's choice, then the server's, then the browser's. */
export function initialLang(languages: readonly string[]): Lang {
  const chosen = readStored<Lang | null>(key, null, (value): value is Lang | null => isLang(value)) ?? boot.lang
  if (chosen) return chosen
  const known = languages.map((one) => one.slice(0, 2).toLowerCase()).find(isLang)
  return known ?? 'en'
}

/** Returns the current interface language. */
export const currentLang = (): Lang => (isLang(i18next.language) ? i18next.language : 'en')

/** Returns the BCP 47 tag for `lang` attributes, Intl and the server. */
export const langTag = (lang: Lang): string => (lang === 'zh' ? 'zh-CN' : 'en')

const add = (lang: Lang, words: Words) => {
  for (const [namespace, its] of Object.entries(words)) i18next.addResourceBundle(lang, namespace, its)
}

const addLater = async (part: DeferredMessages, lang: Lang) => add(lang, await loadLater[part][lang]())

/** Loads messages that the first page does not need. Components loaded later wait for them: see ui/lazy.tsx. */
export async function loadDeferredMessages(part: DeferredMessages = 'screens'): Promise<void> {
  await started
  if (!neededLater.has(part)) await addLater(part, currentLang())
  neededLater.add(part)
}

const show = async (lang: Lang) => {
  const [{ resources }, errorNames] = await Promise.all([
    load[lang](),
    loadErrorMessages[lang](),
    Promise.all([...neededLater].map((part) => addLater(part, lang))),
  ])
  add(lang, { ...resources, refusal: errorNames.default.errors })
  await i18next.changeLanguage(lang)
  document.documentElement.lang = langTag(lang)
}

/** Changes the interface language in this tab and the other tabs. */
export async function setLang(lang: Lang): Promise<void> {
  await show(lang)
  writeStored(key, lang)
}

/** Loads the initial language. Call once, before the first render. */
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
    interpolation: { escapeValue: false }, // React escapes the values
    react: { useSuspense: false },
  })
  document.documentElement.lang = langTag(lang)
  onStoredElsewhere(key, () => void show(readStored<Lang>(key, lang, isLang)))
}
