import type { ComponentProps } from 'react'
import styles from './method-select.module.css'
import { Select } from './select.tsx'

/** A select for HTTP methods, each in its usual colour; a current value outside the list is offered too. */
export function MethodSelect({
  methods,
  value,
  ...rest
}: Omit<ComponentProps<typeof Select<string>>, 'options'> & { methods: readonly string[] }) {
  const all = methods.includes(value) ? methods : [...methods, value]
  return (
    <span className={styles.method} data-method={value.toLowerCase()}>
      <Select {...rest} value={value} options={all.map((one) => ({ value: one, label: one.toUpperCase() }))} />
    </span>
  )
}
