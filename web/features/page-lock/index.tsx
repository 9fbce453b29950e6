export { type LockedPlace, lookAtLock, releaseLock, takeLock, wantsLock, wasHeldHere } from './page-lock.ts'
