import type Database from 'better-sqlite3'

/** One changed row. */
export interface Change {
  table: string
  op: 'insert' | 'update' | 'delete'
  /** The values of its primary key. */
  key: string
  /** Its columns that refer to other rows or people, with their values. */
  links: Record<string, unknown>
  /** All written values, as SQL literals. */
  written: string
}

// Stored in the background, or a record of the action and not part of it.
const bookkeeping = /^(sqlite_|page_search|page_unindexed$|api_change|audit_log$|file_flow$|backup_run$|outbox$|kysely)/
const counters = new Set(['visit_times', 'last_visit_time'])
// What became of the last message to a webhook.
const outcomes = new Set(['webhook.fail_since', 'webhook.last_time', 'webhook.last_answer'])

interface Column {
  name: string
  pk: number
}

const key = (columns: Column[], row: 'NEW' | 'OLD') =>
  columns
    .filter((column) => column.pk > 0)
    .toSorted((one, other) => one.pk - other.pk)
    .map((column) => `quote(${row}.${column.name})`)
    .join(` || ',' || `)

const links = (columns: Column[], row: 'NEW' | 'OLD') =>
  `json_object(${columns
    .filter((column) => /(^|_)u?id$/.test(column.name) && !/hash/.test(column.name))
    .map((column) => `'${column.name}', ${row}.${column.name}`)
    .join(', ')})`

/**
 * Records each change of a database with triggers that exist only in its one writing connection: the effect of a call,
 * whatever its response.
 */
export class Watch {
  readonly #take: Database.Statement<[], Omit<Change, 'links'> & { links: string }>
  readonly #forget: Database.Statement
  readonly #turn: Database.Statement<[number]>

  constructor(sqlite: Database.Database) {
    sqlite.exec('CREATE TEMP TABLE noted (tab TEXT, op TEXT, pk TEXT, links TEXT, written TEXT)')
    sqlite.exec('CREATE TEMP TABLE noting AS SELECT 1 AS is_on')
    const tables = sqlite.prepare("SELECT name FROM main.sqlite_master WHERE type = 'table'").pluck().all() as string[]
    for (const table of tables.filter((name) => !bookkeeping.test(name))) {
      const columns = sqlite.pragma(`table_info(${table})`) as Column[]
      const watched = columns.filter(({ name }) => !counters.has(name) && !outcomes.has(`${table}.${name}`))
      const written = watched.map((column) => `quote(NEW.${column.name})`).join(` || ' | ' || `)
      const isSame = watched.map((column) => `NEW.${column.name} IS OLD.${column.name}`).join(' AND ')
      const note = (op: string, row: 'NEW' | 'OLD', text: string) =>
        `BEGIN INSERT INTO noted VALUES ('${table}', '${op}', ${key(columns, row)}, ${links(columns, row)}, ${text}); END`
      const on = (op: string) => `CREATE TEMP TRIGGER noted_${table}_${op} AFTER ${op} ON main.${table}`
      const isOn = '(SELECT is_on FROM noting)'
      sqlite.exec(`${on('INSERT')} WHEN ${isOn} ${note('insert', 'NEW', written)}`)
      sqlite.exec(`${on('UPDATE')} WHEN ${isOn} AND NOT (${isSame}) ${note('update', 'NEW', written)}`)
      sqlite.exec(`${on('DELETE')} WHEN ${isOn} ${note('delete', 'OLD', "''")}`)
    }
    this.#turn = sqlite.prepare('UPDATE noting SET is_on = ?')
    this.#take = sqlite.prepare('SELECT tab AS "table", op, pk AS "key", links, written FROM noted')
    this.#forget = sqlite.prepare('DELETE FROM noted')
  }

  /** Runs an action that is not recorded. */
  unseen<T>(operation: () => T): T {
    this.#turn.run(0)
    try {
      return operation()
    } finally {
      this.#turn.run(1)
    }
  }

  /** The changes since the last call. */
  take(): Change[] {
    const rows = this.#take.all()
    this.#forget.run()
    return rows.map((row) => ({ ...row, links: JSON.parse(row.links) as Record<string, unknown> }))
  }
}
