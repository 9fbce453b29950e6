import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import type { ApiWriter, ValueReader } from './api-pages.ts'
import { writeCollection } from './collection.ts'
import { readPostman1 } from './postman-v1.ts'
import { readPostman2 } from './postman-v2.ts'
import type { RequestFolder } from './request-shape.ts'
import { addVariables } from './variables.ts'

/** Returns the collection in a JSON value, in any wrapping; undefined for anything else. */
function findCollection(value: UnknownObject): RequestFolder | undefined {
  const root = toObject(value['collection']) ?? value
  if (toObject(root['info']) && Array.isArray(root['item'])) return readPostman2(root)
  return Array.isArray(root['requests']) ? readPostman1(root) : undefined
}

const isEnvironment = (value: UnknownObject): boolean =>
  Array.isArray(value['values']) &&
  value['values'].length > 0 &&
  (value['_postman_variable_scope'] !== undefined || toObjects(value['values']).every((one) => 'key' in one))

const writeEnvironment = (out: ApiWriter, value: UnknownObject): void =>
  addVariables(
    out,
    toText(value['name']) || 'Postman',
    toObjects(value['values'])
      .filter((one) => one['enabled'] !== false)
      .map((one) => ({ name: toText(one['key']), value: one['value'], isSecret: one['type'] === 'secret' })),
  )

/** Writes a page for environments that come without a collection. Their values stay in the list of environments. */
function writeVariableNames(out: ApiWriter, environments: readonly UnknownObject[]): void {
  const name = out.begin('postman', toText(environments[0]?.['name']), '')
  const lists = environments.map((one) => {
    const names = toObjects(one['values']).map((value) => `- ${inlineCode(toText(value['key']))}`)
    return joined(`## ${out.labels.variables}: ${toText(one['name'])}`, names.join('\n'))
  })
  out.addText([], name, joined(...lists))
}

/** Writes a Postman collection of any version, an environment, or a whole data dump with several of both. */
export const readPostman: ValueReader = (value, out) => {
  const root = toObject(value)
  if (!root) return false
  const isDump = Array.isArray(root['collections'])
  const collections = (isDump ? toObjects(root['collections']) : [root]).flatMap((one) => findCollection(one) ?? [])
  const environments = isDump
    ? toObjects(root['environments'])
    : [toObject(root['environment']) ?? root].filter(isEnvironment)
  if (collections.length + environments.length === 0) return false
  for (const one of collections) writeCollection(out, 'postman', one)
  if (collections.length === 0) writeVariableNames(out, environments)
  for (const one of environments) writeEnvironment(out, one)
  return true
}
