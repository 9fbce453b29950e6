import { eachReference } from '#shared/api-doc/openapi/fields.ts'
import { findTarget } from '#shared/api-doc/openapi/pointer.ts'
import { type SchemaFile, schemaFile } from '#shared/api-doc/schema/resolve.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { App } from '#src/core/app.ts'
import { hasModels, joinModels } from '#src/features/export/index.ts'
import { readHead } from './heads.ts'
import { findHead, listDescriptions } from './queries.ts'

/** The models of an item that a page which people wrote names, with those that they lead to. */
interface ItemModelsRoot {
  root: UnknownObject
  file: SchemaFile
  /** The description that all of them come from; undefined when they come from several. */
  description: string | undefined
}

const models = '#/components/schemas/'

/** Returns the models that a value names, as pointers: `#/components/schemas/Pet`. */
export function refsToModels(value: unknown): string[] {
  const found = new Set<string>()
  eachReference(value, (ref) => {
    if (ref.startsWith(models)) found.add(ref)
  })
  return [...found]
}

/**
 * Returns the models of an item that an operation names which people wrote; undefined when it names none that there is.
 * Of models with one name it is that of the first description, as in an export.
 */
export async function findModels(
  app: App,
  item_id: number,
  operation: UnknownObject,
): Promise<ItemModelsRoot | undefined> {
  const refs = refsToModels(operation)
  if (refs.length === 0) return undefined
  const described = (await listDescriptions(app.db, item_id)).filter(hasModels)
  const sources = new Set<string>()
  for (const ref of refs)
    for (const { description } of described) {
      if (findTarget((await readHead(app, item_id, description)).root, ref) === undefined) continue
      sources.add(description)
      break
    }
  const [first] = sources
  if (first === undefined) return undefined
  if (sources.size === 1) return { ...(await readHead(app, item_id, first)), description: first }
  const rows = []
  for (const { description } of described) {
    const row = await findHead(app.db, item_id, description)
    if (row) rows.push({ description, item_name: '', item_description: '', head: row.head })
  }
  // parts of one name get numbers, and what refers to them follows
  const root = joinModels(rows, [operation])
  return { root, file: schemaFile(root), description: undefined }
}
