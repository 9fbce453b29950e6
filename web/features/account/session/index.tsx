export { type CurrentUser, sessionAtom, signedInAtom, uidAtom, userAtom } from './atoms.ts'
export { SessionGuard } from './session-guard.tsx'
export { useSignOut } from './use-sign-out.ts'
