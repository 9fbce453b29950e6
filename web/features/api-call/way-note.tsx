import { useTranslation } from '#web/lib/i18n.ts'
import styles from './call.module.css'
import type { WayTaken } from './way.ts'

/** Says by whom a request was sent, and why. */
export function WayNote({ way, why, host }: WayTaken & { host: string }) {
  const { t } = useTranslation('api-call')
  return <p className={styles.note}>{why === 'chosen' ? t(`taken.chosen.${way}`) : t(`taken.${why}`, { host })}</p>
}
