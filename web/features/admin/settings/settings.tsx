import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useState } from 'react'
import { settingForms, siteSettings } from '#shared/settings.ts'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useQueryState } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useConsoleAddress } from '../address.ts'
import type { FieldTexts } from '../forms/fields.ts'
import styles from '../forms/forms.module.css'
import { SaveBar, UnsavedMark } from '../forms/save-bar.tsx'
import { SettingFields } from '../forms/setting-fields.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { setByStart, startSettingsAtom } from '../start-settings.ts'
import { siteForm, testAiAtom } from './atoms.ts'
import { getSettingGroup, groupFields, type SettingName, settingGroupIds } from './setting-groups.ts'
import { StorageFiles, StorageTest, storageStatusAtom } from './storage-tools.tsx'

const { options: homePages } = siteSettings.home_page
const { options: auditDays } = siteSettings.audit_days
const { options: storageTypes } = settingForms.oss_setting.oss_type
const { options: storageStyles } = settingForms.oss_setting.style

/** Sends a test prompt to the AI service with the saved settings, and shows its response or the error. */
function AiTest() {
  const { t } = useTranslation('admin')
  const tryAi = useSetAtom(testAiAtom)
  const isUnsaved = Object.keys(useAtomValue(siteForm.typedAtom)).some((name) => getSettingGroup(name) === 'ai')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'ok' | 'danger'; text: string }>()
  const run = async () => {
    setBusy(true)
    setOutcome(undefined)
    try {
      setOutcome({ tone: 'ok', text: t('aiTrial.answered', await tryAi(t('aiTrial.question'))) })
    } catch (error) {
      setOutcome({ tone: 'danger', text: getErrorMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.group}>
      <div className={styles.secret}>
        <Button busy={busy} disabled={isUnsaved} onClick={() => void run()}>
          {t('aiTrial.run')}
        </Button>
        <span className={styles.help}>{t(isUnsaved ? 'aiTrial.unsaved' : 'aiTrial.help')}</span>
      </div>
      {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
    </section>
  )
}

/** All settings of the site, one tab per topic; edits on one tab are kept while another is open. */
export function Settings() {
  const { t } = useTranslation('admin')
  const { query, step, filter } = useConsoleAddress()
  const stored = useQueryState(siteForm.storedAtom)
  const start = queryValue(useAtomValue(startSettingsAtom)) ?? []
  const typed = useAtomValue(siteForm.typedAtom)
  const topic = settingGroupIds.find((id) => id === query.get('topic')) ?? 'site'
  const changed = new Set(Object.keys(typed).map(getSettingGroup))
  const reloadStorage = useSetAtom(storageStatusAtom)
  const onProblem = useCallback((name: string) => filter({ topic: getSettingGroup(name) }), [filter])
  const address = setByStart(start, 'site_url')
  const days = setByStart(start, 'session_days')
  const storage = setByStart(start, 'oss_setting')
  const switchFromStart = (name: SettingName) =>
    name === 'admin_second_step' || name === 'invite_new_accounts' ? setByStart(start, name) : undefined
  const isStorage = (name: string) => getSettingGroup(name) === 'storage'
  const helpOf = (name: SettingName) => {
    if (storage?.value && isStorage(name)) return t('settings.fixed', { from: storage.source_name })
    const isSwitch = switchFromStart(name)
    if (isSwitch) return t('settings.fixed', { from: isSwitch.source_name })
    if (name === 'site_url' && address?.value) return t('settings.fixed', { from: address.source_name })
    if (name === 'session_expire_days' && days)
      return t('settings.mostDays', { most: days.value, from: days.source_name })
    return t(`settings.help.${name}`)
  }
  const fixedBy = (name: SettingName) => {
    const by = name === 'site_url' ? address : isStorage(name) ? storage : switchFromStart(name)
    return by?.value ? t(`startSettings.from.${by.source}`) : undefined
  }
  const wordsOf = (name: SettingName): FieldTexts => ({
    label: t(`settings.label.${name}`),
    help: helpOf(name),
    initial: name === 'session_expire_days' ? days?.value : undefined,
    fixed: fixedBy(name),
    option: (value) => {
      const home = name === 'home_page' && homePages.find((one) => one === value)
      const type = name === 'oss_setting.oss_type' && storageTypes.find((one) => one === value)
      const days = name === 'audit_days' && auditDays.find((one) => one === value)
      if (days) return t(`settings.auditDays.${days}`)
      const style = name === 'oss_setting.style' && storageStyles.find((one) => one === value)
      if (style) return t(`settings.storageStyle.${style}`)
      return home ? t(`settings.homePage.${home}`) : type ? t(`settings.storageType.${type}`) : value
    },
  })
  return (
    <ScreenFrame title={t('section.settings')}>
      <Tabs
        label={t('section.settings')}
        tabs={settingGroupIds.map((id) => ({
          id,
          label: <UnsavedMark isUnsaved={changed.has(id)}>{t(`settings.topic.${id}`)}</UnsavedMark>,
        }))}
        value={topic}
        onValue={(id) => step({ topic: id === 'site' ? '' : id })}
      >
        <div className={styles.groups}>
          <QueryBoundary query={stored}>
            {() => (
              <SettingFields<SettingName>
                key={topic}
                form={siteForm}
                note={t(`settings.note.${topic}`)}
                fields={groupFields(topic)}
                wordsOf={wordsOf}
              />
            )}
          </QueryBoundary>
          {topic === 'ai' && queryValue(stored.result) && <AiTest />}
          {topic === 'storage' && queryValue(stored.result) && (
            <>
              <StorageTest />
              <StorageFiles />
            </>
          )}
        </div>
      </Tabs>
      <SaveBar form={siteForm} onProblem={onProblem} onSaved={() => void reloadStorage('invalidate')} />
    </ScreenFrame>
  )
}
