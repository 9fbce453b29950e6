import { getAuthorName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Select } from '#web/ui/select.tsx'
import type { Compared } from './atoms.ts'
import styles from './diff-screen.module.css'
import { formatDayAndTime } from './format-time.ts'

/** Selects the two versions to compare. */
export function VersionPickers({
  compared,
  onChoose,
}: {
  compared: Compared
  onChoose: (old: string, other: string) => void
}) {
  const { t } = useTranslation('page-history')
  const { versions, old, new: next, author } = compared
  const former = versions.map((version) => ({
    value: version.page_history_id,
    label: [formatDayAndTime(version.save_time), getAuthorName(version), version.page_comments]
      .filter(Boolean)
      .join(' · '),
  }))
  // a version may have been deleted since the list was read
  const known = (id: string) =>
    id === '' || former.some(({ value }) => value === id) ? [] : [{ value: id, label: t('diff.older') }]
  return (
    <div className={styles.pickers}>
      <Select
        size="s"
        aria-label={t('diff.old')}
        options={[...known(old.page_history_id), ...former]}
        value={old.page_history_id}
        onValue={(id) => onChoose(id, next.page_history_id)}
      />
      <span className={styles.against}>{t('diff.against')}</span>
      <Select
        size="s"
        aria-label={t('diff.new')}
        options={[{ value: '', label: t('diff.current', { author }) }, ...known(next.page_history_id), ...former]}
        value={next.page_history_id}
        onValue={(id) => onChoose(old.page_history_id, id)}
      />
    </div>
  )
}
