import type { ReactNode } from 'react'
import styles from './choice.module.css'

/** Choices below one another that belong together, under their name. */
export function Fieldset(props: { label: ReactNode; hideLabel?: boolean | undefined; children: ReactNode }) {
  const { label, hideLabel, children } = props
  return (
    <fieldset className={styles.group}>
      <legend className={hideLabel ? 'visually-hidden' : styles.legend}>{label}</legend>
      {children}
    </fieldset>
  )
}
