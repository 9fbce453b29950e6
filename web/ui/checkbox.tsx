import type { ReactNode } from 'react'
import styles from './choice.module.css'

/** A checkbox whose value takes effect when the form is saved. */
export function Checkbox(props: {
  label: ReactNode
  checked: boolean
  onChecked: (checked: boolean) => void
  help?: ReactNode
  /** The indeterminate state: some of several are ticked. */
  mixed?: boolean
  disabled?: boolean
  name?: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
}) {
  const { label, checked, onChecked, help, mixed = false, disabled, name, hideLabel } = props
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        className={styles.box}
        name={name}
        checked={checked}
        disabled={disabled}
        ref={(box) => {
          if (box) box.indeterminate = mixed
        }}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <span className={hideLabel ? 'visually-hidden' : styles.words}>
        {label}
        {help && <span className={styles.help}>{help}</span>}
      </span>
    </label>
  )
}
