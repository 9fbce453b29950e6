import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { usePaletteEntries } from '#web/app/layout/index.tsx'
import { cachedItemsAtom, itemPath, TypeIcon } from '#web/features/item/data/index.tsx'
import { getOwnerName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { AddIcon, ImportIcon } from '#web/ui/icons.ts'
import { dialogAtom } from './dialog-atom.ts'
import { sortItems } from './sort-and-filter.ts'

/** Adds the items, and the actions that create one, to the command palette. */
export function ItemCommands() {
  const { t, i18n } = useTranslation('item-list')
  const loaded = useAtomValue(cachedItemsAtom)
  const openDialog = useSetAtom(dialogAtom)
  const entries = useMemo(
    () => [
      ...sortItems(loaded && 'items' in loaded ? loaded.items : [], 'updated', i18n.language).map((item) => ({
        id: `item${item.item_id}`,
        group: t('title'),
        title: item.item_name,
        hint: getOwnerName(item),
        words: `${item.item_description} ${item.item_domain} ${item.username} ${item.owner_name}`,
        icon: <TypeIcon item_type={item.item_type} />,
        to: itemPath(item),
      })),
      {
        id: 'item-new',
        group: t('palette'),
        title: t('new'),
        icon: <AddIcon />,
        run: () => openDialog({ kind: 'new', item_type: '0' as const }),
      },
      {
        id: 'item-import',
        group: t('palette'),
        title: t('import'),
        icon: <ImportIcon />,
        run: () => openDialog({ kind: 'import' }),
      },
    ],
    [loaded, t, i18n.language, openDialog],
  )
  usePaletteEntries('items', entries)
  return null
}
