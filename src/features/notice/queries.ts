import type { Db, Tx } from '#src/db/database.ts'

/** The names of a person's settings here. */
export const settingNames = { modes: 'mail_notices', lang: 'mail_lang' } as const

/** Lists people with their addresses and what they want to be informed of. */
export const listRecipients = (db: Db, uids: readonly number[]) =>
  db
    .selectFrom('user')
    .leftJoin('user_setting', (join) =>
      join.onRef('user_setting.uid', '=', 'user.uid').on('user_setting.key_name', '=', settingNames.modes),
    )
    .select(['user.uid', 'username', 'email', 'email_verify', 'is_sso', 'is_disabled', 'key_value'])
    .where('user.uid', 'in', uids)
    .execute()

/** Lists the people who have chosen what they are informed of. */
export const listChoices = (db: Db) =>
  db.selectFrom('user_setting').select(['uid', 'key_value']).where('key_name', '=', settingNames.modes).execute()

/** Returns a setting of a person; '' for none. */
export async function findSetting(db: Db, uid: number, key_name: string): Promise<string> {
  const row = await db
    .selectFrom('user_setting')
    .select('key_value')
    .where('uid', '=', uid)
    .where('key_name', '=', key_name)
    .executeTakeFirst()
  return row?.key_value ?? ''
}

/** Stores a setting of a person. */
export const upsertSetting = (tx: Tx, uid: number, key_name: string, key_value: string) =>
  tx
    .insertInto('user_setting')
    .values({ uid, key_name, key_value })
    .onConflict((conflict) => conflict.columns(['uid', 'key_name']).doUpdateSet({ key_value }))
    .execute()

/** Returns the content of an announcement; undefined when it was withdrawn. */
export const findAnnouncement = (db: Db, id: number) =>
  db
    .selectFrom('message_content')
    .select(['message_content', 'addtime'])
    .where('id', '=', id)
    .where('message_type', '<>', 'remind')
    .executeTakeFirst()
