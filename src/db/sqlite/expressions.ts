import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Returns the condition that `column` contains `text`, ignoring the case of Latin letters. The wildcards of LIKE are
 * escaped.
 */
export const containsText = (column: string, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} LIKE ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`
