import type { MenuEntry } from '#web/ui/menu.tsx'

/** A menu within a menu; on a phone there is no room beside it, so its lines stand in the menu itself. */
export const flattenSubmenu = (sub: Extract<MenuEntry, { kind: 'sub' }>, isNarrow: boolean): MenuEntry[] =>
  isNarrow
    ? [
        { kind: 'separator', id: `${sub.id}:before` },
        { kind: 'label', id: `${sub.id}:label`, label: sub.label },
        ...sub.entries,
        { kind: 'separator', id: `${sub.id}:after` },
      ]
    : [sub]
