import { useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  type CatalogNode,
  deepestLevel,
  getDepth,
  type PageNode,
  type TreeNode,
} from '#web/features/item/tree/index.ts'
import { TreeLayer, useMoveMenu } from '#web/features/tree/folders/index.tsx'
import { type TreeActions, type TreeView } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate } from '#web/lib/route.ts'
import {
  AddIcon,
  ApiItemIcon,
  CatalogIcon,
  CopyIcon,
  EditIcon,
  HistoryIcon,
  InfoIcon,
  LinkIcon,
} from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { ExportIcon, SortIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { editPath, newApiPagePath, newPagePath, useCurrentItem } from './current-item.ts'
import { openFromMenuAtom } from './panels.ts'
import { useCopyLink } from './use-copy-link.ts'

/** Returns the menu of a tree row; the same function while nothing in it changes. */
function useTreeMenu(view: TreeView, onRename: (catalog: CatalogNode) => void): (node: TreeNode) => MenuEntry[] {
  const { t } = useTranslation('catalog')
  const item = useCurrentItem()
  const open = useSetAtom(openFromMenuAtom)
  const copyLink = useCopyLink()
  const { item_id, nodes, isLimited } = item
  const moveMenu = useMoveMenu(item_id, nodes, isLimited, (node) => void open({ kind: 'carry', node, isMove: true }))
  const focusOn = useRef(view.focusOn)
  useEffect(() => {
    focusOn.current = view.focusOn
  })

  return useMemo(() => {
    const ofPage = (page: PageNode): MenuEntry[] => [
      {
        id: 'edit',
        label: t('menu.edit'),
        icon: <EditIcon />,
        onSelect: () => navigate(editPath(item, page.id)),
      },
      {
        id: 'copy',
        label: t('menu.copy'),
        icon: <CopyIcon />,
        onSelect: () => void open({ kind: 'carry', node: page, isMove: false }),
      },
      moveMenu(page),
      { kind: 'separator', id: 'about' },
      {
        id: 'info',
        label: t('menu.info'),
        icon: <InfoIcon />,
        onSelect: () => void open({ kind: 'pageInfo', page_id: page.id }),
      },
      {
        id: 'history',
        label: t('menu.history'),
        icon: <HistoryIcon />,
        onSelect: () => void open({ kind: 'history', page_id: page.id }),
      },
      { id: 'link', label: t('menu.link'), icon: <LinkIcon />, onSelect: () => copyLink(page.id) },
      { kind: 'separator', id: 'end' },
      {
        id: 'delete',
        label: t('menu.delete'),
        icon: <TrashIcon />,
        danger: true,
        onSelect: () => void open({ kind: 'deletePage', page }),
      },
    ]
    const ofCatalog = (catalog: CatalogNode): MenuEntry[] => {
      // a member limited to catalogs may only work inside them, not on them
      const own = (...entries: MenuEntry[]) => (isLimited && catalog.parent === undefined ? [] : entries)
      return [
        {
          id: 'page',
          label: t('menu.newPage'),
          icon: <AddIcon />,
          onSelect: () => navigate(newPagePath(item, catalog.id)),
        },
        {
          id: 'apiPage',
          label: t('menu.newApiPage'),
          icon: <ApiItemIcon />,
          onSelect: () => navigate(newApiPagePath(item, catalog.id)),
        },
        {
          id: 'inside',
          label: t('menu.newInside'),
          icon: <CatalogIcon />,
          ...(getDepth(catalog) >= deepestLevel && { disabled: true, hint: t('refusal.tooDeep') }),
          onSelect: () => void open({ kind: 'addCatalog', parent: catalog }),
        },
        ...own({
          id: 'beside',
          label: t('menu.newBeside'),
          icon: <CatalogIcon />,
          onSelect: () => void open({ kind: 'addCatalog', parent: catalog.parent }),
        }),
        { kind: 'separator', id: 'change' },
        ...own(
          {
            id: 'rename',
            label: t('menu.rename'),
            icon: <EditIcon />,
            shortcut: 'f2',
            // the menu returns the focus when it closes, and the field takes it after that
            onSelect: () => window.setTimeout(() => onRename(catalog), 60),
          },
          moveMenu(catalog),
        ),
        {
          id: 'carry',
          label: t('menu.copy'),
          icon: <CopyIcon />,
          onSelect: () => void open({ kind: 'carry', node: catalog, isMove: false }),
        },
        {
          id: 'sort',
          label: t('menu.sort'),
          icon: <SortIcon />,
          ...(catalog.children.length < 2 && { disabled: true, hint: t('menu.sortFew') }),
          onSelect: () => void open({ kind: 'sort', parent: catalog }),
        },
        {
          id: 'export',
          label: t('menu.export'),
          icon: <ExportIcon />,
          onSelect: () => void open({ kind: 'export', page: undefined, cat_id: Number(catalog.id) }),
        },
        ...own(
          { kind: 'separator', id: 'end' },
          {
            id: 'delete',
            label: t('menu.delete'),
            icon: <TrashIcon />,
            danger: true,
            onSelect: () => void open({ kind: 'deleteCatalog', catalog }),
          },
        ),
      ]
    }
    return (node) => (node.kind === 'page' ? ofPage(node) : ofCatalog(node))
  }, [t, item, isLimited, open, copyLink, moveMenu, onRename])
}

/** What only editors use in the tree: menus, dragging, renaming in place. Loaded after the tree is rendered. */
export function TreeEditing({ view, onMenu }: { view: TreeView; onMenu: (menuOf: TreeActions['menuOf']) => void }) {
  const item = useCurrentItem()
  const [renaming, setRenaming] = useState<CatalogNode>()
  const menuOf = useTreeMenu(view, setRenaming)
  const latest = useRef(menuOf)
  useEffect(() => {
    latest.current = menuOf
  })
  useEffect(() => onMenu((node) => latest.current(node)), [onMenu])
  return (
    <TreeLayer
      view={view}
      item_id={item.item_id}
      nodes={item.nodes}
      isLimited={item.isLimited}
      renaming={renaming}
      onRenaming={setRenaming}
    />
  )
}
