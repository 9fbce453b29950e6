import protobuf from 'protobufjs'
import { newApiJson, setResponses } from '#shared/api-doc/api-page-json.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { SchemaReader } from '#shared/api-doc/openapi/schema-reader.ts'
import { point, points, rowTable } from '#shared/api-doc/remark.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import { rejectImport } from '../import-error.ts'
import { columnLabels } from './api-labels.ts'
import type { ApiWriter } from './api-pages.ts'
import type { SourceFile } from './source-file.ts'

/** How the JSON form of protobuf writes its numbers: 64 bits do not fit into a number of JSON. */
const scalars: Readonly<Record<string, UnknownObject>> = {
  double: { type: 'number', format: 'double' },
  float: { type: 'number', format: 'float' },
  bool: { type: 'boolean' },
  string: { type: 'string' },
  bytes: { type: 'string', format: 'byte' },
  ...Object.fromEntries(
    ['int32', 'uint32', 'sint32', 'fixed32', 'sfixed32'].map((name) => [name, { type: 'integer', format: name }]),
  ),
  ...Object.fromEntries(
    ['int64', 'uint64', 'sint64', 'fixed64', 'sfixed64'].map((name) => [name, { type: 'string', format: name }]),
  ),
}

const wellKnown: Readonly<Record<string, UnknownObject>> = {
  'google.protobuf.Timestamp': { type: 'string', format: 'date-time' },
  'google.protobuf.Duration': { type: 'string', format: 'duration', example: '1.5s' },
  'google.protobuf.Empty': { type: 'object' },
  'google.protobuf.Struct': { type: 'object' },
  'google.protobuf.Any': { type: 'object' },
  'google.protobuf.FieldMask': { type: 'string' },
  'google.protobuf.StringValue': { type: 'string' },
  'google.protobuf.BoolValue': { type: 'boolean' },
  'google.protobuf.Int32Value': { type: 'integer' },
  'google.protobuf.UInt32Value': { type: 'integer' },
  'google.protobuf.Int64Value': { type: 'string', format: 'int64' },
  'google.protobuf.UInt64Value': { type: 'string', format: 'uint64' },
  'google.protobuf.DoubleValue': { type: 'number' },
  'google.protobuf.FloatValue': { type: 'number' },
}

const nameOf = (one: protobuf.ReflectionObject): string => one.fullName.replace(/^\./, '')

/** Every message, enumeration and service below a namespace, in the order of the files. */
function listAll(root: protobuf.NamespaceBase): protobuf.ReflectionObject[] {
  return root.nestedArray.flatMap((one) => [one, ...(one instanceof protobuf.Namespace ? listAll(one) : [])])
}

/** Returns what a name means in the place where it is written. */
function findType(from: protobuf.ReflectionObject, name: string): protobuf.ReflectionObject | null {
  try {
    const scope = from instanceof protobuf.Namespace ? from : from.parent
    return scope?.lookup(name, [protobuf.Type, protobuf.Enum]) ?? null
  } catch {
    return null
  }
}

function schemaOfName(from: protobuf.ReflectionObject, type: string): UnknownObject {
  if (Object.hasOwn(scalars, type)) return { ...scalars[type] }
  const found = findType(from, type)
  const full = found ? nameOf(found) : type.replace(/^\./, '')
  if (Object.hasOwn(wellKnown, full)) return { ...wellKnown[full] }
  if (found instanceof protobuf.Enum) return schemaOfEnum(found)
  return found ? { $ref: `#/${full}` } : { type: full }
}

function schemaOfEnum(one: protobuf.Enum): UnknownObject {
  const names = Object.keys(one.values)
  const about = names.map((name) => [name, toText(one.comments[name])] as const).filter(([, text]) => text !== '')
  return {
    type: 'string',
    enum: names,
    description: [toText(one.comment), ...about.map(([name, text]) => `${name}: ${text}`)].filter(Boolean).join(' · '),
  }
}

function schemaOfField(field: protobuf.Field): UnknownObject {
  const own = schemaOfName(field, field.type)
  const about = toText(field.comment)
  const { default: fallback, deprecated, ...options } = (field.options ?? {}) as UnknownObject
  const more: UnknownObject = {
    ...(about !== '' && { description: about }),
    ...(fallback !== undefined && { default: fallback }),
    ...(deprecated === true && { deprecated: true }),
    ...(field.partOf && !field.partOf.isProto3Optional && { oneof: field.partOf.name }),
    ...Object.fromEntries(Object.entries(options).filter(([key]) => key.startsWith('('))),
  }
  if (field instanceof protobuf.MapField) return { type: 'object', additionalProperties: own, ...more }
  if (field.repeated) return { type: 'array', items: own, ...more }
  return { ...own, ...more }
}

function schemaOfMessage(type: protobuf.Type): UnknownObject {
  const fields = type.fieldsArray
  return {
    type: 'object',
    ...(toText(type.comment) !== '' && { description: type.comment }),
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOfField(field)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
  }
}

/** Returns the REST address that `google.api.http` declares for a method, and all further ones as lines. */
function httpOf(method: protobuf.Method): { method: string; path: string; more: string[] } | undefined {
  const rules = toObjects(method.parsedOptions)
    .map((one) => toObject(one['(google.api.http)']))
    .filter((rule) => rule !== undefined)
  const bindings = rules.flatMap((rule): UnknownObject[] => {
    const further = rule['additional_bindings']
    return [rule, ...(Array.isArray(further) ? toObjects(further) : [toObject(further) ?? {}])]
  })
  const verbs = ['get', 'post', 'put', 'delete', 'patch']
  const found = bindings.flatMap((rule) =>
    verbs.flatMap((verb) => (toText(rule[verb]) ? [{ verb, path: toText(rule[verb]) }] : [])),
  )
  const [first, ...others] = found
  return (
    first && {
      method: first.verb,
      path: first.path,
      more: others.map(({ verb, path }) => `${verb.toUpperCase()} ${path}`),
    }
  )
}

function parseAll(files: readonly SourceFile[]): protobuf.Root {
  const root = new protobuf.Root()
  for (const file of files) {
    try {
      protobuf.parse(file.text(), root, { keepCase: true, alternateCommentMode: true })
    } catch (error) {
      const { message } = error as Error
      const [, line = '1'] = /\(line (\d+)\)/.exec(message) ?? []
      rejectImport('badProto', file.name, {
        line: Number(line),
        problem: message.replace(/\s*\(line \d+\)/, '').slice(0, 120),
      })
    }
  }
  return root
}

function addMethod(out: ApiWriter, reader: SchemaReader, service: protobuf.Service, method: protobuf.Method): void {
  const rest = httpOf(method)
  const rpc = `/${nameOf(service)}/${method.name}`
  const title = method.name
  const doc = newApiJson(title, rest?.method ?? 'post', rest?.path ?? rpc)
  reader.begin()
  const input = schemaOfName(service, method.requestType)
  const output = schemaOfName(service, method.responseType)
  const rows = reader.rows(input)
  if (rest?.method === 'get' || rest?.method === 'delete') {
    const isPath = (name: string) => new RegExp(`\\{${name.replaceAll(/\W/g, '\\$&')}(?:=[^}]*)?\\}`).test(rest.path)
    doc.request.pathVariable = rows.filter((row) => isPath(row.name))
    doc.request.query = rows.filter((row) => !isPath(row.name))
  } else {
    doc.request.params.json = toDisplayText(reader.example(input), 2)
    doc.request.params.jsonDesc = rows
  }
  const data = toDisplayText(reader.example(output), 2)
  setResponses(doc, { name: '', status: '', remark: '', data, param: reader.rows(output) }, undefined, [])
  if (method.options?.['deprecated'] === true) doc.info.apiStatus = '5'
  doc.info.description = toText(method.comment)
  const stream = (type: string, isStream: boolean | undefined) => `${isStream ? 'stream ' : ''}${type}`
  doc.info.remark = points(
    point(
      'rpc',
      inlineCode(
        `${method.name}(${stream(method.requestType, method.requestStream)}) returns (${stream(method.responseType, method.responseStream)})`,
      ),
    ),
    rest ? point('gRPC', inlineCode(rpc)) : '',
    ...(rest?.more ?? []).map((one) => point('additional_bindings', inlineCode(one))),
  )
  out.addPage([nameOf(service)], {
    title,
    call: rest ? `${rest.method.toUpperCase()} ${rest.path}` : `POST ${rpc}`,
    doc,
    operation: rpc,
    isCut: reader.wasCut,
  })
}

/**
 * Writes the services of protobuf files: a page for each method, with its messages as fields. The files themselves are
 * on a page of their own, so that nothing of them is lost.
 */
export function writeProtobuf(out: ApiWriter, files: readonly SourceFile[], fileName: string): void {
  const root = parseAll(files)
  const all = listAll(root)
  const messages = all.filter((one) => one instanceof protobuf.Type)
  const schemas = Object.fromEntries(messages.map((one) => [nameOf(one), schemaOfMessage(one)]))
  const reader = new SchemaReader(schemas)
  const services = all.filter((one) => one instanceof protobuf.Service)
  const name = out.begin('protobuf', fileName.replace(/\.\w+$/, ''), '')
  services.forEach((service, index) => {
    out.addCatalog([nameOf(service)], index + 1)
    for (const method of service.methodsArray) addMethod(out, reader, service, method)
  })
  const unused = messages.filter(
    (one) => !reader.used.has(`#/${nameOf(one)}`) && !(one.parent instanceof protobuf.Type),
  )
  const about = services.filter((one) => toText(one.comment) !== '')
  out.addText(
    [],
    name,
    joined(
      ...about.map((one) => joined(`## ${nameOf(one)}`, toText(one.comment))),
      unused.length > 0 ? `## ${out.labels.models}` : '',
      ...unused.map((one) => {
        reader.begin()
        return joined(
          `### ${nameOf(one)}`,
          toText(one.comment),
          rowTable(reader.rows({ $ref: `#/${nameOf(one)}` }), columnLabels(out.labels)),
        )
      }),
      ...files.map((file) => joined(`## ${file.name}`, fenced(file.text().trimEnd(), 'protobuf'))),
    ),
  )
}

/** Whether a text is a protobuf file. */
export const isProtobuf = (text: string, name: string): boolean =>
  /\.proto$/i.test(name) ||
  /^\s*(?:(?:\/\/[^\n]*|\/\*[^]*?\*\/)\s*)*(?:syntax|edition)\s*=\s*["'][^"']*["']\s*;/.test(text.slice(0, 20_000))
