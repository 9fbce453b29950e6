import type { ComponentProps } from 'react'
import { useFieldProps } from './field.tsx'
import { ChevronDownIcon } from './icons.ts'
import styles from './input.module.css'

/** An option of a select. */
interface SelectOption<V extends string = string> {
  value: V
  label: string
  disabled?: boolean
}

/** The native select in the product's style. */
export function Select<V extends string>(
  props: Omit<ComponentProps<'select'>, 'size' | 'value' | 'children'> & {
    options: readonly SelectOption<V>[]
    value: V
    onValue: (value: V) => void
    size?: 's' | 'm' | 'l'
  },
) {
  const { options, value, onValue, size = 'm', ...rest } = props
  const field = useFieldProps(rest.id)
  const choose = (picked: string) => {
    const option = options.find((one) => one.value === picked)
    if (option) onValue(option.value)
  }
  return (
    <span className={styles.wrap}>
      <select
        {...field}
        {...rest}
        className={`${styles.input} ${styles.select}`}
        data-size={size}
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={styles.chevron}>
        <ChevronDownIcon />
      </span>
    </span>
  )
}
