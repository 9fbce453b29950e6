import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { BackLink } from './back-link.tsx'
import styles from './order.module.css'

/** The orders page: there are no orders, because nothing is sold. */
export function Orders() {
  const { t } = useTranslation('order')
  useTitle(t('orders'))
  return (
    <ScreenFrame title={t('orders')} width="text">
      <div className={styles.body}>
        <p>{t('ordersText')}</p>
        <div className={styles.row}>
          <BackLink />
          <ButtonLink to="/prices">{t('toPrices')}</ButtonLink>
        </div>
      </div>
    </ScreenFrame>
  )
}
