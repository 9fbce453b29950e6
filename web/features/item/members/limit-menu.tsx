import { useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { useFieldProps } from '#web/ui/field.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import type { LimitCatalog } from './atoms.ts'
import styles from './limit-menu.module.css'

/** Returns a function that describes a limit to catalogs. */
export function useLimitLabel(catalogs: readonly LimitCatalog[]): (limit: readonly number[]) => string {
  const { t } = useTranslation('member')
  return (limit) => {
    if (limit.length === 0) return t('limit.all')
    const names = limit.flatMap((id) => catalogs.find((one) => one.cat_id === id)?.cat_name ?? [])
    return names.length > 0 ? names.join(t('limit.between')) : t('limit.gone')
  }
}

/** Menu to select the whole item or some of its first-level catalogs. The selection is applied when the menu closes. */
export function LimitMenu(props: {
  /** The accessible name in a row: «Catalogs of Mo Khan». */
  label?: string
  catalogs: readonly LimitCatalog[]
  value: readonly number[]
  onValue: (limit: number[]) => void
  size?: 's' | 'm'
}) {
  const { label, catalogs, value, onValue, size = 's' } = props
  const { t } = useTranslation('member')
  const { id } = useFieldProps()
  const wordsOf = useLimitLabel(catalogs)
  const [chosen, setChosen] = useState<readonly number[]>()
  const stays = useRef(false) // selecting a catalog keeps the menu open, to select more
  const now = chosen ?? value
  const tick = (limit: readonly number[]) => {
    stays.current = true
    setChosen(limit)
  }
  const change = (open: boolean) => {
    if (open) return setChosen(value)
    if (stays.current) {
      stays.current = false
      return
    }
    setChosen(undefined)
    const isSame =
      chosen === undefined || (chosen.length === value.length && chosen.every((one) => value.includes(one)))
    if (!isSame) onValue([...chosen])
  }
  const entries: MenuEntry[] = [
    { id: 'all', label: t('limit.all'), checked: now.length === 0, onSelect: () => tick([]) },
    { kind: 'separator', id: 'rule' },
    ...(catalogs.length === 0 ? [{ id: 'none', label: t('limit.none'), disabled: true }] : []),
    ...catalogs.map(({ cat_id, cat_name }) => ({
      id: String(cat_id),
      label: cat_name,
      checked: now.includes(cat_id),
      onSelect: () => tick(now.includes(cat_id) ? now.filter((one) => one !== cat_id) : [...now, cat_id]),
    })),
  ]
  const words = wordsOf(now)
  return (
    <Menu
      open={chosen !== undefined}
      onOpenChange={change}
      entries={entries}
      trigger={
        <Button
          id={id}
          size={size}
          className={styles.button}
          title={words}
          aria-label={label ? t('limit.of', { label, words }) : undefined}
        >
          <span className={styles.words}>{words}</span>
          <ChevronDownIcon />
        </Button>
      }
    />
  )
}
