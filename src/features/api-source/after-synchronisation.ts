import { type App, nowSeconds } from '#src/core/app.ts'
import type { Tx } from '#src/db/database.ts'
import { updateSource } from './queries.ts'

/** A synchronisation that is being written. */
export interface Synchronisation {
  item_id: number
  source_id: number
  /** The text of the description at the last synchronisation; undefined for the first. JSON or YAML, as it came. */
  before: string | undefined
  /** The text of the description now. */
  after: string
  /** `after` as raw deflate. */
  packed: Uint8Array
  /** By what its pages are known in `page_import`. */
  description: string
  /** Who synchronised; 0 for an API key. */
  uid: number
  /** Why a description changed, for what records changes. */
  cause: 'synchronisation'
}

/**
 * What follows every synchronisation, in its own transaction: the text is stored, so that the next one can be compared
 * with it. What else wants to know of changed descriptions is called from here.
 */
export async function afterSynchronisation(tx: Tx, app: Pick<App, 'now'>, done: Synchronisation): Promise<void> {
  const { source_id, packed, description } = done
  await updateSource(tx, source_id, { packed: Buffer.from(packed), description, sync_time: nowSeconds(app) })
}
