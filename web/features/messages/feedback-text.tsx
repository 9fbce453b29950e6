import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { parseFeedback } from './feedback.ts'
import styles from './message.module.css'

/** The text of a feedback message, with links to the sender and to the image. */
export function FeedbackText({ message }: { message: string }) {
  const { t } = useTranslation('message')
  const { text, contact, picture } = parseFeedback(message)
  return (
    <>
      <p className={styles.remark}>{text}</p>
      {contact && <p className={styles.remark}>{t('feedback.reach', { contact })}</p>}
      {picture && (
        <a className={styles.changes} href={href(picture)} target="_blank" rel="noreferrer">
          {t('feedback.seePicture')}
        </a>
      )}
    </>
  )
}
