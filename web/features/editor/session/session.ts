import { atom } from 'jotai'
import type { LockTarget } from './page-lock.ts'
import type { SaveError } from './save-error.ts'

/** The page that is open for editing; `Content` is what a save stores. */
export interface Session<Content> extends LockTarget {
  uid: string
  /** The content on the server, as far as known here; of version `base_version`. */
  saved: Content
  /** The version that the content is based on; 0 for a new page. */
  base_version: number
  /** When this window last saved, in ms since 1970. */
  saved_at: number | undefined
  /** The contents sent since the last response: the server may have one of them. */
  sent: readonly Content[]
}

/** Whether this window may edit the page. */
export type Lock =
  /** Nobody has it: a new page, or nothing is open. */
  | { state: 'none' }
  | { state: 'held' }
  /** Released by hand: others may edit the page as well. */
  | { state: 'free' }
  /** Unknown: the server did not respond. */
  | { state: 'unsure' }
  /** Another user has it; found on opening. `since` in Unix seconds. */
  | { state: 'taken'; name: string; since: string }
  /** This user has it in another window; found on opening. */
  | { state: 'elsewhere' }
  /** This user continued in another window. */
  | { state: 'moved' }
  /** Another user has it now; the name is empty when the server does not say who. */
  | { state: 'lost'; name: string }

/** Creates the state of an editing session, in which nothing is open. Text and spreadsheet have one each. */
export function createSession<Open extends Session<unknown>, Conflict>() {
  const atoms = {
    /** What is open for editing; undefined while nothing is. */
    sessionAtom: atom<Open>(),
    /** Counts what was closed: a response for it changes nothing in what is open then, even if that is the same page. */
    visitAtom: atom(0),
    lockAtom: atom<Lock>({ state: 'none' }),
    /** Whether something differs from the saved content. */
    isUnsavedAtom: atom(false),
    /** Whether this browser stores the current content: not requested yet, being written, stored, or rejected. */
    draftStateAtom: atom<'none' | 'waiting' | 'kept' | 'refused'>('none'),
    /** When the running save began, in ms since 1970; 0 while none runs. */
    savingSinceAtom: atom(0),
    /** The error of the last save; undefined after a successful one. */
    saveErrorAtom: atom<SaveError>(),
    /** The conflict with what others saved, to be resolved; undefined while there is none. */
    conflictAtom: atom<Conflict>(),
  }
  return {
    ...atoms,
    /** Whether a save is in progress. */
    isSavingAtom: atom((get) => get(atoms.savingSinceAtom) > 0),
    /** Whether this window may write. An unreachable server does not forbid it: saving reports the error. */
    isHeldAtom: atom((get) => ['held', 'unsure'].includes(get(atoms.lockAtom).state)),
    /** Begins with something that was just opened. */
    beginAtom: atom(null, (_get, set, session: Open): void => {
      set(atoms.sessionAtom, session)
      set(atoms.lockAtom, { state: 'none' })
      set(atoms.isUnsavedAtom, false)
      set(atoms.draftStateAtom, 'none')
      set(atoms.savingSinceAtom, 0)
      set(atoms.saveErrorAtom, undefined)
      set(atoms.conflictAtom, undefined)
    }),
    /** Ends with what is open: a save in progress does not block the next one. */
    endAtom: atom(null, (_get, set): void => {
      set(atoms.visitAtom, (count) => count + 1)
      set(atoms.sessionAtom, undefined)
      set(atoms.savingSinceAtom, 0)
    }),
  }
}

/** The state of an editing session. */
export type SessionAtoms<Open extends Session<unknown>, Conflict> = ReturnType<typeof createSession<Open, Conflict>>
