import { useState } from 'react'
import type { Visibility } from '#shared/contract/visibility.ts'
import { getItemType } from '#shared/item-types.ts'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { VisibilityIcon, visibilityHelp } from '#web/features/item/visibility/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { Link, publicAddress } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { CopyUrl } from './copy-url.tsx'
import { itemPath, pagePath, type SharedItem } from './links.ts'
import { PublicLink } from './public-link.tsx'
import styles from './share-dialog.module.css'

type TabId = 'page' | 'item' | 'single'

interface Props {
  item: SharedItem
  /** The page to share; without one, only the item. */
  page?: { page_id: string; page_title: string }
  onClose: () => void
}

/** Shows who can open a link to the item; managers can change it. */
function Audience(props: { visibility: Visibility; item_id: string; canManage: boolean; onLeave: () => void }) {
  const { visibility, item_id, canManage, onLeave } = props
  const { t } = useTranslation(['share', 'visibility'])
  return (
    <p className={styles.who}>
      <VisibilityIcon visibility={visibility} />
      <span>
        <strong>{t(`visibility:${visibility}`)}</strong>
        {t('who.colon')}
        {t(`visibility:${visibilityHelp(visibility, boot.force_login)}`)}{' '}
        {canManage && (
          <Link href={`/item/setting/${item_id}`} onClick={onLeave}>
            {t('who.change')}
          </Link>
        )}
      </span>
    </p>
  )
}

function Panels({ item, page, onClose }: Props) {
  const { t } = useTranslation('share')
  const [answer, ask] = useCachedQuery(itemsAtom, item.item_id)
  const hasPage = page !== undefined && !getItemType(item.item_type).isOnePage
  const [tab, setTab] = useState<TabId>(hasPage ? 'page' : 'item')
  return (
    <QueryBoundary
      result={answer}
      onRetry={() => void ask('again')}
      failed={t('failed')}
      waiting={<Skeleton height={160} />}
    >
      {({ item_edit, item_manage, visibility }) => {
        const who = (
          <Audience visibility={visibility} item_id={item.item_id} canManage={item_manage} onLeave={onClose} />
        )
        const tabs = [
          ...(hasPage ? [{ id: 'page' as const, label: t('tab.page') }] : []),
          { id: 'item' as const, label: t('tab.item') },
          ...(page && item_edit ? [{ id: 'single' as const, label: t('tab.single') }] : []),
        ]
        return (
          <Tabs label={t('tabs')} tabs={tabs} value={tab} onValue={setTab}>
            {tab === 'page' && page && (
              <CopyUrl
                label={t('pageAddress')}
                address={publicAddress(pagePath(item, page.page_id))}
                title={page.page_title}
              >
                {who}
              </CopyUrl>
            )}
            {tab === 'item' && (
              <CopyUrl label={t('itemAddress')} address={publicAddress(itemPath(item))} title={item.item_name}>
                {who}
              </CopyUrl>
            )}
            {tab === 'single' && page && <PublicLink page={page} />}
          </Tabs>
        )
      }}
    </QueryBoundary>
  )
}

/** The URLs of a page and of its item, and the public link to the page alone, each with who can open it. */
export function ShareDialog(props: Props) {
  const { item, page, onClose } = props
  const { t } = useTranslation('share')
  return (
    <Dialog
      open
      onClose={onClose}
      size="m"
      title={t('title', { name: page?.page_title ?? item.item_name })}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <Panels {...props} />
    </Dialog>
  )
}
