import type { Team } from './atoms.ts'

/** An open team dialog; `new` has no team. */
export type TeamDialogState = { kind: 'new' } | { kind: 'rename' | 'transfer' | 'delete' | 'leave'; team: Team }
