import { useAtomValue } from 'jotai'
import { type ComponentType, useEffect } from 'react'
import { type CurrentUser, sessionAtom } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate, useSearchParams, useTitle } from '#web/lib/route.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { PreferencesPanel } from './preferences-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SecurityPanel } from './security-panel.tsx'
import { TokensPanel } from './tokens-panel.tsx'
import styles from './user-centre.module.css'

const tabs = ['profile', 'security', 'preferences', 'tokens'] as const
type TabId = (typeof tabs)[number]

const panels: Record<TabId, ComponentType<{ user: CurrentUser }>> = {
  profile: ProfilePanel,
  security: SecurityPanel,
  preferences: PreferencesPanel,
  tokens: TokensPanel,
}

/** The user centre: profile, password and sessions, preferences, access tokens. The tab is in the URL. */
export function UserCentre() {
  const { t } = useTranslation('account')
  const user = useAtomValue(sessionAtom)
  const [query, setQuery] = useSearchParams()
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'profile'
  const Panel = panels[tab]
  useTitle(user ? t('centre.title') : undefined)
  useEffect(() => {
    if (!user) navigate('/user/login?redirect=/user/setting', { replace: true })
  }, [user])
  if (!user) return null
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('centre.title')}</h1>
      <Tabs
        label={t('centre.title')}
        tabs={tabs.map((id) => ({ id, label: t(`centre.${id}`) }))}
        value={tab}
        onValue={(id) => setQuery({ tab: id }, { replace: true })}
      >
        <div className={styles.panel}>
          <Panel user={user} />
        </div>
      </Tabs>
    </div>
  )
}
