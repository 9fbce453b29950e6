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
