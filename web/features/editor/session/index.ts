export { clockTime } from './clock.ts'
export { createDraftStore } from './draft-store.ts'
export { fetchLock, type LockTarget, releaseLock, takeLock, wantsLock, wasHeldHere } from './page-lock.ts'
