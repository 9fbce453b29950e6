import type { TeamRight } from '#shared/contract/endpoint.ts'

declare const may: unique symbol

interface Proofs {
  view: { readonly [may]: { view: true } }
  manage: { readonly [may]: { view: true; manage: true } }
  own: { readonly [may]: { view: true; manage: true; own: true } }
}

interface Facts {
  id: number
  team_name: string
  /** The team's creator. */
  uid: number
  readonly right: TeamRight
}

/**
 * The proof that the caller has permission `R` in a team, created only in `src/access/`. A higher permission is
 * accepted for a lower one.
 */
export type TeamAccess<R extends TeamRight = 'view'> = Facts & Proofs[R]
