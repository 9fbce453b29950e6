import { closeSync, createReadStream, openSync, readFileSync, readSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { StartError } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { readSqliteSchema } from '#src/db/engine.ts'
import {
  isDatabaseAddress,
  parseDatabaseAddress,
  readLiveSchema,
  readSchemaStatements,
} from '#src/features/sql-table/index.ts'
import { type Command, type Invocation } from './command.ts'
import { PagesReport, targetOptions, targetUsage, withPagesTarget } from './pages-target.ts'

const timeoutMs = 20_000

const sqliteHeader = Buffer.from('SQLite format 3\0')

function isSqliteFile(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(sqliteHeader.length)
    return readSync(file, head, 0, head.length, 0) === head.length && head.equals(sqliteHeader)
  } finally {
    closeSync(file)
  }
}

/** Returns a certificate authority in PEM. @throws {StartError} configUnreadable */
function readAuthority(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartError('configUnreadable', { path, from: 'sslrootcert' })
  }
}

/** Returns the SQL of a source, and the line of the source for a line of that SQL. */
async function readSource(call: Invocation): Promise<{ name: string; sql: string; lineOf(line: number): number }> {
  const { argument: source } = call
  const same = (line: number) => line
  if (isDatabaseAddress(source)) {
    const ca = new URL(source).searchParams.get('sslrootcert')
    const database = parseDatabaseAddress(source, {
      password: call.option('database-password') ?? '',
      ca: ca === null ? '' : readAuthority(ca),
      timeoutMs,
    })
    return { name: `${database.host}/${database.database}`, sql: await readLiveSchema(database), lineOf: same }
  }
  if (source === '-') return { name: '-', ...(await readSchemaStatements(process.stdin)) }
  const found = statSync(source, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new StartError('sourceMissing', { path: source })
  try {
    if (isSqliteFile(source)) return { name: source, sql: readSqliteSchema(source), lineOf: same }
    const stream: Readable = createReadStream(source)
    return { name: source, ...(await readSchemaStatements(stream)) }
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error
    throw new StartError('sourceUnreadable', { detail: error.message })
  }
}

/** Writes a page for each table of a database. */
export const dictionaryCommand: Command = {
  usage: `dictionary SOURCE ${targetUsage}`,
  moreOptions: `${targetOptions} [--title TEXT]`,
  about: {
    en: 'Create or update a page for each table of an SQL file or dump, - (standard input), an SQLite file, mysql://… or postgres://…',
    zh: '为每张表写入页面，来源可为 SQL 文件或导出、-（标准输入）、SQLite 文件、mysql://… 或 postgres://…',
  },
  async run(call) {
    const { name, sql, lineOf } = await readSource(call)
    const report = new PagesReport(call)
    const written = await withPagesTarget(call, (target) =>
      target.writeDictionary({
        sql,
        cat_name: call.option('folder') ?? '',
        page_title: call.option('title') ?? '{table}',
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.errorName !== 'sqlBroken') throw error
      throw new AppError('sqlBroken', { ...error.values, line: lineOf(Number(error.values['line'])) })
    })
    report.add(name, written)
    return report.end()
  },
}
