export { openItemDialogAtom } from './atoms.ts'
export type { ItemDialogKind, MenuItem } from './item.ts'
export { ItemDialogHost } from './item-dialog-host.tsx'
export { ItemMenuButton } from './item-menu-button.tsx'
