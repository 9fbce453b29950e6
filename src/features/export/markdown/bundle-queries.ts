import type { Db } from '#src/db/database.ts'

/** Returns the settings of an item that `docstead.json` has besides its name, with the name of its owner. */
export const findItemSettings = (db: Db, item_id: number) =>
  db
    .selectFrom('item')
    .leftJoin('user', 'user.uid', 'item.uid')
    .select(['item_domain', 'allow_comment', 'allow_feedback', 'user.username as owner'])
    .where('item_id', '=', item_id)
    .executeTakeFirstOrThrow()

/** Whether a user has starred an item. */
export const isStarred = async (db: Db, item_id: number, uid: number): Promise<boolean> =>
  (await db
    .selectFrom('item_star')
    .select('uid')
    .where('item_id', '=', item_id)
    .where('uid', '=', uid)
    .executeTakeFirst()) !== undefined

/** Returns the members of an item by name, in the order in which they were added. */
export const listMemberNames = (db: Db, item_id: number) =>
  db
    .selectFrom('item_member')
    .innerJoin('user', 'user.uid', 'item_member.uid')
    .select(['user.username', 'member_group_id', 'cat_ids'])
    .where('item_id', '=', item_id)
    .orderBy('item_member_id')
    .execute()

/** Returns the teams of an item by name, in the order in which they were added. */
export const listTeamNames = (db: Db, item_id: number) =>
  db
    .selectFrom('team_item')
    .innerJoin('team', 'team.id', 'team_item.team_id')
    .innerJoin('user', 'user.uid', 'team.uid')
    .select(['team.id', 'team_name', 'user.username as owner', 'member_group_id'])
    .where('item_id', '=', item_id)
    .orderBy('team_item.id')
    .execute()

/** Returns what the members of an item's teams may do there, by name. */
export const listTeamMemberNames = (db: Db, item_id: number) =>
  db
    .selectFrom('team_item_member')
    .innerJoin('user', 'user.uid', 'team_item_member.member_uid')
    .select(['team_id', 'user.username', 'member_group_id', 'cat_ids'])
    .where('item_id', '=', item_id)
    .orderBy('team_item_member.id')
    .execute()

/** Returns the templates that are shared with an item, the first shared first. */
export const listSharedTemplates = (db: Db, item_id: number) =>
  db
    .selectFrom('template_item')
    .innerJoin('template', 'template.id', 'template_item.template_id')
    .select(['template_title', 'template_content', 'template.username'])
    .where('item_id', '=', item_id)
    .orderBy('template_item.id')
    .execute()

/** Returns the environments of an item; the values of secret variables are not in them. */
export const listEnvironmentsOf = (db: Db, item_id: number) =>
  db
    .selectFrom('api_environment')
    .select(['env_name', 'base_url', 'variables'])
    .where('item_id', '=', item_id)
    .orderBy('env_id')
    .execute()

/** Returns what `docstead.json` says of pages besides what a tree has. */
export const listPageFacts = (db: Db, page_ids: readonly number[]) =>
  db
    .selectFrom('page')
    .leftJoin('mock', 'mock.page_id', 'page.page_id')
    .select(['page.page_id', 'author_username', 'page.addtime', 'page_addtime', 'page_version', 'template', 'path'])
    .where('page.page_id', 'in', [...page_ids])
    .execute()

/** Returns the numbers and packed sizes of the former versions of pages: the pages in the order of their ids, oldest first. */
export const listVersionSizes = (db: Db, page_ids: readonly number[]) =>
  db
    .selectFrom('page_history')
    .innerJoin('page_history_content as text', 'text.page_history_id', 'page_history.page_history_id')
    .select(['page_history.page_history_id'])
    .select((row) => row.fn<number>('octet_length', ['text.page_content']).as('bytes'))
    .where('page_id', 'in', [...page_ids])
    .orderBy('page_id')
    .orderBy('page_history.page_history_id')
    .execute()

/** Returns former versions with their packed texts, in the same order. */
export const listVersions = (db: Db, page_history_ids: readonly number[]) =>
  db
    .selectFrom('page_history')
    .innerJoin('page_history_content as text', 'text.page_history_id', 'page_history.page_history_id')
    .select(['page_id', 'cat_id', 'page_title', 's_number', 'author_username', 'addtime', 'page_comments'])
    .select(['page_version', 'text.page_content as packed'])
    .where('page_history.page_history_id', 'in', [...page_history_ids])
    .orderBy('page_id')
    .orderBy('page_history.page_history_id')
    .execute()

/** Returns the comments on pages with their replies, in the order in which they were written. */
export const listCommentsOn = (db: Db, page_ids: readonly number[]) =>
  db
    .selectFrom('page_comment')
    .select(['comment_id', 'page_id', 'parent_id', 'username', 'content', 'is_deleted', 'addtime'])
    .where('page_id', 'in', [...page_ids])
    .orderBy('page_id')
    .orderBy('comment_id')
    .execute()
