import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import styles from './order.module.css'
import { WayBack } from './way-back.tsx'

/** The page on orders: there are none where nothing is sold. */
export function Orders() {
  const { t } = useTranslation('order')
  useTitle(t('orders'))
  return (
    <ScreenFrame title={t('orders')} width="text">
      <div className={styles.body}>
        <p>{t('ordersText')}</p>
        <div className={styles.row}>
          <WayBack />
          <ButtonLink to="/prices">{t('toPrices')}</ButtonLink>
        </div>
      </div>
    </ScreenFrame>
  )
}
