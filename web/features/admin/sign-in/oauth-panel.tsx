import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live-region.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from '../forms/forms.module.css'
import { SaveBar } from '../forms/save-bar.tsx'
import { SettingFields } from '../forms/setting-fields.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { oauthForm } from './atoms.ts'
import { type OauthField, oauthGroups } from './fields.ts'
import { type ServiceTemplate, serviceTemplates } from './templates.ts'

/** The OAuth settings, and what the server currently does with them. */
export function OauthPanel() {
  const { t } = useTranslation('admin')
  const [stored, askAgain] = useAtom(oauthForm.storedAtom)
  const change = useSetAtom(oauthForm.changeAtom)
  const fillIn = ({ name, values }: ServiceTemplate) => {
    for (const [field, value] of Object.entries(values)) change(field, value)
    announce(t('oauth.filledIn', { name }))
  }
  return (
    <>
      <div className={styles.groups}>
        <Banner tone="warn">{t('signIn.oauthTruth')}</Banner>
        <QueryBoundary asked={stored} onRetry={() => void askAgain()}>
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
              {oauthGroups.map(({ id, fields }) => (
                <SettingFields<OauthField>
                  key={id}
                  form={oauthForm}
                  title={t(`oauth.group.${id}`)}
                  note={t(`oauth.note.${id}`)}
                  fields={fields}
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
