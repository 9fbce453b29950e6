import { useAtom, useSetAtom } from 'jotai'
import type { PageNode } from '#web/features/tree/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { FullScreenIcon, InfoIcon, LinkIcon, OutlineIcon, PrintIcon, TrashIcon, WideIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import type { Page } from './atoms.ts'
import { openFromMenuAtom } from './panels.ts'
import { outlineHiddenAtom, wideTextAtom } from './prefs.ts'
import { useCopyLink } from './use-copy-link.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useViewedItem } from './viewed-item.ts'

/** The menu of the page shown. */
export function usePageEntries(page: Page, node: PageNode | undefined): MenuEntry[] {
  const { t } = useTranslation('viewer')
  const item = useViewedItem()
  const layout = useLayout()
  const openPanel = useSetAtom(openFromMenuAtom)
  const copyLink = useCopyLink()
  const [wide, setWide] = useAtom(wideTextAtom)
  const [outlineHidden, hideOutline] = useAtom(outlineHiddenAtom)
  const [isFull, setFull] = useFullScreen()
  const { page_id } = page
  const isDesk = layout === 'medium' || layout === 'wide'
  return [
    { id: 'copy', label: t('page.copyLink'), icon: <LinkIcon />, onSelect: () => copyLink(page_id) },
    {
      id: 'info',
      label: t('page.info'),
      icon: <InfoIcon />,
      onSelect: () => void openPanel({ kind: 'pageInfo', page_id }),
    },
    { kind: 'separator', id: 'looks' },
    ...(isDesk
      ? ([
          {
            id: 'full',
            label: t(isFull ? 'page.leaveFull' : 'page.full'),
            icon: <FullScreenIcon />,
            onSelect: () => setFull(!isFull),
          },
          {
            id: 'wide',
            label: t(wide ? 'page.narrow' : 'page.wide'),
            icon: <WideIcon />,
            onSelect: () => setWide(!wide),
          },
        ] satisfies MenuEntry[])
      : []),
    ...(layout === 'wide'
      ? ([
          {
            id: 'outline',
            label: t(outlineHidden ? 'outline.show' : 'outline.hide'),
            icon: <OutlineIcon />,
            shortcut: 'mod+shift+o',
            onSelect: () => hideOutline(!outlineHidden),
          },
        ] satisfies MenuEntry[])
      : []),
    {
      id: 'print',
      label: t('page.print'),
      icon: <PrintIcon />,
      onSelect: () => window.setTimeout(() => window.print()),
    },
    ...(item.canEdit && !item.isOnePage && node
      ? ([
          { kind: 'separator', id: 'end' },
          {
            id: 'delete',
            label: t('page.delete'),
            icon: <TrashIcon />,
            danger: true,
            onSelect: () => void openPanel({ kind: 'deletePage', page: node }),
          },
        ] satisfies MenuEntry[])
      : []),
  ]
}
