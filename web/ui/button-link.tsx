import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './button.module.css'
import type { ButtonVariant } from './button.tsx'

/** A link styled as a button: it navigates to a product path instead of running an action. */
export function ButtonLink(props: {
  /** A product path, without the base. */
  to: string
  variant?: ButtonVariant
  size?: 's' | 'm' | 'l'
  icon?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  const { to, variant = 'default', size = 'm', icon, wide, children } = props
  return (
    <Link href={to} className={styles.button} data-variant={variant} data-size={size} data-wide={wide || undefined}>
      {icon}
      <span className={styles.label}>{children}</span>
    </Link>
  )
}
