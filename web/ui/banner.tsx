import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { ErrorIcon, InfoIcon, OkIcon, WarnIcon } from './icons.ts'

/** What a banner is about, as a colour beside its words. */
export type BannerTone = 'neutral' | 'info' | 'ok' | 'warn' | 'danger'

const icons = { neutral: InfoIcon, info: InfoIcon, ok: OkIcon, warn: WarnIcon, danger: ErrorIcon }

/** One line across a page or over a form, with an action. Danger is read out at once. */
export function Banner(props: {
  tone?: BannerTone
  /** In place of the icon of the tone. */
  icon?: ReactNode
  /** Small buttons. */
  action?: ReactNode
  /** Without corners and side borders, across the whole width. */
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
