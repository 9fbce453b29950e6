import { atom } from 'jotai'
import type { OutlineEntry } from '#web/features/page/markdown/index.tsx'

/** The headings of the current page, h1 to h4, for the sheet on small screens. */
export const outlineAtom = atom<readonly OutlineEntry[]>([])
