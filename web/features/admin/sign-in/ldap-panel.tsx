import { useAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import styles from '../forms/forms.module.css'
import { SaveBar } from '../forms/save-bar.tsx'
import { SettingFields } from '../forms/setting-fields.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { ldapForm } from './atoms.ts'
import { type LdapField, ldapGroups } from './fields.ts'

/** The LDAP settings, and what the server currently does with them. */
export function LdapPanel() {
  const { t } = useTranslation('admin')
  const [stored, askAgain] = useAtom(ldapForm.storedAtom)
  return (
    <>
      <div className={styles.groups}>
        <Banner tone="warn">{t('signIn.ldapTruth')}</Banner>
        <QueryBoundary asked={stored} onRetry={() => void askAgain()}>
          {() => (
            <div className={styles.list}>
              {ldapGroups.map(({ id, fields }) => (
                <SettingFields<LdapField>
                  key={id}
                  form={ldapForm}
                  title={t(`ldap.group.${id}`)}
                  note={t(`ldap.note.${id}`)}
                  fields={fields}
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
