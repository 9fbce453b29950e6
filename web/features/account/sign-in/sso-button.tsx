import { useAtomValue } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue } from '#web/lib/query.ts'
import { href } from '#web/lib/route.ts'
import { ExternalIcon } from '#web/ui/screen-icons.ts'
import { ssoLabelAtom } from './atoms.ts'
import styles from './login.module.css'

/** The single sign-on button with the site's own label; nothing if the site has none. */
export function SsoButton({ redirect }: { redirect: string | null }) {
  const { t } = useTranslation('account')
  const tips = queryValue(useAtomValue(ssoLabelAtom)) // signing in with the password works without it
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
