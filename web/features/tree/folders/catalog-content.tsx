import { getItemType } from '#shared/item-types.ts'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { CatalogTree } from './catalog-tree.tsx'
import { useItemTree } from './use-item-tree.ts'

/** Shows the catalogs of an item, or why they cannot be changed or shown. */
export function CatalogContent({ item_id }: { item_id: string }) {
  const { t } = useTranslation('catalog')
  const { result: answer, info, nodes, refetch: readAgain } = useItemTree(item_id)
  if (answer && 'error' in answer) {
    const { error } = answer
    return (
      <LoadError
        text={t('manager.failed')}
        message={getErrorMessage(error)}
        requestId={getRequestId(error)}
        onRetry={readAgain}
      />
    )
  }
  if (!info) return <Loading onRetry={readAgain} />
  const { isOnePage, hasFolders } = getItemType(info.item_type)
  if (isOnePage) return <Banner>{t('manager.onePage')}</Banner>
  if (!hasFolders) return <Banner>{t('manager.apiClient')}</Banner>
  if (info.is_archived === '1') return <Banner>{t('manager.archived')}</Banner>
  if (!info.item_edit) return <Banner>{t('manager.noRight')}</Banner>
  const item = { item_id: info.item_id, item_name: info.item_name }
  return <CatalogTree item={item} nodes={nodes} isLimited={info.is_limited} />
}
