// What a live database says of its tables, as SQL. These run on somebody else's database, not on ours: they only read.

/** Lists the tables of a PostgreSQL database with their columns; one row for each column. */
export const postgresColumns = `
  SELECT c.oid::text AS oid, quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name,
    quote_ident(a.attname) AS column_name, format_type(a.atttypid, a.atttypmod) AS type,
    a.attnotnull AS is_required, a.attidentity::text AS identity, a.attgenerated::text AS generated,
    pg_get_expr(d.adbin, d.adrelid) AS fallback,
    CASE WHEN a.attcollation <> t.typcollation THEN quote_ident(l.collname) END AS collation,
    quote_literal(col_description(c.oid, a.attnum)) AS about,
    quote_literal(obj_description(c.oid, 'pg_class')) AS table_about,
    pg_get_partkeydef(c.oid) AS partition_key
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  LEFT JOIN pg_collation l ON l.oid = a.attcollation
  WHERE c.relkind IN ('r', 'p', 'f') AND NOT c.relispartition
    AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  ORDER BY n.nspname, c.relname, a.attnum`

/** Lists the rules of these tables, as SQL. */
export const postgresConstraints = `
  SELECT r.conrelid::text AS oid, quote_ident(r.conname) AS name, pg_get_constraintdef(r.oid) AS definition
  FROM pg_constraint r
  JOIN pg_class c ON c.oid = r.conrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE r.contype IN ('p', 'u', 'f', 'c', 'x') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  ORDER BY r.conrelid, r.contype, r.conname`

/** Lists the indexes that belong to no rule, as SQL. */
export const postgresIndexes = `
  SELECT pg_get_indexdef(i.indexrelid) AS definition
  FROM pg_index i
  JOIN pg_class c ON c.oid = i.indrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
    AND NOT EXISTS (SELECT 1 FROM pg_constraint r WHERE r.conindid = i.indexrelid AND r.contype IN ('p', 'u', 'x'))
  ORDER BY i.indexrelid`

/** Lists the tables of a MySQL database. */
export const mysqlTables = "SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'"

/** Shows the statement that creates a table of a MySQL database. */
export const mysqlTable = 'SHOW CREATE TABLE ??'

/** Lets a MySQL session only read. */
export const mysqlReadOnly = 'SET SESSION TRANSACTION READ ONLY'

/** Lists the enumerations of a PostgreSQL database with their values, as SQL. */
export const postgresEnums = `
  SELECT quote_ident(n.nspname) || '.' || quote_ident(t.typname) AS name,
    string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder) AS values
  FROM pg_enum e
  JOIN pg_type t ON t.oid = e.enumtypid
  JOIN pg_namespace n ON n.oid = t.typnamespace
  GROUP BY 1
  ORDER BY 1`
