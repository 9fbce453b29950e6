import type { MenuEntry } from '#web/ui/menu.tsx'

/**
 * Returns a submenu as menu entries; on a phone, where it has no room next to its menu, its entries become part of it.
 */
export const flattenSubmenu = (sub: Extract<MenuEntry, { kind: 'sub' }>, isNarrow: boolean): MenuEntry[] =>
  isNarrow
    ? [
        { kind: 'separator', id: `${sub.id}:before` },
        { kind: 'label', id: `${sub.id}:label`, label: sub.label },
        ...sub.entries,
        { kind: 'separator', id: `${sub.id}:after` },
      ]
    : [sub]
