import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type HTMLAttributes, type ReactElement, type ReactNode, useState } from 'react'
import { itemPath, starAtom } from '#web/features/item/my-items/index.tsx'
import { getRequestId } from '#web/lib/api.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { href, navigate } from '#web/lib/route.ts'
import {
  ApiItemIcon,
  ArchiveIcon,
  CatalogIcon,
  CheckIcon,
  CopyIcon,
  EditIcon,
  ExternalIcon,
  HistoryIcon,
  ImportIcon,
  LinkIcon,
  ListIcon,
  OpenCatalogIcon,
  ShareIcon,
} from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import {
  DatabaseIcon,
  ExportIcon,
  KeyIcon,
  MembersIcon,
  SettingsIcon,
  SignOutIcon,
  StarIcon,
  TransferIcon,
  TrashIcon,
} from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { openItemDialogAtom } from './atoms.ts'
import { getAvailableActions, type ItemAction, type ItemDialogKind, type MenuItem } from './item.ts'

const icons: Record<ItemAction, ReactNode> = {
  open: <OpenCatalogIcon />,
  newTab: <ExternalIcon />,
  copyLink: <LinkIcon />,
  share: <ShareIcon />,
  star: <StarIcon />,
  edit: <EditIcon />,
  members: <MembersIcon />,
  openApi: <KeyIcon />,
  params: <ApiItemIcon />,
  catalogs: <CatalogIcon />,
  models: <DatabaseIcon />,
  apiHealth: <CheckIcon />,
  runs: <ListIcon />,
  recycle: <TrashIcon />,
  changeLog: <HistoryIcon />,
  apiChanges: <ApiItemIcon />,
  settings: <SettingsIcon />,
  copy: <CopyIcon />,
  import: <ImportIcon />,
  export: <ExportIcon />,
  transfer: <TransferIcon />,
  archive: <ArchiveIcon />,
  delete: <TrashIcon />,
  leave: <SignOutIcon />,
}

const dangers: readonly ItemAction[] = ['delete', 'leave']

/**
 * Returns a function that creates the menu of an item: actions for everyone, then those for managers; destructive ones
 * last.
 *
 * @param isOpen the item is already open, so there is no entry to open it
 * @returns a function that creates the entries; the caller's own come after the first group
 */
function useItemMenu(item: MenuItem, isOpen: boolean): (own: readonly MenuEntry[]) => MenuEntry[] {
  const { t } = useTranslation('item-menu')
  const openDialog = useSetAtom(openItemDialogAtom)
  const star = useSetAtom(starAtom)
  const path = itemPath(item)
  const copyLink = async () => {
    const address = `${window.location.origin}${href(path)}`
    if (await copyText(address)) toast.ok(localized(() => i18next.t('item-menu:copied')))
    else toast.error(localized(() => i18next.t('item-menu:notCopied', { address })))
  }
  const toggleStar = () =>
    star(item.item_id, !item.isStarred).catch((error: unknown) =>
      toast.error(errorText(error), { requestId: getRequestId(error) }),
    )
  const links: Partial<Record<ItemAction, () => void>> = {
    open: () => navigate(path),
    newTab: () => void window.open(href(path), '_blank', 'noopener'),
    copyLink: () => void copyLink(),
    star: () => void toggleStar(),
    catalogs: () => navigate(`/catalog/${item.item_id}`),
    models: () => navigate(`${path}/models`),
    apiHealth: () => navigate(`/item/health/${item.item_id}`),
    runs: () => navigate(`/item/runs/${item.item_id}`),
    settings: () => navigate(`/item/setting/${item.item_id}`),
  }
  const entryOf = (action: ItemAction): MenuEntry => ({
    id: action,
    label: t(action === 'star' && item.isStarred ? 'action.unstar' : `action.${action}`),
    icon: icons[action],
    danger: dangers.includes(action),
    onSelect: links[action] ?? (() => void openDialog(action as ItemDialogKind, item)), // all others are dialogs
  })
  return (own) => {
    const [first = [], ...others] = getAvailableActions(item, isOpen).map((actions) => actions.map(entryOf))
    return [[...first, ...own], ...others].flatMap((entries, at): MenuEntry[] =>
      at === 0 ? entries : [{ kind: 'separator', id: `rule${at}` }, ...entries],
    )
  }
}

/** The menu of an item under a button. `ItemDialogHost` renders its dialogs. */
export function ItemMenuButton(props: {
  item: MenuItem
  /** A Button or an IconButton. */
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  align?: 'start' | 'end'
  /** The item is already open. */
  isOpen?: boolean
  /** Returns additional entries of the caller. */
  own?: () => MenuEntry[]
  /** Starts open. */
  startsOpen?: boolean
}) {
  const { item, trigger, align = 'end', isOpen = false, own, startsOpen = false } = props
  const [open, setOpen] = useState(startsOpen)
  const entriesOf = useItemMenu(item, isOpen)
  // A list has hundreds of these buttons, so entries are created only for the open menu.
  const entries = open ? entriesOf(own?.() ?? []) : []
  return <Menu align={align} trigger={trigger} entries={entries} open={open} onOpenChange={setOpen} />
}
