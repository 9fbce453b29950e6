import { type Kysely, sql } from 'kysely'

// The days that entries are stored: 180 unless set, never fewer than 30, 0 for ever. The program's setting has the same
// bounds; the trigger applies them to whatever writes the file with SQLite.
const storedDays = `(SELECT CASE WHEN days = 0 THEN 0 ELSE max(30, days) END FROM (
  SELECT coalesce((SELECT CAST(option_value AS INTEGER) FROM options WHERE option_name = 'audit_days'
    AND option_value GLOB '[0-9]*'), 180) AS days))`

const statements = [
  `ALTER TABLE audit_log ADD COLUMN hash TEXT NOT NULL DEFAULT ''`,
  'CREATE INDEX audit_log_object ON audit_log (object_type, object_id)',
  'CREATE INDEX audit_log_uid ON audit_log (uid)',
  `CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN
    SELECT RAISE(ABORT, 'an entry of the audit log cannot be changed');
  END`,
  // INSERT OR REPLACE would delete without the trigger below
  `CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log
  WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = new.id) BEGIN
    SELECT RAISE(ABORT, 'an entry of the audit log cannot be replaced');
  END`,
  `CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
  WHEN ${storedDays} = 0 OR old.addtime >= unixepoch() - 86400 * ${storedDays} BEGIN
    SELECT RAISE(ABORT, 'an entry of the audit log is still to be stored');
  END`,
]

/** Lets nothing change entries of the audit log, and remove only those that are old enough; adds their hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
