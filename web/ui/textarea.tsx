import type { ComponentProps } from 'react'
import { useFieldProps } from './field.tsx'
import styles from './input.module.css'

/** A multi-line input. */
export function Textarea(props: ComponentProps<'textarea'> & { onValue?: (value: string) => void; mono?: boolean }) {
  const { onValue, onChange, mono, className, rows = 3, ...rest } = props
  const field = useFieldProps(rest.id)
  const own = `${styles.input} ${styles.area}`
  return (
    <textarea
      {...field}
      {...rest}
      rows={rows}
      className={className ? `${own} ${className}` : own}
      data-mono={mono || undefined}
      onChange={(event) => {
        onChange?.(event)
        onValue?.(event.target.value)
      }}
    />
  )
}
