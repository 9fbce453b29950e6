import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon, OkIcon } from '#web/ui/icons.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import styles from './compare-dialog.module.css'
import type { MergeConflicts } from './use-merge-conflicts.ts'

/** Moves from one conflict to the next, and resolves each. */
export function ConflictBar({ clashes }: { clashes: MergeConflicts }) {
  const { t } = useTranslation('page-editor')
  const { left, at, go, take } = clashes
  if (left === 0) {
    return (
      <p className={styles.bar} role="status">
        <OkIcon />
        {t('merge.decided')}
      </p>
    )
  }
  return (
    <div className={styles.bar} role="group" aria-label={t('merge.places')}>
      <IconButton label={t('merge.previous')} shortcut="alt+pageup" onClick={() => go(-1)}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={t('merge.next')} shortcut="alt+pagedown" onClick={() => go(1)}>
        <ChevronDownIcon />
      </IconButton>
      <span className={styles.count} role="status">
        {at > 0 ? t('merge.place', { at, count: left }) : t('merge.left', { count: left })}
      </span>
      <span className={styles.sides}>
        {(['theirs', 'mine', 'both'] as const).map((side, index) => (
          <Tooltip key={side} text={t(`merge.take.${side}`)} shortcut={`alt+${index + 1}`}>
            <Button size="s" disabled={at === 0} onClick={() => take(side)}>
              {t(`merge.take.${side}`)}
            </Button>
          </Tooltip>
        ))}
      </span>
    </div>
  )
}
