import { fillText, type Lang, mailTexts } from '#src/core/i18n.ts'
import type { MailContent } from '#src/features/mail/index.ts'

/** Returns the mail of a test. */
export function testContent(lang: Lang, { site_name, site_url }: { site_name: string; site_url: string }): MailContent {
  const { test, open } = mailTexts(lang)
  return {
    subject: fillText(test.subject, { site: site_name }),
    lines: [fillText(test.text, { site: site_name })],
    ...(site_url !== '' && { link: { label: fillText(open, { site: site_name }), url: site_url } }),
  }
}
