import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type SchemaFile, schemaFile } from '#shared/api-doc/schema/resolve.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { App } from '#src/core/app.ts'
import { unpacked } from '#src/features/export/index.ts'
import { findHead } from './queries.ts'

interface ReadHead {
  hash: string
  root: UnknownObject
  file: SchemaFile
}

const caches = new WeakMap<App, LRUCache<string, ReadHead>>()

// A head is as large as the models of a description.
const headsBytes = 20_000_000

/** The head of a page that no description has brought. */
export const noRoot: Omit<ReadHead, 'hash'> = { root: {}, file: schemaFile({}) }

/** Returns the head of an imported description: all but its operations. It is remembered until an import changes it. */
export async function readHead(
  app: App,
  item_id: number,
  description: string,
): Promise<{ root: UnknownObject; file: SchemaFile }> {
  const row = await findHead(app.db, item_id, description)
  if (!row) return noRoot
  const hash = createHash('sha256').update(row.head).digest('base64')
  const heads = caches.get(app) ?? new LRUCache<string, ReadHead>({ maxSize: headsBytes, max: 200 })
  caches.set(app, heads)
  const key = `${item_id} ${description}`
  const known = heads.get(key)
  if (known?.hash === hash) return known
  const root = unpacked<UnknownObject>(row.head)
  const made = { hash, root, file: schemaFile(root) }
  heads.set(key, made, { size: Math.max(1, row.head.length * 10) })
  return made
}
