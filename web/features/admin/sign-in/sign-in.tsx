import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { queryValue, useQueryState } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { KeyIcon, LockIcon } from '#web/ui/screen-icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { useConsoleAddress } from '../address.ts'
import styles from '../forms/forms.module.css'
import { SaveBar, UnsavedMark } from '../forms/save-bar.tsx'
import { SettingFields } from '../forms/setting-fields.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { setByStart, startSettingsAtom } from '../start-settings.ts'
import { ldapFields, ldapForm, ldapGroups, loginKeyAtom, resetLoginKeyAtom, showLoginKeyAtom } from './atoms.ts'
import { DirectorySync, DirectoryTest } from './directory-test.tsx'
import { KeyUses } from './key-uses.tsx'
import { unsavedProvidersAtom } from './provider-forms.ts'
import { ProvidersPanel } from './providers.tsx'
import { ScimPanel } from './scim-panel.tsx'
import { buildExample, type ExampleLanguage, exampleLanguages } from './sign-in-link-example.ts'

const ways = ['ldap', 'oauth2', 'scim', 'key'] as const
type Way = (typeof ways)[number]

/** The LDAP settings, a test of them, and the synchronisation of accounts. */
function LdapPanel() {
  const { t } = useTranslation('admin')
  const stored = useQueryState(ldapForm.storedAtom)
  const by = setByStart(queryValue(useAtomValue(startSettingsAtom)) ?? [], 'ldap_form')
  return (
    <>
      <div className={styles.groups}>
        <QueryBoundary query={stored}>
          {(values) => (
            <div className={styles.list}>
              {values['from_start'] !== '' && <Banner>{t('ldap.fromStart', { from: values['from_start'] })}</Banner>}
              {ldapGroups.map((id) => (
                <SettingFields
                  key={id}
                  form={ldapForm}
                  title={t(`ldap.group.${id}`)}
                  note={t(`ldap.note.${id}`)}
                  fields={ldapFields(id)}
                  wordsOf={(name) => ({
                    label: t(`ldap.label.${name}`),
                    help: t(`ldap.help.${name}`),
                    fixed: by && t(`startSettings.from.${by.source}`),
                    ...(name === 'security' && {
                      option: (value) => t(`ldap.option.security.${value as 'auto' | 'starttls' | 'ldaps' | 'none'}`),
                    }),
                    ...(name === 'sync' && {
                      option: (value) => t(`ldap.option.sync.${value as 'off' | 'hourly' | 'daily' | 'weekly'}`),
                    }),
                  })}
                />
              ))}
              <DirectoryTest />
              <DirectorySync />
            </div>
          )}
        </QueryBoundary>
      </div>
      <SaveBar form={ldapForm} />
    </>
  )
}

const facts = ['minute', 'once', 'administrators', 'accounts', 'path'] as const

const names: Record<ExampleLanguage, string> = { shell: 'Shell', js: 'Node.js', php: 'PHP' }

/** Code example, with a copy button, that creates a sign-in link in another system. */
function LinkExample({ site }: { site: string }) {
  const { t } = useTranslation('admin')
  const [language, setLanguage] = useState<ExampleLanguage>('shell')
  const [copied, copy] = useCopy()
  const text = buildExample(language, site)
  return (
    <Tabs
      label={t('key.sample')}
      tabs={exampleLanguages.map((id) => ({ id, label: names[id] }))}
      value={language}
      onValue={setLanguage}
    >
      <div className={styles.sample}>
        <pre tabIndex={0}>{text}</pre>
        <Button size="s" icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy(text)}>
          <span role="status">{t(copied ? 'copied' : 'copy')}</span>
        </Button>
      </div>
    </Tabs>
  )
}

/** The key that other systems sign sign-in links with: show, copy, reset, and an example of its use. */
function LoginKeyPanel() {
  const { t } = useTranslation('admin')
  const key = useAtomValue(loginKeyAtom)
  const by = setByStart(queryValue(useAtomValue(startSettingsAtom)) ?? [], 'login_secret_key')
  const show = useSetAtom(showLoginKeyAtom)
  const reset = useSetAtom(resetLoginKeyAtom)
  const [busy, setBusy] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      await show()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.groups}>
      <section className={styles.group}>
        <div className={styles.heading}>
          <h2>{t('key.title')}</h2>
          <p>{t('key.text')}</p>
        </div>
        <Banner tone="warn">{t('key.warning')}</Banner>
        <div className={styles.fields}>
          {by ? (
            <div className={styles.secret}>
              <Badge icon={<LockIcon />}>{t(`startSettings.from.${by.source}`)}</Badge>
              <span className={styles.help}>{t('settings.fixed', { from: by.source_name })}</span>
            </div>
          ) : key === undefined ? (
            <div className={styles.secret}>
              <Button icon={<KeyIcon />} busy={busy} onClick={() => void open()}>
                {t('key.show')}
              </Button>
              <span className={styles.help}>{t('key.showHelp')}</span>
            </div>
          ) : (
            <>
              <CopyField secret label={t('key.label')} value={key} />
              <div>
                <Button variant="danger" onClick={() => setConfirming(true)}>
                  {t('key.reset')}
                </Button>
              </div>
            </>
          )}
        </div>
      </section>
      <section className={styles.group}>
        <div className={styles.heading}>
          <h2>{t('key.how')}</h2>
          <p>{t('key.howText')}</p>
        </div>
        <LinkExample site={`${window.location.origin}${boot.base}`} />
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={fact}>{t(`key.fact.${fact}`)}</li>
          ))}
        </ul>
      </section>
      <KeyUses />
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('key.resetTitle')}
        action={t('key.reset')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          await reset()
          setConfirming(false)
          toast.ok(localized(() => i18next.t('admin:key.resetDone')))
        }}
      >
        {t('key.resetText')}
      </ConfirmDialog>
    </div>
  )
}

const panels: Record<Way, ComponentType> = {
  ldap: LdapPanel,
  oauth2: ProvidersPanel,
  scim: ScimPanel,
  key: LoginKeyPanel,
}

/** The sign-in methods other than passwords. */
export function SignIn() {
  const { t } = useTranslation('admin')
  const { query, step } = useConsoleAddress()
  const way = ways.find((one) => one === query.get('way')) ?? 'ldap'
  const Panel = panels[way]
  const unsaved = {
    ldap: Object.keys(useAtomValue(ldapForm.typedAtom)).length > 0,
    oauth2: useAtomValue(unsavedProvidersAtom),
    scim: false,
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
        onValue={(id) => step({ way: id === 'ldap' ? '' : id, provider: '' })}
      >
        <Panel key={way} />
      </Tabs>
    </ScreenFrame>
  )
}
