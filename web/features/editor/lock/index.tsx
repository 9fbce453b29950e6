export { fetchLock, type LockTarget, releaseLock, takeLock, wantsLock, wasHeldHere } from './page-lock.ts'
