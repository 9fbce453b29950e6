import { useState } from 'react'
import { SearchIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { useDelay } from '#web/ui/use-delay.ts'
import { useConsoleAddress } from './address.ts'
import styles from './filter-bar.module.css'

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
