import { isDeepStrictEqual } from 'node:util'
import type { ApiDoc, ApiResponse, DocRow } from '#shared/api-doc/api-doc.ts'
import { statusKey, statusNames } from '#shared/api-doc/openapi/extensions.ts'
import { setField } from '#shared/api-doc/openapi/fields.ts'
import { withRowSchema } from '#shared/api-doc/row-schema.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { joined } from '#shared/markdown/write.ts'
import { splitAddress } from './address.ts'
import { addResponse, bodyOf, exampleOf, freeName, parameterOfRow, queryOf, securityOf, statusOf } from './operation.ts'
import { editedDescription, editedSchema, editSchema, type Resolve } from './schema-edits.ts'

/** An operation of a description whose page people have edited: the page as it was imported, and as it is. */
interface Edited {
  path: string
  method: string
  around: UnknownObject
  operation: UnknownObject
  before: ApiDoc
  after: ApiDoc
}

/** The operation with the edits of people. */
interface EditResult {
  path: string
  method: string
  /** The server, when somebody has given the page another one. */
  base: string
  operation: UnknownObject
  /** Whether its parameters are complete: those of its path do not hold for it. */
  hasAllParameters: boolean
  schemes: Record<string, UnknownObject>
}

/** Returns a text with an edit that was made to a longer one, which contains it. */
function editedText(present: string, before: string, after: string): string {
  if (present === '' || before === present) return after
  const at = before.indexOf(present)
  if (at < 0) return after
  const [head, tail] = [before.slice(0, at), before.slice(at + present.length)]
  if (!after.startsWith(head) || !after.endsWith(tail) || after.length < head.length + tail.length) return after
  return after.slice(head.length, after.length - tail.length)
}

/** Returns the lines that people have added to a remark. Its other lines say what the operation itself says. */
export function addedLines(before: string, after: string): string {
  const former = new Set(before.split('\n').map((line) => line.trim()))
  return after
    .split('\n')
    .filter((line) => line.trim() === '' || !former.has(line.trim()))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const places = [
  ['path', (doc: ApiDoc) => doc.pathVariables],
  ['query', queryOf],
  ['header', (doc: ApiDoc) => doc.headers],
  ['cookie', (doc: ApiDoc) => doc.cookies],
] as const

const byName = (rows: readonly DocRow[]) => new Map(rows.map((row) => [row.name, row]))

/** Returns the parameters with the edits of people, and whether one of the path's own was removed. */
function editParameters(
  { around, operation, before, after }: Edited,
  resolve: Resolve,
): { parameters: unknown[]; hasAll: boolean } {
  const own = Array.isArray(operation['parameters']) ? [...(operation['parameters'] as unknown[])] : []
  const shared = Array.isArray(around['parameters']) ? (around['parameters'] as unknown[]) : []
  let parameters = own
  let hasAll = false
  const isOne = (value: unknown, place: string, name: string) => {
    const one = resolve(value)
    const at = toText(one?.['in'])
    return one?.['name'] === name && (at === place || (place === 'query' && at === 'querystring'))
  }
  for (const [place, rowsOf] of places) {
    const [former, present] = [byName(rowsOf(before)), byName(rowsOf(after))]
    for (const [name, row] of former) {
      const now = present.get(name)
      if (now && isDeepStrictEqual(row, now)) continue
      const at = parameters.findIndex((one) => isOne(one, place, name))
      const ofPath = shared.find((one) => isOne(one, place, name))
      const found = resolve(at >= 0 ? parameters[at] : ofPath)
      // a field that the security or the body asks for stands in those
      if (!found) continue
      if (!now) {
        if (ofPath !== undefined && !hasAll) {
          hasAll = true
          const others = shared.filter((one) => {
            const { name: other, in: where } = resolve(one) ?? {}
            return !parameters.some((mine) => isOne(mine, toText(where), toText(other)))
          })
          parameters = [...others, ...parameters]
        }
        parameters = parameters.filter((one) => !isOne(one, place, name))
        continue
      }
      const edited = editParameter(found, row, now, resolve)
      if (at >= 0) parameters = parameters.with(at, edited)
      else parameters = [...parameters, edited]
    }
    for (const [name, row] of present) if (!former.has(name)) parameters = [...parameters, parameterOfRow(row, place)]
  }
  return { parameters, hasAll }
}

function editParameter(given: UnknownObject, before: DocRow, after: DocRow, resolve: Resolve): UnknownObject {
  const edited: UnknownObject = { ...given }
  const described = toText(given['description'])
  if (after.remark !== before.remark) {
    const description = editedDescription(described, before, after, resolve(given['schema']) ?? {})
    if (description !== described) edited['description'] = description
  }
  if (after.isRequired !== before.isRequired && given['in'] !== 'path') edited['required'] = after.isRequired
  if (after.type !== before.type) {
    const schema = resolve(given['schema']) ?? {}
    delete edited['content']
    edited['schema'] = editedSchema(schema, { ...before, remark: '', value: '' }, { ...after, remark: '', value: '' })
  }
  if (!isDeepStrictEqual(before.schema, after.schema))
    edited['schema'] = withRowSchema(resolve(edited['schema']) ?? {}, after.schema)
  if (after.value !== before.value) {
    delete edited['examples']
    delete edited['example']
    if (after.value !== '') edited['example'] = parameterOfRow(after, 'query')['example']
  }
  return edited
}

const isJsonType = (type: string): boolean => /^[^;]*[/+]json\b/i.test(type)

/** Returns the type of a content that a page shows, in the order in which the import chooses it. */
function mainType(content: UnknownObject, order: readonly ((type: string) => boolean)[]): string | undefined {
  const types = Object.keys(content)
  for (const fits of order) {
    const found = types.find(fits)
    if (found !== undefined) return found
  }
  return types[0]
}

const withSample = (media: UnknownObject, text: string): UnknownObject => {
  const { example: _, examples: __, ...rest } = media
  return text === '' ? rest : { ...rest, example: exampleOf(text) }
}

function editBody({ operation, before, after }: Edited, resolve: Resolve): unknown {
  const parts = ({ mode, body, form, jsonFields }: ApiDoc) => ({ mode, body, form, jsonFields })
  const present = operation['requestBody']
  if (isDeepStrictEqual(parts(before), parts(after))) return present
  const given = resolve(present)
  const content = toObject(given?.['content'])
  if (!given || !content || before.mode !== after.mode) return bodyOf(after)
  const type = mainType(content, [
    isJsonType,
    (one) => /x-www-form-urlencoded/i.test(one),
    (one) => /multipart\//i.test(one),
  ])
  if (type === undefined) return bodyOf(after)
  let media = resolve(content[type]) ?? {}
  if (before.body !== after.body) media = withSample(media, after.body)
  const fieldsOf = ({ mode, jsonFields, form }: ApiDoc) =>
    mode === 'json' ? jsonFields : form.map((row) => ({ ...row, name: dotted(row.name) }))
  if (!isDeepStrictEqual(fieldsOf(before), fieldsOf(after)))
    media = { ...media, schema: editSchema(media['schema'] ?? {}, fieldsOf(before), fieldsOf(after), resolve) }
  return { ...given, content: { ...content, [type]: media } }
}

/** Converts the name of a form's field to that of a schema's: `meta[size][]` to `meta.size[]`. */
const dotted = (name: string): string => name.replaceAll(/\[([^\]]+)\]/g, '.$1')

function editResponses({ operation, before, after }: Edited, resolve: Resolve): UnknownObject {
  let responses: UnknownObject = { ...toObject(operation['responses']) }
  const keyOf = (one: ApiResponse, at: number) =>
    `${one.kind} ${one.kind === 'further' ? `${one.status} ${one.name} ${at}` : ''}`
  const keyed = (list: readonly ApiResponse[]) => {
    const seen = new Map<string, number>()
    return new Map(
      list.map((one) => {
        const key = `${one.kind} ${one.status} ${one.name}`
        const count = seen.get(key) ?? 0
        seen.set(key, count + 1)
        return [keyOf(one, count), one]
      }),
    )
  }
  const [former, present] = [keyed(before.responses), keyed(after.responses)]
  for (const [key, one] of former) {
    const now = present.get(key)
    if (now && isDeepStrictEqual(one, now)) continue
    const isEmpty = !now || (now.example === '' && now.fields.length === 0 && now.status === '' && now.remark === '')
    if (isEmpty) {
      // another example of the same status keeps the response
      const isShared = [...present.values()].some((other) => other !== now && other.status === one.status)
      if (!isShared) delete responses[one.status]
      continue
    }
    if (one.status === '' && one.example === '' && one.fields.length === 0) {
      addResponse(responses, now)
      continue
    }
    const edited = editResponse(resolve(responses[one.status]) ?? {}, one, now, resolve)
    if (now.status === one.status) setField(responses, one.status, edited)
    else {
      const status = statusOf(now)
      responses = Object.fromEntries(Object.entries(responses).filter(([name]) => name !== one.status))
      setField(responses, status, edited)
    }
  }
  for (const [key, one] of present) if (!former.has(key)) addResponse(responses, one)
  return responses
}

function editResponse(given: UnknownObject, before: ApiResponse, after: ApiResponse, resolve: Resolve): UnknownObject {
  let edited = given
  const isNamed = before.name !== ''
  if (before.remark !== after.remark && !isNamed)
    edited = { ...edited, description: editedText(toText(given['description']), before.remark, after.remark) }
  if (before.example === after.example && isDeepStrictEqual(before.fields, after.fields)) return edited
  const content = toObject(given['content']) ?? {}
  const type =
    (isNamed ? Object.keys(content).find((one) => before.name.startsWith(one)) : undefined) ??
    mainType(content, [isJsonType]) ??
    'application/json'
  let media = resolve(content[type]) ?? {}
  if (before.example !== after.example) media = editExample(media, before, after)
  if (!isDeepStrictEqual(before.fields, after.fields))
    media = { ...media, schema: editSchema(media['schema'] ?? {}, before.fields, after.fields, resolve) }
  return { ...edited, content: { ...content, [type]: media } }
}

/** Replaces the example that a page shows: among several, the one with the same value. */
function editExample(media: UnknownObject, before: ApiResponse, after: ApiResponse): UnknownObject {
  const named = toObject(media['examples'])
  if (!named) return withSample(media, after.example)
  const former = exampleOf(before.example)
  const found = Object.entries(named).find(([, one]) => isDeepStrictEqual(toObject(one)?.['value'], former))
  const examples: UnknownObject = { ...named }
  const value = exampleOf(after.example)
  if (found) setField(examples, found[0], { ...toObject(found[1]), value })
  else setField(examples, freeName(examples, 'example'), { value })
  return { ...media, examples }
}

/**
 * Returns an operation with what people have changed on its page since the import. What they did not touch stays as the
 * description has it, with everything that a page has no field for.
 *
 * @param titleNow the title of the page when somebody has given it another one
 */
export function applyEdits(given: Edited, resolve: Resolve, titleNow: string | undefined): EditResult {
  const { before, after } = given
  const operation: UnknownObject = { ...given.operation }
  const set = (key: string, value: unknown) => {
    if (value === undefined) delete operation[key]
    else operation[key] = value
  }
  if (titleNow !== undefined) set('summary', titleNow)
  if (before.description !== after.description)
    set('description', editedText(toText(operation['description']), before.description, after.description) || undefined)
  const added = joined(addedLines(before.remark, after.remark), addedLines(before.responseRemark, after.responseRemark))
  if (added !== '') set('description', joined(toText(operation['description']), added))
  if (before.status !== after.status) {
    set('deprecated', after.status === '5' ? true : undefined)
    set(statusKey, statusNames[after.status])
  }
  const { parameters, hasAll } = editParameters(given, resolve)
  if (!isDeepStrictEqual(parameters, operation['parameters'] ?? [])) set('parameters', parameters)
  const body = editBody(given, resolve)
  if (body !== operation['requestBody']) set('requestBody', body)
  if (!isDeepStrictEqual(before.responses, after.responses)) set('responses', editResponses(given, resolve))
  const schemes: Record<string, UnknownObject> = {}
  if (before.auth.type !== after.auth.type || before.auth.isOff !== after.auth.isOff) {
    const security = securityOf(after)
    set('security', security ? [{ [security[0]]: [] }] : [])
    if (security) schemes[security[0]] = security[1]
  }
  const method = before.method === after.method ? given.method : after.method.trim().toLowerCase() || given.method
  const address = { path: given.path, base: '' }
  if (before.url !== after.url) {
    const prefix = before.url.endsWith(given.path)
      ? before.url.slice(0, before.url.length - given.path.length)
      : undefined
    if (prefix !== undefined && after.url.startsWith(prefix) && after.url.slice(prefix.length).startsWith('/'))
      address.path = splitAddress(after.url.slice(prefix.length)).path
    else Object.assign(address, splitAddress(after.url))
  }
  return { ...address, method, operation, hasAllParameters: hasAll, schemes }
}

/** Returns the parameters of a path that an operation does not have itself. */
export function otherParameters(parameters: unknown, own: unknown, resolve: Resolve): unknown[] {
  const keyOf = (value: unknown) => {
    const one = resolve(value)
    return JSON.stringify([one?.['in'], one?.['name']])
  }
  const mine = new Set(toObjects(own).map(keyOf))
  return toObjects(parameters).filter((one) => !mine.has(keyOf(one)))
}
