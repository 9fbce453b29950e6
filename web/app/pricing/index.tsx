import { useAtomValue } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import styles from './order.module.css'

/** A link back to the items, or to the start page for visitors, who have none. */
function BackLink() {
  const { t } = useTranslation('order')
  const user = useAtomValue(userAtom)
  return (
    <ButtonLink to={user ? '/item/index' : '/'} variant="primary">
      {t(user ? 'back' : 'home')}
    </ButtonLink>
  )
}

/** The prices page: a self-hosted site has no prices. It says so, and lists the limits that apply. */
export function Prices() {
  const { t } = useTranslation('order')
  useTitle(t('prices'))
  const limits = [
    [t('items'), t('unlimited')],
    [t('pages'), t('unlimited')],
    [t('people'), t('unlimited')],
    [t('history'), t('historyText')],
    [t('files'), t('filesText')],
  ] as const
  return (
    <ScreenFrame title={t('none')} width="text">
      <div className={styles.body}>
        <p>{t('text', { site: boot.site_name })}</p>
        <h2>{t('limits')}</h2>
        <dl className={styles.limits}>
          {limits.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p>{t('note')}</p>
        <div>
          <BackLink />
        </div>
      </div>
    </ScreenFrame>
  )
}

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
