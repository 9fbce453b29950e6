import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { parseFeedback } from './feedback.ts'
import styles from './message.module.css'

/** What somebody wrote as feedback, with the way to them and to the picture. */
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
