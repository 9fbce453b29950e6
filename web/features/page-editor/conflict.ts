import { atom } from 'jotai'
import type { Content, EditingSession } from './session.ts'

/** What others saved while this text was written. */
export interface Conflict {
  /** The desk over their version. */
  theirs: EditingSession
  /** Who saved it. */
  name: string
  /** Their username, which marks their parts in the merged text. */
  username: string
  /** When, as the server tells it. */
  at: string
  /** The text that both were made from, when it is known. */
  base_text: string | undefined
  /** What was written here when it was noticed. */
  mine: Content
}

/** The conflict to be settled; undefined while there is none. */
export const conflictAtom = atom<Conflict>()
