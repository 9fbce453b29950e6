import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { Spinner } from './spinner.tsx'

/** How much a button stands out: one primary in a view; danger only for what destroys. */
export type ButtonVariant = 'primary' | 'default' | 'ghost' | 'danger'

/** What a button takes besides the attributes of a plain one. */
export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** 28, 36 (default) or 44 px high. */
  size?: 's' | 'm' | 'l'
  icon?: ReactNode
  /** Work is going on: shows a spinner, keeps its width, takes no clicks. */
  busy?: boolean
  /** Takes the whole width. */
  wide?: boolean
}

/** A button; its words are a verb. */
export function Button(props: ButtonProps) {
  const { variant = 'default', size = 'm', icon, busy = false, wide, className, children, onClick, ...rest } = props
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${styles.button} ${className}` : styles.button}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      data-cover={(busy && !icon) || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy ? <Spinner /> : icon}
      <span className={styles.label}>{children}</span>
    </button>
  )
}
