import type { Lang } from '#src/core/i18n.ts'
import { type MailContent, mailHtml, mailText } from './layout.ts'
import type { MailSettings } from './settings.ts'

const oneLine = (text: string): string => text.replaceAll(/[\r\n\t]+/g, ' ').trim()

/**
 * Returns a mail with its headers. `delivery_id` makes its Message-ID, which is the same in every attempt.
 *
 * @param date of the mail, the same in every attempt
 */
export async function composeMail(
  settings: Pick<MailSettings, 'from' | 'from_name'>,
  {
    to,
    content,
    lang,
    delivery_id,
    date,
  }: { to: string; content: MailContent; lang: Lang; delivery_id: string; date: Date },
): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { from, from_name } = settings
  const { unsubscribe } = content
  const composer = new MailComposer({
    from: { name: from_name, address: from },
    to: { name: '', address: to },
    subject: oneLine(content.subject).slice(0, 200),
    text: mailText(content),
    html: mailHtml(content, lang),
    messageId: `<${delivery_id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date,
    headers: {
      // programs that answer by themselves leave it alone. Source: RFC 3834.
      'Auto-Submitted': 'auto-generated',
      'X-Docstead-Delivery': delivery_id,
      // Source: RFC 8058.
      ...(unsubscribe && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe.oneClick}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return new Promise((resolve, reject) => {
    composer.compile().build((error, message) => (error || !message ? reject(error) : resolve(message)))
  })
}
