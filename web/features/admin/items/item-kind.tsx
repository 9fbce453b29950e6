import { ApiItemIcon, RegularItemIcon, SheetItemIcon, SinglePageIcon } from '#web/ui/icons.ts'

/** The kinds of items, with the number that a filter asks for. Source: specification 9, item types. */
export const kinds = { regular: '1', single: '2', api: '3', sheet: '4' } as const

/** A kind of items. */
export type Kind = keyof typeof kinds

/** The kind of a type; both 0 and 1 are regular. */
export const getItemKind = (item_type: string): Kind =>
  item_type === '2' ? 'single' : item_type === '3' ? 'api' : item_type === '4' ? 'sheet' : 'regular'

const icons = { regular: RegularItemIcon, single: SinglePageIcon, api: ApiItemIcon, sheet: SheetItemIcon }

/** The icon of a type of items. */
export function KindIcon({ item_type }: { item_type: string }) {
  const Icon = icons[getItemKind(item_type)]
  return <Icon data-size="20" />
}
