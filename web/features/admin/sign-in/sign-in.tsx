import { useAtomValue, useSetAtom } from 'jotai'
import type { ComponentType } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live-region.ts'
import { useQueryState } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useConsoleAddress } from '../address.ts'
import type { Values } from '../forms/fields.ts'
import styles from '../forms/forms.module.css'
import { SaveBar } from '../forms/save-bar.tsx'
import { SettingFields } from '../forms/setting-fields.tsx'
import { UnsavedMark } from '../forms/unsaved-mark.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { ldapFields, ldapForm, ldapGroups, oauthFields, oauthForm, oauthGroups } from './atoms.ts'
import { LoginKeyPanel } from './login-key-panel.tsx'

const ways = ['ldap', 'oauth2', 'key'] as const
type Way = (typeof ways)[number]

/** The LDAP settings, and what the server currently does with them. */
function LdapPanel() {
  const { t } = useTranslation('admin')
  const stored = useQueryState(ldapForm.storedAtom)
  return (
    <>
      <div className={styles.groups}>
        <Banner tone="warn">{t('signIn.ldapTruth')}</Banner>
        <QueryBoundary query={stored}>
          {() => (
            <div className={styles.list}>
              {ldapGroups.map((id) => (
                <SettingFields
                  key={id}
                  form={ldapForm}
                  title={t(`ldap.group.${id}`)}
                  note={t(`ldap.note.${id}`)}
                  fields={ldapFields(id)}
                  wordsOf={(name) => ({ label: t(`ldap.label.${name}`), help: t(`ldap.help.${name}`) })}
                />
              ))}
            </div>
          )}
        </QueryBoundary>
      </div>
      <SaveBar form={ldapForm} />
    </>
  )
}

/** A service with known URLs: choosing it fills them in. */
interface ServiceTemplate {
  id: string
  /** Its name, the same in every language. */
  name: string
  values: Values
}

const paths = (
  host: string,
  authorize_path: string,
  token_path: string,
  resource_path: string,
  userinfo_path: string,
  scope: string,
): Values => ({ protocol: 'https', host, authorize_path, token_path, resource_path, userinfo_path, scope })

/** Common OAuth services. A host in `<>` must be filled in by the user. */
const serviceTemplates: readonly ServiceTemplate[] = [
  {
    id: 'github',
    name: 'GitHub',
    values: paths(
      'github.com',
      '/login/oauth/authorize',
      '/login/oauth/access_token',
      'https://api.github.com/user',
      '',
      'read:user user:email',
    ),
  },
  {
    id: 'gitlab',
    name: 'GitLab',
    values: paths(
      'gitlab.com',
      '/oauth/authorize',
      '/oauth/token',
      '/api/v4/user',
      '/oauth/userinfo',
      'openid profile email',
    ),
  },
  {
    id: 'gitee',
    name: 'Gitee',
    values: paths('gitee.com', '/oauth/authorize', '/oauth/token', '/api/v5/user', '', 'user_info'),
  },
  {
    id: 'google',
    name: 'Google',
    values: paths(
      'accounts.google.com',
      '/o/oauth2/v2/auth',
      'https://oauth2.googleapis.com/token',
      '',
      'https://openidconnect.googleapis.com/v1/userinfo',
      'openid profile email',
    ),
  },
  {
    id: 'microsoft',
    name: 'Microsoft Entra ID',
    values: paths(
      'login.microsoftonline.com',
      '/common/oauth2/v2.0/authorize',
      '/common/oauth2/v2.0/token',
      '',
      'https://graph.microsoft.com/oidc/userinfo',
      'openid profile email',
    ),
  },
  {
    id: 'keycloak',
    name: 'Keycloak',
    values: paths(
      'keycloak.example.com',
      '/realms/main/protocol/openid-connect/auth',
      '/realms/main/protocol/openid-connect/token',
      '',
      '/realms/main/protocol/openid-connect/userinfo',
      'openid profile email',
    ),
  },
]

/** The OAuth settings, and what the server currently does with them. */
function OauthPanel() {
  const { t } = useTranslation('admin')
  const stored = useQueryState(oauthForm.storedAtom)
  const change = useSetAtom(oauthForm.changeAtom)
  const fillIn = ({ name, values }: ServiceTemplate) => {
    for (const [field, value] of Object.entries(values)) change(field, value)
    announce(t('oauth.filledIn', { name }))
  }
  return (
    <>
      <div className={styles.groups}>
        <Banner tone="warn">{t('signIn.oauthTruth')}</Banner>
        <QueryBoundary query={stored}>
          {() => (
            <div className={styles.list}>
              <section className={styles.group}>
                <div className={styles.heading}>
                  <h2>{t('oauth.templates')}</h2>
                  <p>{t('oauth.templatesNote')}</p>
                </div>
                <div className={styles.templates}>
                  {serviceTemplates.map((template) => (
                    <Button key={template.id} size="s" onClick={() => fillIn(template)}>
                      {template.name}
                    </Button>
                  ))}
                </div>
              </section>
              {oauthGroups.map((id) => (
                <SettingFields
                  key={id}
                  form={oauthForm}
                  title={t(`oauth.group.${id}`)}
                  note={t(`oauth.note.${id}`)}
                  fields={oauthFields(id)}
                  wordsOf={(name) => ({ label: t(`oauth.label.${name}`), help: t(`oauth.help.${name}`) })}
                />
              ))}
            </div>
          )}
        </QueryBoundary>
      </div>
      <SaveBar form={oauthForm} />
    </>
  )
}

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
