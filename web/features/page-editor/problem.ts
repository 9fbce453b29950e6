import { atom } from 'jotai'
import { ApiError, requestIdOf } from '#web/lib/api.ts'
import { causeOf } from '#web/lib/cause.ts'
import { type Said, saidOf } from '#web/lib/said.ts'

const notLoggedIn = 10102

/** Why the last save stored nothing. */
export interface Problem {
  kind:
    | 'offline'
    | 'session'
    | 'locked'
    | 'changed'
    | 'archived'
    /** The page was deleted, or moved to another item. */
    | 'gone'
    /** The right to edit was taken away, or the item deleted. */
    | 'noRight'
    | 'tooLarge'
    | 'diskFull'
    | 'other'
  said: Said
  requestId: string | undefined
}

/** What the last save was refused with; undefined after a good one. */
export const problemAtom = atom<Problem>()

const kinds: Partial<Record<ApiError['errorName'], Problem['kind']>> = {
  offline: 'offline',
  notLoggedIn: 'session',
  pageLocked: 'locked',
  pageChanged: 'changed',
  itemArchived: 'archived',
  pageGone: 'gone',
  noRight: 'noRight',
  itemUnknown: 'noRight',
  itemPasswordNeeded: 'noRight',
  pageTooLarge: 'tooLarge',
  diskFull: 'diskFull',
}

const kindOf = (error: unknown): Problem['kind'] => {
  if (!(error instanceof ApiError)) return 'other'
  return error.code === notLoggedIn ? 'session' : (kinds[error.errorName] ?? 'other')
}

type Told = Exclude<Problem['kind'], 'changed' | 'locked' | 'other' | 'diskFull'>

/** Which of our words tell of a failure; the others bring their own. A page that was never saved cannot be taken away. */
export const wordsKey = (kind: Told, isNew: boolean): Told | 'noRightNew' =>
  kind === 'noRight' && isNew ? 'noRightNew' : kind

/** A failure as it is told over the text. */
export async function problemOf(error: unknown): Promise<Problem> {
  const cause = await causeOf(error)
  return { kind: kindOf(cause), said: saidOf(cause), requestId: requestIdOf(cause) }
}

/** Tells of a failure that a look at the lock met, when it concerns what can be saved at all. */
export const noteTroubleAtom = atom(null, async (get, set, error: unknown): Promise<void> => {
  if (!(error instanceof ApiError) || get(problemAtom)) return
  const problem = await problemOf(error)
  if (['gone', 'noRight', 'archived', 'session'].includes(problem.kind)) set(problemAtom, problem)
})
