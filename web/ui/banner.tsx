import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { ErrorIcon, InfoIcon, OkIcon, WarnIcon } from './icons.ts'

/** The kind of a banner, shown by its colour. */
type BannerTone = 'neutral' | 'info' | 'ok' | 'warn' | 'danger'

const icons = { neutral: InfoIcon, info: InfoIcon, ok: OkIcon, warn: WarnIcon, danger: ErrorIcon }

/** A one-line message across a page or above a form, with an action. A danger banner is announced at once. */
export function Banner(props: {
  tone?: BannerTone
  /** Replaces the icon of the tone. */
  icon?: ReactNode
  /** Small buttons. */
  action?: ReactNode
  /** Full width, without rounded corners and side borders. */
  flush?: boolean
  children: ReactNode
}) {
  const { tone = 'neutral', icon, action, flush, children } = props
  const Icon = icons[tone]
  return (
    <div
      className={styles.banner}
      data-tone={tone}
      data-flush={flush || undefined}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <span className={styles.icon}>{icon ?? <Icon />}</span>
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
