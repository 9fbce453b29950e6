export {
  type CurrentUser,
  refreshSessionAtom,
  sessionAtom,
  signedInAtom,
  signOutAtom,
  userAtom,
  visitsAtom,
} from './atoms.ts'
export { SessionGuard } from './session-guard.tsx'
