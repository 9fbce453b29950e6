import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { feedbackParts } from './feedback.ts'
import styles from './message.module.css'

/** What somebody wrote as feedback, with the way to them and to the picture. */
export function FeedbackWords({ message }: { message: string }) {
  const { t } = useTranslation('message')
  const { text, contact, picture } = feedbackParts(message)
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
