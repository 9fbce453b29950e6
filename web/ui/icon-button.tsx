import type { ComponentProps, ReactNode } from 'react'
import { ariaShortcut } from '#web/lib/shortcuts.ts'
import styles from './icon-button.module.css'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

/** The props of an icon button, in addition to the native attributes. */
interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name and tooltip. */
  label: string
  children: ReactNode
  /** 28 or 32 (default) px. */
  size?: 's' | 'm'
  shortcut?: string
  busy?: boolean
  side?: 'top' | 'bottom' | 'left' | 'right'
}

/** A square button with an icon; hovering shows its label as a tooltip after a moment. */
export function IconButton(props: IconButtonProps) {
  const { label, children, size = 'm', shortcut, busy, side, className, ...rest } = props
  return (
    <Tooltip text={label} {...(shortcut && { shortcut })} {...(side && { side })}>
      <button
        type="button"
        {...rest}
        className={className ? `${styles.button} ${className}` : styles.button}
        data-size={size}
        aria-label={label}
        aria-keyshortcuts={shortcut && ariaShortcut(shortcut)}
        aria-busy={busy || undefined}
      >
        {busy ? <Spinner /> : children}
      </button>
    </Tooltip>
  )
}
