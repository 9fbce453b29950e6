import type { TeamRight } from '#contract/endpoint.ts'

declare const may: unique symbol

interface Proofs {
  view: { readonly [may]: { view: true } }
  manage: { readonly [may]: { view: true; manage: true } }
  own: { readonly [may]: { view: true; manage: true; own: true } }
}

interface Facts {
  id: number
  team_name: string
  /** Its creator. */
  uid: number
  readonly right: TeamRight
}

/** The proof that the caller has right `R` in a team, made in `src/access/` alone. A larger right passes for a smaller one. */
export type TeamAccess<R extends TeamRight = 'view'> = Facts & Proofs[R]
