export { authorName } from './author-name.ts'
export { user } from './handlers.ts'
export { attemptPassword, countFailedAttempts } from './login-attempts.ts'
export {
  countAdministrators,
  countWrongCode,
  findIdentity,
  findTicket,
  findToken,
  findUser,
  findUserByIdentity,
  findUserByName,
  hasAdministrator,
  insertIdentity,
  insertProviderUsers,
  linkIdentity,
  listEmails,
  listIdentities,
  listUsers,
  listUsersByEmail,
  listUsersByIdentities,
  listUsersByNames,
  removeEndedTokens,
  removeTokens,
  replacePassword,
  takeTicket,
  updatePassword,
  updateProviderName,
} from './queries.ts'
export {
  addAccount,
  countRegistration,
  hashNewPassword,
  insertAccount,
  requireOwnPassword,
  setPassword,
} from './service.ts'
export { newToken, type SignInContext, signIn } from './session.ts'
export { parseAccountName, parseUsername, usernameKey } from './validation.ts'
