import type { ReactNode } from 'react'
import styles from './form-card.module.css'

/** The card of a plain screen: sign-in, registration, access password, setup. Contains the screen's `h1`. */
export function FormCard(props: {
  title: ReactNode
  /** A sentence or two under the title. */
  note?: ReactNode
  /** 520 instead of 400 px. */
  wide?: boolean
  /** Links to other screens: "No account yet? Register". */
  foot?: ReactNode
  children?: ReactNode
}) {
  const { title, note, wide, foot: footer, children } = props
  return (
    <section className={styles.card} data-wide={wide || undefined}>
      <h1 className={styles.title}>{title}</h1>
      {note && <div className={styles.note}>{note}</div>}
      {children && <div className={styles.body}>{children}</div>}
      {footer && <p className={styles.foot}>{footer}</p>}
    </section>
  )
}
