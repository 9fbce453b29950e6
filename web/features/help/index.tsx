export { ApiReference } from './api-reference.tsx'
export { Guide } from './guide.tsx'
