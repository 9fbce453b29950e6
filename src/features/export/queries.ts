import type { Db } from '#src/db/database.ts'

/** A page as an export needs it for ordering: everything but its text. */
export interface PageSummary {
  page_id: number
  item_id: number
  cat_id: number
  page_title: string
  s_number: number
  page_comments: string
  is_draft: number
  /** The length of its text. */
  bytes: number
}

/** Returns the live pages of an item in their order, without other users' drafts. */
export const listPageSummaries = (db: Db, item_id: number, uid: number): Promise<PageSummary[]> =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .select(['page.page_id', 'item_id', 'cat_id', 'page_title', 's_number', 'page_comments', 'is_draft'])
    .select((row) => row.fn<number>('octet_length', ['page_content.page_content']).as('bytes'))
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where((where) => where.or([where('is_draft', '=', 0), where('author_uid', '=', uid)]))
    .orderBy('s_number')
    .orderBy('page.page_id')
    .execute()

/** Returns the texts of pages by id. Pages that have been deleted or moved since they were listed are left out. */
export async function readTexts(db: Db, pages: readonly PageSummary[]): Promise<Map<number, string>> {
  const listed = new Map(pages.map((page) => [page.page_id, page]))
  const rows = await db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .select(['page.page_id', 'item_id', 'cat_id', 'page_content'])
    .where('page.page_id', 'in', [...listed.keys()])
    .where('is_del', '=', 0)
    .execute()
  return new Map(
    rows.flatMap(({ page_id, item_id, cat_id, page_content }) => {
      const page = listed.get(page_id)
      return page?.item_id === item_id && page.cat_id === cat_id ? [[page_id, page_content]] : []
    }),
  )
}

/** Returns the fields of an item that an export contains. */
export const findItemFacts = (db: Db, item_id: number) =>
  db
    .selectFrom('item')
    .select(['item_name', 'item_description', 'item_type', 'password', 'global_param'])
    .where('item_id', '=', item_id)
    .executeTakeFirstOrThrow()

/** Returns what imported API descriptions of an item say beside their operations. */
export const listApiHeads = (db: Db, item_id: number) =>
  db
    .selectFrom('api_description')
    .select(['description', 'item_name', 'item_description', 'head'])
    .where('item_id', '=', item_id)
    .orderBy('description')
    .execute()

/** Returns what the imports of pages have left: where they come from, the text then, and what their source says. */
export const listPageImports = (db: Db, item_id: number, page_ids: readonly number[]) =>
  db
    .selectFrom('page_import')
    .select(['page_id', 'description', 'page_title', 'packed', 'source'])
    .where('page_id', 'in', [...page_ids])
    // a page that was moved to another item begins again there
    .where('item_id', '=', item_id)
    .execute()

/** Returns the environments of an item without the values of secret variables. */
export async function listSharedEnvironments(db: Db, item_id: number) {
  const rows = await db
    .selectFrom('api_environment')
    .select(['env_name', 'base_url', 'variables'])
    .where('item_id', '=', item_id)
    .orderBy('env_id')
    .execute()
  return rows.map(({ env_name, base_url, variables }) => ({
    env_name,
    base_url,
    variables: (JSON.parse(variables) as { name: string; value: string; is_secret: boolean }[]).map((one) => ({
      ...one,
      value: one.is_secret ? '' : one.value,
    })),
  }))
}

/** Returns the files that pages of an item have: those in their lists of attachments, and those that texts have shown. */
export const listFilesOfPages = (db: Db, item_id: number) =>
  db
    .selectFrom('file_page')
    .innerJoin('upload_file', 'upload_file.file_id', 'file_page.file_id')
    .select(['file_page.page_id', 'file_page.is_listed', 'upload_file.sign'])
    .where('file_page.item_id', '=', item_id)
    .orderBy('file_page.addtime')
    .orderBy('file_page.file_id')
    .execute()
