import i18next from 'i18next'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type ReactElement, useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import type { PageNode } from '#web/features/item/tree/index.ts'
import { getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { useLayout } from '#web/lib/media.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { CopyIcon, HistoryIcon, InfoIcon, LinkIcon, TemplateIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { MenuContent } from '#web/ui/menu-content.tsx'
import {
  AttachmentIcon,
  CommentIcon,
  ExportIcon,
  FullScreenIcon,
  MoveIcon,
  PrintIcon,
  TrashIcon,
} from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import type { Page } from './atoms.ts'
import { useCurrentItem } from './current-item.ts'
import { openFromMenuAtom, type ViewerPanel } from './panels.ts'
import { outlineHiddenAtom, useFullScreen, wideTextAtom } from './preferences.ts'
import { useCopyLink } from './use-copy-link.ts'
import { nobody, watchAtom, watchersAtom } from './watch-atoms.ts'

/** Returns the entries that change how the page is displayed, without those the layout has no room for. */
function useDisplayEntries(): MenuEntry[] {
  const { t } = useTranslation('page-actions')
  const layout = useLayout()
  const [wide, setWide] = useAtom(wideTextAtom)
  const [outlineHidden, hideOutline] = useAtom(outlineHiddenAtom)
  const [isFull, setFull] = useFullScreen()
  const isDesktop = layout === 'medium' || layout === 'wide'
  const full: MenuEntry = {
    id: 'full',
    label: t(isFull ? 'menu.leaveFull' : 'menu.full'),
    icon: <FullScreenIcon />,
    onSelect: () => setFull(!isFull),
  }
  const width: MenuEntry = {
    id: 'wide',
    label: t('menu.wide'),
    checked: wide,
    onSelect: () => setWide(!wide),
  }
  const outline: MenuEntry = {
    id: 'outline',
    label: t('menu.outline'),
    shortcut: 'mod+shift+o',
    checked: !outlineHidden,
    onSelect: () => hideOutline(!outlineHidden),
  }
  const print: MenuEntry = {
    id: 'print',
    label: t('menu.print'),
    icon: <PrintIcon />,
    onSelect: () => window.setTimeout(() => window.print()), // once the menu has closed
  }
  return [...(isDesktop ? [full, width] : []), ...(layout === 'wide' ? [outline] : []), print]
}

/**
 * Returns whether the user watches a page, and how to change that; undefined while unknown.
 *
 * @param mayWatch whether the user may edit the page, and so choose who is notified of it, themself included
 */
function useWatch(page: Page, mayWatch: boolean): { isOn: boolean; toggle: () => Promise<void> } | undefined {
  const uid = useAtomValue(userAtom)?.uid
  const watch = useSetAtom(watchAtom)
  const [answer] = useCachedQuery(watchersAtom, mayWatch ? page.page_id : nobody)
  if (!mayWatch || uid === undefined || !answer || 'error' in answer) return undefined
  const isOn = answer.value.includes(uid)
  const toggle = () =>
    watch(page.page_id, uid, !isOn).then(
      () =>
        void toast.ok(
          localized(() =>
            i18next.t(isOn ? 'page-actions:watch.off' : 'page-actions:watch.on', { page: page.page_title }),
          ),
        ),
      (error: unknown) => void toast.error(errorText(error), { requestId: getRequestId(error) }),
    )
  return { isOn, toggle }
}

/**
 * Returns the menu of the current page: actions for everyone, display options, actions for editors, and deletion last.
 */
function usePageEntries(page: Page, node: PageNode | undefined): MenuEntry[] {
  const { t } = useTranslation('page-actions')
  const item = useCurrentItem()
  const user = useAtomValue(userAtom)
  const openFromMenu = useSetAtom(openFromMenuAtom)
  const copyLink = useCopyLink()
  const textStyles = useDisplayEntries()
  const watch = useWatch(page, item.canEdit)
  const { page_id } = page
  const open = (panel: ViewerPanel) => () => void openFromMenu(panel)
  const when = (is: unknown, ...entries: MenuEntry[]) => (is ? entries : [])
  const arranged = item.canEdit && !item.isOnePage ? node : undefined
  const moves = (of: PageNode): MenuEntry[] => [
    {
      id: 'copyPage',
      label: t('menu.copyPage'),
      icon: <CopyIcon />,
      onSelect: open({ kind: 'carry', node: of, isMove: false }),
    },
    {
      id: 'movePage',
      label: t('menu.movePage'),
      icon: <MoveIcon />,
      shortcut: 'm',
      onSelect: open({ kind: 'carry', node: of, isMove: true }),
    },
  ]
  const groups: MenuEntry[][] = [
    [
      { id: 'copy', label: t('menu.copyLink'), icon: <LinkIcon />, onSelect: () => copyLink(page_id) },
      { id: 'info', label: t('menu.info'), icon: <InfoIcon />, onSelect: open({ kind: 'pageInfo', page_id }) },
      ...when(item.canEdit || item.canEditSheet, {
        id: 'history',
        label: t('menu.history'),
        icon: <HistoryIcon />,
        shortcut: 'h',
        onSelect: open({ kind: 'history', page_id }),
      }),
      ...when(item.allowsComments, {
        id: 'comments',
        label: t('menu.comments'),
        icon: <CommentIcon />,
        shortcut: 'c',
        onSelect: open({ kind: 'comments', page_id, writes: false }),
      }),
      ...when(user, {
        id: 'files',
        label: t('menu.attachments'),
        icon: <AttachmentIcon />,
        onSelect: open({ kind: 'attachments', page_id }),
      }),
    ],
    textStyles,
    [
      ...(arranged ? moves(arranged) : []),
      ...when(item.canExport, {
        id: 'export',
        label: t('menu.export'),
        icon: <ExportIcon />,
        onSelect: open({ kind: 'export', page }),
      }),
      ...when(user && !item.readOnlyReason, {
        id: 'template',
        label: t('menu.saveTemplate'),
        icon: <TemplateIcon />,
        onSelect: open({ kind: 'saveTemplate', page }),
      }),
      ...when(watch, {
        id: 'watch',
        label: t('menu.watch'),
        checked: watch?.isOn ?? false,
        onSelect: () => void watch?.toggle(),
      }),
    ],
    [
      ...when(arranged, {
        id: 'delete',
        label: t('menu.delete'),
        icon: <TrashIcon />,
        danger: true,
        onSelect: () => arranged && void openFromMenu({ kind: 'deletePage', page: arranged }),
      }),
    ],
  ]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at): MenuEntry[] => (at === 0 ? group : [{ kind: 'separator', id: `rule${at}` }, ...group]))
}

/** The menu of the current page, initially open: it is loaded on first use. */
export function PageMenu(props: {
  page: Page
  node: PageNode | undefined
  trigger: ReactElement
  /** Whether it was opened by keyboard: the first entry takes the focus. */
  byKey: boolean
}) {
  const { page, node, trigger, byKey } = props
  const [open, setOpen] = useState(true)
  const entries = usePageEntries(page, node)
  return (
    <MenuContent
      align="end"
      trigger={trigger}
      entries={entries}
      open={open}
      onOpenChange={setOpen}
      focusFirst={byKey}
    />
  )
}
