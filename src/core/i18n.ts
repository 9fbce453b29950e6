import type { ErrorName } from '#shared/contract/errors.ts'
import en from '#shared/locales/en.json' with { type: 'json' }
import zh from '#shared/locales/zh.json' with { type: 'json' }
import type { MessageValues } from './errors.ts'

/** The languages of the product. */
export type Lang = 'en' | 'zh'

/** Values that a text of the command line interpolates; some are themselves texts in both languages. */
export type CliValues = Record<string, MessageValues[string] | Record<Lang, string>>

/** The name of a command-line text; the texts of errors are separate. */
export type CliText = keyof typeof en.cli

const texts = { en, zh } as const

const fill = (text: string, values: MessageValues) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** Returns the message of an expected failure. A field without a label is shown by its name. */
export const errorText = (lang: Lang, name: ErrorName, values: MessageValues = {}): string =>
  fill(texts[lang].errors[name], { label: values['field'] ?? '', ...values })

/** Returns a text of the command line or the log. */
export function cliText(lang: Lang, name: CliText, values: CliValues = {}): string {
  const said = Object.entries(values).map(([key, value]) => [key, typeof value === 'object' ? value[lang] : value])
  return fill(texts[lang].cli[name], Object.fromEntries(said))
}

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
