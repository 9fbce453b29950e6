import { useId, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { filterList } from '#web/ui/list-filter.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import type { OwnItem } from './atoms.ts'
import styles from './team.module.css'

const most = 100 // rows rendered at once; filtering finds the others

/** Filterable list of items with checkboxes. */
export function ItemChoices(props: {
  items: readonly OwnItem[]
  chosen: ReadonlySet<string>
  onChosen: (next: Set<string>) => void
}) {
  const { items, chosen, onChosen } = props
  const { t } = useTranslation('team')
  const [filter, setFilter] = useState('')
  const id = useId()
  const found = filterList(items, filter, (item) => item.item_name)
  const tick = (item_id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(item_id)
    else next.delete(item_id)
    onChosen(next)
  }
  return (
    <div className={styles.pick}>
      <TextInput
        type="search"
        icon={<SearchIcon />}
        aria-label={t('filterItems')}
        placeholder={t('filterItems')}
        value={filter}
        onValue={setFilter}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
        aria-controls={id}
      />
      <div id={id} className={styles.choices} role="group" aria-label={t('tab.item')}>
        {found.slice(0, most).map((item) => (
          <Checkbox
            key={item.item_id}
            label={item.item_name}
            checked={chosen.has(item.item_id)}
            onChecked={(on) => tick(item.item_id, on)}
          />
        ))}
        {found.length === 0 && <p className={styles.hint}>{t('noItem', { filter })}</p>}
        {found.length > most && <p className={styles.hint}>{t('bind.more', { count: found.length - most })}</p>}
      </div>
      <p className={styles.hint} role="status">
        {chosen.size > 0 && t('bind.chosen', { count: chosen.size })}
      </p>
    </div>
  )
}
