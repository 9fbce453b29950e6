import { type ComponentProps, type FocusEvent, type MouseEvent, type ReactNode, useState } from 'react'
import styles from './button.module.css'
import { Spinner } from './spinner.tsx'

/** The emphasis of a button. Use one primary button in a view, and danger only for destructive actions. */
export type ButtonVariant = 'primary' | 'default' | 'ghost' | 'danger'

/** The props of a button, in addition to the native attributes. */
interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** 28, 36 (default) or 44 px high. */
  size?: 's' | 'm' | 'l'
  icon?: ReactNode
  /** Shows a spinner, keeps the width and ignores clicks. */
  busy?: boolean
  /** Full width. */
  wide?: boolean
}

/**
 * A button; label it with a verb. A button that becomes disabled while focused keeps the focus, so that it is not lost.
 */
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
