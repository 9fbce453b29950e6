import type { Kysely } from 'kysely'
import { up as init } from './0001-init.ts'
import { up as search } from './0002-search.ts'

/** All migrations in order; the schema's number is how many of them have run. Released ones are never edited. */
export const migrations: readonly ((db: Kysely<unknown>) => Promise<void>)[] = [init, search]
