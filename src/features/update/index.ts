export { goBack } from './go-back.ts'
export { adminUpdate, update } from './handlers.ts'
export { stageUpdate, type UpdateActor } from './install.ts'
export { chooseRelease, compareVersions, Manifest, readManifest } from './manifest.ts'
export { parsePublicKey, verifySignature } from './minisign.ts'
export {
  downloadRelease,
  fetchManifest,
  hashFile,
  readPrepared,
  type UpdateSite,
  unpackRelease,
} from './release-source.ts'
export { install, logOutcome } from './service.ts'
export { confirmUpdate, type StagedUpdate, settleUpdate, switchVersion, takeBackFailedStart } from './switch.ts'
export type { TrialAnswer } from './trial.ts'
