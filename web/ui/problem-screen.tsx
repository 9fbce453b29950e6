import type { ReactNode } from 'react'
import styles from './problem-screen.module.css'

/** The one frame of everything that stands in place of a screen: a number, plain words, and what to do next. */
export function ProblemScreen(props: {
  /** The status that people may know it by: 404. */
  code?: string | undefined
  /** A drawing of 32 px in place of the number. */
  icon?: ReactNode
  title: ReactNode
  /** What happened, what is safe. */
  text: ReactNode
  /** Buttons: the next step first. */
  actions: ReactNode
  /** What stands between: the request's id, texts to be saved. */
  children?: ReactNode
  /** Read out at once: something has failed just now. */
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
