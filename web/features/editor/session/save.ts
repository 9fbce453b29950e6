import { atom, type Getter, type Setter } from 'jotai'
import { api, isApiError } from '#web/lib/api.ts'
import { type SaveError, toSaveError } from './save-error.ts'
import type { Session, SessionAtoms } from './session.ts'

/** The maximum size of the pending saves, in characters, so that hours without a server do not fill the memory. */
const mostCharacters = 60_000_000

/**
 * Adds a save to those sent since the last response of the server. The server may have stored any one of them, but only
 * one: it then rejects the others, which have the same base version. Beyond the maximum size the new save replaces the
 * last one, because the first ones were sent before the server was known to be unreachable.
 */
function addPending<T>(sent: readonly T[], one: T, textOf: (one: T) => string): readonly T[] {
  if (sent.some((other) => textOf(other) === textOf(one))) return sent
  const characters = sent.reduce((sum, other) => sum + textOf(other).length, textOf(one).length)
  return characters > mostCharacters && sent.length > 1 ? [...sent.slice(0, -1), one] : [...sent, one]
}

/** A page as the server has it. */
export type StoredPage = Awaited<ReturnType<typeof api.page.info>>

/** A save that is over; `how` is what the save was started with. */
interface Sent<Open, Content, How> {
  /** The editing session at the start of the save. */
  session: Open
  content: Content
  how: How
}

/** What differs between a text and a spreadsheet when they are saved. */
interface SavePolicy<Open, Content, How, Stored> {
  /** How long a save blocks the next one, in ms. */
  guardMs: number
  /** The content as a text by which it is compared. */
  toText: (content: Content) => string
  send: (session: Open, content: Content, how: How) => Promise<Stored>
  /** Returns the editing session on another version of its page. */
  toSession: (session: Open, page: StoredPage) => Open
  /** Stores the current content as a draft, after a failure. */
  keepDraft: (set: Setter) => Promise<void>
  /** Called when the server has the content; `isHere` tells whether it still is what is open. */
  onSaved: (get: Getter, set: Setter, sent: Sent<Open, Content, How>, stored: Stored, isHere: boolean) => Promise<void>
  /**
   * Called when the server does not have the content, which still is what is open. `theirs` is what others saved in the
   * meantime, when that is the reason.
   */
  onFailed: (
    get: Getter,
    set: Setter,
    sent: Sent<Open, Content, How>,
    error: SaveError,
    theirs: StoredPage | undefined,
  ) => Promise<void>
}

/**
 * Creates the save of an editing session: it sends a content on top of the version that the session is based on. Only
 * one save runs at a time: a call during another does nothing. What the server has of an earlier save without a response
 * is no conflict. A response for something that was closed changes nothing else.
 *
 * @returns an atom whose result tells whether the server has the content
 */
export function createSave<Open extends Session<Content>, Content, How, Stored, Conflict>(
  { sessionAtom, visitAtom, savingSinceAtom }: SessionAtoms<Open, Conflict>,
  policy: SavePolicy<Open, Content, How, Stored>,
) {
  return atom(null, async (get, set, content: Content, how: How): Promise<boolean> => {
    const session = get(sessionAtom)
    const startedAt = Date.now()
    const since = get(savingSinceAtom)
    if (!session || (since > 0 && startedAt - since < policy.guardMs)) return false
    const visit = get(visitAtom)
    const isHere = () => get(visitAtom) === visit
    let theirs: StoredPage | undefined
    const send = async (on: Open): Promise<Stored> => {
      try {
        return await policy.send(on, content, how)
      } catch (error) {
        if (!isApiError(error, 'pageChanged') || !isHere()) throw error
        const page = await api.page.info({ page_id: on.page_id })
        const again = policy.toSession(get(sessionAtom) ?? on, page)
        const text = policy.toText(again.saved)
        const isOurs = on.sent.some((one) => policy.toText(one) === text)
        if (!isOurs) theirs = page
        if (!isOurs || !isHere()) throw error
        // one of our own saves, whose response was lost
        const next = { ...again, sent: [content] }
        set(sessionAtom, next)
        return send(next)
      }
    }
    const begun = { ...session, sent: addPending(session.sent, content, policy.toText) }
    const sent = { session, content, how }
    set(savingSinceAtom, startedAt)
    set(sessionAtom, begun)
    try {
      const stored = await send(begun)
      await policy.onSaved(get, set, sent, stored, isHere())
      return true
    } catch (error) {
      if (!isHere()) return false // closing has stored a draft
      await policy.keepDraft(set)
      const problem = await toSaveError(error)
      if (isHere()) await policy.onFailed(get, set, sent, problem, theirs)
      return false
    } finally {
      if (get(savingSinceAtom) === startedAt) set(savingSinceAtom, 0)
    }
  })
}
