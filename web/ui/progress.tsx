import { type ReactNode, useId } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from './button.tsx'
import styles from './progress.module.css'

/** Shows the progress of a task: "37 of 120 pages", a bar, and a button to stop it. */
export function Progress(props: {
  /** What is going on. */
  label: ReactNode
  /** The number done; without `max` the bar is indeterminate. */
  value?: number
  max?: number
  onCancel?: () => void
}) {
  const { label, value = 0, max, onCancel } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const share = max ? Math.min(1, value / max) : undefined
  return (
    <div className={styles.progress}>
      <div className={styles.head}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        {share !== undefined && <span className={styles.percent}>{Math.round(share * 100)} %</span>}
        {onCancel && (
          <Button size="s" variant="ghost" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={share === undefined ? undefined : 100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      >
        <span
          className={styles.fill}
          data-unknown={share === undefined || undefined}
          style={share === undefined ? undefined : { width: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
