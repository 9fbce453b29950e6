import { type AliasedRawBuilder, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

// SQLite's LIKE ignores the case of A-Z.
const like = (column: string, pattern: string) => sql<SqlBool>`${sql.ref(column)} LIKE ${pattern} ESCAPE '\\'`
const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Returns the condition that `column` contains `text`, ignoring the case of A-Z. */
export const containsText = (column: string, text: string): RawBuilder<SqlBool> => like(column, `%${escaped(text)}%`)

/** Returns the condition that `column` begins with `text`, ignoring the case of A-Z. */
export const beginsWithText = (column: string, text: string): RawBuilder<SqlBool> => like(column, `${escaped(text)}%`)

/** Returns the condition that `column` is `text`, ignoring the case of A-Z. */
export const equalsIgnoringCase = (column: string, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${text} COLLATE NOCASE`

/** Returns the first position of `part` in `text`, in characters from 1; 0 when it is not in it. */
export const positionOf = (part: string | Expression<string>, text: Expression<string>): RawBuilder<number> =>
  sql<number>`instr(${text}, ${part})`

/** Returns the numbers of a list that is passed as JSON, so that a statement is the same for lists of any length. */
export const numbersIn = (json: string): RawBuilder<number> => sql<number>`(SELECT value FROM json_each(${json}))`

/** Returns a text as its bytes in UTF-8: three times as fast as text, which the driver decodes itself. */
export const bytesOf = (column: string): RawBuilder<Buffer> => sql<Buffer>`CAST(${sql.ref(column)} AS BLOB)`

/** Returns a text as a JSON string in UTF-8. */
export const quotedBytesOf = (column: string): RawBuilder<Buffer> =>
  sql<Buffer>`CAST(json_quote(${sql.ref(column)}) AS BLOB)`

/** Returns rows, at least one, as a table `line` of a statement, with the columns `names`. */
export function tableOf<Row extends object, Name extends keyof Row & string>(
  rows: readonly Row[],
  names: readonly Name[],
): AliasedRawBuilder<Pick<Row, Name>, 'line'> {
  const lines = rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`)
  const columns = names.map((name, at) => sql`${sql.ref(`column${at + 1}`)} AS ${sql.ref(name)}`)
  return sql<Pick<Row, Name>>`(SELECT ${sql.join(columns)} FROM (VALUES ${sql.join(lines)}))`.as<'line'>('line')
}
