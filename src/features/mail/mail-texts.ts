import type { Lang } from '#src/core/i18n.ts'
import en from '#shared/locales/mail-en.json' with { type: 'json' }
import zh from '#shared/locales/mail-zh.json' with { type: 'json' }
import type { MailContent } from './layout.ts'

/** Returns the texts of mails and messages in a language. */
export const mailTexts = (lang: Lang): typeof en => ({ en, zh })[lang]

/** Fills values into a text. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** Returns the mail of a test. */
export function testContent(lang: Lang, { site_name, site_url }: { site_name: string; site_url: string }): MailContent {
  const { test, open } = mailTexts(lang)
  return {
    subject: fillText(test.subject, { site: site_name }),
    lines: [fillText(test.text, { site: site_name })],
    ...(site_url !== '' && { link: { label: fillText(open, { site: site_name }), url: site_url } }),
  }
}
