import { useSetAtom } from 'jotai'
import type { HTMLAttributes, ReactElement } from 'react'
import type { PageNode } from '#web/features/item/tree/index.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate } from '#web/lib/route.ts'
import { ApiItemIcon, CatalogIcon, CopyIcon, HistoryIcon, InfoIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { SortIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { newApiPagePath, useCurrentItem } from './current-item.ts'
import { openFromMenuAtom, type ViewerPanel } from './panels.ts'
import { useReadEntry } from './use-read-entry.tsx'

const most = 40

const shortened = (title: string): string =>
  title.length > most
    ? `${Array.from(title)
        .slice(0, most - 1)
        .join('')}…`
    : title

/** The other actions of editors on the tree, and on the current page. */
export function TreeFooterMenu(props: {
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  current: PageNode | undefined
}) {
  const { trigger, current } = props
  const { t } = useTranslation('catalog')
  const item = useCurrentItem()
  const { isLimited } = item
  const open = useSetAtom(openFromMenuAtom)
  const readEntry = useReadEntry()
  const opens = (panel: ViewerPanel) => () => void open(panel)
  const ofPage = (page: PageNode): MenuEntry[] => [
    { kind: 'separator', id: 'page' },
    { kind: 'label', id: 'title', label: shortened(page.title) },
    {
      id: 'copy',
      label: t('menu.copy'),
      icon: <CopyIcon />,
      onSelect: opens({ kind: 'carry', node: page, isMove: false }),
    },
    {
      id: 'info',
      label: t('menu.info'),
      icon: <InfoIcon />,
      onSelect: opens({ kind: 'pageInfo', page_id: page.id }),
    },
    {
      id: 'history',
      label: t('menu.history'),
      icon: <HistoryIcon />,
      onSelect: opens({ kind: 'history', page_id: page.id }),
    },
    {
      id: 'delete',
      label: t('menu.delete'),
      icon: <TrashIcon />,
      danger: true,
      onSelect: opens({ kind: 'deletePage', page }),
    },
  ]
  const parent = current?.parent
  // a user limited to catalogs adds nothing at the top level
  const own = isLimited ? item.nodes.find((node) => node.kind === 'catalog') : undefined
  return (
    <Menu
      side="top"
      align="end"
      trigger={trigger}
      entries={[
        {
          id: 'apiPage',
          label: t('menu.newApiPage'),
          icon: <ApiItemIcon />,
          onSelect: () => navigate(newApiPagePath(item, parent?.id ?? own?.id)),
        },
        { kind: 'separator', id: 'order' },
        { id: 'catalogs', label: t('foot.catalogs'), icon: <CatalogIcon />, onSelect: opens({ kind: 'catalogs' }) },
        {
          id: 'sort',
          label: t('foot.sort'),
          icon: <SortIcon />,
          disabled: isLimited && parent === undefined,
          onSelect: opens({ kind: 'sort', parent }),
        },
        { id: 'recycle', label: t('foot.recycle'), icon: <TrashIcon />, onSelect: opens({ kind: 'recycle' }) },
        readEntry,
        ...(current ? ofPage(current) : []),
      ]}
    />
  )
}
