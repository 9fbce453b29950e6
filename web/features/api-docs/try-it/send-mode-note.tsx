import { useTranslation } from '#web/lib/i18n.ts'
import styles from './call.module.css'
import type { ChosenSendMode } from './send-mode.ts'

/** Note that says whether the server or the browser sent a request, and why. */
export function SendModeNote({ way, why, host }: ChosenSendMode & { host: string }) {
  const { t } = useTranslation('api-call')
  return <p className={styles.note}>{why === 'chosen' ? t(`taken.chosen.${way}`) : t(`taken.${why}`, { host })}</p>
}
