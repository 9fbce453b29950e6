import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** The colour of a badge. */
export type BadgeTone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger' | 'info'

/** A short label on an object: New, Private, Archived, Draft. */
export function Badge(props: { tone?: BadgeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={props.tone ?? 'neutral'}>
      {props.icon}
      {props.children}
    </span>
  )
}
