import type { Lang } from '#src/core/i18n.ts'

/** What a mail says. Plain text throughout: nothing in it is markup. */
export interface MailContent {
  subject: string
  /** The paragraphs. */
  lines: readonly string[]
  /** Where it leads. */
  link?: { label: string; url: string }
  /** A list of entries, each with the address it leads to. */
  entries?: readonly { title: string; text: string; url: string }[]
  /** Why the reader gets it, and how to end that. */
  footer?: readonly string[]
  /** Where the reader unsubscribes with one action; also sent as a header. */
  unsubscribe?: { label: string; url: string; oneClick: string }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Returns a mail as plain text. */
export function mailText({ lines, link, entries = [], footer = [], unsubscribe }: MailContent): string {
  const parts = [
    ...lines,
    ...entries.map(({ title, text, url }) =>
      [`- ${title}`, text && `  ${text}`, url && `  ${url}`].filter(Boolean).join('\n'),
    ),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
  ]
  const end = [...footer, ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : [])]
  return [...parts, ...(end.length > 0 ? [`-- \n${end.join('\n')}`] : [])].join('\n\n')
}

const anchor = (url: string, label: string, style: string): string =>
  `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`

/** Returns a mail as simple HTML, which every mail program shows alike: no pictures, no style sheet, nothing to load. */
export function mailHtml(content: MailContent, lang: Lang): string {
  const { subject, lines, link, entries = [], footer = [], unsubscribe } = content
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const entry = ({ title, text, url }: { title: string; text: string; url: string }) =>
    `<li style="margin:0 0 12px">${url ? anchor(url, title, 'color:#1d5fbf') : escapeHtml(title)}${text ? `<br><span style="color:#5b6470">${escapeHtml(text)}</span>` : ''}</li>`
  const button = link
    ? `<p style="margin:0 0 16px">${anchor(link.url, link.label, 'display:inline-block;padding:10px 18px;border-radius:6px;background:#1d5fbf;color:#ffffff;text-decoration:none')}</p><p style="margin:0 0 16px;color:#5b6470;font-size:13px;word-break:break-all">${escapeHtml(link.url)}</p>`
    : ''
  const end = [
    ...footer.map(escapeHtml),
    ...(unsubscribe ? [anchor(unsubscribe.url, unsubscribe.label, 'color:#5b6470')] : []),
  ]
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1f2328;font:15px/1.6 -apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif">
<div style="max-width:600px;margin:0 auto">
${lines.map(paragraph).join('\n')}
${entries.length > 0 ? `<ul style="margin:0 0 16px;padding-left:20px">${entries.map(entry).join('')}</ul>` : ''}
${button}
${end.length > 0 ? `<hr style="border:0;border-top:1px solid #d8dee4;margin:24px 0 12px"><p style="margin:0;color:#5b6470;font-size:13px">${end.join('<br>')}</p>` : ''}
</div></body></html>
`
}
