import { useAtom } from 'jotai'
import { useState } from 'react'
import { visibilities } from '#web/features/item/visibility/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RegularItemIcon, TrashIcon } from '#web/ui/icons.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useConsoleAddress } from '../address.ts'
import { FilterBar } from '../filter-bar.tsx'
import { FilterChoice } from '../filter-choice.tsx'
import { FilterText } from '../filter-text.tsx'
import { PagedTable } from '../paged-table.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import styles from '../tab-panel.module.css'
import { type SiteItem, siteItemsAtom } from './atoms.ts'
import { ItemActionDialog } from './item-action-dialog.tsx'
import { kinds } from './item-kind.tsx'
import { type ItemAction, ItemTable } from './item-table.tsx'

const filters = ['q', 'owner', 'type', 'visibility'] as const

/** All items of the site, and the deleted ones. */
export function Items() {
  const { t } = useTranslation(['admin', 'visibility'])
  const { query, step } = useConsoleAddress()
  const [items, askAgain] = useAtom(siteItemsAtom)
  const [shown, setShown] = useState<{ deed: ItemAction; item: SiteItem }>()
  const isDeleted = query.get('view') === 'deleted'
  return (
    <ScreenFrame title={t('section.items')}>
      <Tabs
        label={t('section.items')}
        tabs={[
          { id: 'live', label: t('items.live') },
          { id: 'deleted', label: t('items.deleted') },
        ]}
        value={isDeleted ? 'deleted' : 'live'}
        onValue={(view) => step({ view: view === 'live' ? '' : view })}
      >
        <div className={styles.panel}>
          <FilterBar>
            <FilterText name="q" label={t('items.search')} />
            <FilterText name="owner" label={t('items.owner')} />
            <FilterChoice
              name="type"
              label={t('items.type')}
              options={[
                { value: 'all', label: t('items.allTypes') },
                { value: kinds.regular, label: t('items.kind.regular') },
                { value: kinds.single, label: t('items.kind.single') },
                { value: kinds.api, label: t('items.kind.api') },
                { value: kinds.sheet, label: t('items.kind.sheet') },
              ]}
            />
            <FilterChoice
              name="visibility"
              label={t('items.visibility')}
              options={[
                { value: 'all', label: t('visibility:any') },
                ...visibilities.map((value) => ({ value, label: t(`visibility:${value}`) })),
              ]}
            />
          </FilterBar>
          <QueryBoundary asked={items} onRetry={() => void askAgain()}>
            {({ items: list, total }) => (
              <PagedTable
                total={total}
                rows={list.length}
                filters={filters}
                empty={
                  isDeleted ? (
                    <EmptyState icon={<TrashIcon data-size="32" />} text={t('items.noneDeleted')} />
                  ) : (
                    <EmptyState icon={<RegularItemIcon data-size="32" />} text={t('items.none')} />
                  )
                }
              >
                <ItemTable
                  items={list}
                  isDeleted={list[0]?.is_del === '1'}
                  onDeed={(deed, item) => setShown({ deed, item })}
                />
              </PagedTable>
            )}
          </QueryBoundary>
        </div>
      </Tabs>
      {shown && <ItemActionDialog {...shown} onClose={() => setShown(undefined)} />}
    </ScreenFrame>
  )
}
