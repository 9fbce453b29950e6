export { sqlMarkdown } from './markdown.ts'
export { parseSchema, type Table } from './tables.ts'
