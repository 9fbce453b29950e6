import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { HeaderSlot } from '#web/app/layout/index.tsx'
import { rememberItem } from '#web/features/item/recent/index.tsx'
import { useOpenCatalogs } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { useCurrentItem } from './current-item.ts'
import { ItemMenu } from './item-menu.tsx'
import styles from './item-view.module.css'
import { PageArea } from './page-area.tsx'
import { panelAtom } from './panels.ts'
import { fullScreenAtom, treeWidthAtom } from './preferences.ts'
import { TreeButton, useIsTreeDocked } from './tree-button.tsx'
import { TreePanel } from './tree-panel.tsx'
import { TreeResizer } from './tree-resizer.tsx'
import { useItemCommands } from './use-item-commands.tsx'

const Panels = lazyComponent(async () => (await import('./panels-host.tsx')).PanelsHost)

/** An open item: its tree, and the page of the address (or the first one). */
export function ItemView({ wanted }: { wanted: string | undefined }) {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const page_id = wanted ?? item.firstPage
  const current = item.pages.find(({ id }) => id === page_id)
  const catalogs = useOpenCatalogs(item.item_id, current)
  const panel = useAtomValue(panelAtom)
  const width = useAtomValue(treeWidthAtom)
  const setFull = useSetAtom(fullScreenAtom)
  const hasTree = !item.isOnePage
  const showsTree = useIsTreeDocked() && hasTree
  useItemCommands(current)
  useEffect(() => rememberItem(item.item_id), [item.item_id])
  useEffect(() => () => setFull(false), [setFull]) // other screens are not full screen

  return (
    <>
      {hasTree && <TreeButton />}
      <HeaderSlot name="item">
        <Link href={`/${item.ref}`} className={styles.item} title={item.name}>
          {item.name}
        </Link>
      </HeaderSlot>
      <HeaderSlot name="itemMenu">
        <ItemMenu />
      </HeaderSlot>
      <div className={styles.viewer}>
        {showsTree && (
          <nav className={styles.side} style={{ width }} aria-label={t('tree.label')} data-no-print="">
            <TreePanel current={current} catalogs={catalogs} />
            <TreeResizer />
          </nav>
        )}
        <PageArea page_id={page_id} wanted={wanted} />
      </div>
      <LazyBoundary>{panel && <Panels panel={panel} current={current} catalogs={catalogs} />}</LazyBoundary>
    </>
  )
}
