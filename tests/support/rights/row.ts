import type { Schema } from '#src/db/schema.ts'
import { type At, type Role, roles } from './world.ts'

/** The fields of a call; a file is sent as a multipart form. */
export type Fields = Record<string, string | number | File>

/** One call, described independently of its declaration: who may make it, its target, and what it changes. */
export interface Case {
  /** Where a call has several cases: the subject of this one. */
  about?: string
  /** Who may make the call when the item is private. */
  allow: readonly Role[]
  /** Who else may make it when the item is open. */
  onOpen?: readonly ('visitor' | 'stranger')[]
  /** What it changes at least; nothing for a call that reads. */
  writes?: readonly (keyof Schema)[] | ((role: Role) => readonly (keyof Schema)[])
  /** On an archived item, for calls that write. */
  onArchived?: 'refused' | 'allowed'
  /** Each success costs a worker: only some of those allowed are tried. */
  isDear?: true
  /** Calls about a deleted item are rejected, unless this says otherwise. */
  onDeleted?: 'allowed'
  /**
   * For users limited to a catalog, about anything outside it: answered as if it did not exist, instead of rejected.
   */
  outside?: 'nothing'
  /** Why fields that name a page, a catalog or a file do not take them from `place`. */
  placeless?: string
  /** When the item is members-only: nobody may, because there is no password to know. */
  onMembers?: 'refused'
  /** A secret in the fields is the right itself, no matter who makes the call. */
  isSecret?: true
  /** `fields` writes what the call needs to the database: the world is not used for another call. */
  prepares?: true
  fields(at: At): Fields
}

/** The cases of calls by `controller/action`. */
export type Rows = Record<string, Case | readonly Case[]>

const without = (from: readonly Role[], ...some: Role[]): Role[] => from.filter((role) => !some.includes(role))

/** Nobody at all. */
export const nobody: Role[] = []
export const everyone: readonly Role[] = roles
export const signedIn = without(roles, 'visitor')
/** Those who read a private item. */
export const viewers = without(signedIn, 'stranger')
export const editors = without(viewers, 'reader', 'limitedReader')
/** Editors without a catalog limit. */
export const wholeEditors = without(editors, 'limitedEditor')
/** Those who read a private item, without a catalog limit. */
export const wholeMembers = without(viewers, 'limitedReader', 'limitedEditor')
export const managers: Role[] = ['manager', 'owner', 'admin']
/** The creator of the team, who also owns the item, and the team's members. */
export const teamViewers: Role[] = ['owner', 'teamMember', 'teamAdmin', 'admin']
export const teamManagers: Role[] = ['owner', 'teamAdmin', 'admin']
export const owner: Role[] = ['owner']
export const admins: Role[] = ['admin']
/** Those who access an open item without being its members. */
export const passers = ['visitor', 'stranger'] as const

/** The cases of a row. */
export const casesOf = (row: Case | readonly Case[]): readonly Case[] => ('fields' in row ? [row] : row)
