import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './button.module.css'
import type { ButtonVariant } from './button.tsx'

/** A link that looks like a button: it leads to a place of the product instead of doing something. */
export function ButtonLink(props: {
  /** A path of the product, without the base. */
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
