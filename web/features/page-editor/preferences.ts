import { atom } from 'jotai'
import { readStored, writeStored } from '#web/lib/storage.ts'

/** How the editor shows a page: its text alone, or with the preview beside it. */
export type Mode = 'source' | 'split'

const modeKey = 'docstead.editor.mode'
const keepOnKey = 'docstead.editor.preview-on'

const isMode = (value: unknown): value is Mode => value === 'source' || value === 'split'

const storedModeAtom = atom<Mode>(readStored<Mode>(modeKey, 'split', isMode))

/** The chosen mode, remembered in this browser. */
export const modeAtom = atom(
  (get) => get(storedModeAtom),
  (_get, set, mode: Mode) => {
    writeStored(modeKey, mode)
    set(storedModeAtom, mode)
  },
)

const storedKeepOnAtom = atom(readStored(keepOnKey, false))

/** Whether the preview goes on with long pages too, remembered in this browser. */
export const keepOnAtom = atom(
  (get) => get(storedKeepOnAtom),
  (_get, set, on: boolean) => {
    writeStored(keepOnKey, on)
    set(storedKeepOnAtom, on)
  },
)
