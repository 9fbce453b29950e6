import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * The condition that `column` holds `text` somewhere, whatever the case of its Latin letters. The signs that LIKE knows
 * stand for themselves.
 */
export const containsText = (column: string, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} LIKE ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`
