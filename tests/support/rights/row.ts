import type { Schema } from '#src/db/schema.ts'
import { type At, type Role, roles } from './world.ts'

/** The fields of a call; a file goes as a multipart form. */
export type Fields = Record<string, string | number | File>

/** What one call is, said without looking at how it is declared: who may make it, about what, and what it changes. */
export interface Case {
  /** Where a call has several: what this one is about. */
  about?: string
  /** Who may, where the item is private. */
  allow: readonly Role[]
  /** Who may besides, where the item is open. */
  onOpen?: readonly ('visitor' | 'stranger')[]
  /** What it changes at least; nothing for a call that reads. */
  writes?: readonly (keyof Schema)[] | ((role: Role) => readonly (keyof Schema)[])
  /** On an archived item, for what writes. */
  onArchived?: 'refused' | 'allowed'
  /** Each success costs a worker: of those who may, some are tried. */
  isDear?: true
  /** On a deleted item everything about it is refused, unless this says otherwise. */
  onDeleted?: 'allowed'
  /** To those who are limited to a catalog, about what lies outside it: answered as if it were not there, not refused. */
  outside?: 'nothing'
  /** Where fields that name a page, a catalog or a file do not take them from `place`: why. */
  placeless?: string
  /** Where the item is for its members only: nobody may, for there is no password to know. */
  onMembers?: 'refused'
  /** A secret in the fields is the right itself, whoever asks. */
  isSecret?: true
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
/** Editors whom no catalog limits. */
export const wholeEditors = without(editors, 'limitedEditor')
export const managers: Role[] = ['manager', 'owner', 'admin']
/** The creator of the team, who is the owner of the item as well, and those in it. */
export const teamViewers: Role[] = ['owner', 'teamMember', 'teamAdmin', 'admin']
export const teamManagers: Role[] = ['owner', 'teamAdmin', 'admin']
export const owner: Role[] = ['owner']
export const admins: Role[] = ['admin']
/** Who comes to an open item without being anybody there. */
export const passers = ['visitor', 'stranger'] as const

/** The cases of a row. */
export const casesOf = (row: Case | readonly Case[]): readonly Case[] => ('fields' in row ? [row] : row)
