export { authorName } from './author-name.ts'
export { user } from './handlers.ts'
export { attemptPassword, countFailedAttempts } from './login-attempts.ts'
export {
  countAdministrators,
  findIdentity,
  findUser,
  findUserByIdentity,
  findUserByName,
  hasAdministrator,
  insertIdentity,
  linkIdentity,
  listIdentities,
  listUsers,
  listUsersByEmail,
  removeEndedTokens,
  removeTokens,
  replacePassword,
  updateEmail,
  updatePassword,
  updateProviderName,
} from './queries.ts'
export {
  addAccount,
  hashNewPassword,
  insertAccount,
  requireOwnPassword,
  setPassword,
} from './service.ts'
export { newToken, signIn } from './session.ts'
export { parseAccountName, parseUsername, usernameKey } from './validation.ts'
