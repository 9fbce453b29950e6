import { useAtomValue } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { ExternalIcon } from '#web/ui/icons.ts'
import { ssoLabelAtom } from './atoms.ts'
import styles from './sso-button.module.css'

/** The single sign-on button with the site's own label; nothing if the site has none. */
export function SsoButton({ redirect }: { redirect: string | null }) {
  const { t } = useTranslation('account')
  const tips = useAtomValue(ssoLabelAtom)
  if (tips === undefined) return null
  const query = redirect ? `?${new URLSearchParams({ redirect })}` : ''
  return (
    <div className={styles.other}>
      <p className={styles.or}>{t('signIn.or')}</p>
      <a className={styles.entry} href={href(`/api/ExtLogin/oauth2${query}`)}>
        <ExternalIcon />
        {tips || t('signIn.otherService')}
      </a>
    </div>
  )
}
