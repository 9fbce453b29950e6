export { AppFrame } from './app-frame.tsx'
export { FrameHosts } from './frame-hosts.tsx'
export { HeaderSlot, type SlotName } from './header-slot.tsx'
export { aboutOpenAtom, shortcutsOpenAtom } from './host-atoms.ts'
export { LanguageMenu } from './language-menu.tsx'
export { Mark } from './mark.tsx'
export { OfflineBanner } from './offline-banner.tsx'
export {
  type PaletteItem,
  paletteEntriesAtom,
  paletteOpenAtom,
  paletteSearchAtom,
  usePaletteEntries,
} from './palette-atoms.ts'
export { PlainFrame } from './plain-frame.tsx'
export { ThemeMenu } from './theme-menu.tsx'
export { useVisit } from './use-visit.ts'
export { readVisits, type Visit } from './visits.ts'
