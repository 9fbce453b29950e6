import type { Team } from './atoms.ts'

/** A dialog about a team; `new` is about none. */
export type TeamDialogState = { kind: 'new' } | { kind: 'rename' | 'transfer' | 'delete' | 'leave'; team: Team }
