import { getItemType, type ItemTypeName } from '#shared/item-types.ts'
import { ApiItemIcon, RegularItemIcon, SheetItemIcon } from '#web/ui/icons.ts'
import { SinglePageIcon } from '#web/ui/screen-icons.ts'

/** The icons of the item types. Source: specification 9, item types. */
export const typeIcons: Readonly<Record<ItemTypeName, typeof RegularItemIcon>> = {
  regular: RegularItemIcon,
  single: SinglePageIcon,
  sheet: SheetItemIcon,
  api: ApiItemIcon,
}

/** The icon of an item type. */
export function TypeIcon({ item_type }: { item_type: number | string }) {
  const Icon = typeIcons[getItemType(item_type).name]
  return <Icon data-size="20" />
}
