export { type CheckedBackup, createCheckedBackup } from './checked-backup.ts'
export { type BackupOptions, type BackupTarget, createBackup, type MadeBackup } from './create.ts'
export { type VerifiedBackup, verifyBackup } from './verify.ts'
export { inWorker } from './worker-client.ts'
