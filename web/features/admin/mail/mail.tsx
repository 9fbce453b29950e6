import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useQueryState } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useConsoleAddress } from '../address.ts'
import styles from '../forms/forms.module.css'
import { SaveBar, UnsavedMark } from '../forms/save-bar.tsx'
import { SettingFields } from '../forms/setting-fields.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { setByStart, startSettingsAtom } from '../start-settings.ts'
import { type MailField, mailFields, mailForm, mailGroups, startSettingOf } from './atoms.ts'
import { Deliveries, SiteWebhooks } from './deliveries.tsx'
import { MailTest } from './mail-test.tsx'

const tabs = ['server', 'webhooks', 'deliveries'] as const
type TabId = (typeof tabs)[number]

/** The mail server, and a test of it. */
function ServerPanel() {
  const { t } = useTranslation('mail')
  const { t: ofConsole } = useTranslation('admin')
  const stored = useQueryState(mailForm.storedAtom)
  const start = queryValue(useAtomValue(startSettingsAtom)) ?? []
  const fixedBy = (name: MailField) => setByStart(start, startSettingOf(name))
  return (
    <>
      <div className={styles.groups}>
        <QueryBoundary query={stored}>
          {(values) => (
            <div className={styles.list}>
              {values['from_start'] !== '' && <Banner>{t('fromStart', { from: values['from_start'] })}</Banner>}
              {values['has_address'] === '0' && <Banner tone="warn">{t('noAddress')}</Banner>}
              {mailGroups.map((id) => (
                <SettingFields
                  key={id}
                  form={mailForm}
                  title={t(`group.${id}`)}
                  note={t(`note.${id}`)}
                  fields={mailFields(id)}
                  wordsOf={(name) => {
                    const by = fixedBy(name)
                    return {
                      label: t(`label.${name}`),
                      help:
                        // those of the server share the notice above
                        by && by.name !== 'smtp_host'
                          ? ofConsole('settings.fixed', { from: by.source_name })
                          : t(`help.${name}`),
                      fixed: by && ofConsole(`startSettings.from.${by.source}`),
                      ...(name === 'security' && {
                        option: (value) => t(`option.security.${value as 'auto' | 'tls' | 'starttls' | 'none'}`),
                      }),
                      ...(name === 'notice_text' && {
                        option: (value) => t(`option.notice_text.${value as 'on' | 'off'}`),
                      }),
                    }
                  }}
                />
              ))}
              <MailTest />
            </div>
          )}
        </QueryBoundary>
      </div>
      <SaveBar form={mailForm} />
    </>
  )
}

const panels: Record<TabId, ComponentType> = { server: ServerPanel, webhooks: SiteWebhooks, deliveries: Deliveries }

/** Mail and webhooks of the site, and what was sent. */
export function Mail() {
  const { t } = useTranslation(['mail', 'admin'])
  const { query, step } = useConsoleAddress()
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'server'
  const Panel = panels[tab]
  const isUnsaved = Object.keys(useAtomValue(mailForm.typedAtom)).length > 0
  return (
    <ScreenFrame title={t('admin:section.mail')}>
      <Tabs
        label={t('admin:section.mail')}
        tabs={tabs.map((id) => ({
          id,
          label: <UnsavedMark isUnsaved={id === 'server' && isUnsaved}>{t(`tab.${id}`)}</UnsavedMark>,
        }))}
        value={tab}
        onValue={(id) => step({ tab: id === 'server' ? '' : id })}
      >
        <Panel key={tab} />
      </Tabs>
    </ScreenFrame>
  )
}
