import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { queryAtom, queryValue, useQueryState } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { ConnectionTest } from '../forms/connection-test.tsx'
import styles from '../forms/forms.module.css'
import { ldapForm } from './atoms.ts'

type Step = Awaited<ReturnType<typeof api.adminSetting.testLdap>>['steps'][number]

/** Returns what a step shows. */
function useStepText(): (step: Step) => string {
  const { t } = useTranslation('admin')
  return ({ step, outcome, values }) => {
    const { kind = '', dn = '' } = values
    const isOk = outcome === 'ok'
    switch (step) {
      case 'connect': {
        const encryption = t(`ldap.test.encryption.${(values['security'] ?? 'none') as 'none' | 'starttls' | 'ldaps'}`)
        return t(isOk ? 'ldap.test.connect' : 'ldap.test.connectFailed', { host: values['host'] ?? '', encryption })
      }
      case 'bind':
        if (!isOk) return t('ldap.test.bindFailed')
        return dn === '' ? t('ldap.test.bindAnonymous') : t('ldap.test.bind', { dn })
      case 'search': {
        const facts = [values['name'], values['email'], dn].filter(Boolean).join(', ')
        const reason = (kind || 'failed') as 'found' | 'nobody' | 'several' | 'noUsername' | 'otherName' | 'failed'
        const { username = '', base = '', filter = '', field = '' } = values
        const found = t(`ldap.test.search.${reason}`, { username, facts, base, filter, dn, field })
        const missing = values['missing'] ?? ''
        return missing === '' ? found : `${found}. ${t('ldap.test.search.missing', { names: missing })}`
      }
      case 'groups': {
        const { group = '', teams = '' } = values
        const role = t(`ldap.test.groups.${kind as 'unchanged' | 'admin' | 'member' | 'noMember'}`, { group })
        return teams === '' ? role : `${role}. ${t('ldap.test.groups.teams', { teams })}`
      }
      case 'password':
        if (isOk) return t('ldap.test.passwordOk')
        return t(`ldap.test.passwordFailed.${(kind || 'wrong') as 'wrong' | 'expired' | 'barred' | 'locked'}`, { dn })
      case 'account':
        return t(`ldap.test.account.${kind as 'new' | 'linked' | 'willLink' | 'taken'}`, { name: values['name'] ?? '' })
    }
  }
}

/** Goes through a sign-in with the settings as they are typed, and shows each step. */
export function DirectoryTest() {
  const { t } = useTranslation('admin')
  const { ldap_open: _, ...typed } = useAtomValue(ldapForm.typedAtom)
  const ldap_form = JSON.stringify(typed)
  const stepText = useStepText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  return (
    <ConnectionTest
      title={t('ldap.test.title')}
      note={t('ldap.test.note')}
      textOf={stepText}
      subject={JSON.stringify([ldap_form, username, password])}
      run={async () => (await api.adminSetting.testLdap({ ldap_form, username, password })).steps}
    >
      <Field label={t('ldap.test.username')} help={t('ldap.test.usernameHelp')}>
        <TextInput value={username} onValue={setUsername} autoComplete="off" />
      </Field>
      <Field label={t('ldap.test.password')} help={t('ldap.test.passwordHelp')}>
        <PasswordInput value={password} onValue={setPassword} autoComplete="off" />
      </Field>
    </ConnectionTest>
  )
}

const statusAtom = queryAtom(() => api.adminSetting.syncLdapStatus())

/** When accounts were last synchronised, with what result, and when the next time is. */
function LastSync() {
  const { t } = useTranslation('admin')
  const { result } = useQueryState(statusAtom)
  const status = queryValue(result)
  if (!result || !status) return null
  const { last_time, next_time, sync_count, added, disabled, missing, error_message } = status
  const isSoon = next_time * 1000 <= result.at
  const next = isSoon ? t('ldap.sync.soon') : t('ldap.sync.next', { time: exactTime(next_time) })
  const counts = [
    t('ldap.sync.done', { count: sync_count }),
    t('ldap.sync.added', { count: added }),
    t('ldap.sync.disabled', { count: disabled }),
  ].join(' · ')
  return (
    <>
      <p className={styles.help}>
        {last_time === 0 ? t('ldap.sync.none') : t('ldap.sync.last', { time: exactTime(last_time) })}
        {last_time !== 0 && error_message === '' && ` ${counts}`} {next_time !== 0 && next}
      </p>
      {error_message !== '' && <Banner tone="danger">{error_message}</Banner>}
      {missing > 0 && <Banner tone="warn">{t('ldap.sync.missing', { count: missing })}</Banner>}
    </>
  )
}

// 50,000 people take some seconds, and a minute on a slow machine.
const syncTimeoutMs = 600_000

type Report = Awaited<ReturnType<typeof api.adminSetting.syncLdapUsers>>

/** Gives everyone in the directory an account at once. */
export function DirectorySync() {
  const { t } = useTranslation('admin')
  const stored = queryValue(useAtomValue(ldapForm.storedAtom))
  const isUnsaved = Object.keys(useAtomValue(ldapForm.typedAtom)).length > 0
  const isOn = stored?.['ldap_open'] === '1'
  const [busy, setBusy] = useState(false)
  const [report, setReport] = useState<Report>()
  const [error, setError] = useState<LocalizedText>()
  const reloadStatus = useSetAtom(statusAtom)
  const run = async (disable_many = false) => {
    setBusy(true)
    setError(undefined)
    setReport(undefined)
    try {
      setReport(await api.adminSetting.syncLdapUsers({ disable_many }, { timeoutMs: syncTimeoutMs }))
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
      void reloadStatus()
    }
  }
  const why = isUnsaved ? t('ldap.sync.unsaved') : isOn ? '' : t('ldap.sync.off')
  return (
    <section className={styles.group}>
      <div className={styles.heading}>
        <h2>{t('ldap.sync.title')}</h2>
        <p>{t('ldap.sync.note')}</p>
      </div>
      <div className={styles.fields}>
        <div className={styles.secret}>
          <Button busy={busy} disabled={why !== ''} onClick={() => void run()}>
            {t(busy ? 'ldap.sync.running' : 'ldap.sync.run')}
          </Button>
          {why && <span className={styles.help}>{why}</span>}
        </div>
        {!error && !report && <LastSync />}
        <div role="status">
          {error && <Banner tone="danger">{error.text}</Banner>}
          {report && (
            <Banner tone="ok">
              {[
                t('ldap.sync.done', { count: report.sync_count }),
                t('ldap.sync.added', { count: report.added }),
                t('ldap.sync.disabled', { count: report.disabled }),
              ].join(' · ')}
              {report.skipped.length > 0 && <p>{t('ldap.sync.skipped', { names: report.skipped.join(', ') })}</p>}
              {report.same_email.length > 0 && (
                <p>{t('ldap.sync.sameEmail', { names: report.same_email.join(', ') })}</p>
              )}
            </Banner>
          )}
          {report && report.missing > 0 && (
            <Banner
              tone="warn"
              action={
                <Button size="s" variant="danger" onClick={() => void run(true)}>
                  {t('ldap.sync.disableMany')}
                </Button>
              }
            >
              {t('ldap.sync.missing', { count: report.missing })}
            </Banner>
          )}
        </div>
      </div>
    </section>
  )
}
