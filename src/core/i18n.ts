import type { ErrorName } from '#shared/contract/errors.ts'
import en from '#shared/locales/en.json' with { type: 'json' }
import healthEn from '#shared/locales/health-en.json' with { type: 'json' }
import healthZh from '#shared/locales/health-zh.json' with { type: 'json' }
import reasonsEn from '#shared/locales/import-reasons-en.json' with { type: 'json' }
import reasonsZh from '#shared/locales/import-reasons-zh.json' with { type: 'json' }
import mailEn from '#shared/locales/mail-en.json' with { type: 'json' }
import mailZh from '#shared/locales/mail-zh.json' with { type: 'json' }
import showdocEn from '#shared/locales/showdoc-en.json' with { type: 'json' }
import showdocZh from '#shared/locales/showdoc-zh.json' with { type: 'json' }
import zh from '#shared/locales/zh.json' with { type: 'json' }
import type { MessageValues } from './errors.ts'

/** The languages of the product. */
export type Lang = 'en' | 'zh'

/** Values that a text of the command line interpolates; some are themselves texts in both languages. */
export type CliValues = Record<string, MessageValues[string] | Record<Lang, string>>

/** The name of a command-line text; the texts of errors are separate. */
export type CliText = keyof typeof en.cli

const texts = { en, zh } as const
const healthTexts = { en: healthEn, zh: healthZh } as const

const fill = (text: string, values: MessageValues) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** Returns the message of an expected failure. A field without a label is shown by its name. */
export const errorText = (lang: Lang, name: ErrorName, values: MessageValues = {}): string =>
  fill(texts[lang].errors[name], { label: values['field'] ?? '', ...values })

const inLang = (lang: Lang, values: CliValues): MessageValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'object' ? value[lang] : value]),
  )

/** Returns a text of the command line or the log. */
export function cliText(lang: Lang, name: CliText, values: CliValues = {}): string {
  return fill(texts[lang].cli[name], inLang(lang, values))
}

/** Values that a text of the checks interpolates. */
export type HealthValues = CliValues

/** The texts of the checks of an installation. */
export const healthText = {
  /** Returns the name of a check. */
  title: (lang: Lang, name: keyof typeof healthEn.title): string => healthTexts[lang].title[name],
  /** Returns what a check found. */
  text: (lang: Lang, name: keyof typeof healthEn.text, values: HealthValues): string =>
    fill(healthTexts[lang].text[name], inLang(lang, values)),
  /** Returns what to do about it. */
  advice: (lang: Lang, name: keyof typeof healthEn.advice, values: HealthValues): string =>
    fill(healthTexts[lang].advice[name], inLang(lang, values)),
}

/** Returns the texts of the report of an imported ShowDoc site. */
export const showdocTexts = (lang: Lang): typeof showdocEn => ({ en: showdocEn, zh: showdocZh })[lang]

/** Returns the texts of mails and of messages to webhooks. */
export const mailTexts = (lang: Lang): typeof mailEn => ({ en: mailEn, zh: mailZh })[lang]

/** Fills values into a text. */
export const fillText = fill

const importReasons: Record<Lang, Record<string, string>> = { en: reasonsEn, zh: reasonsZh }

/** Returns why an import leaves something out or changes it. */
export const importReasonText = (lang: Lang, reason: string): string =>
  importReasons[lang][reason] ?? importReasons[lang]['other'] ?? reason

/** Returns the preferred language of an `Accept-Language` header; undefined when it names neither. */
export function parseAcceptLanguage(header: string | undefined): Lang | undefined {
  let best: { lang: Lang; weight: number } | undefined
  for (const part of (header ?? '').slice(0, 200).split(',')) {
    const [tag = '', ...rest] = part.trim().toLowerCase().split(';')
    const lang = tag.startsWith('zh') ? 'zh' : tag.startsWith('en') ? 'en' : undefined
    const weight = Number(rest.find((one) => one.trim().startsWith('q='))?.split('=')[1] ?? 1)
    if (lang && (!best || weight > best.weight)) best = { lang, weight }
  }
  return best?.lang
}

/** Returns the language of a terminal, from the locale of the environment. */
export const getTerminalLang = (env: NodeJS.ProcessEnv): Lang =>
  (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '').toLowerCase().startsWith('zh') ? 'zh' : 'en'
