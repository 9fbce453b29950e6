import { atom } from 'jotai'
import type { Content, EditingSession } from './session.ts'

/** What others saved while this text was written. */
export interface Conflict {
  /** The editing session on their version. */
  theirs: EditingSession
  /** The name of the user who saved it. */
  name: string
  /** Their username, which labels their parts in the merged text. */
  username: string
  /** When it was saved, as the server reports it. */
  at: string
  /** The common base of both texts, when it is known. */
  base_text: string | undefined
  /** The content of the editor when the conflict was noticed. */
  mine: Content
}

/** The conflict to resolve; undefined while there is none. */
export const conflictAtom = atom<Conflict>()
