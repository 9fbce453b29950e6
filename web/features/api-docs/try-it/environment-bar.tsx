import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { HistoryIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { CookieIcon, RestoreIcon, SettingsIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import type { Environment, Execution } from './atoms.ts'
import styles from './call.module.css'
import type { Draft } from './draft.ts'
import type { SendMode, SendModeChoice } from './send-mode.ts'

const EnvironmentsDialog = lazyComponent(async () => (await import('./environments-dialog.tsx')).EnvironmentsDialog)
const CookiesDialog = lazyComponent(async () => (await import('./cookies-dialog.tsx')).CookiesDialog)
const SentDrawer = lazyComponent(async () => (await import('./history-drawer.tsx')).HistoryDrawer)

/** Chooses an environment, or none with the empty id. */
export function EnvironmentSelect(props: {
  environments: readonly Environment[]
  env_id: string
  onEnvironment: (env_id: string) => void
}) {
  const { environments, env_id, onEnvironment } = props
  const { t } = useTranslation('api-call')
  const options = environments.map((one) => ({ value: one.env_id, label: one.env_name }))
  return (
    <Select
      size="s"
      aria-label={t('env.label')}
      value={env_id}
      options={[{ value: '', label: t('env.none') }, ...options]}
      onValue={onEnvironment}
    />
  )
}

/** Bar with the environment, the send mode, the history, and a button to reset the draft to the page. */
export function EnvironmentBar(props: {
  item_id: string
  page_id: string
  canEdit: boolean
  isVisitor: boolean
  environments: readonly Environment[]
  /** Empty for no environment. */
  env_id: string
  onEnvironment: (env_id: string) => void
  onEnvironments: () => void
  choice: SendModeChoice
  /** The send mode that the choice results in for this request. */
  way: SendMode
  onChoice: (choice: SendModeChoice) => void
  isChanged: boolean
  onReset: () => void
  onReplay: (draft: Draft, run: Execution) => void
  draft: Draft
}) {
  const { item_id, page_id, canEdit, isVisitor, environments, env_id, onEnvironment, onEnvironments } = props
  const { choice, way, onChoice, isChanged, onReset, onReplay, draft } = props
  const { t } = useTranslation('api-call')
  const [shown, setShown] = useState<'environments' | 'cookies' | 'sent'>()
  const close = () => setShown(undefined)
  return (
    <div className={styles.bar}>
      {!isVisitor && (
        <>
          <EnvironmentSelect environments={environments} env_id={env_id} onEnvironment={onEnvironment} />
          <IconButton size="s" label={t('env.manage')} onClick={() => setShown('environments')}>
            <SettingsIcon />
          </IconButton>
          <Select
            size="s"
            aria-label={t('way.label')}
            value={choice}
            options={[
              { value: 'auto', label: t(`way.auto.${way}`) },
              { value: 'server', label: t('way.server') },
              { value: 'browser', label: t('way.browser') },
            ]}
            onValue={onChoice}
          />
        </>
      )}
      {isVisitor && <p className={styles.note}>{t('way.visitor')}</p>}
      <span className={styles.tools}>
        {isChanged && (
          <IconButton size="s" label={t('reset')} onClick={onReset}>
            <RestoreIcon />
          </IconButton>
        )}
        {!isVisitor && (
          <>
            <IconButton size="s" label={t('cookies.manage')} onClick={() => setShown('cookies')}>
              <CookieIcon />
            </IconButton>
            <IconButton size="s" label={t('sent.title')} onClick={() => setShown('sent')}>
              <HistoryIcon />
            </IconButton>
          </>
        )}
      </span>
      <LazyBoundary>
        {shown === 'environments' && (
          <EnvironmentsDialog
            item_id={item_id}
            canEdit={canEdit}
            environments={environments}
            env_id={env_id}
            onChanged={onEnvironments}
            onChoose={onEnvironment}
            onClose={close}
          />
        )}
        {shown === 'cookies' && (
          <CookiesDialog
            item_id={item_id}
            env_id={env_id}
            env_name={environments.find((one) => one.env_id === env_id)?.env_name ?? ''}
            onClose={close}
          />
        )}
        {shown === 'sent' && <SentDrawer page_id={page_id} draft={draft} onReplay={onReplay} onClose={close} />}
      </LazyBoundary>
    </div>
  )
}
