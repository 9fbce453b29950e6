import { useAtom } from 'jotai'
import { useMemo } from 'react'
import { deepestLevel } from '#web/features/tree/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { catalogsAtom } from './atoms.ts'
import { listCatalogs } from './catalog-paths.ts'

/** What a choice of a catalog takes. */
export interface CatalogSelectProps {
  item_id: string
  /** 0 for the top of the item. */
  value: number
  onValue: (cat_id: number) => void
  /** Leaves out this catalog with all below it: nothing goes into itself. */
  exclude?: number | undefined
  /** How many levels may lie above what goes in; 3 when left out: every catalog. */
  deepest?: number
  /** Leaves out the top, for whoever may not reach it. */
  noTop?: boolean
  /** Other words for 0, where it does not mean the top: «All catalogs». */
  topLabel?: string
  disabled?: boolean
}

/** Chooses one of an item's catalogs, each by the way to it; put it inside a `Field`. */
export function CatalogSelect(props: CatalogSelectProps) {
  const { item_id, value, onValue, exclude, deepest = deepestLevel, noTop, topLabel, disabled } = props
  const { t } = useTranslation('catalog')
  const [read, readAgain] = useAtom(useMemo(() => catalogsAtom(item_id), [item_id]))
  if (read && 'error' in read) {
    return (
      <Banner
        tone="danger"
        action={
          <Button size="s" onClick={() => readAgain()}>
            {t('select.retry')}
          </Button>
        }
      >
        {getErrorMessage(read.error)}
      </Banner>
    )
  }
  const isLoading = read === undefined
  const choices = listCatalogs(read?.catalogs ?? [], exclude).filter(({ path }) => path.length <= deepest)
  const options = [
    ...(noTop ? [] : [{ value: '0', label: topLabel ?? t('select.top') }]),
    ...choices.map(({ cat_id, path }) => ({ value: String(cat_id), label: path.join(' / ') })),
  ]
  const chosen = String(value)
  const isThere = options.some((option) => option.value === chosen)
  if (!isThere) options.push({ value: chosen, label: t(isLoading ? 'select.loading' : 'select.gone') })
  return (
    <Select
      options={options}
      value={chosen}
      onValue={(picked) => onValue(Number(picked))}
      disabled={disabled || isLoading}
      aria-busy={isLoading || undefined}
    />
  )
}
