import type { ReactNode } from 'react'
import styles from './problem-screen.module.css'

/** The common layout of all error screens: a status code, a plain explanation, and what to do next. */
export function ProblemScreen(props: {
  /** The HTTP status that users may know: 404. */
  code?: string | undefined
  /** A 32 px icon that replaces the code. */
  icon?: ReactNode
  title: ReactNode
  /** What happened and what is safe. */
  text: ReactNode
  /** Buttons: the next step first. */
  actions: ReactNode
  /** Content in between: the request id, texts to save. */
  children?: ReactNode
  /** Announced at once: something has just failed. */
  alert?: boolean
}) {
  const { code, icon, title, text, actions, children, alert } = props
  return (
    <div className={styles.screen} role={alert ? 'alert' : undefined}>
      {icon && <div className={styles.icon}>{icon}</div>}
      {code && <p className={styles.code}>{code}</p>}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children}
      <div className={styles.actions}>{actions}</div>
    </div>
  )
}
