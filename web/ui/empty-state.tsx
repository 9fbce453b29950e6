import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Shown where there is nothing yet: an icon, a sentence, a button. */
export function EmptyState(props: {
  /** An icon with `data-size="32"`. */
  icon: ReactNode
  /** One sentence, with its full stop. */
  text: ReactNode
  /** A short line under it. */
  help?: ReactNode
  /** One button, or a few. */
  action?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>{props.icon}</span>
      <p className={styles.text}>{props.text}</p>
      {props.help && <p className={styles.help}>{props.help}</p>}
      {props.action && <div className={styles.action}>{props.action}</div>}
    </div>
  )
}
