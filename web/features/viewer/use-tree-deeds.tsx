import { useSetAtom } from 'jotai'
import {
  type CatalogNode,
  catalogsAbove,
  deepestLevel,
  type PageNode,
  type TreeDeeds,
} from '#web/features/tree/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate } from '#web/lib/route.ts'
import { AddIcon, CatalogIcon, EditIcon, InfoIcon, LinkIcon, TrashIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { openFromMenuAtom } from './panels.ts'
import { useCopyLink } from './use-copy-link.ts'
import { editPath, newPagePath, useViewedItem } from './viewed-item.ts'

/** What editors may do in the tree; undefined for readers, who keep the browser's own menu. */
export function useTreeDeeds(): TreeDeeds | undefined {
  const { t } = useTranslation('viewer')
  const item = useViewedItem()
  const openPanel = useSetAtom(openFromMenuAtom)
  const copyLink = useCopyLink()
  if (!item.canEdit) return undefined

  const ofPage = (page: PageNode): MenuEntry[] => [
    { id: 'edit', label: t('page.edit'), icon: <EditIcon />, onSelect: () => navigate(editPath(item, page.id)) },
    {
      id: 'info',
      label: t('page.info'),
      icon: <InfoIcon />,
      onSelect: () => void openPanel({ kind: 'pageInfo', page_id: page.id }),
    },
    { id: 'copy', label: t('page.copyLink'), icon: <LinkIcon />, onSelect: () => copyLink(page.id) },
    { kind: 'separator', id: 'end' },
    {
      id: 'delete',
      label: t('page.delete'),
      icon: <TrashIcon />,
      danger: true,
      onSelect: () => void openPanel({ kind: 'deletePage', page }),
    },
  ]
  const ofCatalog = (catalog: CatalogNode): MenuEntry[] => [
    {
      id: 'page',
      label: t('tree.newHere'),
      icon: <AddIcon />,
      onSelect: () => navigate(newPagePath(item, catalog.id)),
    },
    {
      id: 'catalog',
      label: t('tree.newInside'),
      icon: <CatalogIcon />,
      disabled: catalogsAbove(catalog).length + 1 >= deepestLevel,
      onSelect: () => void openPanel({ kind: 'addCatalog', parent: catalog }),
    },
    { kind: 'separator', id: 'end' },
    {
      id: 'rename',
      label: t('tree.rename'),
      icon: <EditIcon />,
      onSelect: () => void openPanel({ kind: 'renameCatalog', catalog }),
    },
  ]
  return {
    menuOf: (node) => (node.kind === 'page' ? ofPage(node) : ofCatalog(node)),
    addPage: (catalog) => navigate(newPagePath(item, catalog?.id)),
  }
}
