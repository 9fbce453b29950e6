import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '#src/core/errors.ts'
import { copyForeignFile, ForeignFile, ForeignFileWriter, isDamaged, isNotWritable } from '#src/db/engine.ts'
import { readSqlDump } from './sql-dump.ts'
import { knownVersion, showdocTables } from './tables.ts'

/** The database of a ShowDoc site, in a form that can be read. */
export interface ShowdocSource {
  form: 'sqlite' | 'dump'
  /** The version of its database; 0 when it names none, as versions 1 and 2 do. */
  version: number
  file: ForeignFile
}

/** The longest value that is read, in bytes: a spreadsheet of 20 MB, most of whose signs are escaped. */
export const valueBytesMost = 48 * 1024 * 1024

// Without these it is no database of ShowDoc.
const needed: Readonly<Record<string, readonly string[]>> = {
  user: ['uid', 'username', 'password'],
  item: ['item_id', 'item_name', 'uid'],
  catalog: ['cat_id', 'cat_name', 'item_id'],
  page: ['page_id', 'item_id', 'page_title', 'page_content'],
}

function bytesAt(path: string, position: number): Buffer {
  const handle = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(4096)
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, position))
  } finally {
    closeSync(handle)
  }
}

// A dump begins with comments and statements.
const isDump = (head: Buffer): boolean =>
  !head.includes(0) &&
  /(^|[\s;])(--|#|\/\*|CREATE|INSERT|DROP|SET|PRAGMA|BEGIN|LOCK|USE)/i.test(head.toString('latin1'))

/**
 * Opens the database of a ShowDoc site: a SQLite file, which may be in use, or an SQL dump. What it needs is made in the
 * folder `work`.
 *
 * @throws {AppError} showdocEmpty, showdocUnreadable, showdocDamaged, showdocDumpBroken, showdocNotSite, showdocNewer
 */
export async function openSource(
  path: string,
  work: string,
  { allowNewer, onSlice }: { allowNewer: boolean; onSlice(done: number, total: number): void },
): Promise<ShowdocSource> {
  const size = statSync(path).size
  if (size === 0) fail('showdocEmpty')
  const head = bytesAt(path, 0)
  const form =
    head.toString('latin1', 0, 15) === 'SQLite format 3' ? 'sqlite' : isDump(head) ? 'dump' : fail('showdocUnreadable')
  const copy = join(work, 'source.db')
  let file: ForeignFile | undefined
  try {
    if (form === 'sqlite') await copyForeignFile(path, copy)
    else {
      // what ends between two statements is complete for its reader
      if (/^-- (MySQL|MariaDB) dump/m.test(head.toString('latin1')) && !endsWhole(path, size))
        fail('showdocDumpBroken', { position: size })
      unpackDump(path, size, copy, onSlice)
    }
    file = new ForeignFile(copy)
    const damage = file.findDamage()
    if (damage !== undefined) fail('showdocDamaged', { detail: damage })
    requireSite(file)
    const version = versionOf(file)
    if (version > knownVersion && !allowNewer) fail('showdocNewer', { found: version, known: knownVersion })
    return { form, version, file }
  } catch (error) {
    file?.close()
    if (isDamaged(error) || isNotWritable(error)) fail('showdocDamaged', { detail: (error as Error).message })
    throw error
  }
}

const endsWhole = (path: string, size: number): boolean =>
  bytesAt(path, Math.max(0, size - 4096))
    .toString('latin1')
    .includes('-- Dump completed')

function requireSite(file: ForeignFile): void {
  for (const [table, columns] of Object.entries(needed)) {
    const there = file.tables.get(table)
    const missing = there ? columns.find((column) => !there.has(column)) : ''
    if (missing !== undefined) fail('showdocNotSite', { missing: missing === '' ? table : `${table}.${missing}` })
  }
}

function versionOf(file: ForeignFile): number {
  for (const row of file.rows('options'))
    if (row['option_name'] === 'db_version_num') return Math.trunc(Number(row['option_value'])) || 0
  return 0
}

function unpackDump(path: string, size: number, to: string, onSlice: (done: number, total: number) => void): void {
  const writer = new ForeignFileWriter(to)
  const known = new Map<string, Set<string>>()
  try {
    readSqlDump(
      path,
      size,
      new Set(Object.keys(showdocTables)),
      { valueBytes: valueBytesMost, columns: 500 },
      {
        table(name, columns) {
          if (known.has(name)) return
          const key = showdocTables[name] ?? ''
          known.set(name, new Set(columns))
          writer.addTable(name, columns, key)
        },
        row(table, columns, values) {
          const there = known.get(table)
          if (!there || columns.some((column) => !there.has(column))) fail('showdocNotSite', { missing: table })
          writer.insert(table, columns, values)
        },
        onSlice,
      },
    )
  } finally {
    writer.close()
  }
}
