export { startApiChanges } from './follow.ts'
export { apiChange } from './handlers.ts'
export { type RecordedChange, recordApiChanges, withoutPageEntries } from './record.ts'
