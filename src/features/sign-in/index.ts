export { syncDirectory } from './directory-sync.ts'
export { type DirectoryTestStep, testDirectory } from './directory-test.ts'
export { ExtLogin, passwordSignIn } from './handlers.ts'
