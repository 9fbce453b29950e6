import { ApiItemIcon, RegularItemIcon, SheetItemIcon, SinglePageIcon } from '#web/ui/icons.ts'

const icons: Record<string, typeof RegularItemIcon> = { '2': SinglePageIcon, '3': ApiItemIcon, '4': SheetItemIcon }

/** The icon of an item type. Source: specification 9, item types. */
export function TypeIcon({ item_type }: { item_type: string }) {
  const Icon = icons[item_type] ?? RegularItemIcon
  return <Icon data-size="20" />
}

/** Returns the label of an item type, as a key of the locale. */
export const typeKey = (item_type: string): 'regular' | 'single' | 'api' | 'sheet' =>
  item_type === '2' ? 'single' : item_type === '3' ? 'api' : item_type === '4' ? 'sheet' : 'regular'
