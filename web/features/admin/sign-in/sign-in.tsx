import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useConsoleAddress } from '../address.ts'
import { UnsavedMark } from '../forms/unsaved-mark.tsx'
import { ldapForm, oauthForm } from './atoms.ts'
import { LdapPanel } from './ldap-panel.tsx'
import { LoginKeyPanel } from './login-key-panel.tsx'
import { OauthPanel } from './oauth-panel.tsx'

const ways = ['ldap', 'oauth2', 'key'] as const
type Way = (typeof ways)[number]

const panels: Record<Way, ComponentType> = { ldap: LdapPanel, oauth2: OauthPanel, key: LoginKeyPanel }

/** The sign-in methods other than passwords. */
export function SignIn() {
  const { t } = useTranslation('admin')
  const { query, step } = useConsoleAddress()
  const way = ways.find((one) => one === query.get('way')) ?? 'ldap'
  const Panel = panels[way]
  const unsaved = {
    ldap: Object.keys(useAtomValue(ldapForm.typedAtom)).length > 0,
    oauth2: Object.keys(useAtomValue(oauthForm.typedAtom)).length > 0,
    key: false,
  }
  return (
    <ScreenFrame title={t('section.sign-in')} note={t('signIn.note')}>
      <Tabs
        label={t('section.sign-in')}
        tabs={ways.map((id) => ({
          id,
          label: <UnsavedMark isUnsaved={unsaved[id]}>{t(`signIn.way.${id}`)}</UnsavedMark>,
        }))}
        value={way}
        onValue={(id) => step({ way: id === 'ldap' ? '' : id })}
      >
        <Panel key={way} />
      </Tabs>
    </ScreenFrame>
  )
}
