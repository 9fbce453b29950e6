import { deepestLevel } from '#web/features/item/tree/index.ts'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useCachedQuery } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { catalogsAtom } from './atoms.ts'
import { listCatalogs } from './catalog-paths.ts'

/** The props of a catalog select. */
interface CatalogSelectProps {
  item_id: string
  /** 0 for the top level of the item. */
  value: number
  onValue: (cat_id: number) => void
  /** Omits this catalog and everything below it: nothing can be moved into itself. */
  exclude?: number | undefined
  /** The deepest level of a catalog that can be selected; 3, every catalog, by default. */
  deepest?: number
  /** Omits the top level, for users without access to it. */
  noTop?: boolean
  /** Another label for 0, where it does not mean the top level: «All catalogs». */
  topLabel?: string
  disabled?: boolean
}

/** Selects one of an item's catalogs by its path; place it inside a `Field`. */
export function CatalogSelect(props: CatalogSelectProps) {
  const { item_id, value, onValue, exclude, deepest = deepestLevel, noTop, topLabel, disabled } = props
  const { t } = useTranslation('catalog')
  const [read, run] = useCachedQuery(catalogsAtom, item_id)
  if (read && 'error' in read) {
    return (
      <Banner
        tone="danger"
        action={
          <Button size="s" onClick={() => void run('again')}>
            {t('select.retry')}
          </Button>
        }
      >
        {getErrorMessage(read.error)}
      </Banner>
    )
  }
  const isLoading = read === undefined
  const choices = listCatalogs(queryValue(read) ?? [], exclude).filter(({ path }) => path.length <= deepest)
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
