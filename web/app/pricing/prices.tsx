import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { BackLink } from './back-link.tsx'
import styles from './order.module.css'

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
