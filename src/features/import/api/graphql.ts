import {
  buildASTSchema,
  buildClientSchema,
  type DocumentNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parse,
  printSchema,
} from 'graphql'
import { newApiJson, setResponses } from '#shared/api-doc/api-page-json.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { SchemaReader } from '#shared/api-doc/openapi/schema-reader.ts'
import { point, points } from '#shared/api-doc/remark.ts'
import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import { rejectImport } from '../import-error.ts'
import type { ApiWriter, ValueReader } from './api-pages.ts'

/** The size of a schema in tokens of the language. The limit is ours: the largest public schemas have about 400,000. */
const tokensMost = 1_000_000

const scalars: Readonly<Record<string, UnknownObject>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string', format: 'ID' },
}

function schemaOfNamed(type: GraphQLNamedType): UnknownObject {
  if (Object.hasOwn(scalars, type.name)) return { ...scalars[type.name] }
  if (isEnumType(type)) {
    const values = type.getValues()
    const about = values
      .filter((one) => one.description || one.deprecationReason)
      .map((one) => `${one.name}: ${[one.description, one.deprecationReason].filter(Boolean).join(' – ')}`)
    return {
      type: 'string',
      enum: values.map((one) => one.name),
      description: [type.description, ...about].filter(Boolean).join(' · '),
    }
  }
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) || isUnionType(type))
    return { $ref: `#/${type.name}` }
  return { type: 'string', format: type.name, ...(type.description && { description: type.description }) }
}

function schemaOf(type: GraphQLOutputType | GraphQLInputType): UnknownObject {
  if (isNonNullType(type)) return schemaOf(type.ofType)
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType) }
  return schemaOfNamed(type as GraphQLNamedType)
}

/** Returns the description of a field with its arguments, which only GraphQL has. */
function aboutField(field: GraphQLField<unknown, unknown>): string {
  const args = field.args.map(
    (one) => `${one.name}: ${String(one.type)}${one.description ? ` – ${one.description}` : ''}`,
  )
  return [field.description, args.length > 0 ? `(${args.join(', ')})` : ''].filter(Boolean).join(' ')
}

function definitionOf(type: GraphQLNamedType): UnknownObject {
  const about = type.description ? { description: type.description } : {}
  if (isUnionType(type)) return { ...about, oneOf: type.getTypes().map((one) => ({ $ref: `#/${one.name}` })) }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields())
    const properties = fields.map((one) => [
      one.name,
      { ...schemaOf(one.type), ...(one.description && { description: one.description }) },
    ])
    const required = fields.filter((one) => isNonNullType(one.type)).map((one) => one.name)
    return { type: 'object', ...about, properties: Object.fromEntries(properties), required }
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return about
  const fields = Object.values(type.getFields())
  const properties = fields.map((one) => {
    const description = aboutField(one)
    const own = schemaOf(one.type)
    return [
      one.name,
      {
        ...own,
        ...(description && { description }),
        ...(one.deprecationReason && { deprecated: one.deprecationReason }),
      },
    ]
  })
  return { type: 'object', ...about, properties: Object.fromEntries(properties) }
}

/** Returns the fields of a type that have no fields themselves, for the example of a query. */
function selectionOf(type: GraphQLNamedType, indent: string, depth = 0): string {
  if (isUnionType(type)) return `{\n${indent}  __typename\n${indent}}`
  if (!isObjectType(type) && !isInterfaceType(type)) return ''
  const lines = Object.values(type.getFields())
    .filter((one) => one.args.every((arg) => !isNonNullType(arg.type)))
    .flatMap((one) => {
      const below = getNamedType(one.type)
      const isPlain = !isObjectType(below) && !isInterfaceType(below) && !isUnionType(below)
      if (isPlain) return [`${indent}  ${one.name}`]
      return depth > 0 ? [] : [`${indent}  ${one.name} ${selectionOf(below, `${indent}  `, depth + 1)}`]
    })
  return `{\n${lines.length > 0 ? lines.join('\n') : `${indent}  __typename`}\n${indent}}`
}

function queryOf(kind: string, field: GraphQLField<unknown, unknown>): string {
  const { args, name } = field
  const declared = args.length === 0 ? '' : `(${args.map((one) => `$${one.name}: ${String(one.type)}`).join(', ')})`
  const passed = args.length === 0 ? '' : `(${args.map((one) => `${one.name}: $${one.name}`).join(', ')})`
  const selection = selectionOf(getNamedType(field.type), '  ')
  return `${kind} ${name}${declared} {\n  ${name}${passed}${selection === '' ? '' : ` ${selection}`}\n}`
}

function addField(out: ApiWriter, reader: SchemaReader, kind: string, field: GraphQLField<unknown, unknown>): void {
  const doc = newApiJson(field.name, 'post', '/graphql')
  reader.begin()
  const variables: UnknownObject = {
    type: 'object',
    properties: Object.fromEntries(
      field.args.map((one) => [
        one.name,
        { ...schemaOf(one.type), ...(one.description && { description: one.description }) },
      ]),
    ),
    required: field.args.filter((one) => isNonNullType(one.type)).map((one) => one.name),
  }
  const body = { query: queryOf(kind, field), variables: reader.example(variables) }
  doc.request.params.json = toDisplayText(field.args.length === 0 ? { query: body.query } : body, 2)
  doc.request.params.jsonDesc = reader.rows(variables).map((row) => ({ ...row, name: `variables.${row.name}` }))
  const output = schemaOf(field.type)
  const answer = { type: 'object', properties: { data: { type: 'object', properties: { [field.name]: output } } } }
  setResponses(
    doc,
    {
      name: '',
      status: '200',
      remark: '',
      data: toDisplayText(reader.example(answer), 2),
      param: reader.rowsNamed(field.name, output, false),
    },
    undefined,
    [],
  )
  doc.info.description = field.description ?? ''
  if (field.deprecationReason !== undefined && field.deprecationReason !== null) doc.info.apiStatus = '5'
  doc.info.remark = points(
    point('type', inlineCode(String(field.type))),
    point('deprecated', field.deprecationReason ?? ''),
  )
  const call = `${kind} ${field.name}`
  out.addPage([kind.charAt(0).toUpperCase() + kind.slice(1)], {
    title: field.name,
    call,
    doc,
    operation: call,
    isCut: reader.wasCut,
  })
}

function writeSchema(out: ApiWriter, schema: GraphQLSchema, text: string, fileName: string): void {
  const named = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  const reader = new SchemaReader(Object.fromEntries(named.map((type) => [type.name, definitionOf(type)])))
  const name = out.begin('graphql', fileName.replace(/\.\w+$/, ''), schema.description ?? '')
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const
  for (const [kind, type] of roots)
    for (const field of Object.values(type?.getFields() ?? {})) addField(out, reader, kind, field)
  out.addText([], name, joined(schema.description ?? '', fenced(text.trimEnd(), 'graphql')))
}

function parsed(text: string, name: string): DocumentNode {
  try {
    return parse(text, { maxLexicalTokens: tokensMost })
  } catch (error) {
    if (error instanceof GraphQLError) {
      const [{ line, column } = { line: 1, column: 1 }] = error.locations ?? []
      return rejectImport('badGraphql', name, { line, column, problem: error.message.slice(0, 160) })
    }
    return rejectImport('jsonTooDeep', name)
  }
}

/** Whether a text is a schema in GraphQL's language. */
export const isGraphql = (text: string, name: string): boolean =>
  /\.(?:graphqls?|gql|sdl)$/i.test(name) ||
  /^\s*(?:(?:#[^\n]*|"""[^]*?""")\s*)*(?:(?:extend\s+)?type\s+\w+[^{]*\{|schema\s*(?:@\w+[^{]*)?\{|interface\s+\w+|input\s+\w+\s*\{|enum\s+\w+\s*\{|scalar\s+\w+|union\s+\w+|directive\s+@)/.test(
    text.slice(0, 20_000),
  )

/** Writes a schema in GraphQL's language: a page for each query, mutation and subscription. */
export function writeGraphql(out: ApiWriter, text: string, name: string, title = name): void {
  const document = parsed(text, name)
  if (!document.definitions.some((one) => !/OperationDefinition|FragmentDefinition/.test(one.kind)))
    rejectImport('empty', name)
  let schema: GraphQLSchema
  try {
    schema = buildASTSchema(document, { assumeValid: true, assumeValidSDL: true })
  } catch (error) {
    return rejectImport('badGraphql', name, { line: 1, column: 1, problem: (error as Error).message.slice(0, 160) })
  }
  writeSchema(out, schema, text, title)
}

/** Writes the answer of an introspection query, with or without its envelope. */
export const readIntrospection: ValueReader = (value, out, name) => {
  const root = toObject(value)
  const data = toObject(root?.['data']) ?? root
  const given = toObject(data?.['__schema'])
  if (!data || !given || toText(toObject(given['queryType'])?.['name']) === '') return false
  let schema: GraphQLSchema
  try {
    schema = buildClientSchema(data as unknown as IntrospectionQuery, { assumeValid: true })
  } catch (error) {
    return rejectImport('badGraphql', name, { line: 1, column: 1, problem: (error as Error).message.slice(0, 160) })
  }
  writeSchema(out, schema, printSchema(schema), name)
  return true
}
