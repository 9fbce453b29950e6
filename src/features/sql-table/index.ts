export { isDatabaseAddress, parseDatabaseAddress, readLiveSchema } from './live-schema.ts'
export { sqlMarkdown } from './markdown.ts'
export { readSchemaStatements, schemaStatements } from './schema-statements.ts'
export { parseSchema, type Table } from './tables.ts'
