export { checkStorage } from './check-storage.ts'
export { adminStorage } from './handlers.ts'
export { removeLeftovers } from './leftovers.ts'
export { moveFiles } from './move.ts'
export { explainStorage } from './problems.ts'
export { countUsedStores, leaveBuckets, listStores, noteLeftover } from './queries.ts'
export { failInterruptedMove, readStorageStatus, recordMove, resumeMove, startMove, stopMove } from './service.ts'
export { completeForm, parseStorageForm, readWish, type StoreSettings } from './settings.ts'
export {
  applyStartSettings,
  bucketFiles,
  findCurrentStore,
  type PreparedStore,
  prepareStore,
  setCurrentStore,
  storageFailure,
  withStorage,
} from './stores.ts'
export { StorageProblem, type StorageTestStep, testStorage, tryStorage, watched } from './try-storage.ts'
export {
  contentStore,
  dropUpload,
  type FileLocation,
  keepUpload,
  readContent,
  removeContent,
  type StoredUpload,
  storeUpload,
} from './uploads.ts'
