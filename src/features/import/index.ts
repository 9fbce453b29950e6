export { imports } from './handlers.ts'
export { cleanContent, cleanTitle } from './text.ts'
