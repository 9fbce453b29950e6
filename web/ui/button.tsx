import { type ComponentProps, type FocusEvent, type MouseEvent, type ReactNode, useState } from 'react'
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

/** A button; its words are a verb. When it is disabled while it has the focus, it keeps it: the page must not take it. */
export function Button(props: ButtonProps) {
  const { variant = 'default', size = 'm', icon, busy = false, wide, className, children, ...rest } = props
  const { disabled = false, onClick, onFocus, onBlur } = rest
  const [hasFocus, setHasFocus] = useState(false)
  const isOff = busy || disabled
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff) event.preventDefault()
    else onClick?.(event)
  }
  const follow = (react: typeof onFocus) => (event: FocusEvent<HTMLButtonElement>) => {
    setHasFocus(event.type === 'focus')
    react?.(event)
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
      aria-disabled={isOff || undefined}
      disabled={disabled && !hasFocus}
      onFocus={follow(onFocus)}
      onBlur={follow(onBlur)}
      onClick={press}
    >
      {busy ? <Spinner /> : icon}
      <span className={styles.label}>{children}</span>
    </button>
  )
}
