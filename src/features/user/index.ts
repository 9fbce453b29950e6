export { authorName } from './author-name.ts'
export { user } from './handlers.ts'
export { attemptPassword, countFailedAttempts } from './login-attempts.ts'
export {
  countAdministrators,
  countIdentities,
  findIdentity,
  findToken,
  findUser,
  findUserByIdentity,
  findUserByName,
  hasAdministrator,
  hasIdentity,
  insertIdentity,
  linkIdentity,
  listIdentities,
  listIdentitiesOf,
  listTokensOfProvider,
  listUsers,
  listUsersByEmail,
  moveIdentities,
  removeEndedTokens,
  removeIdentities,
  removeToken,
  removeTokens,
  replacePassword,
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
export { endSession, newToken, signIn } from './session.ts'
export { parseAccountName, parseUsername, usernameKey } from './validation.ts'
