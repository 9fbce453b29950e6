import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { exactTime, fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { queryAtom, useQueryState } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { ConnectionTest } from '../forms/connection-test.tsx'
import { nested } from '../forms/draft.ts'
import styles from '../forms/forms.module.css'
import { QueryBoundary } from '../query-boundary.tsx'
import { siteForm } from './atoms.ts'
import { getSettingGroup } from './setting-groups.ts'

/** Tries the bucket with the settings as they are typed, and shows each step. */
export function StorageTest() {
  const { t } = useTranslation('admin')
  const typed = useAtomValue(siteForm.typedAtom)
  const values = useAtomValue(siteForm.valuesAtom)
  const { oss_type = '' } = nested(values, 'oss_setting')
  const oss_setting = JSON.stringify({ oss_type, ...nested(typed, 'oss_setting') })
  return (
    <ConnectionTest
      title={t('storage.test.title')}
      note={t('storage.test.note')}
      textOf={({ step, outcome }) =>
        outcome === 'failed' ? t(`storage.test.failed.${step}`) : t(`storage.test.step.${step}`)
      }
      subject={oss_setting}
      run={async () => (await api.adminSetting.testStorage({ oss_setting })).steps}
    />
  )
}

/** Where the uploaded files are, and how far their move is. */
export const storageStatusAtom = queryAtom(() => api.adminStorage.status())

const pollMs = 1000

type Status = Awaited<ReturnType<typeof api.adminStorage.status>>

/** What the last move, or the running one, has to say. */
function MoveState({ move }: Pick<Status, 'move'>) {
  const { t } = useTranslation('admin')
  const { state, done, total, moved, end_time, error_message, problem_count, problems } = move
  if (state === 'running')
    return (
      <Progress
        value={done}
        {...(total > 0 && { max: total })}
        label={t('storage.files.moving', { done: formatCount(done), total: formatCount(total) })}
      />
    )
  return (
    <>
      {state === 'failed' && <Banner tone="danger">{error_message}</Banner>}
      {state === 'stopped' && <Banner tone="info">{t('storage.files.stopped')}</Banner>}
      {state === 'done' && (
        <Banner tone="ok">
          {t('storage.files.done', { count: moved, shown: formatCount(moved), time: exactTime(end_time) })}
        </Banner>
      )}
      {problem_count > 0 && (
        <Banner tone="warn">
          {t('storage.files.problems', { count: problem_count })}
          <ul>
            {problems.map(({ stored_name, reason }) => (
              <li key={stored_name}>
                <code>{stored_name}</code>: {t(`storage.files.reason.${reason}`)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  )
}

function Files({ status, reload }: { status: Status; reload: () => Promise<void> }) {
  const { t } = useTranslation('admin')
  const isUnsaved = Object.keys(useAtomValue(siteForm.typedAtom)).some((name) => getSettingGroup(name) === 'storage')
  const [error, setError] = useState<LocalizedText>()
  const isRunning = status.move.state === 'running'
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void reload(), pollMs)
    return () => clearInterval(timer)
  }, [isRunning, reload])
  const act = async (operation: () => Promise<unknown>) => {
    setError(undefined)
    try {
      await operation()
    } catch (failure) {
      setError(errorText(failure))
    }
    await reload()
  }
  const target = status.is_open ? status.target : t('storage.files.local')
  const count = status.elsewhere_files
  return (
    <div className={styles.group}>
      {status.places.length > 0 && (
        <ul className={styles.set} aria-label={t('storage.files.places')}>
          {status.places.map(({ name, files, bytes }) => (
            <li key={name}>
              {t('storage.files.place', {
                name: name || t('storage.files.local'),
                count: files,
                shown: formatCount(files),
                size: fileSize(bytes),
              })}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.set}>
        <p className={styles.help}>
          {target === '?' ? t('storage.files.noTarget') : t('storage.files.target', { name: target })}
        </p>
        <div role="status">
          {error && <Banner tone="danger">{error.text}</Banner>}
          <MoveState move={status.move} />
        </div>
      </div>
      <div className={styles.secret}>
        {isRunning && (
          <Button onClick={() => void act(() => api.adminStorage.stopMove({}))}>{t('storage.files.stop')}</Button>
        )}
        {!isRunning && count > 0 && (
          <Button disabled={isUnsaved} onClick={() => void act(() => api.adminStorage.startMove({}))}>
            {t('storage.files.move', { count, shown: formatCount(count) })}
          </Button>
        )}
        <span className={styles.help}>
          {isUnsaved
            ? t('storage.files.unsaved')
            : count === 0
              ? t('storage.files.allThere')
              : t('storage.files.moveHelp')}
        </span>
      </div>
    </div>
  )
}

/** Shows where the uploaded files are, and moves them to where new ones go. */
export function StorageFiles() {
  const { t } = useTranslation('admin')
  const status = useQueryState(storageStatusAtom)
  const { run } = status
  return (
    <section className={styles.group}>
      <div className={styles.heading}>
        <h2>{t('storage.files.title')}</h2>
        <p>{t('storage.files.note')}</p>
      </div>
      <div className={styles.fields}>
        <QueryBoundary query={status}>{(value) => <Files status={value} reload={run} />}</QueryBoundary>
      </div>
    </section>
  )
}
