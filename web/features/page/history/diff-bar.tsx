import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live-region.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '#web/ui/icons.ts'
import styles from './diff-screen.module.css'

/** The bar above a comparison: the number of differences, navigation between changes, and switches. */
export function DiffBar(props: {
  counts: { added: number; removed: number } | undefined
  changes: number
  /** The current change, from 0; -1 for none yet. */
  current: number
  onNext: () => void
  onPrevious: () => void
  children?: ReactNode
}) {
  const { counts, changes, current, onNext, onPrevious, children } = props
  const { t } = useTranslation('page-history')
  return (
    <div className={styles.bar}>
      <span className={styles.steps}>
        <IconButton size="s" label={t('diff.previous')} shortcut="p" disabled={changes === 0} onClick={onPrevious}>
          <ChevronUpIcon />
        </IconButton>
        <IconButton size="s" label={t('diff.next')} shortcut="n" disabled={changes === 0} onClick={onNext}>
          <ChevronDownIcon />
        </IconButton>
        {changes > 0 && (
          <span className={styles.place}>
            {current < 0 ? t('diff.changes', { count: changes }) : t('diff.place', { at: current + 1, count: changes })}
          </span>
        )}
      </span>
      <span className={styles.counts} role="status">
        {counts
          ? `${t('diff.added', { count: counts.added })} · ${t('diff.removed', { count: counts.removed })}`
          : t('diff.comparing')}
      </span>
      <span className={styles.switches}>{children}</span>
    </div>
  )
}

/**
 * Returns the current change (from 0, -1 before the first step), and functions to go to the next and the previous one.
 */
export function useChanges(count: number, onGo: (change: number) => void) {
  const { t } = useTranslation('page-history')
  const [current, setCurrent] = useState(-1)
  const go = (to: number) => {
    if (count === 0) return
    const change = (to + count) % count
    setCurrent(change)
    onGo(change)
    announce(t('diff.place', { at: change + 1, count }))
  }
  const next = () => go(current + 1)
  const previous = () => go(current < 0 ? count - 1 : current - 1)
  useShortcut('n', next, { enabled: count > 0, label: t('keys.next') })
  useShortcut('p', previous, { enabled: count > 0, label: t('keys.previous') })
  return { current: current < count ? current : -1, next, previous }
}
