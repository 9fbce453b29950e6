import type { ComponentProps, ReactNode } from 'react'
import { useFieldProps } from './field.tsx'
import styles from './input.module.css'

/** The props of a text input, in addition to the native attributes. */
export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size'> {
  /** Called with the text at each change. */
  onValue?: (value: string) => void
  size?: 's' | 'm' | 'l'
  /** Shown inside, at the start. */
  icon?: ReactNode
  /** A small control inside, at the end. */
  end?: ReactNode
  mono?: boolean
}

/** A single-line input. Inside a `Field` it is linked to label, help and error automatically. */
export function TextInput({ onValue, size = 'm', icon, end, mono, onChange, className, ...rest }: TextInputProps) {
  const field = useFieldProps(rest.id)
  const input = (
    <input
      type="text"
      {...field}
      {...rest}
      className={className ? `${styles.input} ${className}` : styles.input}
      data-size={size}
      data-mono={mono || undefined}
      onChange={(event) => {
        onChange?.(event)
        onValue?.(event.target.value)
      }}
    />
  )
  if (!icon && !end) return input
  return (
    <span className={styles.wrap} data-icon={icon ? true : undefined} data-end={end ? true : undefined}>
      {icon && <span className={styles.icon}>{icon}</span>}
      {input}
      {end && <span className={styles.end}>{end}</span>}
    </span>
  )
}
