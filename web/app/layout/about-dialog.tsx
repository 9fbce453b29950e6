import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href, Link } from '#web/lib/route.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './about-dialog.module.css'
import { Logo } from './logo.tsx'

/** Information about the product: version, licence, included packages, and links to more. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app-menu')
  return (
    <Dialog open onClose={onClose} title={t('about.title')}>
      <div className={styles.head}>
        <Logo size={44} />
        <div>
          <strong>Docstead</strong>
          <span>{t('about.version', { version: boot.version })}</span>
        </div>
      </div>
      <p className={styles.text}>{t('about.text')}</p>
      <dl className={styles.facts}>
        <dt>{t('about.site')}</dt>
        <dd>{boot.site_name}</dd>
        <dt>{t('about.licence')}</dt>
        <dd>Apache-2.0</dd>
        <dt>{t('about.packages')}</dt>
        <dd>
          <a href={href('/licences.txt')} target="_blank" rel="noreferrer">
            {t('about.packageLicences')}
          </a>
        </dd>
        <dt>{t('about.more')}</dt>
        <dd className={styles.links}>
          <Link href="/help" onClick={onClose}>
            {t('guide')}
          </Link>
          <Link href="/help/api" onClick={onClose}>
            {t('apiReference')}
          </Link>
        </dd>
      </dl>
    </Dialog>
  )
}
