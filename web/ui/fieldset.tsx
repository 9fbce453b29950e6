import type { ReactNode } from 'react'
import styles from './choice.module.css'

/** A labelled group of choices, stacked vertically. */
export function Fieldset(props: { label: ReactNode; hideLabel?: boolean | undefined; children: ReactNode }) {
  const { label, hideLabel, children } = props
  return (
    <fieldset className={styles.group}>
      <legend className={hideLabel ? 'visually-hidden' : styles.legend}>{label}</legend>
      {children}
    </fieldset>
  )
}
