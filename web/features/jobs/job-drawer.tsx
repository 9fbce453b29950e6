import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ImportIcon } from '#web/ui/icons.ts'
import { jobsAtom, openJobsAtom } from './atoms.ts'
import styles from './job-drawer.module.css'
import { JobRow } from './job-row.tsx'

/** Drawer with the user's imports and exports of the last day: their progress and outcome. */
export function JobDrawer() {
  const { t } = useTranslation('job')
  const jobs = useAtomValue(jobsAtom)
  const openJobs = useSetAtom(openJobsAtom)
  const close = () => openJobs(false)
  return (
    <Drawer open onClose={close} title={t('title')}>
      {jobs.length === 0 && <EmptyState icon={<ImportIcon data-size="32" />} text={t('none')} />}
      <ul className={styles.list}>
        {jobs.map((job) => (
          <JobRow key={job.job_id} job={job} onLeave={close} />
        ))}
      </ul>
    </Drawer>
  )
}
