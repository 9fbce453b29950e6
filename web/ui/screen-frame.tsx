import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { BackIcon } from './icons.ts'
import styles from './screen-frame.module.css'

/** The layout of a plain screen: the back link, the only h1 with the actions next to it, and the content. */
export function ScreenFrame(props: {
  title: ReactNode
  /** A grey line under the title. */
  note?: ReactNode
  /** The parent screen; `to` is a product path. `unknown` reserves the space for it. */
  back?: { to: string; label: string } | 'unknown'
  /** Buttons and fields to the right of the title. */
  actions?: ReactNode
  children: ReactNode
  /** 760 px for forms and text, 1120 px (default) for lists and tables. */
  width?: 'text' | 'wide'
}) {
  const { title, note, back, actions, children, width = 'wide' } = props
  return (
    <div className={styles.page} data-width={width}>
      {back === 'unknown' && <span className={styles.back} />}
      {back && back !== 'unknown' && (
        <Link href={back.to} className={styles.back} data-no-print="">
          <BackIcon />
          <bdi>{back.label}</bdi>
        </Link>
      )}
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          {note && <div className={styles.note}>{note}</div>}
        </div>
        {actions && (
          <div className={styles.actions} data-no-print="">
            {actions}
          </div>
        )}
      </div>
      {children}
    </div>
  )
}
