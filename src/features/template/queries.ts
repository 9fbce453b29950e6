import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import type { TemplateItemTable, TemplateTable } from '#src/db/schema.ts'

/** Lists a person's templates, the newest first. */
export const listTemplates = (db: Db, uid: number) =>
  db.selectFrom('template').selectAll().where('uid', '=', uid).orderBy('id', 'desc').execute()

/** Returns the template `id` of a person, or undefined. */
export const findTemplate = (db: Db, uid: number, id: number) =>
  db.selectFrom('template').select(['id', 'uid']).where('id', '=', id).where('uid', '=', uid).executeTakeFirst()

/** Returns the number of a person's templates. */
export async function countTemplates(db: Db, uid: number): Promise<number> {
  const row = await db
    .selectFrom('template')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Inserts a template and returns its id. */
export async function insertTemplate(tx: Tx, row: Insertable<TemplateTable>): Promise<number> {
  const { id } = await tx.insertInto('template').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a template. */
export const updateTemplate = (
  tx: Tx,
  id: number,
  set: Pick<Insertable<TemplateTable>, 'template_title' | 'template_content'>,
) => tx.updateTable('template').set(set).where('id', '=', id).execute()

/** Removes the template `id` of a person with its shares; returns false when there is none. */
export async function removeTemplate(db: Db, uid: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('template')
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const shares = (db: Db) =>
  db
    .selectFrom('template_item')
    .innerJoin('item', 'item.item_id', 'template_item.item_id')
    .selectAll('template_item')
    .where('item.is_del', '=', 0)
    .orderBy('template_item.id')

/** Lists the items that a template is shared to. */
export const listShares = (db: Db, template_id: number) => shares(db).where('template_id', '=', template_id).execute()

/** Lists the items that a person's templates are shared to. */
export const listSharesOf = (db: Db, uid: number) =>
  shares(db)
    .where('template_id', 'in', db.selectFrom('template').select('id').where('uid', '=', uid))
    .execute()

// A person has a hundred at most; this limits a response when many people share templates to one item.
const mostInItem = 200

/** Lists the templates shared to an item with their texts, the last shared first. */
export const listItemTemplates = (db: Db, item_id: number) =>
  db
    .selectFrom('template_item')
    .innerJoin('template', 'template.id', 'template_item.template_id')
    .leftJoin('user', 'user.uid', 'template_item.uid')
    .selectAll('template_item')
    .select(['user.name', 'template.template_title', 'template.template_content', 'template.addtime'])
    .where('template_item.item_id', '=', item_id)
    .orderBy('template_item.id', 'desc')
    .limit(mostInItem)
    .execute()

/** Removes a template's shares to all items but these. */
export const removeOtherShares = (tx: Tx, template_id: number, item_ids: readonly number[]) =>
  tx
    .deleteFrom('template_item')
    .where('template_id', '=', template_id)
    .$if(item_ids.length > 0, (shared) => shared.where('item_id', 'not in', item_ids))
    .execute()

/** Shares a template to an item. */
export const insertShare = (tx: Tx, row: Insertable<TemplateItemTable>) =>
  tx.insertInto('template_item').values(row).execute()
