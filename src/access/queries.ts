import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'
import type { Schema } from '#src/db/schema.ts'
import type { ItemRow } from './item-access.ts'

const itemColumns = [
  'item.item_id',
  'item.item_name',
  'item.item_domain',
  'item.item_type',
  'item.uid',
  'item.password',
  'item.password_version',
  'item.is_archived',
  'item.tree_revision',
] as const

const itemById = prepared<{ item_id: number }>({ remember: 2000 })((db, at) =>
  db.selectFrom('item').select(itemColumns).where('item_id', '=', at('item_id')).where('is_del', '=', 0),
)

/** Returns the item unless it is deleted. */
export const findItem = (db: Db, values: { item_id: number }): Promise<ItemRow | undefined> =>
  itemById.first(db, { item_id: values.item_id })

/** The condition that a live item has an own address, with literals: the partial index `item_domain` needs them. */
export const hasOwnAddress = (where: ExpressionBuilder<Schema, 'item'>) =>
  where.and([where('item_domain', '<>', sql.lit('')), where('is_del', '=', where.lit(0))])

const itemByDomain = prepared<{ item_domain: string }>({ remember: 2000 })((db, at) =>
  db
    .selectFrom('item')
    .select(itemColumns)
    .where((where) => where.fn<string>('lower', ['item_domain']), '=', at('item_domain'))
    .where(hasOwnAddress),
)

/** Returns the item with the own address `item_domain` (lower case) unless it is deleted. */
export const findItemByDomain = (db: Db, values: { item_domain: string }): Promise<ItemRow | undefined> =>
  itemByDomain.first(db, values)

/** A page, as permission checks need it. */
export interface PageRow {
  page_id: number
  cat_id: number
  is_draft: number
  author_uid: number
  page_version: number
}

const itemOfPage = prepared<{ page_id: number }>({ remember: 5000 })((db, at) =>
  db
    .selectFrom('page')
    .innerJoin('item', 'item.item_id', 'page.item_id')
    .select([...itemColumns, 'page.page_id', 'page.cat_id', 'page.is_draft', 'page.author_uid', 'page.page_version'])
    .where('page.page_id', '=', at('page_id'))
    .where('page.is_del', '=', 0)
    .where('item.is_del', '=', 0),
)

/** Returns a page with its item; undefined when either is deleted. */
export async function findItemOfPage(
  db: Db,
  values: { page_id: number },
): Promise<{ page: PageRow; item: ItemRow } | undefined> {
  const row = await itemOfPage.first(db, values)
  if (!row) return undefined
  const { page_id, cat_id, is_draft, author_uid, page_version, ...item } = row
  return { page: { page_id, cat_id, is_draft, author_uid, page_version }, item }
}

const pagesOfFile = prepared<{ file_id: number }>({ remember: 5000 })((db, at) =>
  db
    .selectFrom('file_page')
    .innerJoin('page', 'page.page_id', 'file_page.page_id')
    .innerJoin('item', 'item.item_id', 'page.item_id')
    .leftJoin('single_page', 'single_page.page_id', 'page.page_id')
    .select([
      'page.item_id',
      'page.cat_id',
      'page.is_draft',
      'page.author_uid',
      'page.is_del',
      'item.is_del as item_is_del',
      'single_page.unique_key',
      'single_page.expire_time',
    ])
    .where('file_page.file_id', '=', at('file_id')),
)

/**
 * Lists the pages that list or show a file, including those in the recycle bin, each with its public link if it has
 * one.
 */
export const listPagesOfFile = (db: Db, values: { file_id: number }) => pagesOfFile.all(db, values)

const signByFormerPath = prepared<{ former_path: string }>()((db, at) =>
  db
    .selectFrom('upload_file')
    .select('sign')
    .where('former_path', '=', at('former_path'))
    // such a path can be guessed: without an item nothing but the address would protect the file
    .where('item_id', '>', 0),
)

/** Returns the sign of the file that ShowDoc stored at this path below `Public/Uploads/`, or undefined. */
export const findSignByFormerPath = async (db: Db, former_path: string): Promise<string | undefined> =>
  (await signByFormerPath.first(db, { former_path }))?.sign

// Includes parts in the recycle bin.
const itemIdOf = {
  page: prepared<{ id: number }>()((db, at) => db.selectFrom('page').select('item_id').where('page_id', '=', at('id'))),
  catalog: prepared<{ id: number }>()((db, at) =>
    db.selectFrom('catalog').select('item_id').where('cat_id', '=', at('id')),
  ),
  member: prepared<{ id: number }>()((db, at) =>
    db.selectFrom('item_member').select('item_id').where('item_member_id', '=', at('id')),
  ),
  environment: prepared<{ id: number }>()((db, at) =>
    db.selectFrom('api_environment').select('item_id').where('env_id', '=', at('id')),
  ),
}

/** A kind of row that belongs to one item. */
export type PartOfItem = keyof typeof itemIdOf

/** Returns the item id of a part, deleted or not; undefined for a part that never existed. */
export const findItemIdOf = async (db: Db, part: PartOfItem, id: number): Promise<number | undefined> =>
  (await itemIdOf[part].first(db, { id }))?.item_id

const memberships = prepared<{ uid: number; item_id: number }>({ remember: 5000 })((db, at) =>
  db
    .selectFrom('item_member')
    .select(['member_group_id', 'cat_ids'])
    .where('uid', '=', at('uid'))
    .where('item_id', '=', at('item_id'))
    .unionAll(
      db
        .selectFrom('team_item_member')
        .select(['member_group_id', 'cat_ids'])
        .where('member_uid', '=', at('uid'))
        .where('item_id', '=', at('item_id')),
    ),
)

/** Lists a user's memberships in the item: their own, and one for each team. */
export const listMemberships = (db: Db, values: { uid: number; item_id: number }) => memberships.all(db, values)

const itemsInReach = prepared<{ uid: number }>({ remember: 500 })((db, at) =>
  db
    .selectFrom(
      db
        .selectFrom('item')
        .select((own) => ['item_id', own.lit<number>(2).as('member_group_id'), own.val('').as('cat_ids')])
        .where('uid', '=', at('uid'))
        .unionAll(
          db.selectFrom('item_member').select(['item_id', 'member_group_id', 'cat_ids']).where('uid', '=', at('uid')),
        )
        .unionAll(
          db
            .selectFrom('team_item_member')
            .select(['item_id', 'member_group_id', 'cat_ids'])
            .where('member_uid', '=', at('uid')),
        )
        .as('reach'),
    )
    .innerJoin('item', 'item.item_id', 'reach.item_id')
    .select([
      'item.item_id',
      'item.item_name',
      'item.item_description',
      'item.item_domain',
      'item.item_type',
      'item.is_archived',
      'item.uid',
      'reach.member_group_id',
      'reach.cat_ids',
    ])
    .where('item.is_del', '=', 0)
    .orderBy('item.item_id', 'desc'),
)

/** Lists the undeleted items that a user owns or is a member of, one row for each ownership or membership. */
export const listAccessibleItems = (db: Db, values: { uid: number }) => itemsInReach.all(db, { uid: values.uid })

const catalogParents = prepared<{ item_id: number }>()((db, at) =>
  db
    .selectFrom('catalog')
    .select(['cat_id', 'parent_cat_id'])
    .where('item_id', '=', at('item_id'))
    .where('is_del', '=', 0),
)

/** Lists the parent of each catalog of an item. */
export const listCatalogParents = (db: Db, values: { item_id: number }) => catalogParents.all(db, values)

const visitGrant = prepared<{ grant_hash: Buffer }>({ remember: 2000 })((db, at) =>
  db
    .selectFrom('visit_grant')
    .select(['item_id', 'password_version', 'expire_time'])
    .where('grant_hash', '=', at('grant_hash')),
)

/** Returns the visit grant with this hash, or undefined. */
export const findVisitGrant = (db: Db, grant_hash: Buffer) => visitGrant.first(db, { grant_hash })

/** A row of `catalog`. */
export interface CatalogRow {
  cat_id: number
  cat_name: string
  item_id: number
  parent_cat_id: number
  s_number: number
  level: number
  addtime: number
}

const catalogById = prepared<{ cat_id: number }>()((db, at) =>
  db
    .selectFrom('catalog')
    .select(['cat_id', 'cat_name', 'item_id', 'parent_cat_id', 's_number', 'level', 'addtime'])
    .where('cat_id', '=', at('cat_id'))
    .where('is_del', '=', 0),
)

/** Returns the catalog unless it is deleted. Its item may be deleted. */
export const findCatalogById = (db: Db, values: { cat_id: number }): Promise<CatalogRow | undefined> =>
  catalogById.first(db, values)

/** A team, as permission checks need it, with the role of `uid` in it: 1 member, 2 administrator, null for neither. */
export interface TeamRow {
  id: number
  team_name: string
  uid: number
  team_member_group_id: number | null
}

/** Returns the team with the role of `uid` in it, or undefined. */
export const findTeam = (db: Db, values: { team_id: number; uid: number }): Promise<TeamRow | undefined> =>
  db
    .selectFrom('team')
    .leftJoin('team_member', (join) =>
      join.onRef('team_member.team_id', '=', 'team.id').on('team_member.member_uid', '=', values.uid),
    )
    .select(['team.id', 'team.team_name', 'team.uid', 'team_member.team_member_group_id'])
    .where('team.id', '=', values.team_id)
    .executeTakeFirst()

const keyByName = prepared<{ api_key: string }>({ remember: 500 })((db, at) =>
  db.selectFrom('item_token').select(['item_id', 'api_token', 'last_check_time']).where('api_key', '=', at('api_key')),
)

/** Returns the item and the token that belong to an API key. */
export const findKey = (db: Db, values: { api_key: string }) => keyByName.first(db, values)

/** Records when a key was last used. */
export const noteKeyUse = (db: Db, item_id: number, last_check_time: number) =>
  db.updateTable('item_token').set({ last_check_time }).where('item_id', '=', item_id).execute()

const managed = prepared<{ uid: number }>({ remember: 500 })((db, at) =>
  db
    .selectFrom(
      db
        .selectFrom('item')
        .select('item_id as id')
        .where('uid', '=', at('uid'))
        .where('is_del', '=', 0)
        .unionAll(
          db
            .selectFrom('item_member')
            .innerJoin('item', 'item.item_id', 'item_member.item_id')
            .select('item.item_id as id')
            .where('item_member.uid', '=', at('uid'))
            .where('member_group_id', '=', 2)
            .where('is_del', '=', 0),
        )
        .unionAll(
          db
            .selectFrom('team_item_member')
            .innerJoin('item', 'item.item_id', 'team_item_member.item_id')
            .select('item.item_id as id')
            .where('member_uid', '=', at('uid'))
            .where('member_group_id', '=', 2)
            .where('is_del', '=', 0),
        )
        .unionAll(db.selectFrom('team').select('id').where('uid', '=', at('uid')))
        .unionAll(
          db
            .selectFrom('team_member')
            .select('team_id as id')
            .where('member_uid', '=', at('uid'))
            .where('team_member_group_id', '=', 2),
        )
        .as('managed'),
    )
    .select('id')
    .limit(1),
)

/** Whether a user manages an undeleted item or a team: as its owner, directly, or through a team. */
export const isItemOrTeamManager = async (db: Db, uid: number): Promise<boolean> =>
  (await managed.first(db, { uid })) !== undefined

const tokenWithUser = prepared<{ token_hash: Buffer }>({ remember: 2000 })((db, at) =>
  db
    .selectFrom('user_token')
    .innerJoin('user', 'user.uid', 'user_token.uid')
    .select([
      'user.uid',
      'user.username',
      'user.name',
      'user.groupid',
      'user.email',
      'user.email_verify',
      'user.avatar',
      'user.reg_time',
      'user.is_sso',
      'user.is_disabled',
      'user_token.kind',
      'user_token.last_use_time',
      'user_token.token_expire',
    ])
    .where('token_hash', '=', at('token_hash')),
)

/** Returns a token that signs a user in, with the user; undefined when there is none. It may have expired. */
export const findTokenWithUser = (db: Db, token_hash: Buffer) => tokenWithUser.first(db, { token_hash })

/** Records when a token was last used, and when it expires. */
export const noteTokenUse = (db: Db, token_hash: Buffer, last_use_time: number, token_expire: number) =>
  db.updateTable('user_token').set({ last_use_time, token_expire }).where('token_hash', '=', token_hash).execute()

/** What a second step can be passed with. */
type SecondStepWay = 'app' | 'passkey'

const secondSteps = prepared<{ uid: number }>({ remember: 2000 })((db, at) =>
  db
    .selectFrom('user_totp')
    .select((select) => select.val<SecondStepWay>('app').as('way'))
    .where('uid', '=', at('uid'))
    .where('enabled_time', '>', 0)
    .union(
      db
        .selectFrom('user_passkey')
        .select((select) => select.val<SecondStepWay>('passkey').as('way'))
        .where('uid', '=', at('uid')),
    ),
)

/** Lists what a user has set up for a second step: an authenticator app, passkeys. */
export const listSecondSteps = async (db: Db, uid: number): Promise<SecondStepWay[]> =>
  (await secondSteps.all(db, { uid })).map(({ way }) => way)

/** Returns whether a user has set up a second step. */
export const hasSecondStep = async (db: Db, uid: number): Promise<boolean> =>
  (await secondSteps.first(db, { uid })) !== undefined

const sitePolicies = prepared<Record<never, never>>({ remember: 1 })((db) =>
  db
    .selectFrom('options')
    .select(['option_name', 'option_value'])
    .where('option_name', 'in', [
      'force_login',
      'session_expire_days',
      'site_url',
      'allow_search_engines',
      'admin_second_step',
    ]),
)

/** Lists the site's settings that decide about access. */
export const listSitePolicies = (db: Db) => sitePolicies.all(db, {})
