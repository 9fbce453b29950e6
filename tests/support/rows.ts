import type Database from 'better-sqlite3'
import { hashPassword } from '#src/core/secrets.ts'
import type { Schema } from '#src/db/schema.ts'

/** Rows of a test, written directly to the database, without the calls that usually create them. */
export class Rows {
  readonly sqlite: Database.Database
  readonly #uidOf: (username: string) => number
  readonly #now: () => number

  constructor(sqlite: Database.Database, uidOf: (username: string) => number, now: () => number) {
    this.sqlite = sqlite
    this.#uidOf = uidOf
    this.#now = now
  }

  /** Adds one row and returns its id. */
  insert(table: keyof Schema, row: Record<string, unknown>): number {
    const names = Object.keys(row)
    const places = names.map(() => '?').join(', ')
    const statement = this.sqlite.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`)
    return Number(statement.run(...Object.values(row)).lastInsertRowid)
  }

  /** All rows of a table. */
  all(table: keyof Schema): Record<string, unknown>[] {
    return this.sqlite.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[]
  }

  /** The number of rows in each table, except those of the search index. */
  counts(): Record<string, number> {
    const names = this.sqlite
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'page_search%' ORDER BY name",
      )
      .pluck()
      .all() as string[]
    return Object.fromEntries(
      names.map((name) => [name, this.sqlite.prepare(`SELECT count(*) FROM ${name}`).pluck().get() as number]),
    )
  }

  /** An item of `owner` (default 'owner'), open unless a visit password is given. Returns its id. */
  async newItem(given: { owner?: string; password?: string; [column: string]: unknown } = {}): Promise<number> {
    const { owner = 'owner', password = '', ...rest } = given
    return this.insert('item', {
      item_name: 'Item',
      uid: this.#uidOf(owner),
      password: password === '' ? '' : await hashPassword(password),
      addtime: this.#now(),
      ...rest,
    })
  }

  /** A catalog, at the top of an item by default. Returns its id. */
  newCatalog(item_id: number, cat_name: string, rest: Record<string, unknown> = {}): number {
    return this.insert('catalog', { item_id, cat_name, addtime: this.#now(), ...rest })
  }

  /** A page with its text. Returns its id. */
  newPage(
    item_id: number,
    page_title: string,
    given: { author?: string; page_content?: string; [column: string]: unknown } = {},
  ): number {
    const { author = 'owner', page_content = `# ${page_title}`, ...rest } = given
    const page_id = this.insert('page', {
      item_id,
      page_title,
      author_uid: this.#uidOf(author),
      author_username: author,
      addtime: this.#now(),
      page_addtime: this.#now(),
      ...rest,
    })
    this.insert('page_content', { page_id, page_content })
    return page_id
  }

  /** Makes a person a member of an item; `cat_ids` limits them to these first-level catalogs. */
  newMember(item_id: number, username: string, right: 'read' | 'edit' | 'manage', cat_ids: number[] = []): number {
    return this.insert('item_member', {
      item_id,
      uid: this.#uidOf(username),
      member_group_id: ['read', 'edit', 'manage'].indexOf(right),
      cat_ids: cat_ids.join(','),
      addtime: this.#now(),
    })
  }
}
