// Stands in for migrations/index.ts in tests of the server, which make a new database for almost every test: they create at
// once what the migrations create step by step, which takes a sixth of the time. The first database of each process is
// migrated, and so is one that is not empty.
import { type Kysely, sql } from 'kysely'
import { migrations as steps } from '../../migrations/index.ts'

type Step = (typeof steps)[number]

/** The statements that create what all migrations create; undefined until they have run. */
let statements: string[] | undefined

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Reads the statements from a database that has just been migrated. */
async function read(db: Kysely<unknown>): Promise<string[]> {
  const rowsOf = async <Row>(text: string) => (await sql.raw<Row>(text).execute(db)).rows
  // a virtual table creates its shadow tables itself
  const objects = await rowsOf<{ type: string; name: string; sql: string; kind: string | null }>(
    `SELECT type, name, sql, (SELECT list.type FROM pragma_table_list AS list WHERE list.name = it.name) AS kind
     FROM sqlite_schema AS it WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
  )
  const found: string[] = []
  for (const { type, name, sql: text, kind } of objects) {
    if (kind === 'shadow') continue
    found.push(text)
    if (kind === 'virtual')
      for (const { k, v } of await rowsOf<{ k: string; v: number }>(
        `SELECT k, v FROM ${quoted(`${name}_config`)} WHERE k <> 'version'`,
      ))
        found.push(`INSERT INTO ${quoted(name)} (${quoted(name)}, rank) VALUES ('${k}', ${v})`)
    if (type !== 'table' || kind === 'virtual') continue
    const columns = (await rowsOf<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`)).map((one) =>
      quoted(one.name),
    )
    // a blob is a secret: each database has its own
    const values = columns
      .map((column) => `iif(typeof(${column}) = 'blob', 'randomblob(' || length(${column}) || ')', quote(${column}))`)
      .join(` || ', ' || `)
    for (const { row } of await rowsOf<{ row: string }>(`SELECT ${values} AS row FROM ${quoted(name)}`))
      found.push(`INSERT INTO ${quoted(name)} (${columns.join(', ')}) VALUES (${row})`)
  }
  // each begins at numbers of its own in ranges of a hundred million
  for (const { name, seq } of await rowsOf<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence')) {
    const first = Math.floor(seq / 100_000_000) * 100_000_000
    found.push(
      `DELETE FROM sqlite_sequence WHERE name = '${name}'`,
      `INSERT INTO sqlite_sequence (name, seq) VALUES ('${name}', ${first > 0 ? `${first} + abs(random()) % 90000000` : seq})`,
    )
  }
  return found
}

async function create(db: Kysely<unknown>, made: readonly string[]): Promise<void> {
  for (const text of made) await sql.raw(text).execute(db)
}

/** The steps from a schema to another: as they are, unless they make a whole database. */
function slice(from = 0, to = steps.length): Step[] {
  const asked = steps.slice(from, to)
  if (from !== 0 || to !== steps.length) return asked
  const known = statements
  if (known) return [(db) => create(db, known)]
  return [
    ...asked,
    async (db) => {
      statements = await read(db)
    },
  ]
}

/** All migrations in order. */
export const migrations: readonly Step[] = Object.assign([...steps], { slice })
