export { startApiChanges } from './follow.ts'
export { apiChange } from './handlers.ts'
export { recordApiChanges, withoutPageEntries } from './record.ts'
