import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MoreIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import type { Item } from './atoms.ts'
import { useItemMenu } from './use-item-menu.tsx'

/** The `…` button of an item. */
export function ItemMenu({ item }: { item: Item }) {
  const { t } = useTranslation('item-list')
  const entries = useItemMenu(item)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton size="s" label={t('menu.label', { name: item.item_name })}>
          <MoreIcon />
        </IconButton>
      }
      entries={entries}
    />
  )
}
