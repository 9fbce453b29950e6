import { ApiItemIcon, RegularItemIcon, SheetItemIcon, SinglePageIcon } from '#web/ui/icons.ts'

/** The kinds of items, with the value of the filter. Source: specification 9, item types. */
export const kinds = { regular: '1', single: '2', api: '3', sheet: '4' } as const

/** A kind of item. */
export type Kind = keyof typeof kinds

/** Returns the kind of an item type; both 0 and 1 are regular. */
export const getItemKind = (item_type: string): Kind =>
  item_type === '2' ? 'single' : item_type === '3' ? 'api' : item_type === '4' ? 'sheet' : 'regular'

const icons = { regular: RegularItemIcon, single: SinglePageIcon, api: ApiItemIcon, sheet: SheetItemIcon }

/** Icon of an item type. */
export function KindIcon({ item_type }: { item_type: string }) {
  const Icon = icons[getItemKind(item_type)]
  return <Icon data-size="20" />
}
