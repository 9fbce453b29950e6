import { useSetAtom } from 'jotai'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href, navigate } from '#web/lib/route.ts'
import { CopyIcon, EditIcon, ExternalIcon, ImportIcon, OpenCatalogIcon, TrashIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { itemPath } from './arrange.ts'
import type { Item } from './atoms.ts'
import { dialogAtom } from './dialog-atom.ts'

/** What one may do with an item: what everybody may, then what managers may; the danger last. */
export function useItemMenu(item: Item): MenuEntry[] {
  const { t } = useTranslation('item-list')
  const openDialog = useSetAtom(dialogAtom)
  const path = itemPath(item)
  const copy = async () => {
    const done = await copyText(`${window.location.origin}${href(path)}`)
    if (done) toast.ok(t('menu.copied'))
  }
  const common: MenuEntry[] = [
    { id: 'open', label: t('menu.open'), icon: <OpenCatalogIcon />, onSelect: () => navigate(path) },
    {
      id: 'tab',
      label: t('menu.newTab'),
      icon: <ExternalIcon />,
      onSelect: () => void window.open(href(path), '_blank', 'noopener'),
    },
    { id: 'copy', label: t('menu.copyLink'), icon: <CopyIcon />, onSelect: () => void copy() },
  ]
  if (item.manage !== 1) return common
  return [
    ...common,
    { kind: 'separator', id: 'managers' },
    { id: 'edit', label: t('menu.edit'), icon: <EditIcon />, onSelect: () => openDialog({ kind: 'edit', item }) },
    {
      id: 'import',
      label: t('menu.import'),
      icon: <ImportIcon />,
      onSelect: () => openDialog({ kind: 'import', item_id: item.item_id }),
    },
    { kind: 'separator', id: 'danger' },
    {
      id: 'delete',
      label: t('menu.delete'),
      icon: <TrashIcon />,
      danger: true,
      onSelect: () => openDialog({ kind: 'delete', item }),
    },
  ]
}
