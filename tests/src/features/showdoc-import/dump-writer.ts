import Database from 'better-sqlite3'

const quoted = (text: string): string =>
  `'${text.replaceAll(/[\0\n\r\\'"\u001a]/g, (sign) => ({ '\0': '\\0', '\n': '\\n', '\r': '\\r', '\u001a': '\\Z' })[sign] ?? `\\${sign}`)}'`

/** Writes a SQLite database as `mysqldump` writes one of MySQL. */
export function toMysqlDump(path: string, { rowsAtOnce = 3, withColumns = false } = {}): string {
  const sqlite = new Database(path, { readonly: true })
  const tables = sqlite
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '<?php%'",
    )
    .pluck()
    .all() as string[]
  const lines = [
    '-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)',
    '--',
    '/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;',
    '/*!50503 SET NAMES utf8mb4 */;',
    "DROP TABLE IF EXISTS `other`; # what isn't read",
    "CREATE TABLE `other` (`a` int DEFAULT '1;)', `b` text);",
    "INSERT INTO `other` VALUES (1,'); DROP TABLE user; --');",
  ]
  for (const table of tables) {
    const columns = sqlite.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]
    const declared = columns.map((name) => `  \`${name}\` mediumtext COLLATE utf8mb4_general_ci COMMENT 'a, (b) ''c'''`)
    lines.push(
      `DROP TABLE IF EXISTS \`${table}\`;`,
      '/*!40101 SET @saved_cs_client     = @@character_set_client */;',
      `CREATE TABLE \`${table}\` (\n${declared.join(',\n')},\n  PRIMARY KEY (\`${columns[0]}\`),\n  KEY \`k\` (\`${columns[1]}\`(10))\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;`,
      `LOCK TABLES \`${table}\` WRITE;`,
    )
    const rows = sqlite.prepare(`SELECT * FROM "${table}"`).raw().all() as (string | number | null | Buffer)[][]
    const tuples = rows.map(
      (row) =>
        `(${row.map((value) => (value === null ? 'NULL' : typeof value === 'number' ? String(value) : Buffer.isBuffer(value) ? `0x${value.toString('hex')}` : quoted(value))).join(',')})`,
    )
    const names = withColumns ? ` (${columns.map((name) => `\`${name}\``).join(', ')})` : ''
    for (let at = 0; at < tuples.length; at += rowsAtOnce)
      lines.push(`INSERT INTO \`${table}\`${names} VALUES ${tuples.slice(at, at + rowsAtOnce).join(',')};`)
    lines.push('UNLOCK TABLES;')
  }
  lines.push(
    'DELIMITER ;;',
    "CREATE TRIGGER t AFTER INSERT ON user FOR EACH ROW BEGIN INSERT INTO page VALUES (1,'x'); END ;;",
    'DELIMITER ;',
    '-- Dump completed',
  )
  sqlite.close()
  return lines.join('\n')
}
