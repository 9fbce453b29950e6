import { useTranslation } from '#web/lib/i18n.ts'
import { useParams, useTitle } from '#web/lib/route.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { CatalogContent } from './catalog-content.tsx'
import { isArrangeable, useItemTree } from './use-item-tree.ts'

/** The screen of an item's catalogs, which has its own address. */
export function CatalogScreen() {
  const { t } = useTranslation('catalog')
  const { item_id = '' } = useParams()
  const { info, result: answer } = useItemTree(item_id)
  const title = t('manager.title')
  useTitle(info ? `${title} · ${info.item_name}` : answer && title)
  return (
    <ScreenFrame
      width="text"
      title={title}
      note={(!answer || (info && isArrangeable(info))) && t('manager.note')}
      {...(!answer && { back: 'unknown' })}
      {...(info && { back: { to: `/${info.item_domain || info.item_id}`, label: info.item_name } })}
    >
      <CatalogContent item_id={item_id} />
    </ScreenFrame>
  )
}
