export { readDocumentedResponses, readPageDescription } from './documented.ts'
export { apiDocument } from './handlers.ts'
