export { readDocumentedResponses } from './documented.ts'
export { apiDocument } from './handlers.ts'
