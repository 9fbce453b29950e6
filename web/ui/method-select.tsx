import type { ComponentProps } from 'react'
import styles from './method-select.module.css'
import { Select } from './select.tsx'

/** A choice of HTTP methods, each in the colour that it has everywhere; one that is not among them is offered as well. */
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
