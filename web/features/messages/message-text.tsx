import { useTranslation } from '#web/lib/i18n.ts'
import { getReminderKind, type Reminder, senderName } from './messages.ts'

// Stands in for the title while the text is translated; no title can contain it.
const mark = '\u0001'

/** The text of a reminder, with the page title emphasized. */
export function MessageText({ reminder }: { reminder: Reminder }) {
  const { t } = useTranslation('message')
  const { page_data } = reminder
  const [before, after] = t(`says.${getReminderKind(reminder)}`, { name: senderName(reminder), title: mark }).split(
    mark,
  )
  return (
    <>
      {before}
      {after !== undefined && <strong>{page_data?.page_title}</strong>}
      {after}
    </>
  )
}

/**
 * Returns the text of an announcement's HTML on one line. Nothing in the HTML runs or loads: it is parsed into a
 * document that is never shown.
 */
export function plainText(html: string): string {
  const spaced = html.replaceAll(/<\/?(?:br|p|[uo]l|li|h\d|pre|blockquote)\b/gi, ' $&')
  const read = new DOMParser().parseFromString(spaced, 'text/html')
  return (read.body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}
