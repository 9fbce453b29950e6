import type { ReactNode } from 'react'
import styles from './choice.module.css'

/** A switch that takes effect at once. */
export function Switch(props: {
  label: ReactNode
  checked: boolean
  onChecked: (checked: boolean) => void
  help?: ReactNode
  disabled?: boolean
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
}) {
  const { label, checked, onChecked, help, disabled, hideLabel } = props
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <span className={hideLabel ? 'visually-hidden' : styles.words}>
        {label}
        {help && <span className={styles.help}>{help}</span>}
      </span>
    </label>
  )
}
