export {
  type CurrentUser,
  refreshSessionAtom,
  sessionAtom,
  signedInAtom,
  signOutAtom,
  userAtom,
} from './atoms.ts'
export { SessionGuard } from './session-guard.tsx'
