import { useEffect, useRef, useState } from 'react'
import { type Group, groupItemIds, type Item } from '#web/features/item/data/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { BackIcon, SearchIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { filterByName } from './filter-by-name.ts'
import styles from './item-group.module.css'

/** The items of a group: a list of checkboxes with a filter. */
export function ItemPicker(props: {
  group: Group
  items: readonly Item[]
  onSave: (item_ids: readonly string[]) => Promise<boolean>
  onBack: () => void
}) {
  const { group, items, onSave, onBack } = props
  const { t } = useTranslation(['item-group', 'common'])
  const [chosen, setChosen] = useState<readonly string[]>(() => groupItemIds(group))
  const [filter, setFilter] = useState('')
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  const shown = filterByName(items, filter)
  const title = t('itemsIn', { group: group.group_name })
  const isChanged = chosen.join() !== groupItemIds(group).join()
  const namesOf = (ids: readonly string[]) =>
    items.flatMap(({ item_id, item_name }) => (ids.includes(item_id) ? [item_name] : []))
  useUnsaved(title, isChanged ? namesOf(chosen).join('\n') : undefined)
  const toggle = (id: string, on: boolean) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  const save = async () => {
    setBusy(true)
    const done = await onSave(chosen)
    setBusy(false)
    if (done) onBack()
  }
  return (
    <div className={styles.picker}>
      <div>
        <Button size="s" variant="ghost" icon={<BackIcon />} onClick={onBack}>
          {t('back')}
        </Button>
      </div>
      <h3 className={styles.pickerHead}>{title}</h3>
      <TextInput
        type="search"
        icon={<SearchIcon />}
        value={filter}
        onValue={setFilter}
        aria-label={t('filter')}
        placeholder={t('filter')}
        autoComplete="off"
        ref={box}
      />
      <ul className={styles.choices}>
        {shown.map((item) => (
          <li key={item.item_id}>
            <Checkbox
              label={<bdi>{item.item_name}</bdi>}
              checked={chosen.includes(item.item_id)}
              disabled={busy}
              onChecked={(on) => toggle(item.item_id, on)}
            />
          </li>
        ))}
        {shown.length === 0 && <li className={styles.none}>{t('noMatch')}</li>}
      </ul>
      <div className={styles.pickerFoot}>
        <span role="status">{t('chosen', { count: chosen.length })}</span>
        <Button onClick={onBack}>{t('common:action.cancel')}</Button>
        <Button variant="primary" busy={busy} onClick={() => void save()}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
