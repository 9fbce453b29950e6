export { AppFrame } from './app-frame.tsx'
export { aboutOpenAtom, shortcutsOpenAtom } from './global-dialog-atoms.ts'
export { GlobalDialogs } from './global-dialogs.tsx'
export { HeaderSlot } from './header-slot.tsx'
export { LanguageMenu } from './language-menu.tsx'
export { Logo } from './logo.tsx'
export { OfflineBanner } from './offline-banner.tsx'
export {
  type PaletteItem,
  paletteEntriesAtom,
  paletteOpenAtom,
  paletteSearchAtom,
  usePaletteEntries,
} from './palette-atoms.ts'
export { PlainFrame } from './plain-frame.tsx'
export { readRecentPages } from './recent-pages.ts'
export { ThemeMenu } from './theme-menu.tsx'
export { useVisit } from './use-visit.ts'
