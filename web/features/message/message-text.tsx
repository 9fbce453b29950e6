import { useTranslation } from '#web/lib/i18n.ts'
import { getReminderKind, type Reminder, senderName } from './messages.ts'

// Stands for the title while the words around it are looked up; no title can hold it.
const mark = '\u0001'

/** What a reminder tells, with the page's name set off. */
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
