import type { Updateable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'
import type { DocsSiteLogoTable, DocsSiteTable } from '#src/db/schema.ts'

const columns = [
  'docs_site.item_id',
  'docs_site.is_on',
  'docs_site.site_name',
  'docs_site.site_description',
  'docs_site.color',
  'docs_site.home_page_id',
  'docs_site.version_name',
  'docs_site.main_item_id',
  'docs_site.logo_hash',
  'docs_site.links',
] as const

const anySite = prepared<Record<never, never>>({ remember: 1 })((db) =>
  db.selectFrom('docs_site').select('item_id').where('is_on', '=', 1).limit(1),
)

/** Whether any item is a docs site: most sites have none, and need nothing else to know. */
export const hasDocsSites = async (db: Db): Promise<boolean> => (await anySite.first(db, {})) !== undefined

const siteOfItem = prepared<{ item_id: number }>({ remember: 2000 })((db, at) =>
  db.selectFrom('docs_site').select(columns).where('item_id', '=', at('item_id')),
)

/** The row of an item's docs site. */
export type DocsSiteRow = NonNullable<Awaited<ReturnType<typeof findSite>>>

/** Returns the settings of an item's docs site, on or off; undefined when there never were any. */
export const findSite = (db: Db, item_id: number) => siteOfItem.first(db, { item_id })

const versions = prepared<{ main_item_id: number }>({ remember: 500 })((db, at) =>
  db
    .selectFrom('docs_site')
    .innerJoin('item', 'item.item_id', 'docs_site.item_id')
    .select(['item.item_id', 'item.item_name', 'item.item_domain', 'docs_site.version_name', 'docs_site.is_on'])
    .where('docs_site.main_item_id', '=', at('main_item_id'))
    .where('item.is_del', '=', 0)
    .orderBy('item.item_id'),
)

/** A version of a docs site. */
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number]

/** Lists the versions of a site, including those that are off; deleted items are none. */
export const listVersions = (db: Db, main_item_id: number) => versions.all(db, { main_item_id })

const siteAtHost = prepared<{ host: string }>({ remember: 500 })((db, at) =>
  db
    .selectFrom('docs_site_host')
    .innerJoin('docs_site', 'docs_site.item_id', 'docs_site_host.item_id')
    .innerJoin('item', 'item.item_id', 'docs_site.item_id')
    .select(columns)
    .where('docs_site_host.host', '=', at('host'))
    .where('docs_site.is_on', '=', 1)
    .where('item.is_del', '=', 0),
)

/** Returns the docs site that a host name opens, while it is on. */
export const findSiteAtHost = (db: Db, host: string) => siteAtHost.first(db, { host })

const hostsOfSite = prepared<{ main_item_id: number }>({ remember: 500 })((db, at) =>
  db
    .selectFrom('docs_site_host')
    .innerJoin('docs_site', 'docs_site.item_id', 'docs_site_host.item_id')
    .innerJoin('item', 'item.item_id', 'docs_site.item_id')
    .select(['docs_site_host.host', 'docs_site_host.item_id'])
    .where('docs_site.main_item_id', '=', at('main_item_id'))
    .where('item.is_del', '=', 0)
    .orderBy('docs_site_host.host'),
)

/** Lists the host names of a site with all its versions, each with the item that has it. */
export const listHosts = (db: Db, main_item_id: number) => hostsOfSite.all(db, { main_item_id })

/** Makes sure that an item has a row, off and alone at first. */
export const insertSite = (tx: Tx, item_id: number) =>
  tx
    .insertInto('docs_site')
    .values({ item_id, main_item_id: item_id })
    .onConflict((conflict) => conflict.column('item_id').doNothing())
    .execute()

/** Changes the settings of a site. */
export const updateSite = (tx: Tx, item_id: number, set: Updateable<DocsSiteTable>) =>
  tx.updateTable('docs_site').set(set).where('item_id', '=', item_id).execute()

/** Makes another item the main one of all versions of a site. */
export const updateMain = (tx: Tx, former: number, main_item_id: number) =>
  tx.updateTable('docs_site').set({ main_item_id }).where('main_item_id', '=', former).execute()

/** Removes host names from an item. */
export const removeHosts = (tx: Tx, item_id: number, hosts: readonly string[]) =>
  tx.deleteFrom('docs_site_host').where('item_id', '=', item_id).where('host', 'in', hosts).execute()

/** Takes a host name from a deleted item, which then no longer has it when it is restored. */
export const freeHost = (tx: Tx, host: string) =>
  tx
    .deleteFrom('docs_site_host')
    .where('host', '=', host)
    .where('item_id', 'in', tx.selectFrom('item').select('item_id').where('is_del', '=', 1))
    .execute()

/** Gives an item a host name. @throws the unique violation of `docs_site_host.host` */
export const insertHost = (tx: Tx, item_id: number, host: string) =>
  tx.insertInto('docs_site_host').values({ item_id, host }).execute()

/** Stores the logo of a site, replacing the former one. */
export const upsertLogo = (tx: Tx, row: DocsSiteLogoTable) =>
  tx
    .insertInto('docs_site_logo')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('item_id').doUpdateSet({ media_type: row.media_type, content: row.content }),
    )
    .execute()

/** Returns the logo of a site, or undefined. */
export const findLogo = (db: Db, item_id: number) =>
  db.selectFrom('docs_site_logo').select(['media_type', 'content']).where('item_id', '=', item_id).executeTakeFirst()

/** Removes the logo of a site. */
export const removeLogoRow = (tx: Tx, item_id: number) =>
  tx.deleteFrom('docs_site_logo').where('item_id', '=', item_id).execute()

const itemDescription = prepared<{ item_id: number }>({ remember: 200 })((db, at) =>
  db.selectFrom('item').select('item_description').where('item_id', '=', at('item_id')),
)

/** Returns the description of an item; empty without one. */
export const findItemDescription = async (db: Db, item_id: number): Promise<string> =>
  (await itemDescription.first(db, { item_id }))?.item_description ?? ''

/** Returns the title and the catalog of a live page that is no draft, or undefined. */
export const findPagePlace = (db: Db, page_id: number) =>
  db
    .selectFrom('page')
    .select(['item_id', 'cat_id', 'page_title', 'addtime'])
    .where('page_id', '=', page_id)
    .where('is_del', '=', 0)
    .where('is_draft', '=', 0)
    .executeTakeFirst()

/** Returns the first page of that title in a catalog of an item, or undefined. */
export const findPageByTitle = (db: Db, at: { item_id: number; cat_id: number; page_title: string }) =>
  db
    .selectFrom('page')
    .select('page_id')
    .where('item_id', '=', at.item_id)
    .where('cat_id', '=', at.cat_id)
    .where('page_title', '=', at.page_title)
    .where('is_del', '=', 0)
    .where('is_draft', '=', 0)
    .orderBy('s_number')
    .orderBy('page_id')
    .executeTakeFirst()

/** Lists the pages of an item that everyone may read, with the time of their last save, at most `most`. */
export const listPublicPages = (db: Db, item_id: number, most: number) =>
  db
    .selectFrom('page')
    .select(['page_id', 'addtime'])
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where('is_draft', '=', 0)
    .orderBy('s_number')
    .orderBy('page_id')
    .limit(most)
    .execute()

/** Lists the titles and places of the pages of an item that everyone may read, at most `most`. */
export const listPublicTitles = (db: Db, item_id: number, most: number) =>
  db
    .selectFrom('page')
    .select(['page_id', 'page_title', 'cat_id', 'ext_info'])
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where('is_draft', '=', 0)
    .orderBy('s_number')
    .orderBy('page_id')
    .limit(most)
    .execute()

/** Returns the title and the text of a page, or undefined. */
export const findPageText = (db: Db, page_id: number) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .select(['page.page_title', 'page_content.page_content'])
    .where('page.page_id', '=', page_id)
    .executeTakeFirst()

const pageStart = prepared<{ page_id: number; most: number }>({ remember: 200 })((db, at) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .select((select) => [
      'page.page_title',
      select.fn<string>('substr', ['page_content.page_content', select.lit(1), select.val(at('most'))]).as('text'),
    ])
    .where('page.page_id', '=', at('page_id')),
)

/** Returns the title of a page and the first `most` characters of its text. */
export const findPageStart = (db: Db, page_id: number, most: number) => pageStart.first(db, { page_id, most })
