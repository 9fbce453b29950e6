export { sqlMarkdown } from './markdown.ts'
