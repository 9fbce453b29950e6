import { Select } from '#web/ui/select.tsx'
import { useConsoleAddress } from './address.ts'
import styles from './filter-bar.module.css'

/** Select that filters a list by a URL query parameter; the first option stands for all. */
export function FilterChoice<V extends string>(props: {
  name: string
  label: string
  options: readonly { value: V; label: string }[]
}) {
  const { name, label, options } = props
  const { query, filter } = useConsoleAddress()
  const first = options[0]
  const chosen = options.find(({ value }) => value === query.get(name)) ?? first
  if (!chosen) return null
  return (
    <div className={styles.choice}>
      <Select<V>
        aria-label={label}
        options={options}
        value={chosen.value}
        onValue={(value) => filter({ [name]: value === first?.value ? '' : value })}
      />
    </div>
  )
}
