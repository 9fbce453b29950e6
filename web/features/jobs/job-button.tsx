import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { OkIcon } from '#web/ui/icons.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { hasUnseenAtom, jobsAtom, openJobsAtom } from './atoms.ts'
import styles from './job-button.module.css'

/** Header button for running jobs; stays visible after they end until the drawer has been opened. */
export function JobButton() {
  const { t } = useTranslation('layout')
  const count = useAtomValue(jobsAtom).filter((job) => job.state === 'running').length
  const unseen = useAtomValue(hasUnseenAtom)
  const openJobs = useSetAtom(openJobsAtom)
  if (count === 0 && !unseen) return null
  return (
    <IconButton label={count > 0 ? t('jobs.running', { count }) : t('jobs.ended')} onClick={() => openJobs(true)}>
      {count > 0 ? (
        <span className={styles.count}>
          <Spinner />
          {count}
        </span>
      ) : (
        <OkIcon />
      )}
    </IconButton>
  )
}
