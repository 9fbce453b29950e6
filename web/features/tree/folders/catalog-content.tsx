import { getItemType } from '#shared/item-types.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { CatalogTree } from './catalog-tree.tsx'
import { useItemTree } from './use-item-tree.ts'

/** Shows the catalogs of an item, or why they cannot be changed or shown. */
export function CatalogContent({ item_id }: { item_id: string }) {
  const { t } = useTranslation('catalog')
  const { result, nodes, refetch } = useItemTree(item_id)
  return (
    <QueryBoundary result={result} onRetry={refetch} failed={t('manager.failed')}>
      {(info) => {
        const { isOnePage, hasFolders } = getItemType(info.item_type)
        if (isOnePage) return <Banner>{t('manager.onePage')}</Banner>
        if (!hasFolders) return <Banner>{t('manager.apiClient')}</Banner>
        if (info.is_archived === '1') return <Banner>{t('manager.archived')}</Banner>
        if (!info.item_edit) return <Banner>{t('manager.noRight')}</Banner>
        const item = { item_id: info.item_id, item_name: info.item_name }
        return <CatalogTree item={item} nodes={nodes} isLimited={info.is_limited} />
      }}
    </QueryBoundary>
  )
}
