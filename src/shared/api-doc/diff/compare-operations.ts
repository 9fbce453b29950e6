import { pathMethods, textsOf } from '../openapi/fields.ts'
import { objectFields, toObject, toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import type { ChangeSubject, Changes } from './changes.ts'
import type { SchemaChange, SchemaComparison } from './compare-schemas.ts'
import type { SchemaFile } from './flat-schema.ts'
import { type Direction, levelOf, schemaAspects } from './kinds.ts'
import { findLifecycle, findStability, isUnstable } from './lifecycle.ts'
import { isTypedFormat, matchMediaTypes } from './media-types.ts'
import type { SameParts } from './same-parts.ts'

/** An operation with the file that it is in. */
export interface OperationSide {
  file: SchemaFile
  /** Its path item. */
  around: UnknownObject
  operation: UnknownObject
}

/** What comparing an operation needs. */
interface OperationContext {
  schemas: SchemaComparison
  same: SameParts
  /** As `2026-01-31`. */
  today: string
  /** Whether the server sends the request and the client answers: a webhook or a callback. */
  isReversed: boolean
  /** Both paths: their parameters are matched by position. */
  paths: readonly [string, string]
  /** How many callbacks it is in. */
  depth?: number
}

type Sides = readonly [OperationSide, OperationSide]

/** A callback in a callback in a callback is no description but an attack. */
const callbacksMost = 3

/** Compares an operation that both descriptions have. */
export function compareOperation(sides: Sides, context: OperationContext, given: Changes): void {
  const [{ operation: old }, { operation: now }] = sides
  const isSame = (one: unknown, other: unknown) => context.same.isSame(one, other)
  const changes = isUnstable(old) ? given.unstable() : given
  compareState(old, now, context.today, given, changes)
  compareNames(old, now, changes)
  if (
    // the same parameters belong to other parts of a path that names them in another order
    context.paths[0] !== context.paths[1] ||
    !isSame(old['parameters'], now['parameters']) ||
    !isSame(sides[0].around['parameters'], sides[1].around['parameters'])
  )
    compareParameters(sides, context, changes)
  if (!isSame(old['requestBody'], now['requestBody'])) compareRequestBody(sides, context, changes)
  if (!isSame(old['responses'], now['responses'])) compareResponses(sides, context, changes)
  if (!isSame(old['callbacks'], now['callbacks'])) compareCallbacks(sides, context, changes)
}

function compareState(old: UnknownObject, now: UnknownObject, today: string, given: Changes, changes: Changes): void {
  const kinds = {
    deprecated: 'endpoint-deprecated',
    'deprecated-with-sunset': 'endpoint-deprecated-with-sunset',
    'deprecated-sunset-invalid': 'api-deprecated-sunset-parse',
    'sunset-date-too-small': 'api-sunset-date-too-small',
    'sunset-deleted': 'sunset-deleted',
    'sunset-date-changed-too-small': 'api-sunset-date-changed-too-small',
    reactivated: 'endpoint-reactivated',
  } as const
  for (const { aspect, values } of findLifecycle(old, now, today)) changes.add(kinds[aspect], '', values)
  const stability = findStability(old, now)
  if (stability?.aspect === 'invalid') given.add('api-invalid-stability-level', '', stability.values)
  else if (stability) given.add(`api-stability-${stability.aspect}`, '', stability.values)
}

function compareNames(old: UnknownObject, now: UnknownObject, changes: Changes): void {
  const [from, to] = [toText(old['operationId']), toText(now['operationId'])]
  if (from !== to) {
    if (from === '') changes.add('api-operation-id-added', 'operationId', { to })
    else changes.add('api-operation-id-removed', 'operationId', { from, to: to || '—' })
  }
  const [before, after] = [textsOf(old['tags']), textsOf(now['tags'])]
  for (const name of before) if (!after.includes(name)) changes.add('api-tag-removed', `tags/${name}`, { name })
  for (const name of after) if (!before.includes(name)) changes.add('api-tag-added', `tags/${name}`, { name })
  for (const [field, kind] of [
    ['summary', 'api-summary-changed'],
    ['description', 'api-description-changed'],
  ] as const)
    if (toText(old[field]).trim() !== toText(now[field]).trim()) changes.add(kind, field)
}

interface Parameter {
  object: UnknownObject
  in: string
  name: string
  isRequired: boolean
  /** Whether all operations of the path have it. */
  isShared: boolean
  /** The position of a parameter of the path; -1 for others. */
  position: number
}

const keyOf = (one: Parameter): string =>
  one.position >= 0 ? `path ${one.position}` : `${one.in} ${one.in === 'header' ? one.name.toLowerCase() : one.name}`

function parametersOf({ file, around, operation }: OperationSide, path: string): Map<string, Parameter> {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.replace(/^\+|\*$/g, ''))
  const found = new Map<string, Parameter>()
  for (const [list, isShared] of [
    [around['parameters'], true],
    [operation['parameters'], false],
  ] as const)
    for (const given of toObjects(list)) {
      const object = file.object(given)
      if (!object) continue
      const [place, name] = [toText(object['in']), toText(object['name'])]
      const one: Parameter = {
        object,
        in: place,
        name,
        isRequired: object['required'] === true || place === 'path',
        isShared,
        position: place === 'path' ? names.indexOf(name) : -1,
      }
      found.set(keyOf(one), one)
    }
  return found
}

function compareParameters(sides: Sides, context: OperationContext, changes: Changes): void {
  const [olds, news] = [parametersOf(sides[0], context.paths[0]), parametersOf(sides[1], context.paths[1])]
  for (const [key, old] of olds) {
    const now = news.get(key)
    if (now) compareParameter(sides, [old, now], context, changes)
    else removeParameter(old, context, changes)
  }
  for (const [key, now] of news) if (!olds.has(key)) addParameter(now, context, changes)
}

const pathOf = (one: Parameter): string => `request/${one.in}/${one.name}`
const valuesOf = (one: Parameter) => ({ in: one.in, name: one.name })

function addParameter(now: Parameter, { isReversed }: OperationContext, changes: Changes): void {
  const [path, values] = [pathOf(now), valuesOf(now)]
  if (isReversed) changes.add('response-parameter-added', path, values)
  else if (now.in === 'path') changes.add('new-request-path-parameter', path, values)
  else {
    const need = now.isRequired ? 'required' : 'optional'
    if (now.isShared) changes.add(`new-${need}-request-default-parameter-to-existing-path`, path, values)
    else changes.add(`new-${need}-request-parameter`, path, values)
  }
}

function removeParameter(old: Parameter, { isReversed, today }: OperationContext, changes: Changes): void {
  const [path, values] = [pathOf(old), valuesOf(old)]
  if (isReversed)
    return changes.add(`response-${old.isRequired ? 'required' : 'optional'}-parameter-removed`, path, values)
  if (old.object['deprecated'] !== true) return changes.add('request-parameter-removed', path, values)
  const sunset = toText(old.object['x-sunset']).trim()
  const [state] = findLifecycle({}, old.object, today)
  if (sunset === '' || state?.aspect === 'sunset-date-too-small')
    changes.add('request-parameter-removed-with-deprecation', path, values)
  else if (state?.aspect === 'deprecated-sunset-invalid')
    changes.add('request-parameter-sunset-parse', path, { ...values, to: sunset })
  else changes.add('request-parameter-removed-before-sunset', path, { ...values, to: sunset })
}

/** Returns how values of a parameter are written. Source: the defaults of OpenAPI 3. */
function serializationOf({ in: place, object }: Parameter): { style: string; isExploded: boolean } {
  const style = toText(object['style']) || (place === 'query' || place === 'cookie' ? 'form' : 'simple')
  const { explode } = object
  return { style, isExploded: typeof explode === 'boolean' ? explode : style === 'form' }
}

const rootChange = (aspect: string, direction: Direction, values: Record<string, string> = {}): SchemaChange => ({
  aspect,
  level: levelOf(schemaAspects.get(aspect) ?? 'none', direction),
  path: [],
  values,
})

function compareParameter(
  sides: Sides,
  [old, now]: readonly [Parameter, Parameter],
  { schemas, isReversed, today }: OperationContext,
  changes: Changes,
): void {
  const [path, values] = [pathOf(now), valuesOf(now)]
  const direction = isReversed ? 'response' : 'request'
  const place = {
    direction,
    family: now.in === 'header' ? 'header-parameter' : 'parameter',
    path,
    subjects: ['parameter', 'parameterProperty'],
    values: { in: now.in, parameter: now.name },
  } as const
  if (old.name !== now.name && now.in === 'path')
    changes.add('request-parameter-renamed', path, { ...values, from: old.name, to: now.name })
  if (old.isRequired !== now.isRequired)
    changes.add(`${direction}-parameter-became-${now.isRequired ? 'required' : 'optional'}`, path, values)
  const own: SchemaChange[] = []
  for (const { aspect, values: dates } of findLifecycle(old.object, now.object, today))
    if (aspect === 'deprecated-sunset-invalid')
      changes.add('request-parameter-sunset-parse', path, { ...values, ...dates })
    else own.push(rootChange(aspect === 'deprecated-with-sunset' ? 'deprecated' : aspect, direction, dates))
  if (toText(old.object['description']).trim() !== toText(now.object['description']).trim())
    own.push(rootChange('description-changed', direction))
  changes.addSchema(own, place)
  const [before, after] = [schemaOf(old.object), schemaOf(now.object)]
  const [was, is] = [serializationOf(old), serializationOf(now)]
  if (before.mediaType !== after.mediaType && !isReversed)
    changes.add('request-parameter-media-type-changed', path, {
      ...values,
      from: before.mediaType || was.style,
      to: after.mediaType || is.style,
    })
  else if (before.mediaType === '' && !isReversed) {
    const isScalar = (side: OperationSide, raw: unknown) => {
      const { types, alternatives } = side.file.flatten(raw)
      return types !== undefined && alternatives.length === 0 && !types.includes('array') && !types.includes('object')
    }
    if (was.style !== is.style)
      changes.add('request-parameter-style-changed', path, { ...values, from: was.style, to: is.style })
    else if (
      was.isExploded !== is.isExploded &&
      !(isScalar(sides[0], before.schema) && isScalar(sides[1], after.schema))
    )
      changes.add('request-parameter-explode-changed', path, {
        ...values,
        from: String(was.isExploded),
        to: String(is.isExploded),
      })
    const [mayBe, may] = [old.object['allowReserved'] === true, now.object['allowReserved'] === true]
    if (now.in === 'query' && mayBe !== may)
      changes.add(`request-parameter-became-${may ? '' : 'not-'}allow-reserved`, path, values)
  }
  if (before.schema === undefined && after.schema !== undefined) {
    if (!isReversed) changes.add('request-parameter-schema-added', path, values)
  } else if (after.schema === undefined && before.schema !== undefined) {
    if (!isReversed) changes.add('request-parameter-schema-removed', path, values)
  } else if (before.schema !== undefined)
    changes.addSchema(
      schemas.compare(before.schema, after.schema, {
        direction,
        isStrict: isTypedFormat(after.mediaType),
        isRoot: true,
        parameter: { isExploded: is.isExploded && is.style === 'form' },
      }),
      place,
    )
}

/** Returns the schema of a parameter or header, and the media type that it is written in; empty for none. */
function schemaOf(object: UnknownObject): { schema: unknown; mediaType: string } {
  const [media] = objectFields(object['content'])
  if (object['schema'] !== undefined || !media) return { schema: object['schema'], mediaType: '' }
  return { schema: media[1]['schema'], mediaType: media[0] }
}

const hasContent = (body: UnknownObject | undefined): boolean =>
  body !== undefined && Object.keys(toObject(body['content']) ?? {}).length > 0

function compareRequestBody(sides: Sides, context: OperationContext, changes: Changes): void {
  const [old, now] = sides.map(({ file, operation }) => file.object(operation['requestBody']))
  const path = 'request/body'
  const { isReversed } = context
  if (!hasContent(old) && !hasContent(now)) return
  if (!old) {
    if (isReversed) changes.add('response-body-added', path)
    else changes.add(`request-body-added-${now?.['required'] === true ? 'required' : 'optional'}`, path)
    return
  }
  if (!now) return changes.add(isReversed ? 'response-body-removed' : 'request-body-removed', path)
  const [was, is] = [old['required'] === true, now['required'] === true]
  if (was !== is && !isReversed) changes.add(`request-body-became-${is ? 'required' : 'optional'}`, path)
  compareContent(sides, [old['content'], now['content']], context, changes, {
    direction: isReversed ? 'response' : 'request',
    path,
    subjects: isReversed ? ['payload', 'payloadProperty'] : ['requestBody', 'requestProperty'],
    values: {},
  })
}

interface BodyPlace {
  direction: Direction
  path: string
  subjects: readonly [ChangeSubject, ChangeSubject]
  values: Record<string, string>
}

/** Adds how media types changed. */
function compareMediaTypes(
  { pairs, removed, added }: ReturnType<typeof matchMediaTypes>,
  { direction, path, values }: BodyPlace,
  changes: Changes,
): void {
  const isRequest = direction === 'request'
  for (const name of removed)
    changes.add(isRequest ? 'request-body-media-type-removed' : 'response-media-type-removed', path, {
      ...values,
      name,
    })
  for (const name of added)
    changes.add(isRequest ? 'request-body-media-type-added' : 'response-media-type-added', path, { ...values, name })
  for (const { from, to, change } of pairs) {
    if (change === 'none') continue
    const all = { ...values, name: from, from, to }
    if (isRequest) {
      const isWider = change === 'generalized' || (typeof change === 'object' && change.is === 'removed')
      changes.add(`request-body-media-type-${isWider ? 'generalized' : 'specialized'}`, path, all)
    } else if (typeof change === 'object')
      changes.add(`response-media-type-parameter-${change.is}`, path, { ...all, parameter: change.parameter })
    else changes.add(`response-media-type-name-${change}`, path, all)
  }
}

const isAnything = (schema: unknown): boolean =>
  schema === undefined ||
  schema === true ||
  (toObject(schema) !== undefined && Object.keys(schema as object).length === 0)

function compareContent(
  [{ file: oldFile }, { file: nowFile }]: Sides,
  [before, after]: readonly [unknown, unknown],
  { schemas }: OperationContext,
  changes: Changes,
  place: BodyPlace,
): void {
  const [olds, news] = [toObject(before) ?? {}, toObject(after) ?? {}]
  const matched = matchMediaTypes(Object.keys(olds), Object.keys(news))
  compareMediaTypes(matched, place, changes)
  const { direction, path, subjects, values } = place
  const found: { mediaType: string; changes: SchemaChange[] }[] = []
  for (const { from, to } of matched.pairs) {
    const [old, now] = [oldFile.object(olds[from]) ?? {}, nowFile.object(news[to]) ?? {}]
    const own: SchemaChange[] = []
    found.push({ mediaType: to, changes: own })
    for (const [field, name, below] of [
      ['schema', 'schema', []],
      ['itemSchema', 'item-schema', ['[]']],
    ] as const) {
      const [first, second] = [old[field], now[field]]
      const prefix = direction === 'request' ? 'request-body-media-type' : 'response-body-media-type'
      if (isAnything(first) && isAnything(second)) continue
      if (first === undefined) changes.add(`${prefix}-${name}-added`, path, { ...values, name: to })
      else if (second === undefined) changes.add(`${prefix}-${name}-removed`, path, { ...values, name: to })
      else
        for (const one of schemas.compare(first, second, {
          direction,
          isStrict: isTypedFormat(to),
          isRoot: below.length === 0,
        }))
          own.push({ ...one, path: [...below, ...one.path] })
    }
  }
  addByMediaType(found, { direction, path, subjects, values }, changes)
}

/** Adds the changes of several media types: those that all have once, the others with their media type. */
function addByMediaType(
  found: readonly { mediaType: string; changes: readonly SchemaChange[] }[],
  place: BodyPlace,
  changes: Changes,
): void {
  const counts = new Map<string, number>()
  const keyOfChange = (one: SchemaChange) => JSON.stringify([one.aspect, one.level, one.path, one.values])
  for (const one of found)
    for (const key of new Set(one.changes.map(keyOfChange))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const isCommon = (one: SchemaChange) => counts.get(keyOfChange(one)) === found.length
  for (const [at, { mediaType, changes: own }] of found.entries()) {
    const family = 'body'
    if (at === 0) changes.addSchema(own.filter(isCommon), { ...place, family })
    const special = own.filter((one) => !isCommon(one))
    const path = `${place.path}[${mediaType.replaceAll('/', '~1')}]`
    changes.addSchema(special, { ...place, family, path })
  }
}

const isSuccess = (status: string): boolean => status.startsWith('2')
const isRange = (status: string): boolean => /^\dXX$/.test(status)

/** Matches responses by status: equal ones, then a status with its range. */
function matchResponses(old: unknown, now: unknown) {
  const read = (value: unknown) =>
    new Map(
      Object.entries(toObject(value) ?? {})
        .filter(([status]) => !status.startsWith('x-'))
        .map(([status, response]): [string, unknown] => [
          /^\dxx$/i.test(status) ? status.toUpperCase() : status,
          response,
        ]),
    )
  const [olds, news] = [read(old), read(now)]
  const pairs: { from: string; to: string; old: unknown; now: unknown }[] = []
  const pair = (from: string, to: string) => pairs.push({ from, to, old: olds.get(from), now: news.get(to) })
  const lost: string[] = []
  const used = new Set<string>()
  for (const status of olds.keys()) {
    if (news.has(status)) {
      pair(status, status)
      used.add(status)
      continue
    }
    const range = `${status[0]}XX`
    const within = isRange(status) ? [...news.keys()].find((one) => one[0] === status[0] && !olds.has(one)) : range
    const isOnlyDefault = isSuccess(status) && news.has('default') && ![...news.keys()].some(isSuccess)
    const to =
      within !== undefined && news.has(within) ? within : isOnlyDefault && !olds.has('default') ? 'default' : undefined
    if (to === undefined) lost.push(status)
    else {
      pair(status, to)
      used.add(to)
    }
  }
  return { pairs, lost, gained: [...news.keys()].filter((status) => !used.has(status)) }
}

function compareResponses(sides: Sides, context: OperationContext, changes: Changes): void {
  const [{ file: oldFile, operation: before }, { file: nowFile, operation: after }] = sides
  const { pairs, lost, gained } = matchResponses(before['responses'], after['responses'])
  const success = (status: string) => (isSuccess(status) ? 'success' : 'non-success')
  for (const status of lost) changes.add(`response-${success(status)}-status-removed`, `response/${status}`, { status })
  for (const status of gained) changes.add(`response-${success(status)}-status-added`, `response/${status}`, { status })
  for (const { to: status, old: first, now: second } of pairs) {
    if (context.same.isSame(first, second)) continue
    const [old, now] = [oldFile.object(first) ?? {}, nowFile.object(second) ?? {}]
    if (toText(old['description']).trim() !== toText(now['description']).trim())
      changes.add('response-description-changed', `response/${status}`, { status })
    compareHeaders(sides, [old['headers'], now['headers']], status, context, changes)
    compareContent(sides, [old['content'], now['content']], context, changes, {
      direction: context.isReversed ? 'request' : 'response',
      path: `response/${status}/body`,
      subjects: context.isReversed ? ['answer', 'answerProperty'] : ['responseBody', 'responseProperty'],
      values: { status },
    })
  }
}

function compareHeaders(
  [{ file: oldFile }, { file: nowFile }]: Sides,
  [before, after]: readonly [unknown, unknown],
  status: string,
  { schemas, isReversed }: OperationContext,
  changes: Changes,
): void {
  const read = (file: SchemaFile, value: unknown) =>
    new Map(
      Object.entries(toObject(value) ?? {})
        .filter(([name]) => name.toLowerCase() !== 'content-type')
        .map(([name, header]) => [name.toLowerCase(), { name, header: file.object(header) ?? {} }]),
    )
  const [olds, news] = [read(oldFile, before), read(nowFile, after)]
  for (const [key, { name, header: old }] of olds) {
    const path = `response/${status}/header/${name}`
    const values = { name, status }
    const now = news.get(key)?.header
    const wasRequired = old['required'] === true
    if (!now) {
      changes.add(wasRequired ? 'required-response-header-removed' : 'optional-response-header-removed', path, values)
      continue
    }
    const isRequired = now['required'] === true
    if (wasRequired !== isRequired)
      changes.add(`response-header-became-${isRequired ? 'required' : 'optional'}`, path, values)
    const [first, second] = [schemaOf(old), schemaOf(now)]
    const found =
      first.schema === undefined || second.schema === undefined
        ? []
        : schemas.compare(first.schema, second.schema, {
            direction: isReversed ? 'request' : 'response',
            isStrict: isTypedFormat(second.mediaType),
            isRoot: true,
          })
    if (toText(old['description']).trim() !== toText(now['description']).trim())
      found.push(rootChange('description-changed', 'response'))
    changes.addSchema(found, {
      direction: 'response',
      family: 'header',
      path,
      subjects: ['header', 'headerProperty'],
      values: { header: name, status },
    })
  }
  for (const [key, { name }] of news)
    if (!olds.has(key)) changes.add('response-header-added', `response/${status}/header/${name}`, { name, status })
}

/** Returns the operations of callbacks by name, method and address. */
function callbacksOf({ file, operation }: OperationSide): Map<string, OperationSide & { expression: string }> {
  const found = new Map<string, OperationSide & { expression: string }>()
  for (const [name, given] of objectFields(operation['callbacks']))
    for (const [expression, item] of Object.entries(file.object(given) ?? {})) {
      const around = file.object(item)
      for (const method of around ? pathMethods : []) {
        const own = toObject(around?.[method])
        if (around && own)
          found.set(`callback ${name} ${method.toUpperCase()} ${expression}`, {
            file,
            around,
            operation: own,
            expression,
          })
      }
    }
  return found
}

function compareCallbacks(sides: Sides, context: OperationContext, changes: Changes): void {
  const { depth = 0 } = context
  if (depth >= callbacksMost) return
  const [olds, news] = [callbacksOf(sides[0]), callbacksOf(sides[1])]
  for (const [name, old] of olds) {
    const now = news.get(name)
    if (!now) changes.add('callback-removed', name.replaceAll(' ', '/'), { name })
    else
      compareOperation(
        [old, now],
        { ...context, isReversed: !context.isReversed, paths: [old.expression, now.expression], depth: depth + 1 },
        changes.below(name),
      )
  }
  for (const name of news.keys())
    if (!olds.has(name)) changes.add('callback-added', name.replaceAll(' ', '/'), { name })
}
