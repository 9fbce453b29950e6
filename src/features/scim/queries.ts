import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { positionOf } from '#src/db/engine.ts'
import { prepared } from '#src/db/prepared.ts'
import type { ScimGroupTable, ScimTokenTable, ScimUserTable } from '#src/db/schema.ts'
import { compareTexts, type FilterOperator, type FilterValue, type ScimFilter } from './filter.ts'
import { parseId } from './resource.ts'

/** How the values of an attribute are compared in the database. */
type Column =
  /** A text: as it is, in lower case for A-Z, or already normalized by `fold`. */
  | { kind: 'text'; ref: string; case: 'exact' | 'ignored' | 'folded'; fold?: (value: string) => string }
  | { kind: 'flag'; ref: string }
  | { kind: 'time'; ref: string }
  | { kind: 'id'; ref: string }
  /** The same for every resource. */
  | { kind: 'constant'; value: string }
  /** The members of a group. */
  | { kind: 'members' }

type Columns = ReadonlyMap<string, Column>

const never = sql<SqlBool>`1 = 0`
const always = sql<SqlBool>`1 = 1`
const truth = (is: boolean) => (is ? always : never)

const lowerAscii = (text: string): string => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase())
const normalized = (text: string): string => text.normalize('NFKC').toLowerCase()

const signs: Partial<Record<FilterOperator, RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
}

function compareText(column: Column & { kind: 'text' }, operator: FilterOperator, value: string): RawBuilder<SqlBool> {
  const { ref, fold } = column
  const left = column.case === 'ignored' ? sql<string>`lower(${sql.ref(ref)})` : sql<string>`${sql.ref(ref)}`
  const right = fold ? fold(value) : column.case === 'exact' ? value : lowerAscii(value)
  const sign = signs[operator]
  if (sign) return sql<SqlBool>`${left} ${sign} ${right}`
  if (operator === 'co') return sql<SqlBool>`${positionOf(right, left)} > 0`
  const length = [...right].length
  if (operator === 'sw') return sql<SqlBool>`substr(${left}, 1, ${length}) = ${right}`
  return sql<SqlBool>`(length(${left}) >= ${length} AND substr(${left}, length(${left}) - ${length} + 1) = ${right})`
}

function compare(column: Column, operator: FilterOperator, value: FilterValue): RawBuilder<SqlBool> {
  const text = String(value ?? '')
  switch (column.kind) {
    case 'text':
      return compareText(column, operator, text)
    case 'constant':
      return truth(compareTexts(operator, column.value, text))
    case 'flag': {
      const wanted = /^true$/i.test(text) ? 1 : /^false$/i.test(text) ? 0 : undefined
      if (wanted === undefined || (operator !== 'eq' && operator !== 'ne')) return never
      return sql<SqlBool>`${sql.ref(column.ref)} ${signs[operator]} ${wanted}`
    }
    case 'id': {
      const id = parseId(text) ?? 0
      if (operator !== 'eq' && operator !== 'ne') return never
      return sql<SqlBool>`${sql.ref(column.ref)} ${signs[operator]} ${id}`
    }
    case 'time': {
      const seconds = Math.floor(Date.parse(text) / 1000)
      const sign = signs[operator]
      return Number.isNaN(seconds) || !sign ? never : sql<SqlBool>`${sql.ref(column.ref)} ${sign} ${seconds}`
    }
    case 'members':
      return operator === 'eq' ? hasMember(sql`team_member.member_uid = ${parseId(text) ?? 0}`) : never
  }
}

const hasMember = (condition: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM team_member WHERE team_member.team_id = scim_group.team_id AND ${condition})`

const isPresent = (column: Column): RawBuilder<SqlBool> => {
  if (column.kind === 'text') return sql<SqlBool>`${sql.ref(column.ref)} <> ''`
  return column.kind === 'members' ? hasMember(always) : always
}

/**
 * Returns the condition of a filter; an attribute that there is not fits nothing. Source: RFC 7644, 3.4.2.2.
 */
function conditionOf(filter: ScimFilter, columns: Columns): RawBuilder<SqlBool> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => conditionOf(part, columns))
      return sql<SqlBool>`(${sql.join(parts, filter.kind === 'and' ? sql` AND ` : sql` OR `)})`
    }
    case 'not':
      return sql<SqlBool>`NOT ${conditionOf(filter.part, columns)}`
    case 'present': {
      const column = columns.get(filter.path)
      return column ? isPresent(column) : never
    }
    case 'compare': {
      const { path, operator, value } = filter
      const column = columns.get(path)
      if (!column) return truth(operator === 'ne')
      if (value === null) return operator === 'ne' ? isPresent(column) : sql<SqlBool>`NOT ${isPresent(column)}`
      return compare(column, operator, value)
    }
  }
}

const text = (ref: string, how: 'exact' | 'ignored' = 'ignored'): Column => ({ kind: 'text', ref, case: how })

const userColumns: Columns = new Map<string, Column>([
  ['id', { kind: 'id', ref: 'scim_user.uid' }],
  ['externalid', text('scim_user.external_id', 'exact')],
  ['username', { kind: 'text', ref: 'scim_user.user_name_key', case: 'folded', fold: normalized }],
  ['displayname', text('user.name')],
  ['name.formatted', text('user.name')],
  ['name.givenname', text('scim_user.given_name')],
  ['name.familyname', text('scim_user.family_name')],
  ['emails', { kind: 'text', ref: 'scim_user.email', case: 'folded', fold: (value) => value.toLowerCase() }],
  ['emails.value', { kind: 'text', ref: 'scim_user.email', case: 'folded', fold: (value) => value.toLowerCase() }],
  ['emails.type', { kind: 'constant', value: 'work' }],
  ['emails.primary', { kind: 'constant', value: 'true' }],
  ['active', { kind: 'flag', ref: 'scim_user.is_active' }],
  ['meta.resourcetype', { kind: 'constant', value: 'User' }],
  ['meta.created', { kind: 'time', ref: 'scim_user.addtime' }],
  ['meta.lastmodified', { kind: 'time', ref: 'scim_user.change_time' }],
])

const groupColumns: Columns = new Map<string, Column>([
  ['id', { kind: 'id', ref: 'scim_group.team_id' }],
  ['externalid', text('scim_group.external_id', 'exact')],
  ['displayname', { kind: 'text', ref: 'scim_group.display_name_key', case: 'folded', fold: normalized }],
  ['members', { kind: 'members' }],
  ['members.value', { kind: 'members' }],
  ['meta.resourcetype', { kind: 'constant', value: 'Group' }],
  ['meta.created', { kind: 'time', ref: 'scim_group.addtime' }],
  ['meta.lastmodified', { kind: 'time', ref: 'scim_group.change_time' }],
])

const users = (db: Db) =>
  db
    .selectFrom('scim_user')
    .innerJoin('user', 'user.uid', 'scim_user.uid')
    .selectAll('scim_user')
    .select(['user.username', 'user.name', 'user.groupid', 'user.is_disabled', 'user.email as account_email'])

/** An account that another system decides. */
export type ScimUser = Awaited<ReturnType<typeof listScimUsers>>[number]

/** Returns the user of this id, unless it was deleted by SCIM. */
export const findScimUser = (db: Db, uid: number) =>
  users(db).where('scim_user.uid', '=', uid).where('scim_user.is_deleted', '=', 0).executeTakeFirst()

/** Returns the user of this name (normalized), also one that was deleted by SCIM. */
export const findScimUserByName = (db: Db, user_name_key: string) =>
  users(db).where('scim_user.user_name_key', '=', user_name_key).executeTakeFirst()

/** Returns what SCIM has said about an account, also when it was deleted there. */
export const findScimAccount = (db: Db, uid: number) => users(db).where('scim_user.uid', '=', uid).executeTakeFirst()

/** The part of a list: rows before it, and rows in it. */
interface Slice {
  offset: number
  limit: number
}

/** Lists the users that fit a filter, by id. */
export const listScimUsers = (db: Db, filter: ScimFilter | undefined, { offset, limit }: Slice) =>
  users(db)
    .where('scim_user.is_deleted', '=', 0)
    .$if(filter !== undefined, (query) => query.where(filter ? conditionOf(filter, userColumns) : always))
    .orderBy('scim_user.uid')
    .limit(limit)
    .offset(offset)
    .execute()

const count = sql<number>`count(*)`.as('count')

/** Returns the number of users that fit a filter. */
export const countScimUsers = async (db: Db, filter: ScimFilter | undefined): Promise<number> =>
  (
    await db
      .selectFrom('scim_user')
      .innerJoin('user', 'user.uid', 'scim_user.uid')
      .select(count)
      .where('scim_user.is_deleted', '=', 0)
      .$if(filter !== undefined, (query) => query.where(filter ? conditionOf(filter, userColumns) : always))
      .executeTakeFirstOrThrow()
  ).count

/** Lists the accounts among these ids that another system decides; 500 at most. */
export const listScimAccounts = (db: Db, uids: readonly number[]) =>
  db
    .selectFrom('scim_user')
    .innerJoin('user', 'user.uid', 'scim_user.uid')
    .select(['user.uid', 'user.username'])
    .where('scim_user.is_deleted', '=', 0)
    .where('scim_user.uid', 'in', uids)
    .execute()

/** Inserts what another system says about an account. */
export const insertScimUser = (tx: Tx, row: Omit<ScimUserTable, 'is_deleted'>) =>
  tx.insertInto('scim_user').values(row).execute()

/** Changes what another system says about an account. */
export const updateScimUser = (tx: Tx, uid: number, set: Updateable<ScimUserTable>) =>
  tx.updateTable('scim_user').set(set).where('uid', '=', uid).execute()

/** Changes the fields of an account that another system decides. */
export const updateAccountFields = (
  tx: Tx,
  uid: number,
  set: { name?: string; email?: string; is_disabled?: number },
) => tx.updateTable('user').set(set).where('uid', '=', uid).execute()

/** Lists the groups that users are in. */
export const listGroupsOf = (db: Db, uids: readonly number[]) =>
  db
    .selectFrom('team_member')
    .innerJoin('scim_group', 'scim_group.team_id', 'team_member.team_id')
    .select(['team_member.member_uid', 'scim_group.team_id', 'scim_group.display_name'])
    .where('scim_group.is_deleted', '=', 0)
    .where('team_member.member_uid', 'in', uids)
    .orderBy('scim_group.team_id')
    .execute()

const groups = (db: Db) =>
  db
    .selectFrom('scim_group')
    .innerJoin('team', 'team.id', 'scim_group.team_id')
    .selectAll('scim_group')
    .select(['team.team_name', 'team.uid'])

/** A team that another system decides. */
export type ScimGroup = Awaited<ReturnType<typeof listScimGroups>>[number]

/** Returns the group of this id, unless it was deleted by SCIM. */
export const findScimGroup = (db: Db, team_id: number) =>
  groups(db).where('scim_group.team_id', '=', team_id).where('scim_group.is_deleted', '=', 0).executeTakeFirst()

/** Returns the group of this name (normalized), also one that was deleted by SCIM. */
export const findScimGroupByName = (db: Db, display_name_key: string) =>
  groups(db).where('scim_group.display_name_key', '=', display_name_key).executeTakeFirst()

/** Lists the groups that fit a filter, by id. */
export const listScimGroups = (db: Db, filter: ScimFilter | undefined, { offset, limit }: Slice) =>
  groups(db)
    .where('scim_group.is_deleted', '=', 0)
    .$if(filter !== undefined, (query) => query.where(filter ? conditionOf(filter, groupColumns) : always))
    .orderBy('scim_group.team_id')
    .limit(limit)
    .offset(offset)
    .execute()

/** Returns the number of groups that fit a filter. */
export const countScimGroups = async (db: Db, filter: ScimFilter | undefined): Promise<number> =>
  (
    await db
      .selectFrom('scim_group')
      .select(count)
      .where('scim_group.is_deleted', '=', 0)
      .$if(filter !== undefined, (query) => query.where(filter ? conditionOf(filter, groupColumns) : always))
      .executeTakeFirstOrThrow()
  ).count

const members = (db: Db, team_ids: readonly number[]) =>
  db
    .selectFrom('team_member')
    .innerJoin('scim_user', 'scim_user.uid', 'team_member.member_uid')
    .where('scim_user.is_deleted', '=', 0)
    .where('team_member.team_id', 'in', team_ids)

/** Lists the members of groups, as far as another system decides them. */
export const listScimMembers = (db: Db, team_ids: readonly number[]) =>
  members(db, team_ids)
    .select(['team_member.team_id', 'scim_user.uid', 'scim_user.user_name'])
    .orderBy('scim_user.uid')
    .execute()

/** Returns how many members that groups have together. */
export const countScimMembers = async (db: Db, team_ids: readonly number[]): Promise<number> =>
  (await members(db, team_ids).select(count).executeTakeFirstOrThrow()).count

/** Inserts what another system says about a team. */
export const insertScimGroup = (tx: Tx, row: Omit<ScimGroupTable, 'is_deleted'>) =>
  tx.insertInto('scim_group').values(row).execute()

/** Changes what another system says about a team. */
export const updateScimGroup = (tx: Tx, team_id: number, set: Updateable<ScimGroupTable>) =>
  tx.updateTable('scim_group').set(set).where('team_id', '=', team_id).execute()

/** Leaves a team to this site. */
export const removeScimGroup = (tx: Tx, team_id: number) =>
  tx.deleteFrom('scim_group').where('team_id', '=', team_id).execute()

/** Removes an account from the teams that another system decides. */
export async function removeFromGroups(tx: Tx, uid: number): Promise<void> {
  const teams = tx.selectFrom('scim_group').select('team_id')
  await tx.deleteFrom('team_item_member').where('member_uid', '=', uid).where('team_id', 'in', teams).execute()
  await tx.deleteFrom('team_member').where('member_uid', '=', uid).where('team_id', 'in', teams).execute()
}

/** Returns an administrator who can sign in: this one, if they are one, else the oldest. */
export const findAdministrator = (db: Db, uid: number) =>
  db
    .selectFrom('user')
    .select('uid')
    .where('groupid', '=', 1)
    .where('is_disabled', '=', 0)
    .orderBy((by) => by('uid', '=', uid), 'desc')
    .orderBy('uid')
    .executeTakeFirst()

const tokenByHash = prepared<{ token_hash: Buffer }>({ remember: 10 })((db, at) =>
  db
    .selectFrom('scim_token')
    .leftJoin('user', 'user.uid', 'scim_token.uid')
    .select(['scim_token.id', 'scim_token.name', 'scim_token.uid', 'scim_token.last_use_time'])
    .select(['scim_token.is_from_start', 'user.groupid', 'user.is_disabled'])
    .where('token_hash', '=', at('token_hash')),
)

/** Returns the token with this hash, and what its administrator is now; or undefined. */
export const findScimToken = (db: Db, token_hash: Buffer) => tokenByHash.first(db, { token_hash })

/** Lists the tokens, the newest first. */
export const listScimTokens = (db: Db) =>
  db
    .selectFrom('scim_token')
    .leftJoin('user', 'user.uid', 'scim_token.uid')
    .select(['scim_token.id', 'scim_token.name', 'scim_token.addtime', 'scim_token.last_use_time', 'user.username'])
    .select(['scim_token.is_from_start', 'user.groupid', 'user.is_disabled'])
    .orderBy('scim_token.id', 'desc')
    .execute()

/** Inserts a token. */
export const insertScimToken = (tx: Tx, row: Insertable<ScimTokenTable>) =>
  tx.insertInto('scim_token').values(row).execute()

/** Lists the tokens of the start that are stored. */
export const listStartTokens = (db: Db) =>
  db.selectFrom('scim_token').select(['id', 'name', 'token_hash']).where('is_from_start', '=', 1).execute()

/** Makes the token with this hash one of the start. @returns false when there is none */
export async function renameStartToken(tx: Tx, { name, token_hash }: { name: string; token_hash: Buffer }) {
  const { numUpdatedRows } = await tx
    .updateTable('scim_token')
    .set({ name, uid: 0, is_from_start: 1 })
    .where('token_hash', '=', token_hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns a token by its id, or undefined. */
export const findScimTokenById = (db: Db, id: number) =>
  db.selectFrom('scim_token').select(['name', 'is_from_start']).where('id', '=', id).executeTakeFirst()

/** Changes the administrator without whom a token does not work. */
export const updateTokenOwner = (tx: Tx, id: number, uid: number) =>
  tx.updateTable('scim_token').set({ uid }).where('id', '=', id).execute()

/** Removes a token. Returns its name; undefined when there is none. */
export const removeScimToken = async (tx: Tx, id: number): Promise<string | undefined> =>
  (await tx.deleteFrom('scim_token').where('id', '=', id).returning('name').executeTakeFirst())?.name

/** Records when a token was last used. */
export const updateLastUse = (db: Db, id: number, last_use_time: number) =>
  db.updateTable('scim_token').set({ last_use_time }).where('id', '=', id).execute()

/** Returns the number of tokens that were made in Admin. */
export const countScimTokens = async (db: Db): Promise<number> =>
  (await db.selectFrom('scim_token').select(count).where('is_from_start', '=', 0).executeTakeFirstOrThrow()).count

/** Returns how many accounts and teams another system decides. */
export async function countDecided(db: Db): Promise<{ users: number; groups: number }> {
  return { users: await countScimUsers(db, undefined), groups: await countScimGroups(db, undefined) }
}

const callsMost = 200

/** Records a call; the newest 200 are stored. */
export async function insertScimCall(
  tx: Tx,
  row: {
    addtime: number
    token_name: string
    method: string
    path: string
    status: number
    error_name: string
    error_values: string
    ip: string
  },
): Promise<void> {
  const { id } = await tx.insertInto('scim_call').values(row).returning('id').executeTakeFirstOrThrow()
  await tx
    .deleteFrom('scim_call')
    .where('id', '<=', id - callsMost)
    .execute()
}

/** Lists the recorded calls, the newest first. */
export const listScimCalls = (db: Db, isFailed: boolean) =>
  db
    .selectFrom('scim_call')
    .selectAll()
    .$if(isFailed, (query) => query.where('error_name', '<>', ''))
    .orderBy('id', 'desc')
    .execute()

/** Returns the newest call since a time that had a token that nobody knows: one that was ended, or mistyped. */
export const findRejectedCall = (db: Db, since: number) =>
  db
    .selectFrom('scim_call')
    .select(['addtime', 'ip'])
    .where('error_name', '=', 'scimTokenWrong')
    .where('addtime', '>=', since)
    .orderBy('id', 'desc')
    .executeTakeFirst()
