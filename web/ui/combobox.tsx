import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { ChevronDownIcon } from './icons.ts'
import styles from './input.module.css'
import { filterList } from './list-filter.ts'
import { SuggestBox, SuggestRow } from './suggest-box.tsx'

/** An option of a combobox. */
interface ComboboxOption<V extends string = string> {
  value: V
  label: string
  /** Grey text after the label; typing searches it too. */
  hint?: string
}

/** Chooses one of many options by typing. Clearing the box chooses none. */
export function Combobox<V extends string>(props: {
  options: readonly ComboboxOption<V>[]
  value: V | null
  onValue: (value: V | null) => void
  placeholder?: string
  /** What the list shows when nothing matches. */
  emptyText?: string
  size?: 's' | 'm' | 'l'
  /** The accessible name, when no `Field` provides one. */
  label?: string
}) {
  const { options, value, onValue, placeholder, emptyText, size = 'm', label } = props
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState<string>()
  const chosen = options.find((option) => option.value === value)
  const found = typed ? filterList(options, typed, (option) => `${option.label} ${option.hint ?? ''}`) : options
  return (
    <span className={styles.wrap}>
      <SuggestBox
        className={`${styles.input} ${styles.select}`}
        data-size={size}
        aria-label={label}
        placeholder={placeholder}
        value={typed ?? chosen?.label ?? ''}
        onText={setTyped}
        options={found}
        keyOf={(option) => option.value}
        row={(option) => <SuggestRow label={option.label} hint={option.hint} />}
        isChosen={(option) => option.value === value}
        startAt={typed ? 0 : options.findIndex((option) => option.value === value)}
        empty={emptyText ?? t('palette.none')}
        onPick={(option) => {
          setTyped(undefined)
          onValue(option.value)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          if (typed === '') onValue(null)
          setTyped(undefined)
        }}
      />
      <span className={styles.chevron}>
        <ChevronDownIcon />
      </span>
    </span>
  )
}
