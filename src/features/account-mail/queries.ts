import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import type { MailTokenTable } from '#src/db/schema.ts'

/** Stores the token of a link in a mail, in place of a former one of the same kind: only the newest link works. */
export async function replaceMailToken(tx: Tx, row: Insertable<MailTokenTable>): Promise<void> {
  await tx.deleteFrom('mail_token').where('uid', '=', row.uid).where('kind', '=', row.kind).execute()
  await tx.insertInto('mail_token').values(row).execute()
}

/** Takes a token: it is gone after the first use. Returns undefined for an unknown one. */
export const takeMailToken = (tx: Tx, token_hash: Buffer, kind: MailTokenTable['kind']) =>
  tx
    .deleteFrom('mail_token')
    .where('token_hash', '=', token_hash)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst()

/** Returns a token without taking it. */
export const findMailToken = (db: Db, token_hash: Buffer, kind: MailTokenTable['kind']) =>
  db
    .selectFrom('mail_token')
    .selectAll()
    .where('token_hash', '=', token_hash)
    .where('kind', '=', kind)
    .executeTakeFirst()

/** Removes the tokens of a person. */
export const removeMailTokens = (tx: Tx, uid: number) => tx.deleteFrom('mail_token').where('uid', '=', uid).execute()

/** Removes tokens that expired before `now`. */
export const removeEndedMailTokens = (db: Db, now: number) =>
  db.deleteFrom('mail_token').where('token_expire', '<=', now).execute()

/** Lists the accounts with an address, in whatever case it was stored. */
export const listAccountsWithEmail = (db: Db, email: string) =>
  db
    .selectFrom('user')
    .select(['uid', 'username', 'email_verify', 'is_sso'])
    .where((where) => where.fn<string>('lower', ['email']), '=', email)
    .execute()
