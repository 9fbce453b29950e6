import { fail } from '#src/core/errors.ts'
import { parseSchema, schemaStatements } from '#src/features/sql-table/index.ts'
import { buildTablePage } from './dictionary.ts'
import { readSourcePages } from './doc-comment.ts'
import type { ParseResults, ParseTask } from './parse-message.ts'
import { langOfScript } from './script-lang.ts'

/**
 * Builds the pages of the tables that SQL creates. Of two tables with one name the last counts, as in a database.
 *
 * @throws {AppError} sqlEmpty, sqlNoTable, sqlBroken
 */
function readDictionary({
  sql,
  item_name,
  scriptLang,
}: ParseTask & { kind: 'dictionary' }): ParseResults['dictionary'] {
  if (sql.trim() === '') return fail('sqlEmpty')
  // the rows of a dump may look like statements, and have quotes without an end
  const { sql: statements, lineOf } = schemaStatements(sql)
  const { tables, broken, skipped } = parseSchema(statements)
  if (broken) return fail('sqlBroken', { line: lineOf(broken.line), near: broken.near })
  if (tables.length === 0) return fail('sqlNoTable')
  const lang = langOfScript({ item_name }, [JSON.stringify(tables)], scriptLang)
  const unique = new Map(tables.map((table) => [table.name.toLowerCase(), table]))
  return {
    pages: [...unique.values()].map((table) => ({ ...buildTablePage(table, lang), comment: table.comment })),
    skipped: skipped.map((one) => ({ ...one, line: lineOf(one.line) })),
  }
}

/** Reads what a text describes, at once. @throws {AppError} sqlEmpty, sqlNoTable, sqlBroken */
export function parse<T extends ParseTask>(task: T): ParseResults[T['kind']] {
  const result = task.kind === 'comments' ? readSourcePages(task.content, task.fileName) : readDictionary(task)
  return result as ParseResults[T['kind']]
}
