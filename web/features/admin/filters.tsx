import { type ReactNode, useState } from 'react'
import { SearchIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useDelay } from '#web/ui/use-delay.ts'
import { useConsoleAddress } from './address.ts'
import styles from './filters.module.css'

/** Delay between the last key press and the update of the list, in ms. */
const settleMs = 300

/** Text field that filters a list by a URL query parameter. */
export function FilterText({ name, label }: { name: string; label: string }) {
  const { query, filter } = useConsoleAddress()
  const requested = query.get(name) ?? ''
  const [typed, setTyped] = useState(requested)
  const [former, setFormer] = useState(requested)
  const delay = useDelay()
  if (requested !== former) {
    setFormer(requested)
    if (requested !== typed.trim()) setTyped(requested) // the user went back
  }
  const send = (text: string) => {
    delay.cancel()
    if (text.trim() !== requested) filter({ [name]: text.trim() })
  }
  return (
    <div className={styles.text}>
      <TextInput
        type="search"
        icon={<SearchIcon />}
        aria-label={label}
        placeholder={label}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onValue={(text) => {
          setTyped(text)
          delay.start(() => send(text), settleMs)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(typed)
          if (event.key !== 'Escape') return
          setTyped('')
          send('')
        }}
      />
    </div>
  )
}

/** Dates that filter a list by URL query parameters, next to each other. */
export function FilterDates({ dates }: { dates: readonly { name: string; label: string }[] }) {
  const { query, filter } = useConsoleAddress()
  return (
    <div className={styles.dates}>
      {dates.map(({ name, label }) => (
        <label key={name} className={styles.date}>
          <span>{label}</span>
          <TextInput type="date" value={query.get(name) ?? ''} onValue={(day) => filter({ [name]: day })} />
        </label>
      ))}
    </div>
  )
}

/** Row of text fields and selects above a list; `end` is shown at the end of the row. */
export function FilterBar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={styles.bar}>
      <div className={styles.filters} role="search">
        {children}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </div>
  )
}

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
